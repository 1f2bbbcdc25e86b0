// Package preview shows a small map above the timeline. The map shows everyone's position at the time under the
// pointer.
package preview

import (
	"time"

	"fragscope/assets/plan"
	"fragscope/sim/recording"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// preview is the state of the small map.
type preview struct {
	host   Host
	on     bool
	stage  *stage.Stage
	theme  draw.Theme
	of     *recording.Recording
	cursor *recording.Cursor
	plan   *plan.Plan
}

// Size of the small map, in points.
const (
	width  = 260
	height = 160
)

// New returns the [part.Part] that shows the preview.
func New(host Host) part.Part {
	p := &preview{host: host, on: true}
	return part.Part{
		Actions: map[action.ID]part.Action{IDPreview: {Do: p.toggle, On: func() bool { return p.on }, Idle: true}},
		Closed:  func() { p.of, p.cursor = nil, nil },
		Quit: func() {
			if p.stage != nil {
				p.stage.Close()
			}
		},
		Preview: &part.Preview{Size: p.size, Draw: p.draw},
	}
}

func (p *preview) toggle() {
	p.on = !p.on
	p.host.Relayout()
}

// size returns the size of the map, or zero if the preview is off.
func (p *preview) size() (w, h float32) {
	if !p.on || p.host.Demo.World() == nil || p.host.Watch.Plan() == nil {
		return 0, 0
	}
	return width, height
}

// draw draws the world at a time into a rectangle.
func (p *preview) draw(c *draw.Canvas, r draw.Rect, at time.Duration) {
	rec := p.host.Demo.Recording()
	if p.stage == nil {
		p.stage, p.theme = stage.New(*p.host.Theme), *p.host.Theme
	}
	if p.theme != *p.host.Theme {
		p.theme = *p.host.Theme
		p.stage.SetTheme(p.theme)
	}
	if p.of != rec {
		p.of, p.cursor = rec, rec.Cursor()
	}
	w := p.cursor.At(at)
	shown := p.host.Watch.Plan()
	if w.Level != p.host.Demo.World().Level {
		shown = nil // that level's map is not the open one
	}
	if shown != p.plan {
		p.stage.SetPlan(shown, false)
		p.plan = shown
	}
	p.stage.Camera.SetView(r, false)
	p.stage.Camera.SetTurn(p.host.Turn())
	p.stage.Camera.Fit(false)
	sc := stage.Scene{
		World: w, Recording: rec, Follow: p.host.Watch.Slot(), Storey: plan.AllStoreys, Trail: 2 * time.Second,
		Teams: p.host.Demo.Level().Teams, Sharp: true,
	}
	p.stage.Draw(c, &sc)
}
