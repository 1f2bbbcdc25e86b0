package timeline

import (
	"strings"
	"time"

	"fragscope/sim/moment"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// search finds chapters by their names, and a moment as it is written.
func (t *Timeline) search(text string) (out []part.Entry) {
	if t.host.Demo.Recording() == nil {
		return nil
	}
	if m, err := moment.Parse(strings.TrimSpace(text)); err == nil {
		if at, err := t.host.Demo.Recording().Clock().Own(m); err == nil && at <= t.Play.End() {
			out = append(out, t.place(part.RankTime, "Time", m.String(), at))
		}
	}
	text = strings.ToLower(text)
	for _, c := range t.chapters() {
		if strings.Contains(strings.ToLower(c.Name), text) {
			out = append(out, t.place(part.RankChapter, "Chapter", c.Name, c.At))
		}
	}
	for _, a := range t.host.Demo.Recording().Anomalies() {
		if what := "odd: " + a.Text; strings.Contains(strings.ToLower(what), text) &&
			(!t.host.Settings.HideScore || a.Time <= t.Play.Position()) {
			out = append(out, t.place(part.RankChapter, "Odd", a.Text, a.Time))
		}
	}
	return out[:min(len(out), 4)]
}

// place returns a menu row for a time.
func (t *Timeline) place(rank part.Rank, kind, name string, at time.Duration) part.Entry {
	return part.Entry{Rank: rank, Do: func() { t.Seek(at) }, Entry: panel.Entry{
		Kind: kind, Name: name, Help: "Go to " + t.Moment(at).Short() + ".",
	}}
}
