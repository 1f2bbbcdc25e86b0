package panel

import (
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/viewer/ink"
)

// TimelineView is what the time line shows.
type TimelineView struct {
	Now, End time.Duration
	// From and To are the part of the demo that is shown.
	From, To time.Duration
	// Total is the length expected while End still grows.
	Total   time.Duration
	Loading bool
	Done    float64 // share read
	Marks   []Mark  // ascending by X
	Busy    []uint8 // how much happens, a value each 4 points
	Hits    []time.Duration
	Books   []time.Duration
	Breaks  []Break // chapters
	Damage  []time.Duration
	// Loop
	LoopFrom, LoopTo       time.Duration
	HasLoopFrom, HasLoopTo bool
	Lanes                  []Lane
	Dragging               bool
}

// Mark is a mark on the time line: at most one each point.
type Mark struct {
	X     float32 // from the left end of the line
	Color ink.Color
	Rank  uint8 // what is drawn over what
}

// Break is where a chapter begins.
type Break struct {
	At   time.Duration
	Name string
}

// Lane is one row of the strip of items.
type Lane struct {
	Name  string
	Color ink.Color
	Spans []LaneSpan
}

// LaneSpan is a time in which an item was taken.
type LaneSpan struct {
	From, To time.Duration
	Color    ink.Color // of who took it
	Who      string    // empty where the demo does not tell
	Open     bool      // when it came back is not known
}

// LaneHeight is the height of a row of the strip.
const LaneHeight = 13

const lanePad = 8 // above and below the rows of the strip

// StripHeight is the height of the strip of n items.
func StripHeight(n int) float32 {
	if n == 0 {
		return 0
	}
	return float32(n)*LaneHeight + lanePad
}

// StripRoom is how many items the strip of a window of that height has room for.
func StripRoom(height float32) int { return max(int((height/5-lanePad)/LaneHeight), 0) }

// LaneAt is the row of the strip of n items at y in the transport bar that covers area; -1 for none.
func LaneAt(area ink.Rect, n int, y float32) int {
	top := area.Bottom() - buttonRow - 2 - StripHeight(n) + 2
	if i := int((y - top) / LaneHeight); y >= top && i < n {
		return i
	}
	return -1
}

// At is the span that a time is in.
func (l *Lane) At(t time.Duration) (LaneSpan, bool) {
	for _, s := range l.Spans {
		if t >= s.From && t < s.To {
			return s, true
		}
	}
	return LaneSpan{}, false
}

// Scale maps times to places on the time line.
type Scale struct {
	X, W     float32
	From, To time.Duration
}

// TimeScale is the scale of the time line in the transport bar that covers area.
func TimeScale(area ink.Rect, from, to time.Duration) Scale {
	return Scale{X: area.X + timePad, W: max(area.W-2*timePad, 1), From: from, To: to}
}

// Place is where t is.
func (s Scale) Place(t time.Duration) float32 {
	if s.To <= s.From {
		return s.X
	}
	return s.X + s.W*float32(float64(t-s.From)/float64(s.To-s.From))
}

// Time is the time at x.
func (s Scale) Time(x float32) time.Duration {
	return s.From + time.Duration(float64(s.To-s.From)*float64((x-s.X)/s.W))
}

// Zoom is the scale with the time at x kept in place and factor times as long a
// part shown; at least two seconds, within 0 to total.
func (s Scale) Zoom(x float32, factor float64, total time.Duration) (from, to time.Duration) {
	at := s.Time(min(max(x, s.X), s.X+s.W))
	span := time.Duration(float64(s.To-s.From) * factor)
	span = min(max(span, 2*time.Second), total)
	share := float64((x - s.X) / s.W)
	from = at - time.Duration(share*float64(span))
	return Window(from, span, total)
}

// Window is the part of span that begins at from, pushed into 0 to total.
func Window(from, span, total time.Duration) (time.Duration, time.Duration) {
	span = min(span, total)
	from = min(max(from, 0), total-span)
	return from, from + span
}

