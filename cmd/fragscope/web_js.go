package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"runtime/debug"
	"strings"
	"sync"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/formats"
	"fragscope/sim"
	simload "fragscope/sim/load"
	"fragscope/viewer"
	"fragscope/viewer/film"
	"fragscope/viewer/instance"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
)

// handOff makes the viewer one of files that a web page was given. They stay in the page.
func (c *openCmd) handOff(o *viewer.Options) (handed bool, end func()) {
	debug.SetGCPercent(pageGarbage)
	p := &page{demos: newDemoFiles(nil), maps: mapFiles().Built, files: map[string]pageFile{}, requests: make(chan instance.Request, 4)}
	o.Demos, o.Maps, o.Platform, o.Requests = p, p, p, p.requests
	o.Store = settings.Store{Config: localStorage{}, Data: settings.Memory{}}
	// The page calls this with the list of files that were dropped or chosen.
	open := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) > 0 {
			go p.take(pageFiles(args[0]))
		}
		return nil
	})
	js.Global().Set("fragscopeOpen", open)
	rescale := followPixels()
	return false, func() {
		open.Release()
		rescale.Release()
	}
}

// pageGarbage is how much garbage there may be before it is collected, in percent of what is in use: a page never gives memory back, so
// that what it once needed at most is what it has.
const pageGarbage = 40

// page is the web page: where demos and maps come from, and the desktop around the window.
type page struct {
	demos demoFiles
	// mu guards what the page's files are put into.
	mu       sync.Mutex
	maps     map[string][]byte // by name in lower case
	files    map[string]pageFile
	last     []string // the demos that were given last
	requests chan instance.Request
	use      js.Func // of the plain buttons
}

// maxMap bounds a map that the page is given, in bytes.
const maxMap = 512 << 20

// take takes files from the page: maps are kept, demos are opened.
func (p *page) take(files []pageFile) {
	var demos []string
	maps := 0
	for _, f := range files {
		if n := p.addMaps(f); n > 0 {
			maps += n
			continue
		}
		p.mu.Lock()
		p.files[f.name] = f
		p.mu.Unlock()
		demos = append(demos, f.name)
	}
	p.mu.Lock()
	if len(demos) > 0 {
		p.last = demos
	}
	open := p.last
	p.mu.Unlock()
	if len(demos) == 0 && maps == 0 {
		return
	}
	select {
	case p.requests <- instance.Request{Files: open}:
	default: // more than anyone can watch
	}
}

// addMaps keeps the maps of a file, and says how many there were.
func (p *page) addMaps(f pageFile) int {
	switch strings.ToLower(path.Ext(f.name)) {
	case ".bsp":
		if data, err := io.ReadAll(io.NewSectionReader(&f, 0, min(f.size, maxMap))); err == nil {
			p.addMap(f.name, data)
			return 1
		}
	case ".pk3", ".zip":
		return p.addArchive(&f)
	}
	return 0
}

// addArchive keeps the maps of an archive, and says how many there were.
func (p *page) addArchive(f *pageFile) (n int) {
	r, err := zip.NewReader(f, f.size)
	if err != nil {
		return 0
	}
	for _, f := range r.File {
		if strings.ToLower(path.Ext(f.Name)) != ".bsp" || f.UncompressedSize64 > maxMap {
			continue
		}
		in, err := f.Open()
		if err != nil {
			continue
		}
		b, err := io.ReadAll(io.LimitReader(in, maxMap))
		in.Close()
		if err == nil {
			p.addMap(f.Name, b)
			n++
		}
	}
	return n
}

func (p *page) addMap(name string, data []byte) {
	base := path.Base(strings.ToLower(name))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.maps[strings.TrimSuffix(base, ".bsp")] = data
}

// file is a file that the page was given.
func (p *page) file(name string) (*pageFile, error) {
	p.mu.Lock()
	f, ok := p.files[strings.TrimPrefix(name, "/")]
	p.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return &f, nil
}

// Open opens a file that the page was given.
func (p *page) Open(ctx context.Context, name string) (*sim.Recording, error) {
	return p.Member(ctx, name, "")
}

// Member opens a demo in an archive.
func (p *page) Member(ctx context.Context, name, member string) (*sim.Recording, error) {
	f, err := p.file(name)
	if err != nil {
		return nil, err
	}
	demo, err := formats.ReadAt(path.Base(name), member, f, f.size)
	if err != nil {
		return nil, err
	}
	return simload.Open(ctx, demo)
}

// Choices are the demos in an archive that has several.
func (p *page) Choices(name string) ([]session.Choice, error) {
	f, err := p.file(name)
	if err != nil {
		return nil, err
	}
	members, err := formats.MembersAt(path.Base(name), f, f.size)
	out := make([]session.Choice, len(members))
	for i, m := range members {
		out[i] = session.Choice{Name: m.Name, Size: m.Size}
	}
	return out, err
}

// Sample opens the sample.
func (p *page) Sample(ctx context.Context) (*sim.Recording, error) { return p.demos.Sample(ctx) }

// Plan is the plan of a map that the page was given, or of the sample's.
func (p *page) Plan(_ context.Context, _ sim.Header, l sim.Level, _ []string, hints []plan.Point) (*plan.Plan, error) {
	p.mu.Lock()
	data := p.maps[strings.ToLower(path.Base(l.Map))]
	p.mu.Unlock()
	if data == nil {
		return nil, nil
	}
	m, err := bsp.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("the map %s: %w", l.Map, err)
	}
	return plan.FromBSP(m, hints), nil
}

