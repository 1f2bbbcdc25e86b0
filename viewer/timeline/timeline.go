// Package timeline tracks the position in the demo. It manages the clock and its controls, the section of the demo that
// is visible on the timeline, and the marks on the timeline.
package timeline

import (
	"fmt"
	"math"
	"time"

	"fragscope/sim/moment"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/playback"
)

// Timeline controls the playback of the open demo and provides the content of the timeline.
type Timeline struct {
	// Play is the clock.
	Play playback.Player

	host   Host
	area   draw.Rect      // of the bar on the screen
	lined  bool           // there are rows along it
	wanted *moment.Moment // where to start, until that has been read; otherwise nil
	loop   wantedLoop

	edge edge

	total    time.Duration // expected length
	from, to time.Duration // visible range
	zoomed   bool
	done     float64
	loading  bool

	key   markKey
	marks []panel.Mark
	busy  []uint8
	items items
	lanes lanes

	breaksOf chapterKey
	breaks   []panel.Break
}

// markKey is everything the marks depend on.
type markKey struct {
	events     int
	from, to   time.Duration
	width      float32
	followed   int
	colorBlind bool
	teams      bool
}

// New returns a timeline without an open demo.
func New(h Host) *Timeline { return &Timeline{host: h} }

// Part returns the [part.Part] that controls playback.
func (t *Timeline) Part() part.Part {
	seek := func(by time.Duration) part.Action {
		return part.Action{Do: func() { t.Seek(t.Play.Position() + by) }}
	}
	p := &t.Play
	return part.Part{
		Opened: t.reset,
		Scene:  t.scene,
		Search: t.search,
		Actions: map[action.ID]part.Action{
			action.PlayPause:     {Do: p.Toggle},
			action.Reverse:       {Do: func() { p.Play(true) }},
			action.Pause:         {Do: p.Pause},
			action.Forward:       {Do: func() { p.Play(false) }},
			action.SeekBack:      seek(-5 * time.Second),
			action.SeekForward:   seek(5 * time.Second),
			action.SeekBack1:     seek(-time.Second),
			action.SeekForward1:  seek(time.Second),
			action.SeekBack30:    seek(-30 * time.Second),
			action.SeekForward30: seek(30 * time.Second),
			action.PrevEvent:     {Do: t.previousEvent},
			action.NextEvent:     {Do: t.nextEvent},
			action.FrameBack:     {Do: func() { t.stepFrame(-1) }},
			action.FrameForward:  {Do: func() { t.stepFrame(1) }},
			action.Faster:        {Do: p.Faster, Idle: true},
			action.Slower:        {Do: p.Slower, Idle: true},
			action.NormalSpeed:   {Do: func() { p.SetSpeed(1) }, Idle: true},
			action.Start:         {Do: func() { t.Seek(0) }},
			action.End:           {Do: func() { t.Seek(p.End()) }},
			action.PrevChapter:   {Do: t.previousChapter},
			action.NextChapter:   {Do: t.nextChapter},
			action.Chapters:      {Do: t.listChapters},
			action.LoopFrom:      {Do: p.LoopFromHere},
			action.LoopTo:        {Do: p.LoopToHere},
			action.LoopClear:     {Do: p.ClearLoop},
			action.ZoomTimeIn:    {Do: func() { t.Zoom(t.Scale().Place(p.Position()), 1/1.5) }},
			action.ZoomTimeOut:   {Do: func() { t.Zoom(t.Scale().Place(p.Position()), 1.5) }},
		},
	}
}

// reset plays a new demo from its start.
func (t *Timeline) reset() {
	t.Play.ClearLoop()
	t.Play.Seek(0)
	t.Play.Play(false)
	*t = Timeline{Play: t.Play, host: t.host, area: t.area, lined: t.lined}
	rec := t.host.Demo.Recording()
	_, finished := rec.Progress()
	t.Play.SetEnd(rec.Duration(), !finished)
	stream := t.host.Demo.Stream()
	t.edge.sought = stream != nil && !stream.File() // a file's past may be what the user wants
}

