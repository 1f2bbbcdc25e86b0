package viewer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/ground"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

const autoStorey = stage.AutoStorey

// levelMap is the map of a level: from a file, or grown from where players walked.
type levelMap struct {
	// ctx ends when the demo is closed, and with stop, when the map is looked for anew.
	ctx   context.Context
	stop  context.CancelFunc
	plan  *plan.Plan
	grown bool
	final bool
	err   error
	// The textures that were found, and the plans for which they are being looked for and for which there are none.
	pictures          atomic.Pointer[[]*texture.Picture]
	dressing, refused *plan.Plan
}

// showLevel shows the map of a level, which is looked for in the background the first time.
func (a *app) showLevel(index int) {
	d := a.demo
	if d.level == index {
		return
	}
	first := d.level < 0
	d.level = index
	if m := d.maps[index]; m != nil {
		a.stage.SetPlan(m.plan, false)
		a.tellMap(m)
		a.dress()
		a.touch()
		return
	}
	if !first {
		a.stage.SetPlan(nil, false)
	}
	m := &levelMap{}
	m.ctx, m.stop = context.WithCancel(d.ctx)
	d.maps[index] = m
	levels := d.rec.Levels()
	if index < 0 || index >= len(levels) {
		m.final = true
		return
	}
	w := &mapWork{app: a, demo: d, index: index, m: m, dirs: a.mapDirs()}
	go w.run(levels[index])
}

// findMapsAnew looks for the maps of the demo again: there are other folders to look in.
func (a *app) findMapsAnew() {
	d := a.demo
	for _, m := range d.maps {
		m.stop()
	}
	clear(d.maps)
	d.level = -1
	if d.world != nil {
		a.showLevel(d.world.Level)
	}
}

// mapDirs are the folders in which maps are looked for first.
func (a *app) mapDirs() []string { return append(slices.Clone(a.opts.GameDirs), a.set.GameDirs...) }

// mapWork finds or grows the map of one level in the background.
type mapWork struct {
	app   *app
	demo  *demo
	index int
	m     *levelMap
	dirs  []string
}

const (
	patience = 400 * time.Millisecond // how long loading is waited for before a map is made
	growEach = time.Second            // how often a growing plan is shown
)

func (w *mapWork) run(l sim.Level) {
	rec := w.demo.rec
	finished := w.wait(patience)
	p, err := w.find(l)
	if p != nil {
		w.show(p, false, finished, err)
		if finished {
			return
		}
		rec.Wait()
		if p, err = w.find(l); w.m.ctx.Err() != nil {
			return
		}
		if p != nil {
			w.show(p, false, true, err)
			return
		}
	}
	for {
		_, finished := rec.Progress()
		if g := ground.Grow(rec, w.index); g != nil || finished {
			w.show(g, true, finished, err)
		}
		if finished || w.m.ctx.Err() != nil {
			return
		}
		w.wait(growEach)
	}
}

// wait waits until loading has finished, but not longer than d.
func (w *mapWork) wait(d time.Duration) bool {
	select {
	case <-w.demo.rec.Finished():
		return true
	case <-time.After(d):
	case <-w.m.ctx.Done():
	}
	return false
}

func (w *mapWork) find(l sim.Level) (*plan.Plan, error) {
	if w.app.opts.Maps == nil || l.Map == "" {
		return nil, nil
	}
	return w.app.opts.Maps.Plan(w.m.ctx, w.demo.rec.Header(), l, w.dirs, ground.Places(w.demo.rec, w.index))
}

func (w *mapWork) show(p *plan.Plan, grown, final bool, err error) {
	if pictures := w.m.pictures.Load(); p != nil && !grown && pictures != nil {
		p = p.WithTextures(*pictures)
	}
	w.app.post(w.m.ctx, func() {
		better := w.m.plan != nil
		news := !better || w.m.grown != grown
		w.m.plan, w.m.grown, w.m.final, w.m.err = p, grown, final, err
		if w.m.ctx.Err() != nil || w.demo.level != w.index || p == nil {
			return
		}
		w.app.stage.SetPlan(p, better)
		if news {
			w.app.tellMap(w.m)
		}
		w.app.dress()
		w.app.touch()
	})
}

