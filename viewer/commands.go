package viewer

import (
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// commands executes the commands of hit areas.
type commands struct {
	*rooms
	layout *layout
}

// do executes the command of an area in a layer.
func (k *commands) do(layer int, c panel.Command) {
	k.services.Relayout()
	if k.layout.click(layer, c) {
		return
	}
	switch c.Verb {
	case panel.VerbAction:
		k.parts.Do(c.ID)
	case panel.VerbEvent:
		k.watch.Show(c.Time, c.Index)
		k.services.Redraw()
	case panel.VerbAsk:
		k.parts.set(action.Scoreboard, false) // it would cover the moments
		k.find.Ask(c.Text)
	case panel.VerbSpeed:
		k.timeline.Play.SetSpeed(c.Speed)
	case panel.VerbFollow:
		k.watch.Toggle(c.Index)
	case panel.VerbOpen:
		k.session.OpenRecent(c.Index)
	case panel.VerbDismiss:
		k.dismiss(c.Index)
	case panel.VerbClose:
		k.parts.escape()
	case panel.VerbItem:
		k.parts.Do(action.Context)
	case panel.VerbLegend:
		if l := k.parts.legend(); l != nil && c.Index < len(l.Parts) && l.Parts[c.Index].Do != nil {
			l.Parts[c.Index].Do()
			k.services.Redraw()
		}
	case panel.VerbFocusStorey:
		k.watch.ShowStorey(c.Index)
	}
}

// dismiss closes the i-th visible message: reading progress first, then the others.
func (k *commands) dismiss(i int) {
	if n := len(k.session.Progress()); i >= n {
		k.notices.Close(i - n)
	} else {
		k.session.Dismiss(i)
	}
}