// Follow moves the part shown so that now is in it: by a page, when it left it.
func Follow(from, to, now, total time.Duration) (time.Duration, time.Duration) {
	if now >= from && now <= to {
		return from, to
	}
	span := to - from
	return Window(now-span/10, span, total)
}

const (
	lineMarks = 18 // height of the marks above the track
	lineTrack = 5
)

// timeline draws the part of the bar above the buttons.
func (p *Pen) timeline(area ink.Rect, v TimelineView) {
	t := p.Theme
	s := TimeScale(area, v.From, v.To)
	strip := StripHeight(len(v.Lanes))
	track := ink.Rect{X: s.X, Y: area.Bottom() - strip - 8 - lineTrack, W: s.W, H: lineTrack}
	p.Round(track, 2.5, t.Track)
	if v.To <= v.From {
		return
	}
	p.busy(ink.Rect{X: s.X, Y: track.Y - lineMarks, W: s.W, H: lineMarks}, v.Busy)
	p.loaded(track, s, v)
	p.loop(track, s, v)
	p.breaks(track, s, v)
	fade := float32(1)
	if len(v.Hits) > 0 {
		fade = 0.3 // what was found stands out
	}
	for _, m := range v.Marks {
		p.Fill(ink.Rect{X: s.X + m.X - 1, Y: track.Y - 13, W: 2, H: 9}, m.Color.Fade(fade))
	}
	for _, h := range v.Hits {
		if x := s.Place(h); x >= s.X && x <= s.X+s.W {
			p.Fill(ink.Rect{X: x - 1, Y: track.Y - 16, W: 2, H: 14}, t.Text)
		}
	}
	for _, d := range v.Damage {
		if x := s.Place(d); x >= s.X-1 && x <= s.X+s.W+1 {
			p.Fill(ink.Rect{X: x - 2, Y: track.Y - 2, W: 4, H: lineTrack + 4}, t.Bad)
		}
	}
	for _, b := range v.Books {
		if x := s.Place(b); x >= s.X && x <= s.X+s.W {
			p.Icon(ink.Rect{X: x - 5, Y: track.Y - lineMarks - 3, W: 10, H: 10}, ink.IconBookmark, t.Accent)
		}
	}
	if x := s.Place(v.Now); x >= s.X-0.5 && x <= s.X+s.W+0.5 {
		size := float32(15)
		if v.Dragging || p.Hot(ink.Rect{X: x - 8, Y: track.Y - 6, W: 16, H: 17}) {
			size = 17
		}
		p.Disc(centred(ink.Rect{X: x, Y: track.Y + lineTrack/2.0}, size, size), ink.Hex(0xffffff))
	}
	p.lanes(ink.Rect{X: s.X, Y: area.Bottom() - strip + 2, W: s.W, H: max(strip-4, 0)}, s, v)
	p.Spot(ink.Rect{X: area.X, Y: area.Y + 1, W: area.W, H: area.H - 2}, Command{Verb: VerbTimeline}, "")
	p.overview(ink.Rect{X: s.X, Y: area.Y + 3, W: s.W, H: 3}, v)
	p.loopEnds(track, s, v)
}

func (p *Pen) busy(r ink.Rect, busy []uint8) {
	if len(busy) == 0 {
		return
	}
	w := r.W / float32(len(busy))
	for i, b := range busy {
		if b > 0 {
			h := r.H * float32(b) / 255
			p.list.Ops = append(p.list.Ops, Op{Kind: OpGraph, Rect: ink.Rect{X: r.X + float32(i)*w, Y: r.Bottom() - h, W: w, H: h}, Color: p.Theme.Accent.Fade(0.16)})
		}
	}
}

// loaded shows what has been read and what has been played.
func (p *Pen) loaded(track ink.Rect, s Scale, v TimelineView) {
	clip := func(from, to time.Duration) ink.Rect {
		x0, x1 := max(s.Place(from), s.X), min(s.Place(to), s.X+s.W)
		return ink.Rect{X: x0, Y: track.Y, W: x1 - x0, H: track.H}
	}
	if v.Loading {
		p.Round(clip(0, v.End), 2.5, p.Theme.Hover.Mix(p.Theme.Soft, 0.25))
	}
	p.Round(clip(0, v.Now), 2.5, p.Theme.Accent)
}

