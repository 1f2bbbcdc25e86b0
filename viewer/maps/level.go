package maps

import (
	"context"
	"math"
	"runtime/debug"
	"sync/atomic"
	"time"

	"fragscope/assets/learned"
	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// levelMap is the map of a level: from a file, or grown from where players walked. It is looked for in the background;
// until it is found, the fields above the blank line do not change.
type levelMap struct {
	maps *Maps
	// ctx is done when the demo is closed or, by stop, when the map is looked for again.
	ctx   context.Context
	stop  context.CancelFunc
	rec   *recording.Recording
	index int
	level sim.Level
	dirs  []string
	known knownMap
	// pictures are the textures that were found.
	pictures atomic.Pointer[[]*texture.Picture]

	plan  *plan.Plan
	grown bool
	final bool
	err   error
	// others is the number of earlier demos that the map has also grown from.
	others int
	// The plans whose textures are being looked for, and for which there are none.
	loading, refused *plan.Plan
}

const (
	patience = 20 * time.Millisecond // how long to wait for loading before a map is made
	growEach = time.Second           // how often a growing plan is shown
	drawnIn  = 2 * time.Second       // time for a map to be drawn sharply
)

// run finds or grows the map. It grows from the start, which costs little if the map is found after all.
func (l *levelMap) run() {
	g := newGrowth(l.rec, l.index, l.maps.extent)
	finished := l.await(g)
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
	l.growAll(g, err)
}

// growAll makes a plan from where players walked until the demo is loaded. err is why there is none of the map's file.
func (l *levelMap) growAll(g *growth, err error) {
	if l.known.all == nil {
		l.known.read(l.atlas())
	}
	names := l.names()
	for {
		_, finished := l.rec.Progress()
		var p *plan.Plan
		others := 0
		failed := fault.Guard(func() error {
			if g.grow(); finished && !l.maps.forgets {
				l.keep(g.learn())
			}
			g.recall(l.known.all)
			if finished && g.known != nil { // until then, its number is not known, by which the demo may be among them
				others = g.known.Others(g.number())
			}
			if finished {
				l.known.all, g.known = nil, nil // the plan includes them
			}
			if finished && !l.maps.forgets {
				debug.FreeOSMemory() // freeing the garbage of the recording makes room for the plan
			}
			if p = g.plan(); p != nil && len(names) > 0 {
				p = p.With(names...)
			}
			return nil
		})
		if failed != nil {
			l.set(nil, true, true, failed)
			return
		}
		if p != nil || finished {
			if others > 0 {
				l.maps.host.Post(l.ctx, func() { l.others = others })
			}
			l.set(p, true, finished, err)
		}
		if finished || l.ctx.Err() != nil {
			l.known.all = nil
			return
		}
		l.wait(growEach)
	}
}

// atlas returns the atlas of learned maps: the finder's own or the built-in one.
func (l *levelMap) atlas() learned.Atlas {
	if source, ok := l.maps.finder.(AtlasSource); ok {
		return source.Atlas(l.ctx)
	}
	return learned.BuiltIn()
}

// await waits until loading has finished, but no longer than patience, while a plan grows. It reports whether
// loading has finished.
func (l *levelMap) await(g *growth) (finished bool) {
	const each = 50 * time.Millisecond
	if l.maps.patience == math.MaxInt64 {
		if l.held() {
			return l.wait(l.maps.patience)
		}
		l.known.read(l.atlas()) // needed for certain
		l.known.all.Weigh()
	}
	end := time.Now().Add(l.maps.patience)
	for !l.wait(min(each, time.Until(end))) {
		if l.ctx.Err() != nil || !time.Now().Before(end) {
			return false
		}
		if fault.Guard(func() error { g.grow(); return nil }) != nil {
			return l.wait(time.Until(end)) // it fails again where it is reported
		}
	}
	return true
}

// held reports whether there is a map file, in which case the map does not need to be grown.
func (l *levelMap) held() (yes bool) {
	find, ok := l.maps.finder.(Holder)
	return ok && l.level.Map != "" && fault.Guard(func() error {
		yes = find.Holds(l.rec.Header(), l.level, l.dirs)
		return nil
	}) == nil && yes
}

// wait waits until loading has finished, but no longer than d. It reports whether loading has finished.
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
		p, err = l.maps.finder.Plan(l.ctx, l.rec.Header(), l.level, l.dirs,
			func() []plan.Point { return placesIn(l.rec, l.index, l.maps.extent) })
		return err
	})
	return p, err
}

// names returns the names of the level's places, for a map that is grown.
func (l *levelMap) names() (list []plan.Mark) {
	find, ok := l.maps.finder.(Locator)
	if !ok || l.level.Map == "" {
		return nil
	}
	if fault.Guard(func() error {
		if p := find.Locations(l.rec.Header(), l.level, l.dirs); p != nil {
			list = p.Marks()
		}
		return nil
	}) != nil {
		return nil // a map without names is still a map
	}
	return list
}

// set sets the level's plan, which is shown if the level is.
func (l *levelMap) set(p *plan.Plan, grown, final bool, err error) {
	if pictures := l.pictures.Load(); p != nil && !grown && pictures != nil {
		p = p.WithTextures(*pictures)
	}
	m := l.maps
	m.host.Post(l.ctx, func() {
		better := l.plan != nil
		l.plan, l.grown, l.final, l.err = p, grown, final, err
		if final && !m.forgets {
			time.AfterFunc(drawnIn, debug.FreeOSMemory) // making and drawing maps leaves a lot of garbage
		}
		if l.ctx.Err() != nil || m.shown != l.index || p == nil {
			return
		}
		m.stage.SetPlan(p, better)
		m.loadTextures()
		m.host.Redraw()
	})
}
