package part

import (
	"context"
	"fmt"
	"image"
	"path/filepath"
	"strings"
	"time"

	"fragscope/assets/plan"
	"fragscope/formats/base/outlet"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/platform"
	"fragscope/viewer/settings"
	"fragscope/viewer/stage"
)

// Host is what a part may ask of the program.
type Host struct {
	Demo     Demo
	Clock    Clock
	Watch    Watch
	Lists    Lists
	Actions  Actions
	Notices  *notice.List
	Platform platform.Platform
	Store    settings.Store
	Settings *settings.Settings
	Theme    *draw.Theme
	// Plan is the map that is shown, or nil.
	Plan func() *plan.Plan
	// Plans returns what finds the plans of the maps between two times, by their names; it may run on any goroutine.
	Plans func(from, to time.Duration) func() map[string]*plan.Plan
	// PageProgram is the part of a page with the program.
	PageProgram func() ([]byte, error)
	// NewFilm begins a film of the demo that is open, as the window shows it.
	NewFilm func(FilmOptions) Film
	// KeyLabel names the keys of an action.
	KeyLabel func(action.ID) string
	// SaveSettings writes the settings and reports whether it could.
	SaveSettings func() bool
	// Redraw has the map and the panels drawn anew, Relayout the panels only.
	Redraw, Relayout func()
	Queue            Queue
	// Load opens another demo beside the one that is open; it may run on any goroutine.
	Load func(ctx context.Context, path string) (*recording.Recording, error)
	// Race are demos that the next one that is opened is to race with.
	Race []string
	// OpenDemo opens a file, or a demo of an archive, from its start.
	OpenDemo func(path, member string)
	// OpenAt opens a file, or a demo of an archive, at a time.
	OpenAt func(path, member string, at time.Duration)
	// Library is what the demos that the user has are asked by; nil where there can be none.
	Library Library
	// PlacesIn returns what names the places of a recording's maps; it may run on any goroutine, and gives nil where they have no names.
	PlacesIn func() func(*recording.Recording) query.Places
	// LibraryFile is where the user's library is; empty where there can be none.
	LibraryFile string
	// Find opens the search with a question of package query.
	Find func(question string)
	// EndFind closes the search and forgets its question.
	EndFind func()
	// FindIn narrows the question to an area of the map, by its corners.
	FindIn func(corners [][2]float64)
	// Question is what the search asks for; nil while it asks for nothing. What filters by it asks anew when it changes.
	Question *query.Query
	// Places names the places of the maps that were shown so far; nil where they have no names.
	Places func() query.Places
	// Kept tells the parts that what is kept of the demo has changed.
	Kept func()

	shown  shown
	asking bool
}

// shown is the event that was shown last.
type shown struct {
	at   time.Duration
	slot int
}

// lead is how long before an event it is shown from.
const lead = 2500 * time.Millisecond

// Show shows an event: from a little before it on, with the one followed whom it is about (-1 for nobody). The second time it goes
// on to the event itself.
func (h *Host) Show(at time.Duration, slot int) {
	now := shown{at, slot}
	again := h.shown == now && h.Clock.Position() < at
	h.shown = now
	if slot >= 0 {
		h.Watch.Follow(slot)
	}
	if again {
		h.Clock.Seek(at)
		return
	}
	h.Clock.Seek(max(at-lead, 0))
}

// Demo is the demo that is open.
type Demo interface {
	// Recording is nil while no demo is open.
	Recording() *recording.Recording
	// World is what is shown; nil before there is anything. It changes with each update.
	World() *sim.World
	// Level is the level that is shown; a nameless one before there is any.
	Level() sim.Level
	// Key is what is kept of the demo is kept under.
	Key() string
	// Name is the name of the demo's file.
	Name() string
	// Context ends when the demo is closed.
	Context() context.Context
	// Stream is what a demo that is still growing comes from; nil for any other.
	Stream() *load.Stream
	// Clip returns what cuts a part out as a demo of its own; it may run on any goroutine.
	Clip(from, to time.Duration) func() ([]byte, error)
	// Data returns what reads the demo as it is, unpacked; it may run on any goroutine.
	Data() func() ([]byte, error)
}

// Clock is where in the demo we are.
type Clock interface {
	Position() time.Duration
	// Seek goes to a time.
	Seek(time.Duration)
	// Loop is the loop; ok is false where there is none.
	Loop() (from, to time.Duration, ok bool)
	// Ended reports whether the clock stands at the end.
	Ended() bool
	// Playing reports whether the clock goes on, and whether backwards.
	Playing() (playing, backward bool)
	// Speed is how fast it goes, 1 being normal.
	Speed() float64
	SetSpeed(float64)
	// Until is where the clock ends that the user reads; 0 while that is hidden.
	Until() time.Duration
}

