//go:build js

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// browser is the program's environment in a page: the source of demos and maps, and the desktop around the window.
type browser struct {
	// show is the content of a saved page, or nil.
	show *page.Show
	// mu guards the page's files: maps, files, remote and last.
	mu       sync.Mutex
	maps     map[string]readMap // by name in lower case
	files    map[string]pageFile
	remote   map[string]string // the addresses of demos to be fetched, by the names that they are opened by
	last     []string          // the demos given last
	requests chan instance.Request
	use      js.Func // of the plain buttons
	encoders *encoders
	// atlas is set by atlasOnce.
	atlas     *atlas
	atlasOnce sync.Once
}

// Open opens the demo with the given name: the sample, the demo saved with the page, or a file provided by the user.
func (p *browser) Open(ctx context.Context, name string) (*recording.Recording, error) {
	return p.Member(ctx, name, "")
}

// Member opens the named member of the archive with the given name. If member is empty, the file itself is opened as a
// demo.
func (p *browser) Member(ctx context.Context, name, member string) (*recording.Recording, error) {
	demo, err := p.demo(name, member)
	if err != nil {
		return nil, err
	}
	return simload.Open(ctx, demo)
}

// demo returns a demo that the page was given, the page's own, or the sample.
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

// Clip returns a section of a demo as a separate demo. from and to are the recording times at which the section starts
// and ends.
func (p *browser) Clip(name, member string, from, to time.Duration) ([]byte, error) {
	demo, err := p.demo(name, member)
	if err != nil {
		return nil, err
	}
	return simload.Clip(demo, from, to)
}

// own reports whether a demo is the page's own, rather than one that it was given under the same name.
func (p *browser) own(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, given := p.files[strings.TrimPrefix(name, "/")]
	return p.show != nil && !given && path.Base(name) == showName(p.show)
}

// Choices returns descriptions of the demos in the archive with the given name.
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

// Stream implements session.Source. It always returns an error, because a web page can neither connect to a streaming
// server nor follow a growing file.
func (p *browser) Stream(context.Context, string) (*recording.Recording, *simload.Stream, error) {
	return nil, nil, errors.New(msgNoStream)
}

// Data returns the contents of a demo file.
func (p *browser) Data(name, member string) ([]byte, error) {
	demo, err := p.demo(name, member)
	if err != nil {
		return nil, err
	}
	return demo.Data, nil
}

// Plan returns the plan of the level's map, or nil if the page has neither the map nor a saved plan of it.
func (p *browser) Plan(_ context.Context, _ sim.Header, l sim.Level, _ []string, hints func() []plan.Point) (*plan.Plan,
	error) {
	p.mu.Lock()
	read := p.maps[strings.ToLower(path.Base(l.Map))]
	p.mu.Unlock()
	switch {
	case read == nil && p.show != nil:
		return p.show.Plans[l.Map], nil
	case read == nil:
		return nil, nil
	}
	data, err := read()
	if err != nil {
		return nil, fmt.Errorf(msgMap, l.Map, err)
	}
	m, err := bsp.Decode(data)
	if err != nil {
		return nil, fmt.Errorf(msgMap, l.Map, err)
	}
	return plan.FromBSP(m, hints()), nil
}

// Textures returns the texture images that are stored in the map itself. The page has no other game files.
func (p *browser) Textures(ctx context.Context, _ sim.Header, _ sim.Level, _ []string,
	pl *plan.Plan) ([]*texture.Picture, error) {
	return texture.Find(ctx, nil, pl.Format(), pl.Textures())
}

// Fullscreen reports whether the page fills the screen.
func (*browser) Fullscreen() bool { return ebiten.IsFullscreen() }

// SetFullscreen sets whether the page fills the screen.
func (*browser) SetFullscreen(on bool) { ebiten.SetFullscreen(on) }

// SetTitle sets the page's title.
func (*browser) SetTitle(s string) { js.Global().Get("document").Set("title", s) }

// Raise does nothing, because a page cannot bring itself to the front.
func (*browser) Raise(string) {}

