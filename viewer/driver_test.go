package viewer

import (
	"os"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/formats/base/fault"
	"fragscope/sim/moment"
	"fragscope/sim/query"
	"fragscope/viewer/action"
	"fragscope/viewer/heat"
	"fragscope/viewer/page"
	"fragscope/viewer/panel"
	"fragscope/viewer/platform"
	"fragscope/viewer/screentest"
)

func TestMain(m *testing.M) {
	if kind := os.Getenv(windowKind); kind != "" {
		openWindow(kind)
		return
	}
	screentest.Main(m)
}

// driver drives the program as a user would: with keys, clicks and drags, on its own clock.
type driver struct {
	asks     *query.Query // the query of the search, or nil
	t        testing.TB
	a        *app
	platform *fakePlatform
	in       platform.Input
	img      *ebiten.Image
	drawn    int  // frames
	blind    bool // panels are laid out but nothing is drawn
	faults   bool // the test is about faults of the program; otherwise there must be none
}

const tick = 20 * time.Millisecond

// drive opens the program in a window of w by h. If they are negative, nothing is drawn.
func drive(t testing.TB, w, h int, o Options) *driver {
	if o.Demos == nil {
		o.Demos = &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": duel, "/demos/b.dm_68": duel,
			"/demos/c.dm_68": duel}}
	}
	if o.Maps == nil {
		o.Maps = noMaps{}
	}
	if o.Store.Config == nil {
		o.Store = memoryStore()
	}
	if o.PageProgram == nil {
		o.PageProgram = func() ([]byte, error) { return []byte(page.Sign + page.Title + page.Content), nil }
	}
	d := &driver{t: t, platform: &fakePlatform{}, blind: w < 0}
	o.Platform = d.platform
	d.a = newApp(o)
	d.a.find.Subscribe(func(q *query.Query) { d.asks = q })
	if d.blind {
		d.a.screen.width, d.a.screen.height = -w, -h
	} else {
		d.img = screentest.Image(t, w, h)
	}
	t.Cleanup(func() {
		if !d.faults && d.says(fault.Words) {
			t.Error(d.a.notices.Views())
		}
		d.a.close()
	})
	d.in.Now = d.a.now
	d.in.X, d.in.Y = -50, -50
	d.tick(1)
	return d
}

// own returns the moment of a demo's own time.
func own(at time.Duration) *moment.Moment {
	m := moment.At(at)
	return &m
}

// open is like drive, but with a demo that is read completely and paused at a time.
func open(t testing.TB, w, h int, m match, at time.Duration) *driver {
	d := drive(t, w, h, Options{
		Files: []string{"/demos/a.dm_68"}, At: own(at), Paused: true,
		Demos: &madeUpDemos{demos: map[string]match{"/demos/a.dm_68": m, "/demos/b.dm_68": m}},
	})
	d.until("the demo is open", func() bool {
		return d.a.open() && d.a.stage.Plan() != nil &&
			(at == 0 || d.pos() == at)
	})
	d.a.notices.Clear()
	d.a.stage.Camera.Settle()
	d.tick(2)
	return d
}

// tick lets n steps of the program pass.
func (d *driver) tick(n int) {
	for range n {
		d.in.Now = d.in.Now.Add(tick)
		d.a.step(d.in)
		if d.blind {
			d.a.screen.compose()
		} else {
			d.a.draw(d.img, float32(d.a.prefs.set.Scale))
			if d.drawn++; d.drawn%60 == 0 {
				d.img.At(0, 0) // without the end of a frame, the renderer would accumulate everything drawn
			}
		}
		d.in.Typed, d.in.WheelX, d.in.WheelY, d.in.Dropped = nil, 0, 0, nil
	}
}

// wait lets wall-clock time pass.
func (d *driver) wait(t time.Duration) { d.tick(int(t / tick)) }

// until lets time pass until a condition brought about by background work is true.
func (d *driver) until(what string, f func() bool) {
	d.t.Helper()
	end := time.Now().Add(time.Minute)
	for !f() {
		if time.Now().After(end) {
			d.t.Fatalf("waited in vain until %s", what)
		}
		time.Sleep(time.Millisecond)
		d.tick(1)
	}
}

// key presses and releases keys one after the other.
func (d *driver) key(chords ...string) {
	d.t.Helper()
	for _, s := range chords {
		c, _ := action.ParseChord(s)
		if id, ok := former[s]; ok && !d.a.overlay.Active() && !d.finding() {
			if _, bound := d.a.prefs.binds.Lookup(c); !bound {
				d.a.prefs.set.Keys[id] = s
				d.a.prefs.binds, _ = action.Bind(Actions(), d.a.prefs.set.Keys)
				d.a.prefs.save()
			}
		}
		d.down(s)
		d.up()
	}
}

