package viewer

import (
	"math"
	"time"

	"fragscope/sim"
	"fragscope/viewer/ink"
	"fragscope/viewer/panel"
)

// line is the time line: which part of the demo it shows, and the marks on it.
type line struct {
	total    time.Duration // expected length
	from, to time.Duration
	zoomed   bool
	done     float64
	loading  bool

	key   lineKey
	marks []panel.Mark
	busy  []uint8
}

// lineKey is all that the marks depend on.
type lineKey struct {
	events   int
	from, to time.Duration
	width    float32
	followed int
	safe     bool
	teams    bool
}

// grow tells how much has been read. While there is more to come the length is
// guessed from the share of bytes.
func (l *line) grow(end time.Duration, done float64, finished bool) {
	l.done, l.loading = done, !finished
	total := end
	if !finished && done > 0.02 {
		total = max(total, time.Duration(float64(end)/done))
	}
	if finished || math.Abs(float64(total-l.total)) > 0.03*float64(l.total) {
		l.total = total
	}
	l.total = max(l.total, end)
	if !l.zoomed {
		l.from, l.to = 0, l.total
	} else {
		l.from, l.to = panel.Window(l.from, l.to-l.from, l.total)
	}
}

// zoom shows another part.
func (l *line) zoom(from, to time.Duration) {
	l.from, l.to = from, to
	l.zoomed = to-from < l.total
}

// follow keeps a playing position in sight; show one that was sought.
func (l *line) follow(now time.Duration) {
	if l.zoomed {
		l.from, l.to = panel.Follow(l.from, l.to, now, l.total)
	}
}

func (l *line) show(now time.Duration) {
	if l.zoomed && (now < l.from || now > l.to) {
		span := l.to - l.from
		l.from, l.to = panel.Window(now-span/2, span, l.total)
	}
}

// scale is the scale of the time line as it is on the screen.
func (a *app) scaleOfLine() panel.Scale {
	return panel.TimeScale(a.frame.Transport, a.line.from, a.line.to)
}

func (a *app) playheadX() float32 { return a.scaleOfLine().Place(a.play.Position()) }

func (a *app) zoomTime(x float32, factor float64) {
	if a.demo == nil {
		return
	}
	a.line.zoom(a.scaleOfLine().Zoom(x, factor, a.line.total))
	a.screen.compose = true
}

// shownTime is the time that the line and the clock beside it show. While it plays they go on when that can be seen, in steps of
// a pixel or a tenth of a second, not with each frame: the whole bar is painted then.
func (a *app) shownTime(s panel.Scale) time.Duration {
	now := a.play.Position()
	if !a.play.Playing() {
		return now
	}
	pixel := s.Time(s.X+1/a.scale) - s.Time(s.X)
	step := 100 * time.Millisecond
	for step > pixel && step > time.Millisecond {
		step /= 2
	}
	return now.Truncate(step)
}

// timeline is what the time line shows.
func (a *app) timeline() panel.TimelineView {
	d := a.demo
	if d == nil {
		return panel.TimelineView{}
	}
	events := d.rec.Events()
	teams := a.level().Teams
	s := a.scaleOfLine()
	k := lineKey{len(events), a.line.from, a.line.to, s.W, a.follow, a.set.ColorBlind, teams}
	if k != a.line.key {
		a.line.key = k
		a.line.marks, a.line.busy = panel.MakeMarks(&a.theme, events, s, teams, a.follow)
	}
	v := panel.TimelineView{
		Now: a.shownTime(s), End: d.rec.Duration(), From: a.line.from, To: a.line.to, Total: a.line.total,
		Loading: a.line.loading, Done: a.line.done, Marks: a.line.marks, Busy: a.line.busy,
		Hits: a.find.times, Breaks: chapters(d.rec), Lanes: a.lanes(), Dragging: a.mouse.drag == dragTime,
	}
	v.LoopFrom, v.LoopTo, v.HasLoopFrom, v.HasLoopTo = a.play.LoopMarks()
	for _, m := range d.marks {
		v.Books = append(v.Books, time.Duration(m.At))
	}
	for _, r := range d.rec.Damage() {
		v.Damage = append(v.Damage, r.Time)
	}
	return v
}

// laneCache keeps the strip of items.
type laneCache struct {
	level  int
	frames int
	safe   bool
	lanes  []panel.Lane
	valid  bool
}

