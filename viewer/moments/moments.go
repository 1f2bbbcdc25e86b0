// Package moments steps through the moments of the followed player: his frags, deaths and items. It also shows kills as
// lines from killer to victim.
package moments

import (
	"fmt"
	"math"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// moments is the state of the part.
type moments struct {
	host  Host
	lines which
	layer lines
}

// which selects the lines of kills to show.
type which uint8

const (
	none   which = iota
	recent       // those of the last moment
	life         // those of the followed player's life
	whichCount
)

// New returns the [part.Part] that steps through the frags, deaths and items of the followed player.
func New(host Host) part.Part {
	m := &moments{host: host}
	goes := func(is func(*sim.Event, sim.Slot) bool, what string, by int) part.Action {
		return part.Action{Do: func() { m.step(is, what, by) },
			Why: part.Unless(func() bool { return m.host.Watch.Slot() >= 0 }, msgFollow)}
	}
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDNextFrag:  goes(frag, "frag", 1),
			IDPrevFrag:  goes(frag, "frag", -1),
			IDNextDeath: goes(death, "death", 1),
			IDPrevDeath: goes(death, "death", -1),
			IDNextItem:  goes(item, "item", 1),
			IDPrevItem:  goes(item, "item", -1),
			IDKillLines: {Do: m.nextLines, On: func() bool { return m.lines != none }},
		},
		State:    func() any { return m.lines },
		SetState: func(as any) { m.lines = as.(which) },
		Scene:    m.scene,
		About:    m.about,
	}
}

// nextLines switches from showing no lines to the lines of the last moment and then, if a player is followed, to the
// lines of his current life.
func (m *moments) nextLines() {
	if m.lines = (m.lines + 1) % whichCount; m.lines == life && m.host.Watch.Slot() < 0 {
		m.lines = none
	}
	m.host.Redraw()
}

func frag(e *sim.Event, s sim.Slot) bool {
	return e.Kind == sim.EventObituary && e.Attacker == s && e.Slot != s
}

func death(e *sim.Event, s sim.Slot) bool { return e.Kind == sim.EventObituary && e.Slot == s }

// item reports whether the given player, in e, picked up a notable item, or took or captured a flag.
func item(e *sim.Event, s sim.Slot) bool {
	return e.Slot == s && (e.Kind == sim.EventPickup && e.Item.Notable() || e.Kind == sim.EventFlagTaken ||
		e.Kind == sim.EventCapture)
}

// lead is how long before a moment playback starts.
const lead = 2500 * time.Millisecond

// step goes to the next or previous moment of the followed player.
func (m *moments) step(is func(*sim.Event, sim.Slot) bool, what string, by int) {
	slot := sim.SlotAt(m.host.Watch.Slot())
	events := m.host.Demo.Recording().Events()
	now := m.host.Clock.Position() + lead
	found := -1
	for i := range events {
		e := &events[i]
		if !is(e, slot) {
			continue
		}
		if by > 0 && e.Time > now+time.Millisecond {
			found = i
			break
		}
		if by < 0 && e.Time < now-time.Millisecond {
			found = i
		}
	}
	if found < 0 {
		words := msgNoNext
		if by < 0 {
			words = msgNoPrevious
		}
		m.host.Notices.Say(fmt.Sprintf(words, what))
		return
	}
	m.host.Clock.Seek(max(events[found].Time-lead, 0))
	m.host.Redraw()
}

// lineTime is how long a kill's line is shown.
const lineTime = 1500 * time.Millisecond

// maxLines is the maximum number of lines for one life.
const maxLines = 64

// scene adds the lines of kills.
func (m *moments) scene(sc *stage.Scene) {
	w := m.host.Demo.World()
	rec := m.host.Demo.Recording()
	if w == nil || rec == nil || m.lines == none {
		return
	}
	m.layer.list = m.layer.list[:0]
	events := rec.Events()
	from, to := w.Time-lineTime, w.Time
	slot := sim.SlotAt(m.host.Watch.Slot())
	whole := m.lines == life && slot.Valid()
	if whole {
		from, to = lifeOf(events, slot, w.Time)
	}
	for i := range events {
		e := &events[i]
		if e.Time < from || e.Time > to || len(m.layer.list) == maxLines {
			continue
		}
		killed := e.Kind == sim.EventObituary && e.HasOrigin && e.Attacker.Valid() && e.Attacker != e.Slot
		if !killed || whole && e.Attacker != slot && e.Slot != slot {
			continue
		}
		m.add(rec, e, w.Time, whole)
	}
	if len(m.layer.list) > 0 {
		sc.Layers = append(sc.Layers, &m.layer)
	}
}

// about returns a text describing the damage of the last hit before a death, or "" if it is unknown.
func (m *moments) about(e *sim.Event) string {
	if e.Kind != sim.EventObituary {
		return ""
	}
	const near = 150 * time.Millisecond
	cost := ""
	for _, hit := range m.host.Demo.Recording().EffectsFrom(e.Time-near, e.Time+near, nil) {
		if hit.Kind == sim.EffectHit && hit.Slot == e.Slot {
			cost = "The last hit cost " + hit.Text
		}
	}
	return cost
}

// lifeOf returns the start and end of a player's life at a time, or of his previous one.
func lifeOf(events []sim.Event, slot sim.Slot, at time.Duration) (from, to time.Duration) {
	to = 1 << 62
	for i := range events {
		if e := &events[i]; death(e, slot) {
			if e.Time >= at {
				return from, e.Time
			}
			from = e.Time + 1
		}
	}
	return from, to
}

// add adds the line of a kill, from where the killer was at the time.
func (m *moments) add(rec *recording.Recording, e *sim.Event, now time.Duration, whole bool) {
	path := rec.Path(e.Attacker.Index(), e.Time-time.Millisecond, e.Time, nil)
	if len(path) == 0 || e.Time-path[len(path)-1].Time > time.Second {
		return
	}
	l := line{from: path[len(path)-1].Origin, to: e.Origin, strength: 1}
	if age := now - e.Time; !whole {
		l.strength = 1 - float32(age)/float32(lineTime)
	}
	l.color = m.host.Theme.Text
	if e.AttackerProfile != nil {
		l.color = m.host.Theme.Badge(e.AttackerProfile, m.host.Demo.Level().Teams).Color
	}
	l.words = fmt.Sprintf("%.0f", math.Sqrt(float64(l.from.Distance2(l.to))))
	m.layer.list = append(m.layer.list, l)
}

// line is a kill on the map.
type line struct {
	from, to sim.Vec3
	color    draw.Color
	strength float32
	words    string // the distance in units
}

// lines is the layer of kills.
type lines struct{ list []line }

// Draw implements stage.Layer.
func (y *lines) Draw(c *draw.Canvas, t *stage.Transform) {
	face := panel.Small.Typeface()
	for i := range y.list {
		l := &y.list[i]
		x0, y0 := t.At(l.from)
		x1, y1 := t.At(l.to)
		col := l.color.Fade(max(l.strength, 0.05))
		c.LineFade(x0, y0, x1, y1, 2, col.Fade(0.25), col)
		c.Circle(x1, y1, 3, col)
		if math.Hypot(float64(x1-x0), float64(y1-y0)) > 40 {
			c.TextHalo(face, l.words, (x0+x1)/2+4, (y0+y1)/2-4, col, draw.Color{A: uint8(160 * max(l.strength, 0))})
		}
	}
}
