package timeline

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// stepFrame pauses and goes to the next or previous snapshot.
func (t *Timeline) stepFrame(by int) {
	t.Play.Pause()
	rec := t.host.Demo.Recording()
	now := t.Play.Position()
	i := rec.FrameAt(now)
	if by < 0 && i >= 0 && rec.FrameTime(i) < now {
		by++ // back to the snapshot being left
	}
	t.Seek(rec.FrameTime(min(max(i+by, 0), rec.Frames()-1)))
}

// nextEvent goes to the next notable event. If a player is followed, only events about him count.
func (t *Timeline) nextEvent() {
	now := t.Play.Position()
	events, i := t.eventsAt(now)
	for ; i < len(events); i++ {
		if events[i].Time > now && t.host.StopsAt(&events[i]) {
			t.Seek(events[i].Time)
			return
		}
	}
}

// previousEvent goes to the previous notable event. During playback, it skips an event that has only just passed.
func (t *Timeline) previousEvent() {
	now := t.Play.Position()
	slack := time.Duration(0)
	if t.Play.Playing() {
		slack = time.Duration(float64(700*time.Millisecond) * t.Play.Speed())
	}
	events, i := t.eventsAt(now)
	for i = min(i, len(events)-1); i >= 0; i-- {
		if events[i].Time < now-slack && t.host.StopsAt(&events[i]) {
			t.Seek(events[i].Time)
			return
		}
	}
}

// eventsAt returns all events, and the index of the first at or after now.
func (t *Timeline) eventsAt(now time.Duration) (events []sim.Event, first int) {
	events = t.host.Demo.Recording().Events()
	first, _ = slices.BinarySearchFunc(events, now, func(e sim.Event, t time.Duration) int { return int(e.Time - t) })
	return events, first
}

// chapters returns the starts of levels, matches and rounds, in order of time.
func (t *Timeline) chapters() []panel.Break {
	rec := t.host.Demo.Recording()
	k := chapterKey{rec, rec.Frames(), len(rec.Events())}
	if k != t.breaksOf {
		t.breaksOf, t.breaks = k, chapters(rec)
	}
	if t.host.Settings.HideScore {
		now := t.Play.Position()
		return slices.DeleteFunc(slices.Clone(t.breaks), func(b panel.Break) bool { return b.At > now })
	}
	return t.breaks
}

// chapterKey is everything the chapters depend on.
type chapterKey struct {
	rec            *recording.Recording
	frames, events int
}

func chapters(rec *recording.Recording) []panel.Break {
	var out []panel.Break
	levels := rec.Levels()
	for i := range levels {
		l := &levels[i]
		name := l.Map
		if l.Title != "" && l.Title != l.Map {
			name += " – " + l.Title
		}
		out = append(out, panel.Break{At: l.Start, Name: name})
		for _, c := range lasting(l.Chapters) {
			out = append(out, panel.Break{At: c.Start, Name: c.Name})
		}
		if rec.Contest(i) == sim.Story {
			out = append(out, steps(rec, l)...)
		}
	}
	slices.SortStableFunc(out, func(a, b panel.Break) int { return int(a.At - b.At) })
	return out
}

// steps returns the progress of a story: secrets found and keys taken.
func steps(rec *recording.Recording, l *sim.Level) (out []panel.Break) {
	for _, e := range rec.Events() {
		if e.Time < l.Start || e.Time > l.End {
			continue
		}
		switch {
		case e.Kind == sim.EventSecret:
			out = append(out, panel.Break{At: e.Time, Name: "Secret: " + e.Text.Plain})
		case e.Kind == sim.EventPickup && isKey(e.Item):
			out = append(out, panel.Break{At: e.Time, Name: e.Item.Info().Name})
		}
	}
	return out
}

func isKey(i sim.Item) bool {
	return i == sim.ItemKey || i == sim.ItemKeyGold || i == sim.ItemKeySilver
}

// lasting drops chapters too short to watch, as when a server goes back and forth before a match, and merges
// adjacent chapters of the same name.
func lasting(chapters []sim.Chapter) (out []sim.Chapter) {
	for i, c := range chapters {
		least := time.Second
		if c.Kind == sim.EventWarmup || c.Kind == sim.EventCountdown {
			least = 3 * time.Second
		}
		followed := i+1 < len(chapters) && chapters[i+1].Start == c.End
		if followed && c.End-c.Start < least {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Name == c.Name && c.Start-out[n-1].End < least {
			out[n-1].End = c.End
			continue
		}
		out = append(out, c)
	}
	return out
}

func (t *Timeline) nextChapter() {
	for _, c := range t.chapters() {
		if c.At > t.Play.Position() {
			t.Seek(c.At)
			return
		}
	}
}

// previousChapter goes to the start of the chapter, or of the previous one if the chapter has just begun.
func (t *Timeline) previousChapter() {
	for _, c := range slices.Backward(t.chapters()) {
		if c.At < t.Play.Position()-time.Second {
			t.Seek(c.At)
			return
		}
	}
	t.Seek(0)
}

// listChapters opens the list of levels, matches and rounds.
func (t *Timeline) listChapters() {
	list := t.chapters()
	rows := make([]panel.Row, len(list))
	at := 0
	for i, c := range list {
		rows[i] = panel.Row{Lead: t.Moment(c.At).Short(), Spans: panel.Plain(t.host.Theme, c.Name)}
		if c.At <= t.Play.Position() {
			at = i
		}
	}
	t.host.Lists.Open(part.List{Title: "Chapters", Empty: "This demo has no chapters.", Rows: rows, At: at,
		Choose: func(i int) { t.Seek(list[i].At) }})
}

// ChapterAt returns the name of the chapter at the given time. It returns "" if the demo has fewer than two chapters.
func (t *Timeline) ChapterAt(at time.Duration) string {
	name := ""
	list := t.chapters()
	if len(list) < 2 {
		return ""
	}
	for _, c := range list {
		if c.At > at {
			break
		}
		name = c.Name
	}
	return name
}
