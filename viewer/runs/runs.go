// Package runs shows a player's runs against the clock: his speed, where he was fast, his jumps and his splits.
package runs

import (
	"fmt"
	"math"
	"strings"
	"time"

	"fragscope/formats/base/count"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// runs is the state of the part.
type runs struct {
	host  Host
	on    bool
	key   key
	path  []point
	top   float32
	layer layer

	strafe bool // colour by the fraction of the possible gain in speed
	keys   bool
	under  keysLayer
}

// key is everything the path depends on.
type key struct {
	slot, level int
	frames      int
}

// New returns the [part.Part] that shows runs. It is initially switched off.
func New(host Host) part.Part {
	r := &runs{host: host}
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDSpeeds: {Do: r.toggle, On: func() bool { return r.on }},
			IDStrafe: {Do: r.toggleStrafe, On: func() bool { return r.on && r.strafe }},
			IDKeys:   {Do: r.toggleKeys, On: func() bool { return r.keys }},
		},
		Closed:   func() { *r = runs{host: host, on: r.on, strafe: r.strafe, keys: r.keys} },
		State:    func() any { return [...]bool{r.on, r.strafe, r.keys} },
		SetState: func(state any) { s := state.([3]bool); r.on, r.strafe, r.keys = s[0], s[1], s[2] },
		Scene:    r.scene,
		Timeline: r.mark,
		Legend:   r.legend,
	}
}

func (r *runs) toggle() {
	r.on, r.strafe = !r.on, false
	if r.on && r.slot() < 0 {
		r.host.Notices.Say(msgFollow)
	}
	r.host.Redraw()
}

// slot returns the slot of the followed player, otherwise of the recorder, otherwise of the only player, or -1.
func (r *runs) slot() int {
	w := r.host.Demo.World()
	switch {
	case r.host.Watch.Slot() >= 0:
		return r.host.Watch.Slot()
	case w == nil:
		return -1
	case w.POV.Valid():
		return w.POV.Index()
	case len(w.Players) == 1:
		return w.Players[0].Slot.Index()
	}
	return -1
}

// update updates the runner's path and reports whether there is one.
func (r *runs) update() bool {
	w := r.host.Demo.World()
	if !r.on || w == nil || r.slot() < 0 {
		return false
	}
	rec := r.host.Demo.Recording()
	k := key{r.slot(), w.Level, rec.Frames()}
	if grown := k.frames - r.key.frames; k.slot != r.key.slot || k.level != r.key.level || grown > r.key.frames/16 ||
		grown < 0 || finished(rec) && grown > 0 {
		r.key = k
		l := r.host.Demo.Level()
		from, to := l.Start, rec.Duration()
		if ls := rec.Levels(); l.Index+1 < len(ls) {
			to = ls[l.Index+1].Start - 1
		}
		r.path = speedsOf(rec.Path(k.slot, from, to, nil))
		if s, ok := r.strafing(); ok && r.strafe {
			findShares(r.path, s)
		}
		r.top = 0
		for i := range r.path {
			r.top = max(r.top, r.path[i].speed)
		}
	}
	return len(r.path) > 0
}

func finished(rec *recording.Recording) bool {
	_, done := rec.Progress()
	return done
}

// scene draws the path and shows the speeds.
func (r *runs) scene(sc *stage.Scene) {
	if r.keys && r.slot() >= 0 {
		r.drawKeys(sc)
	}
	if !r.on {
		return
	}
	known := r.update()
	sc.Speed = func(p *sim.Player) (float32, bool) {
		if known && p.Slot.Index() == r.key.slot { // consistent with the legend and the curve
			i := r.at(sc.World.Time)
			return r.speedAt(i), i >= 0
		}
		return flat(p.Velocity), p.Visible
	}
	if known {
		r.layer = layer{path: r.path, top: r.top, now: sc.World.Time, theme: r.host.Theme, share: r.strafe}
		sc.Layers = append(sc.Layers, &r.layer)
	}
}

