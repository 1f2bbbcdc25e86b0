package maps

import (
	"context"
	"sync/atomic"
	"time"

	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/sim"
	"fragscope/sim/fault"
)

// levelMap is the map of a level: from a file, or grown from where players walked. It is found in the background; what is above the blank
// line does not change then.
type levelMap struct {
	maps *Maps
	// ctx ends when the demo is closed, and with stop, when the map is looked for anew.
	ctx   context.Context
	stop  context.CancelFunc
	rec   *sim.Recording
	index int
	level sim.Level
	dirs  []string
	// pictures are the textures that were found.
	pictures atomic.Pointer[[]*texture.Picture]

	plan  *plan.Plan
	grown bool
	final bool
	err   error
	// The plans for which textures are being looked for and for which there are none.
	loading, refused *plan.Plan
}

const (
	patience = 400 * time.Millisecond // how long loading is waited for before a map is made
	growEach = time.Second            // how often a growing plan is shown
)

// run finds or grows the map.
func (l *levelMap) run() {
	finished := l.wait(patience)
	p, err := l.find()
	if p != nil {
		l.set(p, false, finished, err)
		if finished {
			return
		}
		l.rec.Wait()
		if p, err = l.find(); l.ctx.Err() != nil {
			return
		}
		if p != nil {
			l.set(p, false, true, err)
			return
		}
	}
	for {
		_, finished := l.rec.Progress()
		var g *plan.Plan
		failed := fault.Guard(func() error {
			g = Grow(l.rec, l.index)
			return nil
		})
		if failed != nil {
			l.set(nil, true, true, failed)
			return
		}
		if g != nil || finished {
			l.set(g, true, finished, err)
		}
		if finished || l.ctx.Err() != nil {
			return
		}
		l.wait(growEach)
	}
}

// wait waits until loading has finished, but not longer than d. It reports whether loading has.
func (l *levelMap) wait(d time.Duration) bool {
	select {
	case <-l.rec.Finished():
		return true
	case <-time.After(d):
	case <-l.ctx.Done():
	}
	return false
}

func (l *levelMap) find() (p *plan.Plan, err error) {
	if l.maps.finder == nil || l.level.Map == "" {
		return nil, nil
	}
	err = fault.Guard(func() (err error) {
		p, err = l.maps.finder.Plan(l.ctx, l.rec.Header(), l.level, l.dirs, Places(l.rec, l.index))
		return err
	})
	return p, err
}

// set makes a plan that of the level, which is shown if the level is.
func (l *levelMap) set(p *plan.Plan, grown, final bool, err error) {
	if pictures := l.pictures.Load(); p != nil && !grown && pictures != nil {
		p = p.WithTextures(*pictures)
	}
	m := l.maps
	m.host.Queue.Post(l.ctx, func() {
		better := l.plan != nil
		l.plan, l.grown, l.final, l.err = p, grown, final, err
		if l.ctx.Err() != nil || m.shown != l.index || p == nil {
			return
		}
		m.stage.SetPlan(p, better)
		m.loadTextures()
		m.host.Redraw()
	})
}