// StartAt starts playback at m as soon as the demo has been read that far. If m is nil, playback starts at the start of
// the demo.
func (t *Timeline) StartAt(m *moment.Moment) {
	t.wanted = m
	t.edge.sought = t.edge.sought && m == nil
}

// wantedLoop is a loop that is to be set when its ends are known.
type wantedLoop struct {
	set      bool
	from, to *moment.Moment // nil for the start and the end
}

// StartLoop loops the section of the demo between from and to as soon as the times of both are known. A nil from means
// the start of the demo; a nil to means its end.
func (t *Timeline) StartLoop(from, to *moment.Moment) { t.loop = wantedLoop{true, from, to} }

// Waiting reports whether the demo must be read further before the moment passed to StartAt can be shown.
func (t *Timeline) Waiting() bool { return t.wanted != nil }

// resolve returns the time of a moment in the demo. ok is false if that time may still change as more is read. If the
// demo does not have the moment, resolve informs the user and returns the demo's start.
func (t *Timeline) resolve(m *moment.Moment) (at time.Duration, ok bool) {
	rec := t.host.Demo.Recording()
	_, finished := rec.Progress()
	clock := rec.Clock()
	at, err := clock.Own(*m)
	switch {
	case err != nil && finished:
		t.host.Notices.Say(fmt.Sprintf(msgNoMoment, m, err))
		return 0, true
	case err != nil:
		return 0, false
	}
	return at, m.Own || finished || len(clock.Parts) > 0 || t.host.Demo.Stream() != nil
}

// Grow extends the timeline to cover everything read so far, and advances the clock to now.
func (t *Timeline) Grow(now time.Time) {
	rec := t.host.Demo.Recording()
	done, finished := rec.Progress()
	t.Play.SetEnd(rec.Duration(), !finished)
	t.grow(rec.Duration(), done, finished)
	t.edge.grow(&t.Play, rec, t.host.Demo.Stream() != nil && !finished, now)
	t.Play.Advance(now)
}

// Start carries out the last requests made with StartAt and StartLoop. A request that requires more of the demo to be
// read remains pending until a later call.
func (t *Timeline) Start() {
	t.startLoop()
	if t.wanted == nil {
		return
	}
	rec := t.host.Demo.Recording()
	_, finished := rec.Progress()
	end := rec.Duration()
	at, ok := t.resolve(t.wanted)
	if !ok || !finished && at > end {
		return
	}
	if at > end {
		t.host.Notices.Say(fmt.Sprintf(msgEndsBefore, t.Moment(end).Short(), t.wanted.Short()))
	}
	t.Play.SetEnd(end, !finished) // more may have been read since the clock was told how much
	t.Play.Seek(at)
	t.wanted = nil
}

// startLoop sets the loop that is wanted, if its ends are known.
func (t *Timeline) startLoop() {
	if !t.loop.set {
		return
	}
	from, to := time.Duration(0), time.Duration(math.MaxInt64)
	for _, end := range []struct {
		m  *moment.Moment
		at *time.Duration
	}{{t.loop.from, &from}, {t.loop.to, &to}} {
		if end.m == nil {
			continue
		}
		at, ok := t.resolve(end.m)
		if !ok {
			return
		}
		*end.at = at
	}
	t.loop = wantedLoop{}
	t.Play.SetLoop(from, to)
}

// grow records how much has been read. Until the demo is complete, its length is estimated from the fraction of bytes
// read.
func (t *Timeline) grow(end time.Duration, done float64, finished bool) {
	t.done, t.loading = done, !finished
	total := end
	if !finished && done > 0.02 {
		total = max(total, time.Duration(float64(end)/done))
	}
	if finished || math.Abs(float64(total-t.total)) > 0.03*float64(t.total) {
		t.total = total
	}
	t.total = max(t.total, end)
	if t.host.Settings.HideScore {
		t.total = hiddenTotal(t.Play.Position())
	}
	if !t.zoomed {
		t.from, t.to = 0, t.total
	} else {
		t.from, t.to = panel.Window(t.from, t.to-t.from, t.total)
	}
}

