package watch

import (
	"math"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// ShowStorey shows the storey at index i of the plan. If i is stage.AutoStorey, it shows the followed player's storey.
func (w *Watch) ShowStorey(i int) {
	w.storey = i
	w.host.Redraw()
}

// Storey returns the index passed to ShowStorey, which may be stage.AutoStorey.
func (w *Watch) Storey() int { return w.storey }

// AutoStorey reports whether the storey shown is selected automatically, depending on where the followed player is.
func (w *Watch) AutoStorey() bool { return w.storey == stage.AutoStorey }

// stepStorey shows another storey, relative to the one shown.
func (w *Watch) stepStorey(by int) {
	p := w.stage.Plan()
	n := len(p.Storeys())
	at := w.stage.Storey()
	switch {
	case at < 0 && by > 0:
		at = 0
	case at < 0:
		at = n - 1
	default:
		at = min(max(at+by, 0), n-1)
	}
	w.ShowStorey(at)
}

// HasStoreys reports whether the map has several storeys to choose from, and whether the map's floors differ in height.
// If they do, a side view can be shown.
func (w *Watch) HasStoreys() (several, high bool) {
	pl := w.stage.Plan()
	if w.host.Demo.World() == nil || pl == nil {
		return false, false
	}
	lo, hi := pl.Bounds()
	return len(pl.Storeys()) > 1, hi[2] > lo[2]
}

// StoreyNames returns the names of the storeys, lowest first.
func (w *Watch) StoreyNames() []string {
	pl := w.stage.Plan()
	if pl == nil {
		return nil
	}
	var names []string
	for _, st := range pl.Storeys() {
		names = append(names, st.Name)
	}
	return names
}

// ShownStorey returns the index of the storey that will be shown in the next frame, or plan.AllStoreys. Unlike the
// result of [stage.Stage.Storey], this index is already correct during layout, before the frame is drawn.
func (w *Watch) ShownStorey() int {
	switch {
	case !w.AutoStorey():
		return w.storey
	case w.slot < 0:
		return plan.AllStoreys
	}
	world := w.host.Demo.World()
	if world == nil {
		return w.stage.Storey()
	}
	return w.stage.StoreyFor(&stage.Scene{World: world, Follow: w.slot, Storey: w.storey})
}

// Heights returns the content of the side view for the plan pl. pixels is the height of the side view in pixels.
// Players' heights are rounded to the precision visible at that size.
func (w *Watch) Heights(pl *plan.Plan, pixels float32) panel.HeightsView {
	lo, hi := pl.Bounds()
	v := panel.HeightsView{Low: lo[2], High: hi[2], Names: w.StoreyNames(), Watched: w.ShownStorey(),
		Auto: w.AutoStorey()}
	storeys := pl.Storeys()
	for _, st := range storeys[:len(storeys)-1] {
		v.Cuts = append(v.Cuts, st.High)
	}
	world := w.host.Demo.World()
	pixel := (hi[2] - lo[2]) / max(pixels, 1) // do not repaint for differences too small to see
	for i := range world.Players {
		p := &world.Players[i]
		followed := p.Slot.Index() == w.slot
		if !panel.InHeights(p) || !p.Visible && (!w.host.Settings.Ghosts || p.Life != sim.Alive) && !followed {
			continue
		}
		v.Players = append(v.Players, panel.HeightsPlayer{
			Slot: p.Slot.Index(), Name: p.Profile.Name.Plain,
			Badge:  w.host.Theme.Badge(p.Profile, w.host.Demo.Level().Teams),
			Height: snap(p.Origin[2]-plan.FeetBelowOrigin, pixel), Fade: fade(p), Followed: followed,
		})
	}
	return v
}

// fade returns the brightness of a player in the side view.
func fade(p *sim.Player) float32 {
	switch {
	case p.Life != sim.Alive:
		return 0.3
	case !p.Visible:
		return 0.45
	}
	return 1
}

// snap rounds v to the nearest multiple of step.
func snap(v, step float32) float32 {
	return float32(math.Round(float64(v/step))) * step
}