// controlled are the items whose control decides a match, in the order of the strip.
var controlled = []sim.Item{
	sim.ItemQuad, sim.ItemProtection, sim.ItemInvisibility, sim.ItemMegaHealth, sim.ItemArmorRed, sim.ItemArmorYellow,
	sim.ItemArmorGreen, sim.ItemPowerShield, sim.ItemHaste, sim.ItemRegeneration, sim.ItemFlight, sim.ItemDouble, sim.ItemWeapon,
}

const lanesMost = 9

// lanes is the strip of items of the level, if it is shown.
func (a *app) lanes() []panel.Lane {
	d := a.demo
	if d == nil || !a.set.Items || d.world == nil {
		return nil
	}
	c := &d.lanes
	frames := d.rec.Frames()
	if !c.valid || c.level != d.world.Level || c.frames != frames || c.safe != a.set.ColorBlind {
		*c = laneCache{level: d.world.Level, frames: frames, safe: a.set.ColorBlind, valid: true}
		c.lanes = makeLanes(d.rec, d.world.Level, &a.theme, a.level().Teams)
	}
	return c.lanes[:min(len(c.lanes), panel.StripRoom(float32(a.height)/a.scale))]
}

// lanePlace is an item at its place; laneKind is what there can be several of.
type (
	lanePlace struct {
		laneKind
		entity int
	}
	laneKind struct {
		item   sim.Item
		weapon sim.Weapon
	}
)

func (k laneKind) lane() panel.Lane {
	if k.item == sim.ItemWeapon {
		a := k.weapon.Info()
		return panel.Lane{Name: a.Short, Color: ink.Of(a.Color).Readable()}
	}
	e := k.item.Info()
	return panel.Lane{Name: e.Short, Color: ink.Of(e.Color).Readable()}
}

func makeLanes(rec *sim.Recording, level int, t *ink.Theme, teams bool) []panel.Lane {
	profiles := map[int]*sim.Profile{}
	for _, r := range rec.Roster() {
		profiles[r.Profile.Slot.Index()] = r.Profile
	}
	index := map[lanePlace]int{}
	var lanes []panel.Lane
	spans := rec.ItemAbsences(level)
	of := map[laneKind][]int{} // the lanes of each kind, and where the items are
	where := map[laneKind][]sim.Vec3{}
	for _, want := range controlled {
		for i := range spans {
			s := &spans[i]
			if s.Item != want {
				continue
			}
			k := lanePlace{laneKind{s.Item, s.Weapon}, s.Entity}
			at, ok := index[k]
			if !ok {
				if len(lanes) == lanesMost {
					continue
				}
				at = len(lanes)
				index[k] = at
				lanes = append(lanes, k.lane())
				of[k.laneKind], where[k.laneKind] = append(of[k.laneKind], at), append(where[k.laneKind], s.Origin)
			}
			lanes[at].Spans = append(lanes[at].Spans, laneSpan(s, profiles[s.By.Index()], rec.Duration(), t, teams))
		}
	}
	for kind, list := range of {
		for i, mark := range apart(where[kind]) {
			lanes[list[i]].Name += mark
		}
	}
	return lanes
}

func laneSpan(s *sim.ItemAbsence, by *sim.Profile, end time.Duration, t *ink.Theme, teams bool) panel.LaneSpan {
	out := panel.LaneSpan{From: s.Taken, To: s.Respawn, Color: t.Faint, Open: !s.RespawnKnown}
	if out.Open && out.To <= out.From {
		out.To = min(s.Taken+20*time.Second, end)
	}
	if s.By.Valid() && by != nil {
		out.Color, out.Who = t.Badge(by, teams).Color, by.Name.Plain
	}
	return out
}

// itemClocks are the items of note of the moment: what is up, what comes back when.
func (a *app) itemClocks() []panel.ItemClock {
	if a.demo == nil || a.demo.world == nil {
		return nil
	}
	w := a.demo.world
	var out []panel.ItemClock
	for _, want := range controlled[:7] {
		first := len(out)
		var places []sim.Vec3
		for i := range w.Entities {
			th := &w.Entities[i]
			if th.Kind != sim.EntityItem || th.Item != want {
				continue
			}
			places = append(places, th.Origin)
			out = append(out, panel.ItemClock{
				Name: th.Item.Info().Short, Full: th.Item.Info().Name, Color: ink.Of(th.Item.Info().Color), State: th.State,
				Left: th.Respawn - w.Time, Known: th.RespawnKnown,
			})
		}
		for i, mark := range apart(places) {
			out[first+i].Name += mark
		}
	}
	return out
}
