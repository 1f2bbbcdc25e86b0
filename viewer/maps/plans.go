package maps

import (
	"context"
	"math"
	"time"

	"fragscope/assets/plan"
	"fragscope/formats/base/fault"
	"fragscope/sim/recording"
)

// PlansOf returns the plans of the maps played between the demo times from and to, by map name. It omits maps without a
// usable file. The recording must have been read completely.
func PlansOf(ctx context.Context, finder Finder, rec *recording.Recording, dirs []string, from,
	to time.Duration) map[string]*plan.Plan {
	found := map[string]*plan.Plan{}
	levels := rec.Levels()
	for i, l := range levels {
		end := time.Duration(math.MaxInt64)
		if i+1 < len(levels) {
			end = levels[i+1].Start
		}
		if l.Map == "" || found[l.Map] != nil || l.Start > to || end <= from {
			continue
		}
		var p *plan.Plan
		err := fault.Guard(func() error {
			// with a plan, the error is a doubt, which the map's own window reports
			p, _ = finder.Plan(ctx, rec.Header(), l, dirs, func() []plan.Point { return Places(rec, i) })
			return nil
		})
		if err == nil && p != nil {
			found[l.Map] = p
		}
	}
	return found
}

// Plans returns a function that waits until the open demo has been read completely and then returns the result of
// [PlansOf] for it.
func (m *Maps) Plans(from, to time.Duration) func() map[string]*plan.Plan {
	rec, ctx, dirs := m.host.Demo.Recording(), m.host.Demo.Context(), m.Folders()
	return func() map[string]*plan.Plan {
		if m.finder == nil {
			return nil
		}
		rec.Wait()
		return PlansOf(ctx, m.finder, rec, dirs, from, to)
	}
}
