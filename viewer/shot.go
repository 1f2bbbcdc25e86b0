package viewer

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/plan"
	"fragscope/formats/base/fault"
	"fragscope/sim/moment"
	"fragscope/viewer/draw"
	"fragscope/viewer/heat"
	"fragscope/viewer/maps"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
)

// ShotOptions describes an image or film to draw.
type ShotOptions struct {
	File   string
	Race   []string // demos it races against
	Member string   // of an archive with several demos
	Sample bool     // show the sample instead of a file
	At     time.Duration
	// Moment, if not nil, replaces At. It is used for a time that is unknown before the demo is read.
	Moment *moment.Moment
	Follow string
	Width  int // in pixels; 0 for 1920x1080
	Height int
	Scale  float64 // pixels per point; 0 to choose by size
	Panels bool    // include the panels around the map
	// Caption is set to show the casting overlay: the players, the score and the match clock.
	Caption bool
	// Speed is the playback speed of a film; 0 means normal speed.
	Speed float64
	// NoNames is set to hide the players' names, Heat to show the heat map, and ColorBlind to use the colour-blind
	// palette.
	NoNames, Heat, ColorBlind bool
	Floors                    plan.Style
	GameDirs                  []string
	// Notes holds drawings and bookmarks as encoded by package notes. Turn is the rotation of the map in clockwise
	// quarter turns.
	Notes []byte
	Turn  int

	Demos session.Source
	Maps  maps.Finder
}

// Shot draws a demo offscreen at the time given in o and passes the image to write. It draws a single frame, once
// everything in the frame is ready. Shot must be called on the main goroutine, at most once per process. Like the
// window, it needs a display. Shot calls write on another goroutine while the graphics are being shut down.
func Shot(o ShotOptions, write func(image.Image) error) error {
	written := make(chan error, 1)
	drawn := false
	err := Film(o, 1, 0, func(img *image.RGBA) error {
		drawn = true
		go func() { written <- fault.Guard(func() error { return write(img) }) }()
		return nil
	})
	if drawn {
		err = cmp.Or(err, <-written)
	}
	return err
}

// ErrNobody is returned if ShotOptions.Follow does not match the name of any player.
var ErrNobody = errors.New(msgNobodyNamed)

// ErrNoPicture is returned if the system cannot draw images.
var ErrNoPicture = errors.New(msgNoPicture)

// Film is like Shot, but draws up to count frames and passes each of them to take. Between frames, the demo plays for
// the duration given by step, at the speed given in o. Film stops at the first error from take and at the end of the
// demo.
func Film(o ShotOptions, count int, step time.Duration, take func(*image.RGBA) error) error {
	if o.Demos == nil {
		o.Demos = session.Files{}
	}
	if o.Maps == nil {
		o.Maps = maps.Files{}
	}
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = 1920, 1080
	}
	g := newShotGame(reel{o: o, count: count, step: step}, take)
	ebiten.SetWindowVisible(false)
	ebiten.SetWindowSize(64, 64)
	ebiten.SetRunnableOnUnfocused(true)
	err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true, SkipTaskbar: true,
		X11ClassName: "fragscope", X11InstanceName: "fragscope"})
	g.close()
	switch {
	case err != nil && !errors.Is(err, ebiten.Termination):
		return fmt.Errorf("%w: %w", ErrNoPicture, err)
	}
	return g.err
}

// shotGame draws a reel, one picture per frame of the engine.
type shotGame struct {
	reel
	take func(*image.RGBA) error
	err  error
	end  bool
	// Until the first picture is ready, steps run alongside the engine, which prepares its graphics in its first
	// frame and then waits: frames that show nothing are as expensive as others. ahead receives the result; stop is
	// closed when nobody waits for it any more.
	frames int
	piece  *ebiten.Image // prepared in the first frame
	ready  bool
	ahead  chan error
	stop   chan struct{}
}