// loopPlaces is where the loop begins and ends on the line.
func loopPlaces(s Scale, v *TimelineView) (from, to float32) {
	from, to = s.X, s.X+s.W
	if v.HasLoopFrom {
		from = min(max(s.Place(v.LoopFrom), s.X), to)
	}
	if v.HasLoopTo {
		to = max(min(s.Place(v.LoopTo), to), from)
	}
	return from, to
}

func (p *Pen) loop(track ink.Rect, s Scale, v TimelineView) {
	if v.HasLoopFrom || v.HasLoopTo {
		from, to := loopPlaces(s, &v)
		p.Fill(ink.Rect{X: from, Y: track.Y - lineMarks, W: to - from, H: lineMarks}, p.Theme.Accent.Fade(0.14))
	}
}

// loopEnds draws the ends of the loop, which can be dragged.
func (p *Pen) loopEnds(track ink.Rect, s Scale, v TimelineView) {
	from, to := loopPlaces(s, &v)
	for i, end := range []struct {
		set bool
		at  time.Duration
		x   float32
		tip string
	}{{v.HasLoopFrom, v.LoopFrom, from, "Start of the loop"}, {v.HasLoopTo, v.LoopTo, to, "End of the loop"}} {
		if !end.set || end.at < s.From || end.at > s.To {
			continue
		}
		touch := ink.Rect{X: end.x - 6, Y: track.Y - lineMarks - 3, W: 12, H: lineMarks}
		c := p.Theme.Accent
		if p.Hot(touch) {
			c = p.Theme.Text
		}
		p.Fill(ink.Rect{X: end.x - 1, Y: track.Y - lineMarks, W: 2, H: lineMarks + lineTrack + 3}, c)
		p.Round(ink.Rect{X: end.x - 4, Y: track.Y - lineMarks - 3, W: 8, H: 7}, 2, c)
		p.Spot(touch, Command{Verb: VerbLoopEnd, Index: i}, end.tip+": "+FormatTenths(end.at))
	}
}

func (p *Pen) breaks(track ink.Rect, s Scale, v TimelineView) {
	for _, b := range v.Breaks {
		if x := s.Place(b.At); x > s.X+1 && x < s.X+s.W-1 {
			p.Fill(ink.Rect{X: x - 0.5, Y: track.Y - lineMarks, W: 1, H: lineMarks + lineTrack + 2}, p.Theme.Soft)
		}
	}
}

// overview is a thin line that shows which part of the demo is shown, and by which it is moved.
func (p *Pen) overview(r ink.Rect, v TimelineView) {
	total := max(v.Total, v.To)
	if v.From <= 0 && v.To >= total {
		return
	}
	all := Scale{X: r.X, W: r.W, To: total}
	p.Fill(r, p.Theme.Track)
	x0, x1 := all.Place(v.From), all.Place(v.To)
	touch := ink.Rect{X: r.X, Y: r.Y - 2, W: r.W, H: r.H + 5}
	c := p.Theme.Soft
	if p.Hot(touch) {
		c = p.Theme.Text
	}
	p.Round(ink.Rect{X: x0, Y: r.Y, W: max(x1-x0, 6), H: r.H}, 1, c)
	p.Spot(touch, Command{Verb: VerbOverview}, FormatTime(v.From)+" to "+FormatTime(v.To)+" is shown")
}

