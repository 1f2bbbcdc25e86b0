package viewer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/ink"
	"fragscope/viewer/panel"
	"fragscope/viewer/playback"
	"fragscope/viewer/settings"
	"fragscope/viewer/stage"
)

// app is the program without its window: what is open and how it is watched.
// All of it lives on the goroutine of the game loop; work in the background hands
// its results to later.
type app struct {
	opts  Options
	desk  Desk
	shelf settings.Store
	set   settings.Settings
	binds *action.Bindings
	// looked is when the settings file was looked at last.
	looked time.Time
	does   map[action.ID]func(*app)
	later  chan func()

	theme  ink.Theme
	canvas *ink.Canvas
	stage  *stage.Stage
	play   playback.Player
	now    time.Time
	keys   keyboard
	mouse  mouse

	demo     *demo
	opening  *opening
	playlist []string
	ended    bool // the demo stands on its last frame, and it has been told
	recent   []string

	follow     int  // slot, -1 for nobody
	chase      bool // the camera goes with the followed player
	followName string
	wanted     time.Duration // where the options want to start, until that has been read
	storey     int           // of the scene
	heat       heat
	bare       bool // no panels
	floorsTold bool // it was said why there are no textures
	scores     bool // the scoreboard, while its key is held
	pinned     bool // the scoreboard, from the menu
	over       overlay
	find       find
	notices    []notice
	hover      stage.Target
	line       line

	width, height int     // of the picture, in pixels
	scale         float32 // pixels a point
	frame         panel.Frame
	screen        screen
	painted       time.Time // when something changed last
	busy          bool      // a dialog is open
	quit          bool
	sharp         bool // nothing is left for a later frame: for pictures
	shots         []shotRequest
	work          sync.WaitGroup // pictures that are being written
}

// demo is a recording that is open.
type demo struct {
	path, member string
	ctx          context.Context // ends when the demo is closed
	cancel       context.CancelFunc
	rec          *sim.Recording
	since        time.Time // when it was opened
	cursor       *sim.Cursor
	world        *sim.World
	frames       int // as of world
	level        int // whose map is shown; -1 for none yet
	maps         map[int]*levelMap
	marks        []settings.Mark
	told         bool // how loading ended has been said
	stopped      bool // by the user
	lanes        laneCache
}

// opening is a file that is being opened.
type opening struct {
	path, member string
	ctx          context.Context // ends when the demo is closed or is not waited for any more
	cancel       context.CancelFunc
	since        time.Time
	start        bool   // the options' time, player and speed apply
	note         string // what is said when it is open
}

// newApp makes the program; canvas and stage may be used on this goroutine only.
func newApp(o Options, desk Desk) *app {
	a := &app{
		opts: o, desk: desk, shelf: o.Shelf, later: make(chan func(), 64), follow: -1, storey: stage.AutoStorey,
		does: handlers(), canvas: ink.New(), scale: 1, now: time.Now(),
	}
	if a.shelf.Config == nil {
		a.shelf.Config = settings.Memory{}
	}
	if a.shelf.Data == nil {
		a.shelf.Data = settings.Memory{}
	}
	a.loadSettings()
	a.loadRecent()
	a.setTheme()
	a.stage = stage.New(a.theme)
	a.play.SetSpeed(1)
	if o.Speed > 0 {
		a.play.SetSpeed(o.Speed)
	}
	if len(o.Files) > 0 {
		a.openAll(o.Files)
		if a.opening != nil {
			a.opening.start = true
		}
	}
	return a
}

// loadSettings takes over what the settings file says and tells its mistakes.
func (a *app) loadSettings() {
	set, errs := a.shelf.Load()
	binds, bad := action.Bind(set.Keys)
	a.set, a.binds = set, binds
	for _, err := range append(errs, bad...) {
		a.warn("The settings file: " + err.Error() + ".")
	}
}

// loadRecent takes over which demos were opened last.
func (a *app) loadRecent() {
	var err error
	if a.recent, err = a.shelf.Recent(); err != nil {
		a.warn("The demos opened last: " + reason(err) + ".")
	}
}

// settingsEvery is how often the settings file is looked at.
const settingsEvery = time.Second

// stepSettings takes over the settings file when somebody has changed it.
func (a *app) stepSettings() {
	if a.now.Sub(a.looked) < settingsEvery {
		return
	}
	a.looked = a.now
	if a.shelf.Changed(&a.set) {
		w, h := a.set.Width, a.set.Height
		a.loadSettings()
		a.set.Width, a.set.Height = w, h
		a.setTheme()
		a.say("The settings file was read again.")
	}
}

func (a *app) setTheme() {
	a.theme = ink.Dark()
	if a.set.ColorBlind {
		a.theme = ink.ColorBlind()
	}
	if a.stage != nil {
		a.stage.SetTheme(a.theme)
	}
	a.screen.all = true
}

// post runs f on the game loop's goroutine at the next update; it never blocks for long,
// as the loop empties the queue in each.
func (a *app) post(ctx context.Context, f func()) {
	select {
	case a.later <- f:
	case <-ctx.Done():
	}
}

// step lets the program take one step: input, clock, what the background has done.
func (a *app) step(in Input) {
	dt := in.Now.Sub(a.now)
	a.now = in.Now
	for done := false; !done; {
		select {
		case f := <-a.later:
			f()
			a.screen.compose = true
		default:
			done = true
		}
	}
	if len(in.Dropped) > 0 {
		a.openAll(in.Dropped)
	}
	a.stepRequests()
	a.stepSettings()
	a.stepKeys(in)
	a.stepMouse(in)
	a.stepDemo()
	a.stepEnd()
	a.stepNotices()
	a.stepCamera(max(dt, 0))
	if in.Closing {
		a.quit = true
	}
}