// Follow scrolls the timeline during playback to keep the current position visible.
func (t *Timeline) Follow() {
	if t.zoomed && t.Play.Playing() {
		t.from, t.to = panel.Follow(t.from, t.to, t.Play.Position(), t.total)
	}
}

// show makes the position visible after a seek.
func (t *Timeline) show(now time.Duration) {
	if t.zoomed && (now < t.from || now > t.to) {
		span := t.to - t.from
		t.from, t.to = panel.Window(now-span/2, span, t.total)
	}
}

// Position returns the current position in the demo.
func (t *Timeline) Position() time.Duration { return t.Play.Position() }

// Loop returns the start and end of the loop. ok is false if there is none.
func (t *Timeline) Loop() (from, to time.Duration, ok bool) { return t.Play.Loop() }

// Ended reports whether the clock has stopped at the end of the demo.
func (t *Timeline) Ended() bool { return t.Play.AtEnd() && !t.Play.Playing() }

// Seek moves to the given demo time. If necessary, it scrolls the timeline to show the new position.
func (t *Timeline) Seek(at time.Duration) {
	if t.host.Demo.Recording() == nil {
		return
	}
	t.wanted, t.edge.sought = nil, false
	t.Play.Seek(at)
	t.show(t.Play.Position())
	t.host.Relayout()
}

// SetArea sets the area of the transport bar. lined is set if there are rows along the timeline.
func (t *Timeline) SetArea(r draw.Rect, lined bool) { t.area, t.lined = r, lined }

// Scale returns the scale that converts between times and x coordinates on the timeline.
func (t *Timeline) Scale() panel.Scale { return panel.TimeScale(t.area, t.lined, t.from, t.to) }

// Total returns the expected length of the demo.
func (t *Timeline) Total() time.Duration { return t.total }

// Shown returns the start and end of the section of the demo that is visible on the timeline.
func (t *Timeline) Shown() (from, to time.Duration) { return t.from, t.to }

// at returns the time at a position on the timeline.
func (t *Timeline) at(x float32) time.Duration {
	s := t.Scale()
	return s.Time(min(max(x, s.X), s.X+s.W))
}

// Hold seeks to the time shown at the given x coordinate. It is called repeatedly while the user drags along the
// timeline.
func (t *Timeline) Hold(x float32) {
	t.wanted, t.edge.sought = nil, false
	t.Play.Seek(t.at(x))
	t.host.Relayout()
}

// DragLoop moves one end of the loop to the time shown at the given x coordinate. If end is set, it moves the end of
// the loop; otherwise it moves the start.
func (t *Timeline) DragLoop(end bool, x float32) {
	from, to, _, _ := t.Play.LoopMarks()
	if end {
		to = t.at(x)
	} else {
		from = t.at(x)
	}
	t.Play.MoveLoop(from, to)
}

// Select loops a section of the demo. x and to are the x coordinates of the ends of the section on the timeline, in
// either order.
func (t *Timeline) Select(x, to float32) {
	a, b := t.at(x), t.at(to)
	t.Play.SetLoop(min(a, b), max(a, b))
	t.host.Relayout()
}

// Pan scrolls the timeline. dx is in points; a dx equal to the width of the timeline scrolls by the length of the whole
// demo.
func (t *Timeline) Pan(dx float32) {
	by := time.Duration(float64(t.total) * float64(dx/t.Scale().W))
	t.from, t.to = panel.Window(t.from+by, t.to-t.from, t.total)
}

