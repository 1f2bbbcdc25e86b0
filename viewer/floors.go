package viewer

import (
	"context"
	"errors"

	"fragscope/assets/plan"
	"fragscope/assets/texture"
)

// floorNames are what the styles of floors are called.
var floorNames = [plan.StyleCount]string{plan.ByHeight: "by height", plan.ByColour: "in the colours of their textures", plan.ByTexture: "with their textures"}

// nextFloors colours the floors in the next way.
func (a *app) nextFloors() {
	a.set.Floors = (a.set.Floors + 1) % plan.StyleCount
	a.save()
	a.say("Floors " + floorNames[a.set.Floors] + ".")
	if a.demo != nil {
		if m := a.demo.maps[a.demo.level]; m != nil {
			a.floorsTold, m.refused = false, nil
			a.dress()
		}
	}
	a.touch()
}

// dress looks for the textures of the map that is shown, in the background, where they are wanted and not there.
func (a *app) dress() {
	d := a.demo
	if d == nil || a.set.Floors == plan.ByHeight {
		return
	}
	m := d.maps[d.level]
	if m == nil || m.plan == nil || m.plan.Textured() || m.dressing == m.plan || m.refused == m.plan {
		return
	}
	if m.grown {
		m.refused = m.plan
		a.refuseTextures("no textures without a map file")
		return
	}
	w := &mapWork{app: a, demo: d, index: d.level, m: m, dirs: a.mapDirs()}
	m.dressing = m.plan
	go w.dress(m.plan)
}

// dress finds the textures of a plan.
func (w *mapWork) dress(p *plan.Plan) {
	levels := w.demo.rec.Levels()
	pictures, err := w.app.opts.Maps.Textures(w.m.ctx, w.demo.rec.Header(), levels[w.index], w.dirs, p)
	if errors.Is(err, context.Canceled) {
		return
	}
	q := p.WithTextures(pictures)
	w.app.post(w.m.ctx, func() {
		if w.m.dressing == p {
			w.m.dressing = nil
		}
		if w.m.plan != p {
			return // there is a better one, which is dressed by itself
		}
		if !q.Textured() {
			w.m.refused = p
			why := "no textures of this map"
			if errors.Is(err, texture.ErrNone) {
				why = reason(err)
			}
			if w.app.demo == w.demo {
				w.app.refuseTextures(why)
			}
			return
		}
		w.m.plan = q
		w.m.pictures.Store(&pictures)
		if w.app.demo == w.demo && w.demo.level == w.index {
			w.app.stage.SetPlan(q, true)
			w.app.touch()
		}
	})
}

// refuseTextures says why there are no textures, once for each time that they are asked for.
func (a *app) refuseTextures(why string) {
	if !a.floorsTold {
		a.floorsTold = true
		a.say("Floors by height: " + why + ".")
		a.touch()
	}
}
