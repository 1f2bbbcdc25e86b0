package viewer

import (
	"fmt"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/moment"
	"fragscope/viewer/action"
	"fragscope/viewer/maps"
	"fragscope/viewer/notes"
	"fragscope/viewer/notice"
	"fragscope/viewer/overlay"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
	"fragscope/viewer/settings"
	"fragscope/viewer/stage"
	"fragscope/viewer/timeline"
	"fragscope/viewer/watch"
)

// app is the program without its window: the rooms, connected to each other. It contains no logic of its own.
// Everything in it belongs to the game loop's goroutine; background work passes its results through the queue.
type app struct {
	rooms
	others   several
	opts     Options
	screen   *screen
	mouse    *mouse
	keys     *keyboard
	pictures *pictures
	files    *dialogs
	now      time.Time
	painted  time.Time // last time something changed
	quit     bool
}

// newApp returns the program. Its canvas and stage may only be used on this goroutine.
func newApp(o Options) *app {
	if o.Store.Config == nil {
		o.Store.Config = settings.Memory{}
	}
	if o.Store.Data == nil {
		o.Store.Data = settings.Memory{}
	}
	o.Store.Actions = Actions()
	a := &app{opts: o, now: time.Now()}
	a.furnish()
	a.timeline.Play.SetSpeed(1)
	if o.Speed > 0 {
		a.timeline.Play.SetSpeed(o.Speed)
	}
	if len(o.Files) > 0 {
		a.session.OpenAll(o.Files, true)
	}
	return a
}

// furnish creates the rooms and connects each to the others that it needs.
func (a *app) furnish() {
	o := &a.opts
	a.screen = newScreen(&a.rooms, o.Platform)
	a.keys = &keyboard{rooms: &a.rooms}
	a.pictures = &pictures{rooms: &a.rooms, desktop: o.Platform, take: a.screen.picture, known: a.others.holds}
	a.services = &services{queue: make(queue, 64), changes: a.screen.changes}

	a.notices = notice.New(a.now, a.services.Relayout)
	a.prefs = &preferences{store: o.Store, notices: a.notices, changed: a.restyle,
		moved: func() { a.maps.Again() }}
	a.prefs.load()
	a.services.prefs, a.services.notices = a.prefs, a.notices
	a.stage = stage.New(a.prefs.theme)
	a.parts = &parts{program: a.services, prefs: a.prefs, notices: a.notices, actions: map[action.ID]part.Action{}}
	a.surface = &surface{parts: a.parts, scores: &a.screen.scores}
	a.parts.surface = a.surface
	a.overlay = overlay.New(overlay.Host{
		Program: a.services, Actions: a.parts, Notices: a.notices, Exchange: a.exchange(), Settings: a.prefs.entries,
		Search: a.parts.search,
		Rebind: a.prefs.rebind,
	})
	a.parts.overlay = a.overlay
	a.files = &dialogs{desktop: o.Platform, program: a.services, notices: a.notices, ask: a.overlay.Ask}
	a.prefs.ask, a.prefs.open = a.overlay.Ask, a.overlay.Open
	a.prefs.folder = func(title, dir string, then func(string)) {
		a.services.Ask(func() (string, error) { return a.files.OpenFolder(title, dir) }, then)
	}
	set, theme := &a.prefs.set, &a.prefs.theme
	a.session = session.New(session.Host{
		Program: a.services, Lists: a.overlay, Notices: a.notices, Files: a.files, Store: o.Store, Settings: set,
		Theme:    theme,
		SetTitle: o.Platform.SetTitle,
		Ended:    func() bool { return a.timeline.Ended() },
		Position: func() time.Duration { return a.timeline.Position() },
		OpenAt:   func(path, member string, at time.Duration) { a.openAt(path, member, at, "") },
		Moment:   func(at time.Duration) moment.Moment { return a.timeline.Moment(at) },
	}, o.Demos, a.now, session.Hooks{Opened: a.opened, Closed: a.parts.closed})
	a.session.Live, a.session.InMemory = o.Live, o.InMemory
	a.parts.demo = a.session
	a.timeline = timeline.New(timeline.Host{
		Program: a.services, Demo: a.session, Lists: a.overlay, Notices: a.notices, Settings: set, Theme: theme,
		Followed: func() int { return a.watch.Slot() },
		StopsAt:  func(e *sim.Event) bool { return a.watch.StopsAt(e) },
	})
	a.stage.Moment, a.stage.Game = a.timeline.Moment, a.session.Game
	a.watch = watch.New(watch.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Notices: a.notices, Store: o.Store, Settings: set,
		Theme:        theme,
		SaveSettings: a.prefs.save,
	}, a.stage, stage.Turn(o.Turn&3))
	a.maps = maps.New(maps.Host{
		Program: a.services, Demo: a.session, Notices: a.notices, Files: a.files, Store: o.Store, Settings: set,
		SaveSettings: a.prefs.save,
	}, o.Maps, o.GameDirs, a.stage)
	a.others.begin(a)
	a.join()
}