// Zoom zooms the timeline by factor. The time shown at the given x coordinate stays in place.
func (t *Timeline) Zoom(x float32, factor float64) {
	if t.host.Demo.Recording() == nil {
		return
	}
	t.from, t.to = t.Scale().Zoom(x, factor, t.total)
	t.zoomed = t.to-t.from < t.total
	t.host.Relayout()
}

// Playing reports whether the clock is running, and whether it runs backwards.
func (t *Timeline) Playing() (playing, backward bool) { return t.Play.Playing(), t.Play.Backward() }

// Speed returns the playback speed.
func (t *Timeline) Speed() float64 { return t.Play.Speed() }

// SetSpeed sets the playback speed.
func (t *Timeline) SetSpeed(speed float64) { t.Play.SetSpeed(speed) }

// ScoreHidden implements part.Clock.
func (t *Timeline) ScoreHidden() bool { return t.host.Settings.HideScore }

// Moment implements part.Clock.
func (t *Timeline) Moment(at time.Duration) moment.Moment {
	rec := t.host.Demo.Recording()
	if rec == nil {
		return moment.Moment{Time: at}
	}
	return rec.Clock().Moment(at)
}

// Length returns the length of the part of the demo read so far, or 0 if the score is hidden.
func (t *Timeline) Length() time.Duration {
	if t.host.Settings.HideScore {
		return 0
	}
	return t.host.Demo.Recording().Duration()
}

// ShownTime returns the time to show on the timeline and its clock. During playback, this time advances only in visible
// steps of a pixel or a tenth of a second, because every change repaints the whole transport bar. pixel is the size of
// a pixel in points.
func (t *Timeline) ShownTime(pixel float32) time.Duration {
	now := t.Play.Position()
	if !t.Play.Playing() {
		return now
	}
	s := t.Scale()
	least := s.Time(s.X+pixel) - s.Time(s.X)
	step := 100 * time.Millisecond
	for step > least && step > time.Millisecond {
		step /= 2
	}
	return now.Truncate(step)
}

// View returns the content of the timeline, without the marks that other packages add. pixel is the size of a pixel in
// points.
func (t *Timeline) View(pixel float32) panel.TimelineView {
	rec := t.host.Demo.Recording()
	if rec == nil {
		return panel.TimelineView{}
	}
	events := rec.Events()
	teams := t.host.Demo.Level().Teams
	s := t.Scale()
	k := markKey{len(events), t.from, t.to, s.W, t.host.Followed(), t.host.Settings.ColorBlind, teams}
	if k != t.key {
		t.key = k
		t.marks, t.busy = panel.MakeMarks(t.host.Theme, events, s, teams, k.followed)
	}
	v := panel.TimelineView{
		Now: t.ShownTime(pixel), End: rec.Duration(), Length: t.Length(), Widest: rec.Duration(), From: t.from,
		To: t.to, Total: t.total, Loading: t.loading && t.host.Demo.Stream() == nil, Done: t.done, Marks: t.marks,
		Busy: t.busy, Breaks: t.chapters(), Items: t.Items(),
		Lanes: t.Lanes(),
	}
	v.LoopFrom, v.LoopTo, v.HasLoopFrom, v.HasLoopTo = t.Play.LoopMarks()
	for _, r := range rec.Damage() {
		v.Damage = append(v.Damage, r.Time)
	}
	if odd := rec.Anomalies(); len(odd) > 0 {
		k := panel.Ticks{Icon: draw.IconInfo, Color: t.host.Theme.Warn}
		for _, a := range odd {
			k.At = append(k.At, a.Time)
			k.About = append(k.About, panel.TickAbout{Text: fmt.Sprintf(msgOdd, a.Text, a.Why),
				Do: panel.Command{Verb: panel.VerbEvent, Time: a.Time, Index: -1}})
		}
		v.Ticks = append(v.Ticks, k)
	}
	if t.host.Settings.HideScore {
		hideFuture(&v, s)
	}
	return v
}
