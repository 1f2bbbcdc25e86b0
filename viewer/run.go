package viewer

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/adrg/xdg"
	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/viewer/maps"
	"fragscope/viewer/page"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
)

// UserStore returns a store that uses the user's configuration and data directories.
func UserStore() settings.Store {
	config, err := os.UserConfigDir()
	if err != nil {
		config = xdg.ConfigHome
	}
	return settings.Store{Config: settings.Dir(filepath.Join(config, "fragscope")),
		Data: settings.Dir(filepath.Join(xdg.DataHome, "fragscope"))}
}

// Run opens the window and returns when it is closed. It must be called on the main goroutine. If o.Demos or o.Maps is
// nil, Run looks for demos or maps in the file system. If o.Store.Config is nil, Run uses [UserStore]. If o.Platform is
// nil, Run uses the desktop platform.
func Run(o Options) error {
	if o.Demos == nil {
		o.Demos = session.Files{}
	}
	if o.Maps == nil {
		o.Maps = maps.Files{}
	}
	if o.Store.Config == nil {
		o.Store = UserStore()
	}
	if o.Platform == nil {
		o.Platform = &platform.Desktop{}
	}
	if o.PageProgram == nil {
		o.PageProgram, o.BuildPage = page.Program, page.Builder()
	}
	a := newApp(o)
	a.screen.canvas.UseSystemFonts(func() {
		a.services.Post(context.Background(),
			func() { a.screen.changes.all = true })
	})
	return newGame(a).run()
}

func newGame(a *app) *game {
	return &game{app: a, read: new(platform.Reader).Read, cover: newCover()}
}

// windowGarbage is the garbage collection percentage: a frame leaves little garbage, and a higher value could
// double the memory that the demo takes.
const windowGarbage = 20

// run opens the window and returns when it is closed.
func (g *game) run() error {
	if runtime.GOOS != "js" && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(windowGarbage)
	}
	a := g.app
	ebiten.SetWindowTitle(a.session.Title())
	ebiten.SetWindowIcon(windowIcons())
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	g.width, g.height = a.prefs.set.Width, a.prefs.set.Height
	if m := ebiten.Monitor(); m != nil {
		w, h := m.Size()
		g.width, g.height = windowSize(g.width, g.height, w, h)
	}
	ebiten.SetWindowSize(g.width, g.height)
	ebiten.SetWindowSizeLimits(leastWidth, leastHeight, -1, -1)
	ebiten.SetWindowClosingHandled(true)
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetRunnableOnUnfocused(true)
	stop := make(chan struct{})
	go pulse(stop)
	g.ahead = a.goAhead()
	err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{X11ClassName: "fragscope", X11InstanceName: "fragscope"})
	close(stop)
	if g.ahead != nil { // there was no frame
		g.ahead.end(a)
	}
	a.close()
	if err != nil && !errors.Is(err, ebiten.Termination) {
		return fmt.Errorf(msgNoWindow, err, remedy())
	}
	return nil
}

// remedy returns advice to the user if no window opens.
func remedy() string {
	switch {
	case runtime.GOOS == "windows" || runtime.GOOS == "darwin":
		return msgNewerDriver
	case os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "":
		return msgNoDisplay
	}
	return msgNoOpenGL
}

// The minimum size of the window, and the space that its title and the desktop's bars need.
const (
	leastWidth  = 480
	leastHeight = 320
	barsHeight  = 80
)

// windowSize returns the desired size, reduced to fit the monitor.
func windowSize(w, h, monitorW, monitorH int) (int, int) {
	if monitorW <= 0 || monitorH <= 0 {
		return w, h
	}
	return max(min(w, monitorW), leastWidth), max(min(h, monitorH-barsHeight), leastHeight)
}

// game is the app in a window.
type game struct {
	app    *app
	read   func() platform.Input
	cursor ebiten.CursorShapeType
	// width and height are the window's initial size.
	width, height int

	ahead   *ahead // until the first frame
	cover   *ebiten.Shader
	resting bool
	failed  error  // the error that ends the program
	drawn   func() // called after each frame; may be nil
}

// If nothing has changed for restAfter, the window rests: it draws a frame immediately when there is input, and one
// every restStep to show results of background work.
const (
	restAfter = 2 * time.Second
	restStep  = 250 * time.Millisecond
)

// rest puts the window to rest or wakes it. Of the engine's modes, only one that it calls deprecated waits for
// input without polling. Even with nothing to draw, polling takes more than 3 % of a core, against 0.7 %.
func (g *game) rest(on bool) {
	if on == g.resting {
		return
	}
	g.resting = on
	mode := ebiten.FPSModeVsyncOn //lint:ignore SA1019 see above
	if on {
		mode = ebiten.FPSModeVsyncOffMinimum //lint:ignore SA1019 see above
	}
	ebiten.SetFPSMode(mode) //lint:ignore SA1019 see above
}

// pulse makes a resting window draw a frame every restStep until stop is closed.
func pulse(stop <-chan struct{}) {
	t := time.NewTicker(restStep)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			//lint:ignore SA1019 it belongs to the mode that rest sets
			ebiten.ScheduleFrame()
		case <-stop:
			return
		}
	}
}

// Update implements ebiten.Game.
func (g *game) Update() error {
	a := g.app
	if g.ahead != nil {
		g.failed = g.ahead.end(a)
		g.ahead = nil
		a.now = time.Now()
		a.timeline.Play.Await(a.now)
	}
	in := g.read()
	if err := a.guard(func() { a.step(in) }); err != nil {
		return err
	}
	if c := a.mouse.shape(); c != g.cursor {
		g.cursor = c
		ebiten.SetCursorShape(c)
	}
	if !a.quit {
		return g.failed
	}
	if w, h := ebiten.WindowSize(); !ebiten.IsFullscreen() && !ebiten.IsWindowMaximized() &&
		(w != g.width || h != g.height) && w >= leastWidth && h >= leastHeight {
		a.prefs.set.Width, a.prefs.set.Height = w, h
		a.prefs.save()
	}
	return ebiten.Termination
}

// Draw implements ebiten.Game.
func (g *game) Draw(dst *ebiten.Image) {
	a := g.app
	if err := a.guard(func() { a.draw(dst, a.pixels()) }); err != nil {
		g.failed = err
	}
	if a.stage.Plan() != nil {
		a.opts.Hold.Release()
	}
	if a.opts.Token != "" {
		go a.opts.Platform.Raise(a.opts.Token)
		a.opts.Token = ""
	}
	g.rest(a.now.Sub(a.painted) > restAfter)
	if g.drawn != nil {
		g.drawn()
	}
}

// LayoutF implements ebiten.LayoutFer. It makes Ebitengine draw the window at the full resolution of the screen.
func (g *game) LayoutF(w, h float64) (float64, float64) {
	s := ebiten.Monitor().DeviceScaleFactor()
	return w * s, h * s
}

// Layout implements ebiten.Game. It is never called, because Ebitengine calls LayoutF instead.
func (g *game) Layout(w, h int) (int, int) { return w, h }

// pixels returns the number of pixels per point: the system's scale times the user's.
func (a *app) pixels() float32 {
	return float32(ebiten.Monitor().DeviceScaleFactor() * a.prefs.set.Scale)
}
