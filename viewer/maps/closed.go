package maps

import (
	"context"
	"strings"

	"fragscope/assets/learned"
	"fragscope/assets/plan"
	"fragscope/formats/base/fault"
	"fragscope/sim"
)

// PlanIn returns a function that finds the plan of a map for a demo that is not open. The plan is made from the map
// file or, if there is no usable file, from what has been learned about a map of the same name. The function returns
// nil if nothing is known about the map. It may be called on any goroutine.
func (m *Maps) PlanIn() func(ctx context.Context, h sim.Header, level string) *plan.Plan {
	finder, dirs := m.finder, m.Folders()
	return func(ctx context.Context, h sim.Header, level string) (p *plan.Plan) {
		_ = fault.Guard(func() error { // without it nothing is known
			if finder != nil {
				found, err := finder.Plan(ctx, h, sim.Level{Map: level}, dirs, func() []plan.Point { return nil })
				if err == nil && found != nil {
					p = found
					return nil
				}
			}
			p = learnedPlan(ctx, finder, h.GameKey, level)
			return nil
		})
		return p
	}
}

// learnedPlan returns the plan grown only from what the atlas contains about a map, or nil if there is nothing.
func learnedPlan(ctx context.Context, finder Finder, game, level string) *plan.Plan {
	atlas := learned.BuiltIn()
	if source, ok := finder.(AtlasSource); ok {
		atlas = source.Atlas(ctx)
	}
	for _, k := range atlas.Keys() {
		if k.Game != game || k.Map != strings.ToLower(level) {
			continue
		}
		if known := atlas.Map(k); known != nil && known.Some() {
			var g plan.Grower
			g.Recall(known)
			return g.Plan()
		}
	}
	return nil
}
