package vision

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"fragscope/assets/sight"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// span holds the floors and players that a player saw in the selected section of the demo.
type span struct {
	key  spanKey
	busy bool
	// shares holds, for each floor in the order of [sight.Field.Floors] over all cells, the fraction of his lifetime
	// for which he saw it.
	shares []float32
	met    []meeting // those he saw or was seen by, the longest first
}

// spanKey is everything that it depends on.
type spanKey struct {
	sight    *sight.Map
	slot     int
	from, to time.Duration
	frames   int
}

// meeting records how long a player saw another player, and for how long the other saw him.
type meeting struct {
	name          string
	saw, seenFrom time.Duration
}

const (
	spanLooks = 100                    // at most, from the start to the end of the selected part
	spanEvery = 100 * time.Millisecond // at least, between two looks
)

// selected returns the key for the selected part; ok is false if none is selected or the future is hidden.
func (v *vision) selected(pl *sim.Player) (k spanKey, ok bool) {
	from, to, ok := v.host.Clock.Loop()
	if !ok || v.host.Clock.ScoreHidden() {
		return k, false
	}
	return spanKey{v.sight, pl.Slot.Index(), from, to, v.host.Demo.Recording().Frames()}, true
}

// spanKnown reports whether the view of the selected part is known; if not, it has it computed.
func (v *vision) spanKnown() bool {
	pl := v.watcher()
	if !v.on || v.sight == nil || pl == nil {
		return true
	}
	k, ok := v.selected(pl)
	return !ok || v.lookBackOver(k)
}

// lookBackOver computes, in the background, what the player saw in the selected part, and reports whether that is
// known.
func (v *vision) lookBackOver(k spanKey) bool {
	if k == v.span.key || v.span.busy {
		return k == v.span.key && !v.span.busy
	}
	v.span.key, v.span.busy = k, true
	rec, ctx := v.host.Demo.Recording(), v.host.Demo.Context()
	go func() {
		var shares []float32
		var met []meeting
		err := fault.Guard(func() error {
			shares, met = seenIn(ctx, rec, k)
			return nil
		})
		v.host.Post(ctx, func() {
			if ctx.Err() != nil {
				return
			}
			if v.span.busy, v.span.shares, v.span.met = false, shares, met; err != nil {
				v.host.Notices.Warn(fmt.Sprintf(msgNoSight, err))
			}
			v.host.Redraw()
		})
	}()
	return false
}

// seenIn determines, throughout a section of a recording, which floors and which other players a player sees.
func seenIn(ctx context.Context, rec *recording.Recording, k spanKey) (shares []float32, met []meeting) {
	field, cursor := sight.NewField(k.sight), rec.Cursor()
	each := max((k.to-k.from)/spanLooks, spanEvery)
	times := map[int]*meeting{}
	var movers []sight.Mover
	looks := 0
	for at := k.from; at <= k.to && ctx.Err() == nil; at += each {
		w := cursor.At(at)
		pl := playerOf(w, sim.SlotAt(k.slot))
		if !shown(pl) {
			continue
		}
		looks++
		movers = stage.Movers(w, movers[:0])
		field.Look(eyes(pl), movers, 0)
		shares = addSeen(shares, field, pl)
		for i := range w.Players {
			o := &w.Players[i]
			if o.Slot == pl.Slot || !shown(o) {
				continue
			}
			m := times[o.Slot.Index()]
			if m == nil {
				m = new(meeting)
				times[o.Slot.Index()] = m
			}
			m.name = o.Profile.Name.Plain
			if _, seen := look(k.sight, pl, o, movers); seen {
				m.saw += each
			}
			if _, seen := look(k.sight, o, pl, movers); seen {
				m.seenFrom += each
			}
		}
	}
	for i := range shares {
		shares[i] /= float32(looks)
	}
	for _, m := range times {
		if m.saw+m.seenFrom > 0 {
			met = append(met, *m)
		}
	}
	slices.SortFunc(met, func(a, b meeting) int {
		return cmp.Or(cmp.Compare(b.saw+b.seenFrom, a.saw+a.seenFrom), cmp.Compare(a.name, b.name))
	})
	return shares, met
}

// addSeen counts the floors that a player sees now.
func addSeen(shares []float32, f *sight.Field, pl *sim.Player) []float32 {
	cols, rows, _, _, _ := f.Size()
	n := 0
	for i := range cols * rows {
		f.Floors(i%cols, i/cols, func(at sight.Vec3, lit bool) {
			if n == len(shares) {
				shares = append(shares, 0)
			}
			if lit && inView(pl, sim.Vec3(at)) {
				shares[n]++
			}
			n++
		})
	}
	return shares
}

// spanLegend describes which floors and players the player saw in the selected section.
func (v *vision) spanLegend(pl *sim.Player, k spanKey) []panel.LegendPart {
	name := pl.Profile.Name.Plain
	when := v.host.Clock.Moment(k.from).Short() + " to " + v.host.Clock.Moment(k.to).Short()
	if k != v.span.key || v.span.busy {
		return []panel.LegendPart{{Text: "finding what " + name + " saw from " + when + "…"}}
	}
	parts := []panel.LegendPart{{Text: "what " + name + " saw from " + when}}
	for i, m := range v.span.met {
		const most = 4
		if i == most {
			break
		}
		parts = append(parts, panel.LegendPart{
			Text: fmt.Sprintf("%s: saw %.1f s, was seen %.1f s", m.name, m.saw.Seconds(), m.seenFrom.Seconds()),
		})
	}
	return parts
}
