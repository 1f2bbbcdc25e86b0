package maps

import (
	"context"
	"errors"
	"fmt"

	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/formats/base/fault"
	"fragscope/viewer/notice"
)

// floorNames are the names of the floor styles.
var floorNames = [plan.StyleCount]string{plan.ByHeight: "by height", plan.ByColour: "in the colours of their textures",
	plan.ByTexture: "with their textures"}

// nextFloors switches to the next floor style.
func (m *Maps) nextFloors() {
	set := m.host.Settings
	set.Floors = (set.Floors + 1) % plan.StyleCount
	m.host.SaveSettings()
	m.host.Notices.Say(fmt.Sprintf(msgFloors, floorNames[set.Floors]))
	if l := m.current(); l != nil {
		m.reported, l.refused = false, nil
		m.loadTextures()
	}
	m.host.Redraw()
}

// loadTextures looks in the background for the textures of the map shown, if they are wanted and not loaded.
func (m *Maps) loadTextures() {
	l := m.current()
	if l == nil || m.host.Settings.Floors == plan.ByHeight {
		return
	}
	if l.plan == nil || l.plan.Textured() || l.loading == l.plan || l.refused == l.plan {
		return
	}
	if l.grown {
		l.refused = l.plan
		m.refuseTextures("no textures without a map file")
		return
	}
	l.loading = l.plan
	go l.loadTextures(l.plan, m.Folders())
}

// loadTextures finds the textures of a plan.
func (l *levelMap) loadTextures(p *plan.Plan, dirs []string) {
	m := l.maps
	var pictures []*texture.Picture
	q := p
	err := fault.Guard(func() (err error) {
		pictures, err = m.finder.Textures(l.ctx, l.rec.Header(), l.rec.Levels()[l.index], dirs, p)
		q = p.WithTextures(pictures)
		return err
	})
	if errors.Is(err, context.Canceled) {
		return
	}
	m.host.Post(l.ctx, func() {
		if l.loading == p {
			l.loading = nil
		}
		if l.plan != p || l.ctx.Err() != nil {
			return // there is a better one, whose textures are looked for separately
		}
		if !q.Textured() {
			l.refused = p
			why := "no textures of this map"
			var failed *fault.Error
			if errors.Is(err, texture.ErrNone) || errors.As(err, &failed) {
				why = notice.Reason(err)
			}
			m.refuseTextures(why)
			return
		}
		l.plan = q
		l.pictures.Store(&pictures)
		if m.shown == l.index {
			m.stage.SetPlan(q, true)
			m.host.Redraw()
		}
	})
}

// refuseTextures explains, once each time they are asked for, why there are no textures.
func (m *Maps) refuseTextures(why string) {
	if !m.reported {
		m.reported = true
		m.host.Notices.Say(fmt.Sprintf(msgNoTextures, why))
		m.host.Redraw()
	}
}