func (p *Pen) lanes(r ink.Rect, s Scale, v TimelineView) {
	for i, lane := range v.Lanes {
		row := ink.Rect{X: r.X, Y: r.Y + float32(i)*LaneHeight, W: r.W, H: LaneHeight - 2}
		p.Fill(row, p.Theme.Track.Fade(0.45))
		for _, sp := range lane.Spans {
			x0, x1 := max(s.Place(sp.From), r.X), min(s.Place(sp.To), r.Right())
			if x1 <= x0 {
				continue
			}
			c := sp.Color
			if sp.Open {
				c = c.Fade(0.45)
			}
			p.Fill(ink.Rect{X: x0, Y: row.Y, W: max(x1-x0, 1), H: row.H}, c)
		}
		name := ink.Rect{X: row.X, Y: row.Y, W: p.Width(lane.Name, Tiny) + 8, H: row.H}
		p.Fill(name, p.Theme.Panel.Fade(0.8))
		p.Text(ink.Rect{X: name.X + 4, Y: name.Y, W: name.W, H: name.H}, lane.Name, Tiny, lane.Color, Left)
	}
	if x := s.Place(v.Now); len(v.Lanes) > 0 && x >= s.X && x <= s.X+s.W {
		p.Fill(ink.Rect{X: x - 0.5, Y: r.Y - 2, W: 1, H: r.H + 2}, ink.Hex(0xffffff))
	}
}

// Notable tells whether an event has a mark on the time line, and of which rank.
func Notable(e *sim.Event, followed int) (rank uint8, ok bool) {
	switch e.Kind {
	case sim.EventObituary:
		if followed >= 0 && e.Slot == followed {
			return 6, true
		}
		if followed >= 0 && e.Attacker == followed {
			return 5, true
		}
		return 2, true
	case sim.EventCapture:
		return 8, true
	case sim.EventDamage:
		return 7, true
	case sim.EventFlagTaken, sim.EventFlagReturned, sim.EventFlagDropped:
		return 4, true
	case sim.EventPowerup:
		return 3, true
	case sim.EventChat, sim.EventTeamChat:
		return 1, true
	case sim.EventLevelStart, sim.EventMatchStart, sim.EventMatchEnd, sim.EventRoundStart, sim.EventOvertime:
		return 9, true
	case sim.EventPickup:
		switch e.Item {
		case sim.ItemQuad, sim.ItemProtection, sim.ItemInvisibility, sim.ItemMegaHealth:
			return 3, true
		}
	}
	return 0, false
}

// MarkColor is the colour of an event's mark: that of who did it.
func MarkColor(t *ink.Theme, e *sim.Event, teams bool, followed int) ink.Color {
	switch e.Kind {
	case sim.EventObituary:
		if followed >= 0 && e.Slot == followed {
			return t.Bad
		}
		if e.AttackerProfile != nil {
			return t.Badge(e.AttackerProfile, teams).Color
		}
		return t.Soft
	case sim.EventPowerup:
		return ink.Of(e.Powerup.Emblem().Color).Readable()
	case sim.EventPickup:
		return ink.Of(e.Item.Emblem().Color).Readable()
	case sim.EventCapture, sim.EventFlagTaken, sim.EventFlagReturned, sim.EventFlagDropped:
		return t.Team(e.Team)
	case sim.EventChat, sim.EventTeamChat:
		return t.Faint.Fade(0.7)
	case sim.EventDamage:
		return t.Bad
	}
	return t.Text
}

// MakeMarks bins the events of a scale: at most one mark each 2 points, of the
// highest rank, and how much happens each 4 points.
func MakeMarks(t *ink.Theme, events []sim.Event, s Scale, teams bool, followed int) (marks []Mark, busy []uint8) {
	const step = 2
	bins := make([]Mark, int(s.W/step)+1)
	counts := make([]float32, int(s.W/4)+1)
	lo := countTo(events, s.From-1)
	for i := lo; i < len(events) && events[i].Time <= s.To; i++ {
		e := &events[i]
		x := s.Place(e.Time) - s.X
		if e.Kind == sim.EventObituary || e.Kind == sim.EventPickup {
			spreadCount(counts, x/4)
		}
		rank, ok := Notable(e, followed)
		if b := int(x / step); ok && b >= 0 && b < len(bins) && rank >= bins[b].Rank {
			bins[b] = Mark{X: float32(b)*step + 1, Color: MarkColor(t, e, teams, followed), Rank: rank}
		}
	}
	for _, b := range bins {
		if b.Rank > 0 {
			marks = append(marks, b)
		}
	}
	return marks, normalise(counts)
}

