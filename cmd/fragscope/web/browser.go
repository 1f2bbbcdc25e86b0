//go:build js

package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/bsp"
	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/formats"
	"fragscope/sim"
	simload "fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/viewer/film"
	"fragscope/viewer/instance"
	"fragscope/viewer/link"
	"fragscope/viewer/page"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
)

// sampleName stands for the sample wherever a file is named.
const sampleName = session.SampleName

// browser is what is around the program in a page: where demos and maps come from, and the desktop around the window.
type browser struct {
	// show is what the page has of its own, or nil.
	show *page.Show
	// mu guards what the page's files are put into.
	mu       sync.Mutex
	maps     map[string][]byte // by name in lower case
	files    map[string]pageFile
	last     []string // the demos that were given last
	requests chan instance.Request
	use      js.Func // of the plain buttons
	// atlas is set by atlasOnce.
	atlas     *atlas
	atlasOnce sync.Once
}

// maxMap bounds a map that the page is given, in bytes.
const maxMap = 512 << 20

// take takes files from the page: maps are kept, demos are opened.
func (p *browser) take(files []pageFile) {
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
func (p *browser) addMaps(f pageFile) int {
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
func (p *browser) addArchive(f *pageFile) (n int) {
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

func (p *browser) addMap(name string, data []byte) {
	base := path.Base(strings.ToLower(name))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.maps[strings.TrimSuffix(base, ".bsp")] = data
}

// file is a file that the page was given.
func (p *browser) file(name string) (*pageFile, error) {
	p.mu.Lock()
	f, ok := p.files[strings.TrimPrefix(name, "/")]
	p.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return &f, nil
}

// Open opens a file that the page was given.
func (p *browser) Open(ctx context.Context, name string) (*recording.Recording, error) {
	return p.Member(ctx, name, "")
}

// Member opens a demo in an archive.
func (p *browser) Member(ctx context.Context, name, member string) (*recording.Recording, error) {
	demo, err := p.demo(name, member)
	if err != nil {
		return nil, err
	}
	return simload.Open(ctx, demo)
}

// demo is a demo that the page was given, has of its own, or the sample.
func (p *browser) demo(name, member string) (*formats.Demo, error) {
	switch {
	case path.Base(name) == sampleName:
		return sampleDemo()
	case p.own(name):
		return formats.Read(showName(p.show), member, p.show.Demo)
	}
	f, err := p.file(name)
	if err != nil {
		return nil, err
	}
	return formats.ReadAt(path.Base(name), member, f, f.size)
}

// Clip is a part of a demo, or of the sample.
func (p *browser) Clip(name, member string, from, to time.Duration) ([]byte, error) {
	demo, err := p.demo(name, member)
	if err != nil {
		return nil, err
	}
	return simload.Clip(demo, from, to)
}

// own reports whether a demo is the page's own, and none that it was given under the same name.
func (p *browser) own(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, given := p.files[strings.TrimPrefix(name, "/")]
	return p.show != nil && !given && path.Base(name) == showName(p.show)
}

// Choices are the demos in an archive that has several.
func (p *browser) Choices(name string) ([]session.Choice, error) {
	if p.own(name) {
		return nil, nil
	}
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

// Stream implements session.Source: browsers let no page speak to such servers, nor follow a file.
func (p *browser) Stream(context.Context, string) (*recording.Recording, *simload.Stream, error) {
	return nil, nil, errors.New(msgNoStream)
}

// Data is a demo as it is.
func (p *browser) Data(name, member string) ([]byte, error) {
	demo, err := p.demo(name, member)
	if err != nil {
		return nil, err
	}
	return demo.Data, nil
}

// Plan is the plan of a map that the page was given, or of the sample's.
func (p *browser) Plan(_ context.Context, _ sim.Header, l sim.Level, _ []string, hints func() []plan.Point) (*plan.Plan, error) {
	p.mu.Lock()
	data := p.maps[strings.ToLower(path.Base(l.Map))]
	p.mu.Unlock()
	switch {
	case data == nil && p.show != nil:
		return p.show.Plans[l.Map], nil
	case data == nil:
		return nil, nil
	}
	m, err := bsp.Decode(data)
	if err != nil {
		return nil, fmt.Errorf(msgMap, l.Map, err)
	}
	return plan.FromBSP(m, hints()), nil
}

// Textures are those in the map: the page has no other files of the game.
func (p *browser) Textures(ctx context.Context, _ sim.Header, _ sim.Level, _ []string, pl *plan.Plan) ([]*texture.Picture, error) {
	return texture.Find(ctx, nil, pl.Format(), pl.Textures())
}

// Fullscreen reports whether the page fills the screen.
func (*browser) Fullscreen() bool { return ebiten.IsFullscreen() }

// SetFullscreen makes the page fill the screen, or not.
func (*browser) SetFullscreen(on bool) { ebiten.SetFullscreen(on) }

// SetTitle names the page.
func (*browser) SetTitle(s string) { js.Global().Get("document").Set("title", s) }

// Raise does nothing: a page is where it is.
func (*browser) Raise(string) {}

// OpenFile has the page ask for files; they come as a request.
func (*browser) OpenFile(string, string) (string, error) { return "", choose() }

// OpenFolder has the page ask for maps, as it sees no folders.
func (*browser) OpenFolder(string, string) (string, error) { return "", choose() }

func choose() error {
	f := js.Global().Get("fragscopeChoose")
	if f.Type() != js.TypeFunction {
		return errors.New(msgNoButton)
	}
	f.Invoke()
	return nil
}

// Link is the page's address with a moment.
func (*browser) Link(m link.Moment) string {
	here, _, _ := strings.Cut(address(), "#")
	return here + m.String()
}

var errNoClipboard = errors.New(msgNoClipboard)

// CopyText puts text into the clipboard.
func (*browser) CopyText(s string) error {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		return errNoClipboard
	}
	if _, err := await(clipboard.Call("writeText", s)); err != nil {
		return errNoClipboard
	}
	return nil
}

// PasteText is the text in the clipboard. It waits until the user has allowed or
// refused it, so it must not be called from the page's own callbacks.
func (*browser) PasteText() (string, error) {
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
func (*browser) CopyPNG(data []byte) error {
	clipboard, item := js.Global().Get("navigator").Get("clipboard"), js.Global().Get("ClipboardItem")
	if !clipboard.Truthy() || !item.Truthy() {
		return errNoClipboard
	}
	clipboard.Call("write", []any{item.New(map[string]any{"image/png": blobOf(data, "image/png")})})
	return nil
}

// SavePNG has the browser keep a picture as it keeps what is downloaded.
func (*browser) SavePNG(_, name string, data []byte) (string, error) {
	return download(name+".png", blobOf(data, "image/png")), nil
}

// SaveFile has the browser keep a file as it keeps what is downloaded.
func (*browser) SaveFile(_, _, name string, data []byte) (string, error) {
	return download(name, blobOf(data, "application/octet-stream")), nil
}

// download hands a file to the browser, and says where it is.
func download(name string, blob js.Value) string {
	url := js.Global().Get("URL")
	address := url.Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	// The download has begun when click returns; its memory is free a little later.
	var free js.Func
	free = js.FuncOf(func(js.Value, []js.Value) any {
		url.Call("revokeObjectURL", address)
		free.Release()
		return nil
	})
	js.Global().Call("setTimeout", free, 10_000)
	return name + ", in this browser's downloads"
}

// FilmKinds are WebM, where the browser packs pictures, and GIF: a page has no programs to write others.
func (*browser) FilmKinds() []film.Kind {
	gif, _ := film.KindOf(".gif")
	if !canWebM() {
		return []film.Kind{gif}
	}
	webm, _ := film.KindOf(".webm")
	return []film.Kind{webm.ByPlatform("WebM (VP8)"), gif}
}

// Film begins a film that the browser holds, outside the memory of the program, until it is whole.
func (*browser) Film(_, name string, k film.Kind, s film.Spec) (platform.Film, error) {
	f := &pageFilm{name: name + k.Suffix, kind: "image/gif"}
	if k.Streams() {
		f.Encoder = film.NewGIF(f, s)
		return f, nil
	}
	webm, err := newWebM(f, s)
	f.kind, f.Encoder = "video/webm", webm
	return f, err
}

// pageFilm is a film in parts as browsers hold them.
type pageFilm struct {
	film.Encoder
	name  string
	kind  string // for the browser
	head  []byte // the first part, which may still change
	parts []any
	rest  []byte // not handed over yet
}

// Write implements io.Writer.
func (f *pageFilm) Write(p []byte) (int, error) {
	const part = 1 << 20
	n := min(len(p), film.WebMHead-len(f.head))
	f.head = append(f.head, p[:n]...)
	if f.rest = append(f.rest, p[n:]...); len(f.rest) >= part {
		f.handOver()
	}
	return len(p), nil
}

// WriteAt implements film.WebMFile.
func (f *pageFilm) WriteAt(p []byte, at int64) (int, error) {
	if at < 0 || at+int64(len(p)) > int64(len(f.head)) {
		return 0, io.ErrShortWrite
	}
	return copy(f.head[at:], p), nil
}

func (f *pageFilm) handOver() {
	f.parts = append(f.parts, blobOf(f.rest, f.kind))
	f.rest = f.rest[:0]
}

// Save implements platform.Film.
func (f *pageFilm) Save() (string, error) {
	if err := f.Close(); err != nil {
		return "", err
	}
	f.handOver()
	parts := append([]any{blobOf(f.head, f.kind)}, f.parts...)
	return download(f.name, js.Global().Get("Blob").New(parts, map[string]any{"type": f.kind})), nil
}

// Discard implements platform.Film.
func (f *pageFilm) Discard() {
	if w, ok := f.Encoder.(*webmFilm); ok {
		w.release()
	}
	f.head, f.parts, f.rest = nil, nil, nil
}

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
		return errors.New(msgNoStorage)
	}
	defer func() {
		if recover() != nil { // setItem throws where there is no room
			err = errors.New(msgNoRoom)
		}
	}()
	s.Call("setItem", storagePrefix+name, string(data))
	return nil
}

// Where says where an entry is.
func (localStorage) Where(name string) string {
	return "this browser's storage, " + storagePrefix + name
}