// tellMap says that there is no map file, or not the right one, and what can be done about it.
func (a *app) tellMap(m *levelMap) {
	a.dropNotice("map")
	l := a.level()
	if l.Map == "" || !m.grown && m.err == nil {
		return
	}
	if !m.grown {
		a.addNotice(notice{NoticeView: panel.NoticeView{
			Text:   fmt.Sprintf("The map %s is %s: places may differ.", l.Map, reason(m.err)),
			Button: "Game folder…", Do: action.GameFolder,
		}, until: a.now.Add(2 * noticeTime), key: "map"})
		return
	}
	n := notice{NoticeView: panel.NoticeView{
		Text:   fmt.Sprintf("No map file for %s: drawing from where players walked.", l.Map),
		Button: "Game folder…", Do: action.GameFolder,
	}, until: a.now.Add(2 * noticeTime), key: "map"}
	switch {
	case errors.Is(m.err, errOtherMap):
		n.Text = fmt.Sprintf("The map file for %s is that of another map or version: drawing from where players walked.", l.Map)
	case m.err != nil:
		n.Text = fmt.Sprintf("The map file for %s cannot be read (%s): drawing from where players walked.", l.Map, reason(m.err))
		n.Error = true
	}
	a.addNotice(n)
}

// setStorey watches another storey, by places from the one watched.
func (a *app) setStorey(by int) {
	p := a.stage.Plan()
	if p == nil || len(p.Storeys()) < 2 {
		a.say("This map has one storey only.")
		return
	}
	n := len(p.Storeys())
	at := a.stage.Storey()
	switch {
	case at < 0 && by > 0:
		at = 0
	case at < 0:
		at = n - 1
	default:
		at = min(max(at+by, 0), n-1)
	}
	a.storey = at
	a.touch()
}

// hasStoreys tells whether the map has storeys to choose from, and whether there can be a side view of it.
func (a *app) hasStoreys() (several, high bool) {
	pl := a.stage.Plan()
	if a.demo == nil || a.demo.world == nil || pl == nil {
		return false, false
	}
	lo, hi := pl.Bounds()
	return len(pl.Storeys()) > 1, hi[2] > lo[2]
}

// composeBand lays out what is above the map for panels that are folded.
func (a *app) composeBand(p *panel.Pen, feed *panel.FeedView) panel.List {
	v := panel.BandView{Watched: a.watchedStorey(), Auto: a.storey == autoStorey, Legend: a.heatLegend()}
	if a.frame.Heights.W == 0 {
		v.Storeys = a.storeyNames()
	}
	if a.frame.Right.W == 0 && a.set.Right != panel.Shut {
		v.Feed = feed
	}
	if a.printInBand(p) {
		v.Print = a.demo.world.CenterPrint
	}
	return panel.Band(p, a.frame.Band, v)
}

// printInBand tells whether what the game wrote into the middle of the screen is shown in the band, not over the map.
func (a *app) printInBand(p *panel.Pen) bool {
	w := a.demo.world
	return w != nil && w.CenterPrint.Plain != "" && a.frame.Band.H > 0 && panel.PrintFits(p, a.frame.Band.W, w.CenterPrint)
}

func (a *app) heightsView(pl *plan.Plan) panel.HeightsView {
	lo, hi := pl.Bounds()
	v := panel.HeightsView{Low: lo[2], High: hi[2], Names: a.storeyNames(), Watched: a.watchedStorey(), Auto: a.storey == autoStorey}
	storeys := pl.Storeys()
	for _, st := range storeys[:len(storeys)-1] {
		v.Cuts = append(v.Cuts, st.High)
	}
	teams := a.level().Teams
	w := a.demo.world
	pixel := (hi[2] - lo[2]) / max(a.frame.Heights.H*a.scale, 1) // what cannot be seen is no reason to paint
	for i := range w.Players {
		p := &w.Players[i]
		if !panel.InHeights(p) {
			continue
		}
		fade := float32(1)
		switch {
		case p.Life != sim.Alive:
			fade = 0.3
		case !p.Visible:
			fade = 0.45
		}
		if !p.Visible && (!a.set.Ghosts || p.Life != sim.Alive) && p.Slot.Index() != a.follow {
			continue
		}
		v.Players = append(v.Players, panel.HeightsPlayer{
			Slot: p.Slot.Index(), Name: p.Profile.Name.Plain, Badge: a.theme.Badge(p.Profile, teams), Height: snap(p.Origin[2]-plan.FeetBelowOrigin, pixel),
			Fade: fade, Followed: p.Slot.Index() == a.follow,
		})
	}
	return v
}

// snap is the multiple of step that is nearest to v.
func snap(v, step float32) float32 {
	return float32(math.Round(float64(v/step))) * step
}