// spreadCount adds a bell around bin x.
func spreadCount(counts []float32, x float32) {
	const reach = 9
	at := int(x)
	for d := -reach; d <= reach; d++ {
		if i := at + d; i >= 0 && i < len(counts) {
			k := 1 - float32(d*d)/float32((reach+1)*(reach+1))
			counts[i] += k * k
		}
	}
}

func normalise(counts []float32) []uint8 {
	most := slices.Max(counts)
	if most <= 0 {
		return nil
	}
	out := make([]uint8, len(counts))
	for i, c := range counts {
		out[i] = uint8(255 * c / most)
	}
	return out
}

// Near are the events within reach points of x, at most most, those of the
// highest rank.
func Near(events []sim.Event, s Scale, x, reach float32, followed, most int) []int {
	from, to := s.Time(x-reach), s.Time(x+reach)
	var hits []int
	for i := countTo(events, from-1); i < len(events) && events[i].Time <= to; i++ {
		if _, ok := Notable(&events[i], followed); ok {
			hits = append(hits, i)
		}
	}
	rank := func(i int) int { r, _ := Notable(&events[i], followed); return int(r) }
	slices.SortStableFunc(hits, func(a, b int) int { return rank(b) - rank(a) })
	hits = hits[:min(len(hits), most)]
	slices.Sort(hits)
	return hits
}

// HoverView is what the box over the time line shows.
type HoverView struct {
	At      time.Duration
	Chapter string
	Events  []*sim.Event
	Teams   bool
	Lane    *Lane // of the strip of items, where the mouse is over one
}

// Hover lays out the box over the time line at x, within window, its bottom at y.
func Hover(p *Pen, window ink.Rect, x, y float32, v HoverView) List {
	const row, pad = 18, 8
	w := p.Width(FormatTenths(v.At), Strong)
	if v.Chapter != "" {
		w += 10 + p.Width(v.Chapter, Small)
	}
	lines := make([][]Span, len(v.Events))
	if v.Lane != nil {
		lines = [][]Span{p.laneWords(v.Lane, v.At)}
		v.Events = nil
		w = max(w, p.wide(lines[0]))
	}
	for i, e := range v.Events {
		lines[i] = append([]Span{{Text: FormatTime(e.Time) + "  ", Face: Small, Color: p.Theme.Faint}}, p.Sentence(e, v.Teams)...)
		w = max(w, p.wide(lines[i]))
	}
	w = min(w+1, 320)
	box := ink.Rect{W: w + 2*pad, H: float32(1+len(lines))*row + 2*pad - 4}
	box.X = min(max(x-box.W/2, window.X+4), max(window.Right()-box.W-4, window.X))
	box.Y = y - box.H
	p.Begin(box)
	p.card(box)
	r := ink.Rect{X: box.X + pad, Y: box.Y + pad - 2, W: w, H: row}
	b := p.Text(r, FormatTenths(v.At), Strong, p.Theme.Text, Left)
	if v.Chapter != "" {
		p.Text(ink.Rect{X: b.Right() + 10, Y: r.Y, W: max(r.Right()-b.Right()-10, 0), H: row}, v.Chapter, Small, p.Theme.Soft, Left)
	}
	for _, l := range lines {
		r.Y += row
		p.Line(r, l...)
	}
	return p.End()
}

// laneWords says of an item who has taken it at a time and when it comes back.
func (p *Pen) laneWords(l *Lane, t time.Duration) []Span {
	out := []Span{{Text: l.Name, Face: Strong, Color: l.Color}}
	s, ok := l.At(t)
	if !ok {
		return append(out, p.soft(" is not known to be taken"))
	}
	out = append(out, p.soft(" taken at "+FormatTime(s.From)))
	if s.Who != "" {
		out = append(out, p.soft(" by "), Span{Text: s.Who, Face: Strong, Color: s.Color})
	}
	if !s.Open {
		out = append(out, p.soft(", back at "+FormatTime(s.To)))
	}
	return out
}

// card is the ground of what lies over the map.
func (p *Pen) card(r ink.Rect) {
	p.Round(r, 8, p.Theme.Panel)
	p.Outline(r, 8, 1, p.Theme.Line)
}