// OpenFile makes the page ask the user for files and returns immediately. The chosen files are opened later.
func (*browser) OpenFile(string, string, ...string) (string, error) { return "", choose(false) }

// OpenFolder makes the page ask the user for a folder and returns immediately. The demos and maps in the chosen folder
// are opened later.
func (*browser) OpenFolder(string, string) (string, error) { return "", choose(true) }

func choose(folder bool) error {
	f := js.Global().Get("fragscopeChoose")
	if f.Type() != js.TypeFunction {
		return errors.New(msgNoButton)
	}
	f.Invoke(folder)
	return nil
}

// Link returns a link that opens the page at the moment m. The link names the demo only if the demo has an address of
// its own. Files provided by the user have no address.
func (p *browser) Link(m link.Moment) string {
	here, _, _ := strings.Cut(address(), "#")
	if m.Demo = p.address(m.Demo); m.Demo != "" {
		here, _, _ = strings.Cut(here, "?")
	}
	return here + m.String()
}

var errNoClipboard = errors.New(msgNoClipboard)

// CopyText copies s to the clipboard.
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

// PasteText returns the text on the clipboard. It blocks until the user has granted or refused permission, so it must
// not be called from one of the page's callbacks.
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

// CopyPNG copies a PNG image to the clipboard.
func (*browser) CopyPNG(data []byte) error {
	clipboard, item := js.Global().Get("navigator").Get("clipboard"), js.Global().Get("ClipboardItem")
	if !clipboard.Truthy() || !item.Truthy() {
		return errNoClipboard
	}
	clipboard.Call("write", []any{item.New(map[string]any{"image/png": blobOf(data, "image/png")})})
	return nil
}

// SavePNG saves a PNG image as a download.
func (*browser) SavePNG(_, name string, data []byte) (string, error) {
	return download(name+".png", blobOf(data, "image/png")), nil
}

// SaveFile saves data as a download.
func (*browser) SaveFile(_, _, name string, data []byte) (string, error) {
	return download(name, blobOf(data, "application/octet-stream")), nil
}

// download passes a file to the browser as a download, and returns a phrase with its name and location.
func download(name string, blob js.Value) string {
	url := js.Global().Get("URL")
	address := url.Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	// The download has begun when click returns; its memory is freed a little later.
	var free js.Func
	free = js.FuncOf(func(js.Value, []js.Value) any {
		url.Call("revokeObjectURL", address)
		free.Release()
		return nil
	})
	js.Global().Call("setTimeout", free, 10_000)
	return name + ", in this browser's downloads"
}

// FilmKinds returns the film formats that the page can write: GIF and the formats that the browser can encode. Other
// formats require a separate program, which a page cannot run.
func (p *browser) FilmKinds() []film.Kind {
	gif, _ := film.KindOf(".gif")
	return append(p.encoders.kinds(), gif)
}

// Film starts writing a film in format k. The film will be saved under the given name. Until it is complete, the
// browser stores it outside the program's memory.
func (p *browser) Film(_, name string, k film.Kind, s film.Spec) (platform.Film, error) {
	f := &pageFilm{name: name + k.Suffix, kind: "image/gif"}
	if k.Streams() {
		f.Encoder = film.NewGIF(f, s)
		return f, nil
	}
	packed, err := p.encoders.begin(f, k.Suffix, s)
	f.kind, f.Encoder = "video/"+k.Suffix[1:], packed
	return f, err
}

// pageFilm is a film in parts, as browsers hold them.
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
	n := min(len(p), film.FileHead-len(f.head))
	f.head = append(f.head, p[:n]...)
	if f.rest = append(f.rest, p[n:]...); len(f.rest) >= part {
		f.handOver()
	}
	return len(p), nil
}

// WriteAt implements film.HeadFile.
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
	if w, ok := f.Encoder.(*packedFilm); ok {
		w.release()
	}
	f.head, f.parts, f.rest = nil, nil, nil
}

// blobOf returns a file in the form that browsers use.
func blobOf(data []byte, kind string) js.Value {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	return js.Global().Get("Blob").New([]any{bytes}, map[string]any{"type": kind})
}