// FilmOptions say what a film shows. Speed, direction, camera and all that is chosen are those of the window when it begins.
type FilmOptions struct {
	Width, Height int     // in pixels
	Rate          float64 // pictures a second
	From, To      time.Duration
	Loop          bool // the part is the loop of the window
	Panels        bool // with the panels around the map
	Caption       bool // with players, score and match clock
}

// Film draws the pictures of a film, on the goroutine of the game loop.
type Film interface {
	// Count is how many pictures the film has at most.
	Count() int
	// Next draws the next picture; nil while it is not ready. The error is io.EOF behind the last one.
	Next() (*image.RGBA, error)
	// Close gives back what the film holds.
	Close()
}

// Watch is who is watched.
type Watch interface {
	// Followed is the followed player, or nil.
	Followed() *sim.Player
	// Slot is the slot of the followed player, -1 for nobody.
	Slot() int
	// Follow follows the player of a slot, -1 for nobody.
	Follow(slot int)
	// ShownStorey is the storey that is shown, from 0; plan.AllStoreys for all.
	ShownStorey() int
	// Place is the place of the world under a point of the window, Screen the point of a place.
	Place(x, y float32) (wx, wy float64)
	Screen(wx, wy float64) (x, y float32)
	// Turn is by how much the map is turned.
	Turn() stage.Turn
	// StopsAt reports whether an event is worth going to for one who watches as the user does.
	StopsAt(e *sim.Event) bool
}

// Lists shows lists to choose from.
type Lists interface {
	// Open shows a list in the place of what lies over the window.
	Open(List)
	// Ask asks for a line of text, in the place of what lies over the window.
	Ask(Prompt)
	// Close takes away what lies over the window.
	Close()
	// Shown is the list that lies over the window; ok is false where there is none.
	Shown() (l List, ok bool)
	// Choose chooses a row of it.
	Choose(row int)
}

// Actions are all actions.
type Actions interface {
	// List are all actions with their keys.
	List() []action.Action
	// Do does one.
	Do(action.ID)
	// On reports whether what an action switches is on, Switches whether it switches anything.
	On(action.ID) bool
	Switches(action.ID) bool
}

// Queue brings what the background has done to the goroutine of the game loop, which empties it at each update.
type Queue chan func()

// Post has f run at the next update, unless ctx ends first.
func (q Queue) Post(ctx context.Context, f func()) {
	select {
	case q <- f:
	case <-ctx.Done():
	}
}

// Tell has f run at the next update, unless so much waits that nobody listens any more.
func (q Queue) Tell(f func()) {
	select {
	case q <- f:
	case <-time.After(5 * time.Second):
	}
}

// Run runs what waits and reports whether anything did.
func (q Queue) Run() (ran bool) {
	for {
		select {
		case f := <-q:
			f()
			ran = true
		default:
			return ran
		}
	}
}

// Ask runs a dialog in the background, one at a time; then is called with the answer, if there was one.
func (h *Host) Ask(dialog func() (string, error), then func(string)) {
	if h.asking {
		return
	}
	h.asking = true
	go func() {
		s, err := dialog()
		h.Queue.Post(context.Background(), func() {
			h.asking = false
			switch {
			case err != nil:
				h.Notices.Warn(fmt.Sprintf(msgNoDialog, notice.Reason(err)))
			case s != "":
				then(s)
			}
		})
	}()
}

// Moment is what the clock that the user reads shows at a time of the demo: the match's where there is one and the user does not want
// the demo's. All that is told of times goes through it.
func (h *Host) Moment(at time.Duration) time.Duration {
	rec := h.Demo.Recording()
	if rec == nil || h.Settings.DemoTime {
		return at
	}
	if match, ok := rec.MatchTime(at); ok {
		return match
	}
	return at
}

// FileName is the name of a file that shows the demo from a time on, without its extension: demo and time.
func (h *Host) FileName(t time.Duration) string {
	if h.Demo.Recording() == nil {
		return "fragscope"
	}
	base := h.Demo.Name()
	base = outlet.FileName(strings.TrimSuffix(base, filepath.Ext(base)))
	return fmt.Sprintf("%s-%02d.%02d.%03d", base, int(t.Minutes()), int(t.Seconds())%60, t.Milliseconds()%1000)
}

// Text is a text of one face and colour.
func (h *Host) Text(s string) []panel.Span {
	return []panel.Span{{Text: s, Face: panel.Body, Color: h.Theme.Text}}
}

// Badge is the sign of a player in the colours of the theme.
func (h *Host) Badge(pr *sim.Profile) draw.Badge { return h.Theme.Badge(pr, h.Demo.Level().Teams) }