// join adds the parts of the rooms and of the table of concerns, frontmost first.
func (a *app) join() {
	a.screen.layout.owners[layerSheet] = &part.Panel{Click: a.overlay.Click, Scroll: a.overlay.Scroll()}
	a.parts.add(a.overlay.Part(), a.screen.Part())
	for i, c := range concerns() {
		p := c.enter(a)
		a.screen.layout.owners[layerConcerns+i] = p.Panel
		a.parts.add(p)
	}
	a.mouse = newMouse(&a.rooms, a.screen.layout, a.screen.pointer)
	a.parts.add(
		a.session.Part(), part.Part{Escape: a.notices.CloseLast}, a.maps.Part(), a.timeline.Part(), a.watch.Part(),
		a.prefs.Part(), a.pictures.Part(), a.mouse.menus.Part(), a.Part(),
	)
}

// Part returns the [part.Part] that implements the program's own actions: full screen, Esc and quitting.
func (a *app) Part() part.Part {
	p := a.opts.Platform
	return part.Part{
		Escape: func() bool {
			full := p.Fullscreen()
			if full {
				p.SetFullscreen(false)
			}
			return full
		},
		Actions: map[action.ID]part.Action{
			action.FullScreen: {Do: func() { p.SetFullscreen(!p.Fullscreen()) }, On: p.Fullscreen, Idle: true},
			action.Escape:     {Do: a.parts.escape, Idle: true},
			action.Quit:       {Do: func() { a.quit = true }, Idle: true},
		},
	}
}

// restyle applies the settings' appearance and redraws everything.
func (a *app) restyle() {
	a.stage.SetTheme(a.prefs.theme)
	a.screen.changes.all = true
}

// opened starts the demo that was just opened.
func (a *app) opened(d *session.Demo) {
	if len(a.opts.Notes) > 0 {
		_ = notes.Keep(a.opts.Store, a.session.Key(), a.opts.Notes) // the demo plays even without them
		a.opts.Notes = nil
	}
	a.parts.opened()
	if d.Start {
		a.show(true)
	}
	a.stepDemo()
}

// step runs one step of the program: input, clock, and results of background work.
func (a *app) step(in platform.Input) {
	dt := in.Now.Sub(a.now)
	a.now = in.Now
	a.session.SetNow(a.now)
	a.notices.Advance(a.now)
	if a.services.queue.run() {
		a.services.Relayout()
	}
	if len(in.Dropped) > 0 {
		a.session.OpenAll(in.Dropped, false)
	}
	a.stepRequests()
	a.prefs.step(a.now)
	a.keys.step(in)
	x, y := a.mouse.x, a.mouse.y
	a.mouse.step(in)
	if a.screen.stir(in, a.mouse.x != x || a.mouse.y != y) {
		a.services.Relayout()
	}
	a.stepDemo()
	a.parts.step()
	a.session.OfferNext()
	a.stepCamera(max(dt, 0))
	if in.Closing {
		a.quit = true
	}
}

// stepDemo advances the clock and updates the world.
func (a *app) stepDemo() {
	if !a.open() {
		return
	}
	a.timeline.Grow(a.now)
	a.mouse.hold() // time passes, but a drag holds the position
	a.timeline.Start()
	a.session.Advance(a.timeline.Position())
	a.parts.tick()
	a.session.Report()
	a.timeline.Follow()
}

func (a *app) stepCamera(dt time.Duration) {
	if err := a.stage.Fault(); err != nil {
		a.notices.Warn(fmt.Sprintf(msgPartsMissing, err))
	}
	if a.open() && (a.watch.Advance(dt) || a.stage.Pending()) {
		a.screen.changes.moved = true
	}
}

// guard calls do, which may panic because of the open demo. If it does, guard closes the demo and informs the user. If
// no demo is open, the program itself is at fault, and guard returns the error.
func (a *app) guard(do func()) error {
	err := fault.Guard(func() error {
		do()
		return nil
	})
	if err == nil {
		return nil
	}
	if !a.open() {
		return err
	}
	a.notices.Warn(fmt.Sprintf(msgClosed, a.session.Name(), err))
	a.session.Close()
	a.screen.canvas.Discard()
	a.screen.changes.all = true
	return nil
}

// draw paints what changed.
func (a *app) draw(dst *ebiten.Image, scale float32) {
	if a.screen.draw(dst, scale, len(a.pictures.asked) > 0) {
		a.painted = a.now
		a.pictures.takeAll()
	}
	if a.parts.frame() {
		a.painted = a.now // do not let the window rest
	}
}

// close stops the background work.
func (a *app) close() {
	a.parts.quit()
	a.session.Close()
	a.stage.Close()
	a.pictures.work.Wait()
}