// Textures are those in the map: the page has no other files of the game.
func (p *page) Textures(ctx context.Context, _ sim.Header, _ sim.Level, _ []string, pl *plan.Plan) ([]*texture.Picture, error) {
	return texture.Find(ctx, nil, pl.Format(), pl.Textures())
}

// Fullscreen reports whether the page fills the screen.
func (*page) Fullscreen() bool { return ebiten.IsFullscreen() }

// SetFullscreen makes the page fill the screen, or not.
func (*page) SetFullscreen(on bool) { ebiten.SetFullscreen(on) }

// SetTitle names the page.
func (*page) SetTitle(s string) { js.Global().Get("document").Set("title", s) }

// Raise does nothing: a page is where it is.
func (*page) Raise(string) {}

// OpenFile has the page ask for files; they come as a request.
func (*page) OpenFile(string, string) (string, error) { return "", choose() }

// OpenFolder has the page ask for maps, as it sees no folders.
func (*page) OpenFolder(string, string) (string, error) { return "", choose() }

func choose() error {
	f := js.Global().Get("fragscopeChoose")
	if f.Type() != js.TypeFunction {
		return errors.New("this page has no button for it")
	}
	f.Invoke()
	return nil
}

var errNoClipboard = errors.New("this browser lets no page use the clipboard")

// CopyText puts text into the clipboard.
func (*page) CopyText(s string) error {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		return errNoClipboard
	}
	clipboard.Call("writeText", s)
	return nil
}

// PasteText is the text in the clipboard. It waits until the user has allowed or
// refused it, so it must not be called from the page's own callbacks.
func (*page) PasteText() (string, error) {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() || !clipboard.Get("readText").Truthy() {
		return "", errNoClipboard
	}
	text, err := await(clipboard.Call("readText"))
	if err != nil {
		return "", errNoClipboard
	}
	return text.String(), nil
}

// CopyPNG puts a picture into the clipboard.
func (*page) CopyPNG(data []byte) error {
	clipboard, item := js.Global().Get("navigator").Get("clipboard"), js.Global().Get("ClipboardItem")
	if !clipboard.Truthy() || !item.Truthy() {
		return errNoClipboard
	}
	clipboard.Call("write", []any{item.New(map[string]any{"image/png": blobOf(data, "image/png")})})
	return nil
}

// SavePNG has the browser keep a picture as it keeps what is downloaded.
func (*page) SavePNG(_, name string, data []byte) (string, error) {
	return download(name+".png", blobOf(data, "image/png")), nil
}

// download has the browser keep a file, and says where.
func download(name string, blob js.Value) string {
	url := js.Global().Get("URL")
	address := url.Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	// The download has begun when click returns; the picture's memory is free a little later.
	var free js.Func
	free = js.FuncOf(func(js.Value, []js.Value) any {
		url.Call("revokeObjectURL", address)
		free.Release()
		return nil
	})
	js.Global().Call("setTimeout", free, 10_000)
	return name + ", in this browser's downloads"
}

// FilmKinds is GIF alone: a page has no programs to write others.
func (*page) FilmKinds() []film.Kind {
	gif, _ := film.KindOf(".gif")
	return []film.Kind{gif}
}

// Film begins a film that the browser holds, outside the memory of the program, until it is whole.
func (*page) Film(_, name string, k film.Kind, s film.Spec) (platform.Film, error) {
	f := &pageFilm{name: name + k.Suffix}
	f.Encoder = film.NewGIF(f, s)
	return f, nil
}

// pageFilm is a GIF in parts as browsers hold them.
type pageFilm struct {
	film.Encoder
	name  string
	parts []any
	rest  []byte // not handed over yet
}

// Write implements io.Writer.
func (f *pageFilm) Write(p []byte) (int, error) {
	const part = 1 << 20
	if f.rest = append(f.rest, p...); len(f.rest) >= part {
		f.handOver()
	}
	return len(p), nil
}

func (f *pageFilm) handOver() {
	f.parts = append(f.parts, blobOf(f.rest, "image/gif"))
	f.rest = f.rest[:0]
}

// Save implements platform.Film.
func (f *pageFilm) Save() (string, error) {
	if err := f.Close(); err != nil {
		return "", err
	}
	f.handOver()
	return download(f.name, js.Global().Get("Blob").New(f.parts, map[string]any{"type": "image/gif"})), nil
}

// Discard implements platform.Film.
func (f *pageFilm) Discard() { f.parts, f.rest = nil, nil }

// blobOf is a file as browsers hold it.
func blobOf(data []byte, kind string) js.Value {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	return js.Global().Get("Blob").New([]any{bytes}, map[string]any{"type": kind})
}

// localStorage keeps the settings in the browser.
type localStorage struct{}

const storagePrefix = "fragscope/"

// storage is missing where the browser keeps nothing for a page.
func storage() (s js.Value, ok bool) {
	defer func() {
		if recover() != nil { // reading the property throws where it is forbidden
			ok = false
		}
	}()
	s = js.Global().Get("localStorage")
	return s, s.Truthy()
}

// Read reads an entry.
func (localStorage) Read(name string) ([]byte, error) {
	if s, ok := storage(); ok {
		if v := s.Call("getItem", storagePrefix+name); v.Type() == js.TypeString {
			return []byte(v.String()), nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

// Write writes an entry.
func (localStorage) Write(name string, data []byte) (err error) {
	s, ok := storage()
	if !ok {
		return errors.New("this browser keeps nothing for this page")
	}
	defer func() {
		if recover() != nil { // setItem throws where there is no room
			err = errors.New("this browser has no room for it")
		}
	}()
	s.Call("setItem", storagePrefix+name, string(data))
	return nil
}

// Where says where an entry is.
func (localStorage) Where(name string) string {
	return "this browser's storage, " + storagePrefix + name
}