func (d *driver) down(s string) {
	d.t.Helper()
	c, err := action.ParseChord(s)
	if err != nil {
		d.t.Fatal(err)
	}
	d.in.Keys, d.in.Mods = []action.Key{c.Key}, c.Mods
	if c.Mods&^action.Shift == 0 && len(c.Key) == 1 {
		d.in.Typed = []rune(string(c.Key))
	}
	d.tick(1)
}

func (d *driver) up() {
	d.in.Keys, d.in.Mods = nil, 0
	d.tick(1)
}

// write types text.
func (d *driver) write(s string) {
	for _, r := range s {
		d.in.Keys, d.in.Typed = []action.Key{action.Key(string(r))}, []rune{r}
		if r == ' ' {
			d.in.Keys[0] = "Space"
		}
		d.tick(1)
		d.up()
	}
}

func (d *driver) move(x, y float32) {
	d.in.X, d.in.Y = float64(x), float64(y)
	d.tick(1)
}

func (d *driver) click(x, y float32)      { d.clickWith(&d.in.Left, x, y) }
func (d *driver) rightClick(x, y float32) { d.clickWith(&d.in.Right, x, y) }

// clickWith presses a button of the mouse at a place, and releases it.
func (d *driver) clickWith(down *bool, x, y float32) {
	d.move(x, y)
	*down = true
	d.tick(1)
	*down = false
	d.tick(1)
}

func (d *driver) drag(x0, y0, x1, y1 float32) {
	d.move(x0, y0)
	d.in.Left = true
	d.tick(1)
	for i := range 5 {
		k := float32(i+1) / 5
		d.move(x0+(x1-x0)*k, y0+(y1-y0)*k)
	}
	d.in.Left = false
	d.tick(1)
}

func (d *driver) wheel(x, y float32, by float64, mods action.Mod) {
	d.move(x, y)
	d.in.WheelY, d.in.Mods = by, mods
	d.tick(1)
	d.in.Mods = 0
}

// spot returns the middle of a visible hit area that f accepts.
func (d *driver) spot(what string, f func(panel.Command) bool) (x, y float32) {
	d.t.Helper()
	for i := layerCount - 1; i >= 0; i-- {
		for _, s := range d.a.screen.layout.layers[i].HitAreas {
			if cx, cy := s.Rect.Center(); f(s.Do) {
				if top, _, ok := d.a.screen.layout.areaAt(cx, cy); ok && top.Do == s.Do {
					return cx, cy
				}
			}
		}
	}
	d.t.Fatalf("there is no place on the screen for %s", what)
	return 0, 0
}

// press clicks the hit area that f accepts.
func (d *driver) press(what string, f func(panel.Command) bool) {
	d.t.Helper()
	d.click(d.spot(what, f))
}

// button clicks the button of an action.
func (d *driver) button(id action.ID) {
	d.t.Helper()
	d.press(string(id), func(c panel.Command) bool { return c.Verb == panel.VerbAction && c.ID == id })
}

func (d *driver) pos() time.Duration { return d.a.timeline.Play.Position() }

func (d *driver) wantPos(t time.Duration) {
	d.t.Helper()
	if d.pos() != t {
		d.t.Errorf("at %v, want %v", d.pos(), t)
	}
}

// says reports whether a message with that text is shown.
func (d *driver) says(part string) bool {
	for _, n := range d.a.notices.Views() {
		if contains(n.Text, part) {
			return true
		}
	}
	return false
}

func contains(s, part string) bool {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return true
		}
	}
	return false
}

// choosing reports whether there is a list to choose from.
func (d *driver) choosing() bool {
	_, n := d.a.overlay.Choices()
	return n > 0
}

// finding reports whether the search is open.
func (d *driver) finding() bool { return len(d.a.screen.layout.layers[layerConcerns].Ops) > 0 }

// heat returns the heat map that is drawn, or nil.
func (d *driver) heat() *heat.Map {
	for _, l := range d.a.screen.scene().Layers {
		if l, ok := l.(*heat.Layer); ok {
			return l.Map
		}
	}
	return nil
}

// scroll returns the scroll position of the area of a visible scroll bar.
func (d *driver) scroll(area int) *panel.Scroll {
	d.t.Helper()
	for i := layerCount - 1; i >= 0; i-- {
		for _, s := range d.a.screen.layout.layers[i].HitAreas {
			if s.Do.Verb == panel.VerbScroll && s.Do.Index == area {
				return d.a.screen.layout.scrolled(i, area)
			}
		}
	}
	d.t.Fatalf("there is no scroll bar of area %d", area)
	return nil
}
