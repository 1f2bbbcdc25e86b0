package viewer

import (
	"slices"

	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// points returns the size of the window in points.
func (s *screen) points() (w, h float32) {
	return float32(s.width) / s.layout.scale, float32(s.height) / s.layout.scale
}

// blocks returns the desired heights of the blocks below the map.
func (s *screen) blocks() panel.Blocks {
	if !s.open() {
		return panel.Blocks{}
	}
	b := s.timeline.Blocks(s.parts.curved(), len(s.timeline.Items()), len(s.timeline.Lanes()))
	_, h := s.points()
	for _, o := range s.layout.owners {
		if s.below(o) {
			b[panel.BlockBelow] += o.Height(h)
		}
	}
	return b
}

// below reports whether a panel is open below the map.
func (s *screen) below(o *part.Panel) bool {
	return o != nil && o.Height != nil && o.Open() && s.open() && !s.mapOnly()
}

// touch reports whether everything should be large enough for fingers: if the settings say so or, if they leave it
// open, while fingers are used.
func (s *screen) touch() bool {
	return s.prefs.set.Touch == panel.Open || s.prefs.set.Touch == panel.Auto && s.pointer.finger
}

// arrange lays out the window.
func (s *screen) arrange() {
	set := &s.prefs.set
	w, h := s.points()
	a := panel.Arrangement{
		Left: set.Left, Right: set.Right, Heights: set.Heights, Blocks: s.blocks(),
		MapOnly: s.mapOnly() && s.open(), Touch: s.touch(),
	}
	if !s.open() {
		a.Left, a.Right = panel.Shut, panel.Shut
	}
	if set.Status && s.session.World() != nil {
		a.Status = panel.StatusHeight(s.watch.Shown())
	}
	if s.cast.on {
		a.Left, a.Status = panel.Shut, 0 // the overlay lists the players
	}
	several, high := s.watch.HasStoreys()
	a.Storeys = several
	if !high {
		a.Heights = panel.Shut
	}
	s.layout.sheets = a.Sheets(w)
	window := s.layout.frame.Window
	s.layout.frame = panel.Arrange(w, h, a)
	s.watch.Upright(s.layout.sheets && h > w)
	s.makeRoom(h)
	s.stage.Camera.SetView(s.layout.frame.Map, window == s.layout.frame.Window)
	s.timeline.SetArea(s.layout.frame.Transport, s.layout.frame.Blocks.Lined())
}

// makeRoom divides the space below the map among its panels.
func (s *screen) makeRoom(window float32) {
	clear(s.layout.below[:])
	rest := s.layout.frame.Below
	for i, o := range s.layout.owners {
		if s.below(o) {
			s.layout.below[i], rest = rest.CutBottom(o.Height(window))
		}
	}
}

// compose lays out all panels.
func (s *screen) compose() {
	s.arrange()
	m := s.pointer
	p := &panel.Pen{Theme: &s.prefs.theme, Type: s.canvas, MouseX: m.x, MouseY: m.y, Moment: s.timeline.Moment,
		Touch: s.touch(), ActionName: s.prefs.binds.Name, Game: s.session.Game()}
	if m.drag == dragMap || m.drag == dragTime {
		p.MouseX, p.MouseY = -1, -1
	}
	if places := s.maps.Places(); places != nil {
		p.Place = func(at sim.Vec3) string { return places.PlaceAt(s.session.Level().Index, at) }
	}
	x := p.MouseX
	if s.overlay.Active() {
		p.MouseX = -1 // nothing behind an overlay reacts
	}
	s.layout.layers = [layerCount]panel.List{}
	s.surface.begin()
	s.composeTop(p)
	s.layout.layers[layerTransport] = panel.Transport(p, s.layout.frame.Transport, s.transportView())
	if s.open() {
		s.composeDemo(p)
	} else {
		s.layout.layers[layerMap] = panel.Welcome(p, s.layout.frame.Map, s.welcomeView())
	}
	p.MouseX = x
	s.composePanels(p)
	s.layout.layers[layerScrim], s.layout.layers[layerSheet] = s.overlay.Compose(p, s.layout.frame.Window)
	s.surface.take(s.layout.layers[layerMessage : layerMessage2+1]...)
	s.composeHover(p)
	s.hush()
}

// composeTop lays out the top line with the messages in it. Without a top line, messages are at the top of the
// window.
func (s *screen) composeTop(p *panel.Pen) {
	messages := append(s.session.Progress(), s.notices.Views()...)
	v := s.topView()
	v.Messages = len(messages) > 0
	var row draw.Rect
	s.layout.layers[layerTop], row = panel.Top(p, s.layout.frame.Top, v)
	if s.layout.frame.Top.H == 0 {
		row, _ = s.layout.frame.Map.Inset(8, 4).CutTop(p.Tall(messageStrip))
	}
	for i, l := range panel.Messages(p, row, messages) {
		s.layout.layers[layerMessage+i] = l
	}
}

// messageStrip is the height of messages above a map without a top line.
const messageStrip = 34

// composePanels lays out the panel over the map and those below it.
func (s *screen) composePanels(p *panel.Pen) {
	top := s.surface.top()
	for i, o := range s.layout.owners {
		switch {
		case o == nil || o.Open == nil || !o.Open() || !s.open() && !o.Idle:
		case o.Height != nil && s.layout.below[i].H > 0:
			s.layout.layers[i] = o.Compose(p, s.layout.below[i])
		case o.Height == nil && o == top:
			room := s.layout.frame.Map
			if o.Whole {
				room = s.layout.frame.Middle()
			}
			s.layout.layers[i] = o.Compose(p, s.uncovered(room))
			s.surface.typedInto(&s.layout.layers[i])
		}
	}
}

// composeBars lays out the bars over the edges of the map: the legend of its layer at the top and the selection at the
// bottom. The map keeps its place when they come and go.
func (s *screen) composeBars(p *panel.Pen) {
	if top := s.surface.top(); top != nil && top.Whole || s.mapOnly() {
		return
	}
	if l := s.parts.legend(); l != nil {
		s.layout.layers[layerLegend] = panel.LegendBar(p, s.uncovered(s.layout.frame.Map), l)
	}
	if v := s.rangeView(); v != nil {
		s.layout.layers[layerRange] = panel.Range(p, s.uncovered(s.layout.frame.Map), *v)
	}
	s.surface.take(s.layout.layers[layerLegend], s.layout.layers[layerRange])
}

// uncovered returns the part of m, an area over the map, that messages and bars leave free.
func (s *screen) uncovered(m draw.Rect) draw.Rect {
	for _, i := range [...]int{layerMessage, layerMessage2, layerLegend} {
		if a := s.layout.layers[i].Area; a.H > 0 && a.Overlaps(m) {
			_, m = m.CutTop(a.Bottom() - m.Y)
		}
	}
	if a := s.layout.layers[layerRange].Area; a.H > 0 && a.Overlaps(m) {
		_, m = m.CutBottom(m.Bottom() - a.Y)
	}
	return m
}

func (s *screen) composeDemo(p *panel.Pen) {
	f, w := s.layout.frame, s.session.World()
	l := s.session.Level()
	s.layout.layers[layerMap] = panel.List{Area: f.Map, Ops: []panel.Op{{Kind: panel.OpFill, Rect: f.Map}}}
	var score [sim.TeamCount]int16
	if w != nil {
		score = w.TeamScore
	}
	tally := s.tally()
	s.composeBars(p)
	s.composePlayers(p, score, tally)
	feed := s.composeFeed(p)
	s.layout.layers[layerBand] = s.composeBand(p, feed)
	if w == nil {
		return
	}
	if pl := s.stage.Plan(); pl != nil && f.Heights.W > 0 {
		s.layout.layers[layerHeights] = panel.Heights(p, f.Heights, s.watch.Heights(pl, f.Heights.H*s.layout.scale))
	}
	s.layout.layers[layerStatus] = panel.Status(p, f.Status, panel.StatusView{Player: s.watch.Shown(), Now: w.Time,
		Teams: l.Teams})
	s.composeCaption(p, tally)
	s.composeBanner(p, w)
	if s.scores.shown() {
		list := &s.layout.scroll[panel.AreaScores]
		v := panel.ScoresView{
			World: w, Teams: l.Teams, Followed: s.watch.Slot(), Score: score, Heading: mapTitle(l), Scroll: list.At,
			Tally: tally, Contest: s.timeline.Contest(), Held: !s.scores.pinned, Hidden: s.prefs.set.HideScore,
		}
		s.parts.scores(&v)
		s.layout.layers[layerScores], list.Room = panel.Scores(p, s.uncovered(f.Map), v)
	}
}

// bannerLeast is the minimum width of a banner.
const bannerLeast = 160

// composeBanner lays out the centre print at the top of the map, below the score of a cast, to the left of a panel on
// its right. Pictures of the map include it even if a panel covers it.
func (s *screen) composeBanner(p *panel.Pen, w *sim.World) {
	m := s.uncovered(s.beside())
	if score := s.cast.laid.Score.Area; score.H > 0 {
		_, m = m.CutTop(score.Bottom() - m.Y)
	}
	s.banner = panel.List{}
	switch {
	case m.W < bannerLeast:
	case w.ScreenText != nil:
		s.banner = panel.Board(p, m, w.ScreenText)
	case w.CenterPrint.Plain != "" && !s.printsInBand(p):
		s.banner = panel.CenterPrint(p, m, w.CenterPrint)
	}
	if s.mapInSight() {
		s.layout.layers[layerCenter] = s.banner
		s.surface.take(s.banner)
	}
}

// beside returns the part of the map not covered by a panel on its right.
func (s *screen) beside() draw.Rect {
	m := s.layout.frame.Map
	if top := s.surface.top(); top != nil {
		_, m = m.CutRight(top.Side)
	}
	return m
}

// mapInSight reports whether any of the map is visible.
func (s *screen) mapInSight() bool {
	top := s.surface.top()
	return !s.scores.shown() && (top == nil || top.Side > 0)
}

// composeCaption lays out the optional overlay for casts and pictures. The map is fitted into what it leaves free, but
// not moved out of the way of a panel or bar over it.
func (s *screen) composeCaption(p *panel.Pen, tally panel.Tally) {
	s.cast.laid = panel.Captions{}
	if !s.cast.on {
		s.stage.Camera.SetRooms([2]draw.Rect{}, !s.sharp)
		return
	}
	w, m := s.session.World(), s.layout.frame.Map
	v := panel.CaptionView{World: w, Teams: s.session.Level().Teams, Now: w.Time, Note: phaseWords[w.Phase],
		Tally: tally, Contest: s.timeline.Contest(), Sheer: !s.stage.Camera.Fitted()}
	v.Clock, v.TeamScore, v.Items = s.timeline.Moment(s.timeline.Position()).Brief(), w.TeamScore, s.timeline.Clocks()
	v.Hidden = s.prefs.set.HideScore
	s.cast.laid = panel.Caption(p, m, v)
	s.stage.Camera.SetRooms(s.cast.laid.Rooms, !s.sharp)
	if free := s.uncovered(s.beside()); free != m {
		s.cast.laid = panel.Caption(p, free, v)
	}
	if s.mapInSight() {
		for i, l := range []panel.List{s.cast.laid.Score, s.cast.laid.Left, s.cast.laid.Right} {
			s.layout.layers[layerCaption+i] = l
			s.surface.take(l)
		}
	}
}

// casts reports whether the casting overlay shows score, clocks and players, which then nothing else does.
func (s *screen) casts() bool { return s.cast.on && s.open() && s.mapInSight() }

// composeFeed lays out the kill feed and the chat.
func (s *screen) composeFeed(p *panel.Pen) *panel.FeedView {
	kills, chat := &s.layout.scroll[panel.AreaFeed], &s.layout.scroll[panel.AreaChat]
	v := &panel.FeedView{
		Events: s.session.Events(), Now: s.timeline.Position(), Teams: s.session.Level().Teams, Scroll: kills.At,
		Chat:  chat.At,
		About: s.parts.about, Unseen: func(e *sim.Event) bool { return s.parts.unseen(e, s.sharp) },
		Bars: s.layout.frame.Right.Contains(s.pointer.x, s.pointer.y) || s.pointer.drag == dragScroll,
	}
	s.layout.layers[layerRight], kills.Room, chat.Room = panel.Feed(p, s.layout.frame.Right, *v)
	return v
}

// composePlayers lays out the list of players and scrolls to a player who has just been followed.
func (s *screen) composePlayers(p *panel.Pen, score [sim.TeamCount]int16, tally panel.Tally) {
	area, list := s.layout.frame.Left, &s.layout.scroll[panel.AreaPlayers]
	v := panel.PlayersView{
		World: s.session.World(), Teams: s.session.Level().Teams, Followed: s.watch.Slot(), Score: score, Tally: tally,
		Contest: s.timeline.Contest(),
	}
	if area.W > 0 {
		s.parts.players(&v)
	}
	for reveal := s.watch.Revealed(); ; reveal = false {
		var row draw.Rect
		v.Scroll = list.At
		s.layout.layers[layerLeft], list.Room, row = panel.Players(p, area, v)
		by := max(row.Bottom()-area.Bottom(), min(row.Y-area.Y, 0))
		if !reveal || row.H == 0 || by == 0 {
			return
		}
		list.By(by)
	}
}

// composeBand lays out the band above the map, which shows what folded panels do not.
func (s *screen) composeBand(p *panel.Pen, feed *panel.FeedView) panel.List {
	v := panel.BandView{Watched: s.watch.ShownStorey(), Auto: s.watch.AutoStorey()}
	if s.layout.frame.Heights.W == 0 {
		v.Storeys = s.watch.StoreyNames()
	}
	if s.layout.frame.Right.W == 0 && s.prefs.set.Right != panel.Shut {
		v.Feed = feed
	}
	if s.printsInBand(p) {
		v.Print = s.session.World().CenterPrint
	}
	return panel.Band(p, s.layout.frame.Band, v)
}

// printsInBand reports whether the centre print is in the band above the map rather than over it.
func (s *screen) printsInBand(p *panel.Pen) bool {
	w, band := s.session.World(), s.layout.frame.Band
	return w != nil && w.CenterPrint.Plain != "" && band.H > 0 && panel.PrintFits(p, band.W, w.CenterPrint)
}

// composeHover lays out the tooltip of what is under the mouse, where it covers nothing else.
func (s *screen) composeHover(p *panel.Pen) {
	m, window := s.pointer, s.layout.frame.Window
	area, _, over := s.layout.areaAt(m.x, m.y)
	if len(m.selection) > 0 {
		s.layout.layers[layerHover] = panel.Selection(p, s.layout.frame.Map, m.selection)
		return
	}
	if top := s.surface.top(); top != nil && top.Side > 0 && m.tip.Tip == "" {
		s.surface.take(s.layout.layers[slices.Index(s.layout.owners[:], top)])
	}
	switch {
	case s.open() && !s.overlay.Active() && (over && area.Do.Verb == panel.VerbTimeline || m.drag == dragTime):
		s.layout.layers[layerHover] = s.roomForHover(p)
	case m.tip.Tip != "" && over && area == m.tip:
		l := panel.Tip(p, window, m.tip.Rect, m.x, m.tip.Tip)
		s.layout.layers[layerTip] = moved(l, s.surface.free(l.Area, window))
	case m.hover.Kind != stage.TargetNone && s.session.World() != nil && !over:
		if title, lines := s.stage.Describe(s.session.World(), m.hover); title != "" {
			l := panel.About(p, s.layout.frame.Map, m.x, m.y, title, lines)
			s.layout.layers[layerHover] = moved(l, s.surface.free(l.Area, s.layout.frame.Map))
		}
	}
}

// roomForHover lays out the box for the time under the mouse where it covers nothing else. If there is no room for it,
// it loses its picture, then its details.
func (s *screen) roomForHover(p *panel.Pen) panel.List {
	for _, less := range [...]struct{ picture, details bool }{{true, true}, {false, true}, {false, false}} {
		l := s.hoverTimeline(p, less.picture, less.details)
		to := s.surface.free(l.Area, s.layout.frame.Map)
		if !less.details || !s.surface.covers(to) {
			return moved(l, to)
		}
	}
	return panel.List{}
}

// hoverTimeline lays out the box for the time under the mouse.
func (s *screen) hoverTimeline(p *panel.Pen, picture, details bool) panel.List {
	m, sc := s.pointer, s.timeline.Scale()
	x := min(max(m.x, sc.X), sc.X+sc.W)
	at := min(max(sc.Time(x), 0), s.timeline.Total())
	v := panel.HoverView{At: at, Chapter: s.timeline.ChapterAt(at), Teams: s.session.Level().Teams}
	row := s.hoverRow(&v)
	if s.hovered = at; s.parts.preview() != nil && m.looked && !row && picture {
		v.PictureW, v.PictureH = s.parts.preview().Size()
	}
	events := s.session.Events()
	if s.prefs.set.HideScore {
		if events = events[:panel.CountTo(events, s.timeline.Position())]; at > s.timeline.Position() {
			v.PictureW, v.PictureH = 0, 0
		}
	}
	for _, i := range panel.Near(events, sc, x, 4, s.watch.Slot(), 4) {
		v.Events = append(v.Events, &events[i])
		if v.About == "" && details {
			v.About = s.parts.about(&events[i])
		}
	}
	room := s.uncovered(s.layout.frame.Map)
	return panel.Hover(p, room, x, room.Bottom()-6, v)
}

// hoverRow adds the row along the timeline that is under the mouse, and reports whether there is one.
func (s *screen) hoverRow(v *panel.HoverView) bool {
	if s.pointer.drag == dragTime {
		return false
	}
	block, row, ok := s.along.line.RowAt(s.layout.frame.Transport, s.pointer.y)
	switch {
	case !ok:
	case block == panel.BlockItems:
		v.Item = &s.along.line.Items[row]
	case block == panel.BlockLanes:
		v.Lane = &s.along.line.Lanes[row]
	case block == panel.BlockCurve:
		v.Lead = &s.along.line.Lead
	}
	return ok
}