// stepDemo moves the clock and the world with it.
func (a *app) stepDemo() {
	d := a.demo
	if d == nil {
		return
	}
	done, finished := d.rec.Progress()
	a.play.SetEnd(d.rec.Duration(), !finished)
	a.line.grow(d.rec.Duration(), done, finished)
	a.play.Advance(a.now)
	if a.mouse.drag == dragTime {
		a.dragTime() // time passes, but the hand holds the position
	}
	if a.wanted > 0 && (finished || a.wanted <= d.rec.Duration()) {
		a.play.Seek(a.wanted)
		a.wanted = 0
	}
	if d.world == nil || d.world.Time != a.play.Position() || d.frames != d.rec.Frames() {
		grown := d.frames != d.rec.Frames()
		moved := d.world == nil || d.world.Time != a.play.Position()
		d.frames = d.rec.Frames()
		d.world = d.cursor.At(a.play.Position())
		a.screen.compose = true
		if moved || grown && d.world.Frame >= d.frames-2 {
			a.screen.moved = true
		}
		a.resolveFollow()
		a.showLevel(d.world.Level)
	}
	if finished && !d.told {
		d.told = true
		go debug.FreeOSMemory() // reading leaves much behind that is not needed to play
		a.tellEnd(d)
		a.screen.compose = true
	}
	if a.play.Playing() {
		a.line.follow(a.play.Position())
	}
}

func (a *app) stepCamera(dt time.Duration) {
	if a.demo == nil {
		return
	}
	cam := &a.stage.Camera
	if pl := a.followed(); pl != nil && a.chase && pl.Life != sim.Absent {
		cam.Follow(pl.Origin)
	}
	if cam.Advance(dt) || a.stage.Pending() {
		a.screen.moved = true
	}
}

// followed is the followed player, or nil.
func (a *app) followed() *sim.Player { return a.player(a.follow) }

func (a *app) player(slot int) *sim.Player {
	if a.demo == nil || a.demo.world == nil || slot < 0 {
		return nil
	}
	ps := a.demo.world.Players
	i, ok := slices.BinarySearchFunc(ps, slot, func(p sim.Player, s int) int { return p.Slot.Index() - s })
	if !ok {
		return nil
	}
	return &ps[i]
}

// level is the level that is shown; a nameless one before there is any.
func (a *app) level() sim.Level {
	if a.demo != nil && a.demo.world != nil {
		if ls := a.demo.rec.Levels(); a.demo.world.Level >= 0 && a.demo.world.Level < len(ls) {
			return ls[a.demo.world.Level]
		}
	}
	return sim.Level{}
}

// setFollow follows the player of a slot, -1 for nobody.
func (a *app) setFollow(slot int) {
	a.follow, a.chase, a.followName = slot, slot >= 0, ""
	a.screen.reveal = slot >= 0
	if slot < 0 {
		a.stage.Camera.Unfollow()
	}
	a.touch()
}

// resolveFollow follows the player that the options name, once he is there.
func (a *app) resolveFollow() {
	if a.followName == "" {
		return
	}
	if slot, ok := findPlayer(a.demo.rec.Roster(), a.followName); ok {
		a.setFollow(slot)
	} else if _, finished := a.demo.rec.Progress(); finished {
		a.warn(fmt.Sprintf("Nobody in this demo is called %q.", a.followName))
		a.followName = ""
	}
}

// touch has the map and the panels drawn anew.
func (a *app) touch() { a.screen.compose, a.screen.moved = true, true }

// save writes the settings and tells whether it could; it is no reason to stop watching when that fails.
func (a *app) save() bool {
	if err := a.shelf.Save(&a.set); err != nil {
		a.warn("The settings could not be saved: " + reason(err) + ".")
		return false
	}
	return true
}

// notice is a message in words.
type notice struct {
	panel.NoticeView
	until time.Time // zero: until it is closed
	key   string    // a later message of the same key takes its place
}

const noticeTime = 5 * time.Second

// say tells something for a few seconds.
func (a *app) say(text string) {
	a.addNotice(notice{NoticeView: panel.NoticeView{Text: text}, until: a.now.Add(noticeTime), key: "say"})
}

// warn tells what went wrong; it stays until it is closed.
func (a *app) warn(text string) {
	a.addNotice(notice{NoticeView: panel.NoticeView{Text: text, Error: true, Sticky: true}})
}

func (a *app) addNotice(n notice) {
	a.screen.compose = true
	for i := range a.notices {
		if n.key != "" && a.notices[i].key == n.key || a.notices[i].Text == n.Text {
			a.notices[i] = n
			return
		}
	}
	const most = 4
	if len(a.notices) == most {
		a.notices = slices.Delete(a.notices, 0, 1)
	}
	a.notices = append(a.notices, n)
}

func (a *app) dropNotice(key string) {
	n := len(a.notices)
	a.notices = slices.DeleteFunc(a.notices, func(n notice) bool { return n.key == key })
	a.screen.compose = a.screen.compose || len(a.notices) != n
}

func (a *app) stepNotices() {
	n := len(a.notices)
	a.notices = slices.DeleteFunc(a.notices, func(n notice) bool { return !n.until.IsZero() && a.now.After(n.until) })
	if len(a.notices) != n || a.opening != nil {
		a.screen.compose = true
	}
}

// reason is an error in words.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Path + ": " + pe.Err.Error()
	}
	return err.Error()
}

// title is what the window's frame says.
func (a *app) title() string {
	if a.demo == nil {
		return "Fragscope"
	}
	return a.demo.name() + " – Fragscope"
}

func (d *demo) name() string {
	if h := d.rec.Header(); h.Name != "" {
		return h.Name
	}
	return filepath.Base(d.path)
}