// newShotGame starts drawing a reel.
func newShotGame(r reel, take func(*image.RGBA) error) *shotGame {
	g := &shotGame{reel: r, take: take, ahead: make(chan error, 1), stop: make(chan struct{})}
	go func() { g.ahead <- fault.Guard(g.goAhead) }()
	return g
}

// goAhead runs steps until the first picture is ready or there cannot be one.
func (g *shotGame) goAhead() error {
	const pause = 2 * time.Millisecond
	g.begin()
	for {
		if err := g.advance(); err != nil {
			return err
		}
		if g.reel.ready() || g.refused() {
			return nil
		}
		select {
		case <-g.stop:
			return nil
		case <-time.After(pause):
		}
	}
}

// refused reports whether no demo is open and none will be.
func (g *shotGame) refused() bool { return !g.app.open() && !g.app.session.Opening() }

// close stops what runs alongside the engine.
func (g *shotGame) close() {
	close(g.stop)
	if !g.ready {
		<-g.ahead
	}
	g.app.close()
}

// Update implements ebiten.Game.
func (g *shotGame) Update() error {
	switch g.frames++; {
	case g.end:
		return ebiten.Termination
	case g.frames == 1:
		g.piece = draw.Prepare(g.o.Width, g.o.Height)
		return nil
	case !g.ready:
		g.ready = true
		if err := <-g.ahead; err != nil {
			return err
		}
		g.app.screen.canvas.Piece = g.piece
	default:
		if err := g.advance(); err != nil {
			return err
		}
	}
	if g.refused() {
		g.err, g.end = g.app.refusal(), true
		return ebiten.Termination
	}
	return nil
}

// Draw implements ebiten.Game.
func (g *shotGame) Draw(*ebiten.Image) {
	if g.end || !g.ready {
		return
	}
	img, err := g.picture()
	if err == nil && img != nil {
		err = fault.Guard(func() error { return g.take(img) })
	}
	g.err, g.end = err, err != nil || g.done()
}

// Layout implements ebiten.Game.
func (g *shotGame) Layout(w, h int) (int, int) { return w, h }

// refusal returns the reason why the requested demo is not open.
func (a *app) refusal() error {
	if archive, n := a.overlay.Choices(); n > 0 {
		return fmt.Errorf(msgWhichDemo, archive, n)
	}
	if list := a.notices.Views(); len(list) > 0 {
		return errors.New(strings.TrimSuffix(list[len(list)-1].Text, "."))
	}
	return errors.New(msgNothingToDraw)
}

// newShotApp returns a program without desktop and settings, paused at the picture's time. Its maps are made from at
// least the given length of their levels, and from everything in the demo up to the given time.
func newShotApp(o ShotOptions, least, until time.Duration) *app {
	at := moment.At(o.At)
	if o.Moment != nil {
		at = *o.Moment
	}
	a := newApp(Options{
		Race: o.Race, At: &at, Follow: o.Follow, Speed: o.Speed, Paused: true, GameDirs: o.GameDirs, Demos: o.Demos,
		Maps: o.Maps, Notes: o.Notes, Turn: o.Turn,
		Store:    settings.Store{Config: settings.Memory{}, Data: settings.Memory{}},
		Platform: platform.None(),
	})
	a.screen.canvas.UseSystemFonts(func() {})
	a.maps.AwaitPart(least, until)
	a.session.Brief = true
	set := &a.prefs.set
	set.Names, set.ColorBlind, set.Floors = !o.NoNames, o.ColorBlind, o.Floors
	a.parts.set(heat.IDMap, o.Heat)
	a.screen.hidePanels, a.screen.cast.on = !o.Panels, o.Caption
	a.prefs.setTheme()
	a.restyle()
	if o.Sample {
		o.File = session.SampleName
	}
	a.session.Open(o.File, o.Member, true)
	return a
}

// scale returns the number of pixels per point, which grows with the picture.
func (o *ShotOptions) scale() float32 {
	if o.Scale > 0 {
		return float32(o.Scale)
	}
	return max(1, min(float32(o.Width)/1600, float32(o.Height)/900))
}