// at returns the index of the last point of the path at or before a time, or -1 before the first.
func (r *runs) at(t time.Duration) int {
	lo, hi := 0, len(r.path)
	for lo < hi {
		if mid := (lo + hi) / 2; r.path[mid].Time <= t {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}

func (r *runs) speedAt(i int) float32 {
	if i < 0 || i >= len(r.path) {
		return 0
	}
	return r.path[i].speed
}

// splits returns the runner's checkpoints and finishes in the level, in order of time.
func (r *runs) splits() (out []*sim.Event) {
	events := r.host.Demo.Recording().Events()
	for i := range events {
		if e := &events[i]; (e.Kind == sim.EventCheckpoint || e.Kind == sim.EventFinish) &&
			(!e.Slot.Valid() || e.Slot.Index() == r.key.slot) {
			out = append(out, e)
		}
	}
	return out
}

// traceSteps is the number of values in the speed curve.
const traceSteps = 400

// mark adds the speed curve, splits and jumps to the timeline.
func (r *runs) mark(v *panel.TimelineView) {
	if r.keys {
		r.markKeys(v)
	}
	if !r.update() || v.To <= v.From {
		return
	}
	v.Trace = make([]uint8, traceSteps)
	for i := range v.Trace {
		t := v.From + (v.To-v.From)*time.Duration(2*i+1)/(2*traceSteps)
		if k := r.at(t); k >= 0 && t-r.path[k].Time < time.Second && r.top > 0 {
			if v.Trace[i] = uint8(255 * r.path[k].speed / r.top); r.strafe {
				v.Trace[i] = uint8(255 * shareOf(&r.path[k]))
			}
		}
	}
	points, ends := panel.Ticks{Icon: draw.IconClock, Color: r.host.Theme.Accent},
		panel.Ticks{Icon: draw.IconFlag, Color: r.host.Theme.Good}
	for _, e := range r.splits() {
		if e.Kind == sim.EventFinish {
			ends.At = append(ends.At, e.Time)
		} else {
			points.At = append(points.At, e.Time)
		}
	}
	v.Ticks = append(v.Ticks, points, ends)
}

// legend returns a legend with the runner's current and highest speed and his splits so far.
func (r *runs) legend() *panel.Legend {
	now := r.host.Clock.Position()
	switch {
	case r.host.Demo.World() == nil || !r.on && !r.keys:
		return nil
	case !r.on:
		return &panel.Legend{Icon: draw.IconFaster, Close: IDKeys, Tip: "Keys off",
			Parts: []panel.LegendPart{{Text: r.keysText(now)}}}
	}
	l := &panel.Legend{Icon: draw.IconFaster, Close: IDSpeeds, Tip: "Speeds off"}
	if !r.update() {
		l.Parts = []panel.LegendPart{{Text: "follow a player to see how fast he is", ID: action.FollowNext}}
		return l
	}
	l.Parts = []panel.LegendPart{{Text: fmt.Sprintf("%.0f u/s, at most %.0f", r.speedAt(r.at(now)), r.top)},
		{Text: r.jumps(now)}}
	if r.strafe {
		l.Parts[1].Text = r.gauge(now)
	}
	if r.keys {
		l.Parts = append(l.Parts, panel.LegendPart{Text: r.keysText(now)})
	}
	for _, e := range r.splits() {
		if e.Time <= now && now-e.Time < 20*time.Second {
			l.Parts = append(l.Parts, panel.LegendPart{Text: split(e)})
		}
	}
	if n := len(l.Parts); n > 5 {
		l.Parts = append(l.Parts[:2:2], l.Parts[n-3:]...)
	}
	return l
}

// split returns the text of a split.
func split(e *sim.Event) string {
	if s := strings.TrimSpace(e.Text.Plain); s != "" {
		return s
	}
	return fmt.Sprintf("%s %.3f", e.Kind, float64(e.Value)/1000)
}

// jumps returns the number of jumps until now, and what the last one gained.
func (r *runs) jumps(now time.Duration) string {
	n, gain := 0, float32(0)
	for i := range r.path {
		if r.path[i].jump && r.path[i].Time <= now {
			if n++; r.path[i].landed {
				gain = r.path[i].gain
			}
		}
	}
	if n == 0 {
		return "no jump yet"
	}
	return fmt.Sprintf("%s, the last one %+.0f u/s", count.Of(n, "jump"), gain)
}

func flat(v sim.Vec3) float32 { return float32(math.Hypot(float64(v[0]), float64(v[1]))) }
