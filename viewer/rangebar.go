package viewer

import (
	"fragscope/viewer/action"
	"fragscope/viewer/clips"
	"fragscope/viewer/filming"
	"fragscope/viewer/heat"
	"fragscope/viewer/panel"
	"fragscope/viewer/paths"
	"fragscope/viewer/vision"
)

// rangeActions are the actions on the selected section of the demo, in the order of the selection bar.
var rangeActions = []struct {
	id   action.ID
	text string
}{
	{action.MatchReport, "Report"}, {heat.IDMap, "Heat"}, {vision.IDSight, "Sight"}, {paths.IDPaths, "Paths"},
	{paths.IDPositions, "Positions"}, {clips.IDClip, "Clip"}, {filming.IDFilm, "Film"},
	{clips.IDPage, "Page"}, {action.MomentsLike, "Like this"},
}

// rangeView returns the content of the selection bar, or nil if nothing is selected.
func (s *screen) rangeView() *panel.RangeView {
	from, to, selected := s.timeline.Loop()
	if !selected || !s.open() {
		return nil
	}
	v := &panel.RangeView{From: from, To: to}
	for _, a := range rangeActions {
		if s.parts.Does(a.id) {
			v.Buttons = append(v.Buttons, panel.RangeButton{ID: a.id, Text: a.text, On: s.parts.On(a.id),
				Why: s.parts.Why(a.id)})
		}
	}
	return v
}
