package vision

import (
	"maps"
	"slices"
	"time"

	"fragscope/assets/sight"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// kill identifies an obituary.
type kill struct {
	at   time.Duration
	slot sim.Slot
}

// surprises caches, for each kill, whether the victim could not see it coming.
type surprises struct {
	on    *sight.Map
	known map[kill]bool
	wait  map[kill]*sim.Event // still to be judged
	busy  bool
}

// unseen reports whether the victim of a kill could not see it coming. While that is unknown, it returns false and
// computes it in the background or, if now is set, immediately.
func (v *vision) unseen(e *sim.Event, now bool) bool {
	if e.Kind != sim.EventObituary || v.sight == nil {
		return false
	}
	s := &v.surprises
	if s.on != v.sight {
		*s = surprises{on: v.sight, known: map[kill]bool{}, wait: map[kill]*sim.Event{}}
	}
	k := kill{e.Time, e.Slot}
	unseen, known := s.known[k]
	switch {
	case known:
		return unseen
	case now:
		w, _ := Judge(v.host.Demo.Recording(), s.on, e)
		s.known[k] = w.Unseen()
		return s.known[k]
	}
	s.wait[k] = e
	v.judge()
	return false
}

// judge judges the waiting kills in the background.
func (v *vision) judge() {
	s := &v.surprises
	if s.busy || len(s.wait) == 0 {
		return
	}
	s.busy = true
	list := slices.Collect(maps.Values(s.wait))
	s.wait = map[kill]*sim.Event{}
	rec, ctx, on := v.host.Demo.Recording(), v.host.Demo.Context(), s.on
	go func() {
		known := map[kill]bool{}
		_ = fault.Guard(func() error { // what fails stays unmarked
			for _, e := range list {
				if ctx.Err() != nil {
					break
				}
				w, _ := Judge(rec, on, e)
				known[kill{e.Time, e.Slot}] = w.Unseen()
			}
			return nil
		})
		v.host.Post(ctx, func() {
			if s := &v.surprises; s.on == on {
				for _, e := range list {
					k := kill{e.Time, e.Slot}
					s.known[k] = known[k]
				}
				s.busy = false
				v.judge()
				v.host.Relayout()
			}
		})
	}()
}

// timeline marks the deaths of the followed player that he could not see coming.
func (v *vision) timeline(t *panel.TimelineView) {
	pl := v.host.Watch.Followed()
	rec := v.host.Demo.Recording()
	if pl == nil || rec == nil || v.sight == nil {
		return
	}
	ticks := panel.Ticks{Icon: draw.IconEyeOff, Color: v.host.Theme.Bad}
	events := rec.Events()
	for i := range events {
		e := &events[i]
		if e.Slot != pl.Slot || e.Time < t.From || e.Time > t.To || !v.unseen(e, t.Sharp) {
			continue
		}
		ticks.At = append(ticks.At, e.Time)
		ticks.About = append(ticks.About, panel.TickAbout{Text: "He could not see this death coming",
			Do: panel.Command{Verb: panel.VerbEvent, Time: e.Time, Index: e.Attacker.Index()}})
	}
	if len(ticks.At) > 0 {
		t.Ticks = append(t.Ticks, ticks)
	}
}
