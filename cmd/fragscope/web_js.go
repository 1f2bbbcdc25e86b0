package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
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
	"fragscope/viewer/instance"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
)

// handOff makes the viewer one of files that a web page was given. They stay in the page.
func (c *openCmd) handOff(o *viewer.Options) (handed bool, end func()) {
	p := &page{demos: newDemoFiles(nil), maps: mapFiles().Built, files: map[string][]byte{}, requests: make(chan instance.Request, 4)}
	o.Demos, o.Maps, o.Platform, o.Requests = p, p, p, p.requests
	o.Store = settings.Store{Config: localStorage{}, Data: settings.Memory{}}
	// The page calls this with a list of {name, data: Uint8Array} that was dropped or chosen.
	open := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) > 0 {
			p.give(args[0])
		}
		return nil
	})
	js.Global().Set("fragscopeOpen", open)
	return false, open.Release
}

// page is the web page: where demos and maps come from, and the desktop around the window.
type page struct {
	demos demoFiles
	// mu guards what the page's files are put into.
	mu       sync.Mutex
	maps     map[string][]byte // by name in lower case
	files    map[string][]byte
	last     []string // the demos that were given last
	requests chan instance.Request
}

// maxGiven bounds a file that the page is given, in bytes.
const maxGiven = 512 << 20

// give takes files from the page: maps are kept, demos are opened.
func (p *page) give(list js.Value) {
	var demos []string
	maps := 0
	for i := range list.Length() {
		name, data := list.Index(i).Get("name").String(), list.Index(i).Get("data")
		if data.Length() > maxGiven {
			continue
		}
		b := make([]byte, data.Length())
		js.CopyBytesToGo(b, data)
		if n := p.addMaps(name, b); n > 0 {
			maps += n
			continue
		}
		p.mu.Lock()
		p.files[name] = b
		p.mu.Unlock()
		demos = append(demos, name)
	}
	if len(demos) > 0 {
		p.last = demos
	} else if maps == 0 {
		return
	}
	select {
	case p.requests <- instance.Request{Files: p.last}:
	default: // more than anyone can watch
	}
}

// addMaps keeps the maps of a file, and says how many there were.
func (p *page) addMaps(name string, data []byte) int {
	ext := strings.ToLower(path.Ext(name))
	if ext == ".bsp" {
		p.addMap(name, data)
		return 1
	}
	if ext != ".pk3" && ext != ".zip" {
		return 0
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return 0
	}
	n := 0
	for _, f := range r.File {
		if strings.ToLower(path.Ext(f.Name)) != ".bsp" || f.UncompressedSize64 > maxGiven {
			continue
		}
		in, err := f.Open()
		if err != nil {
			continue
		}
		b, err := io.ReadAll(io.LimitReader(in, maxGiven))
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

func (p *page) read(name, member string) (*formats.Demo, error) {
	p.mu.Lock()
	data, ok := p.files[strings.TrimPrefix(name, "/")]
	p.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return formats.Read(path.Base(name), member, data)
}

// Open opens a file that the page was given.
func (p *page) Open(ctx context.Context, name string) (*sim.Recording, error) {
	return p.Member(ctx, name, "")
}

// Member opens a demo in an archive.
func (p *page) Member(ctx context.Context, name, member string) (*sim.Recording, error) {
	demo, err := p.read(name, member)
	if err != nil {
		return nil, err
	}
	return simload.Open(ctx, demo)
}

// Choices are the demos in an archive that has several.
func (p *page) Choices(name string) ([]session.Choice, error) {
	_, err := p.read(name, "")
	var several *formats.SeveralError
	if !errors.As(err, &several) {
		return nil, err
	}
	var out []session.Choice
	for _, m := range several.Members {
		out = append(out, session.Choice{Name: m.Name, Size: m.Size})
	}
	return out, nil
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
func (*page) Raise() {}

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
	text := make(chan string, 1)
	refused := make(chan struct{}, 1)
	read := js.FuncOf(func(_ js.Value, args []js.Value) any {
		text <- args[0].String()
		return nil
	})
	defer read.Release()
	refuse := js.FuncOf(func(js.Value, []js.Value) any {
		refused <- struct{}{}
		return nil
	})
	defer refuse.Release()
	clipboard.Call("readText").Call("then", read, refuse)
	select {
	case s := <-text:
		return s, nil
	case <-refused:
		return "", errNoClipboard
	}
}

// CopyPNG puts a picture into the clipboard.
func (*page) CopyPNG(data []byte) error {
	clipboard, item := js.Global().Get("navigator").Get("clipboard"), js.Global().Get("ClipboardItem")
	if !clipboard.Truthy() || !item.Truthy() {
		return errNoClipboard
	}
	clipboard.Call("write", []any{item.New(map[string]any{"image/png": blobOf(data)})})
	return nil
}

// SavePNG has the browser keep a picture as it keeps what is downloaded.
func (*page) SavePNG(_, name string, data []byte) (string, error) {
	url := js.Global().Get("URL")
	address := url.Call("createObjectURL", blobOf(data))
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name+".png")
	link.Call("click")
	// The download has begun when click returns; the picture's memory is free a little later.
	var free js.Func
	free = js.FuncOf(func(js.Value, []js.Value) any {
		url.Call("revokeObjectURL", address)
		free.Release()
		return nil
	})
	js.Global().Call("setTimeout", free, 10_000)
	return name + ".png, in this browser's downloads", nil
}

// blobOf is a picture as browsers hold it.
func blobOf(data []byte) js.Value {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	return js.Global().Get("Blob").New([]any{bytes}, map[string]any{"type": "image/png"})
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
