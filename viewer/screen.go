package viewer

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"fragscope/assets/plan"
	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/ink"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// The layers of the picture, in the order of painting.
const (
	layerTop = iota
	layerLeft
	layerRight
	layerTransport
	layerMap
	layerHeights
	layerBand
	layerStatus
	layerCenter
	layerScores
	layerHover
	layerNotice
	layerNotice2
	layerNotice3
	layerNotice4
	layerFind
	layerScrim
	layerSheet
	layerTip
	layerCount
)

// screen is what is on the screen and what is to be painted.
type screen struct {
	now, before [layerCount]panel.List
	compose     bool // panels may have changed
	moved       bool // the map has to be painted
	all         bool // everything has to be painted
	reveal      bool // the row of the followed player is to be brought into sight
	scroll      [panel.AreaCount]float32
	room        [panel.AreaCount]float32
}

// draw paints what changed. It returns without painting anything when nothing did.
func (a *app) draw(dst *ebiten.Image, scale float32) {
	b := dst.Bounds()
	if b.Dx() != a.width || b.Dy() != a.height || scale != a.scale {
		a.width, a.height, a.scale = b.Dx(), b.Dy(), scale
		a.screen.all = true
	}
	s := &a.screen
	if !s.compose && !s.moved && !s.all && len(a.shots) == 0 {
		return
	}
	a.painted = a.now
	a.canvas.Begin(dst, a.scale)
	a.compose()
	a.paint()
	a.canvas.End()
	s.compose, s.moved, s.all = false, false, false
	a.takeShots()
}

// paint paints the layers that changed, and what they cover and what covers them.
func (a *app) paint() {
	s := &a.screen
	var layers [layerCount]panel.Layer
	for i := range layers {
		layers[i] = panel.Layer{Now: &s.now[i], Before: &s.before[i], Paint: s.all}
	}
	layers[layerMap].Paint = layers[layerMap].Paint || s.moved && a.demo != nil
	panel.Spread(layers[:])
	for i := range layers {
		if layers[i].Paint {
			a.paintLayer(i)
		}
	}
	s.before = s.now
}

// paintLayer paints a layer as it is laid out.
func (a *app) paintLayer(i int) {
	if i == layerMap && a.demo != nil {
		a.drawMap()
		return
	}
	paint(a.canvas, &a.screen.now[i])
}

// drawMap draws the map with everyone on it.
func (a *app) drawMap() {
	sc := a.scene()
	if sc.World == nil {
		a.canvas.Fill(a.frame.Map, a.theme.Void)
		return
	}
	a.stage.Draw(a.canvas, &sc)
}

// scene is what the map shows.
func (a *app) scene() stage.Scene {
	d := a.demo
	if d == nil || d.world == nil {
		return stage.Scene{}
	}
	sc := stage.All(d.world, d.rec)
	sc.Teams = a.level().Teams
	sc.Follow, sc.Hover, sc.Storey = a.follow, a.hover, a.storey
	sc.Names, sc.Ghosts, sc.Arcs = a.set.Names, a.set.Ghosts, a.set.Arcs
	sc.Items, sc.Sounds, sc.Marks = a.set.Things, a.set.Sounds, a.set.Marks
	sc.Floors = a.set.Floors
	sc.Trail = a.trail()
	sc.Heat, sc.Sharp = a.heatMap(), a.sharp
	return sc
}

// compose lays out all panels.
func (a *app) compose() {
	s := &a.screen
	w, h := float32(a.width)/a.scale, float32(a.height)/a.scale
	lanes := a.lanes()
	left, right := a.set.Left, a.set.Right
	if a.demo == nil {
		left, right = panel.Shut, panel.Shut
	}
	status := float32(0)
	if a.set.Status && a.demo != nil && a.demo.world != nil {
		status = panel.StatusHeight(a.watched())
	}
	heights := a.set.Heights
	several, high := a.hasStoreys()
	if !high {
		heights = panel.Shut
	}
	a.frame = panel.Arrange(w, h, panel.Arrangement{
		Left: left, Right: right, Strip: panel.StripHeight(len(lanes)), Status: status, Heights: heights, Storeys: several,
		Heat: a.heat.on && a.demo != nil, Bare: a.bare && a.demo != nil,
	})
	a.stage.Camera.SetView(a.frame.Map)
	p := &panel.Pen{Theme: &a.theme, Type: a.canvas, MouseX: a.mouse.x, MouseY: a.mouse.y}
	if a.mouse.drag == dragMap || a.mouse.drag == dragTime {
		p.MouseX, p.MouseY = -1, -1
	}
	over := p.MouseX
	if a.over.kind != overlayNone {
		p.MouseX = -1 // what lies behind an overlay does not react
	}
	s.now = [layerCount]panel.List{}
	s.now[layerTop] = panel.Top(p, a.frame.Top, a.topView())
	s.now[layerTransport] = panel.Transport(p, a.frame.Transport, a.transportView())
	if a.demo == nil {
		s.now[layerMap] = panel.Welcome(p, a.frame.Map, a.welcomeView())
	} else {
		a.composeDemo(p)
	}
	for i, l := range panel.Notices(p, a.frame.Map, a.noticeViews()) {
		if layerNotice+i <= layerNotice4 {
			s.now[layerNotice+i] = l
		}
	}
	p.MouseX = over
	a.composeOver(p)
	a.composeHover(p)
}

func (a *app) composeDemo(p *panel.Pen) {
	s, f, d := &a.screen, a.frame, a.demo
	l := a.level()
	s.now[layerMap] = panel.List{Area: f.Map, Ops: []panel.Op{{Kind: panel.OpFill, Rect: f.Map}}}
	var score [sim.TeamCount]int16
	if d.world != nil {
		score = d.world.TeamScore
	}
	tally := a.tally()
	a.composePlayers(p, score, tally)
	feed := panel.FeedView{Events: d.rec.Events(), Now: a.play.Position(), Teams: l.Teams, Scroll: s.scroll[panel.AreaFeed], Chat: s.scroll[panel.AreaChat]}
	feed.Bars = f.Right.Contains(a.mouse.x, a.mouse.y) || a.mouse.drag == dragScroll
	s.now[layerRight], s.room[panel.AreaFeed], s.room[panel.AreaChat] = panel.Feed(p, f.Right, feed)
	s.now[layerBand] = a.composeBand(p, &feed)
	if d.world == nil {
		return
	}
	if pl := a.stage.Plan(); pl != nil && f.Heights.W > 0 {
		s.now[layerHeights] = panel.Heights(p, f.Heights, a.heightsView(pl))
	}
	s.now[layerStatus] = panel.Status(p, f.Status, panel.StatusView{Player: a.watched(), Now: d.world.Time, Teams: l.Teams})
	middle := f.Map
	if a.find.open {
		middle.W -= panel.FindWidth
	}
	switch {
	case d.world.ScreenText != nil:
		s.now[layerCenter] = panel.Board(p, middle, d.world.ScreenText)
	case d.world.CenterPrint.Plain != "":
		s.now[layerCenter] = panel.CenterPrint(p, middle, d.world.CenterPrint)
	}
	if a.scores || a.pinned {
		s.now[layerScores], s.room[panel.AreaScores] = panel.Scores(p, f.Map, panel.ScoresView{
			World: d.world, Teams: l.Teams, Followed: a.follow, Score: score, Heading: mapTitle(l), Scroll: s.scroll[panel.AreaScores], Tally: tally,
		})
	}
}

// tally counts frags and deaths where the demo does not tell all of them; else it is nil.
func (a *app) tally() panel.Tally {
	d := a.demo
	if d.world == nil || !slices.ContainsFunc(d.world.Players, func(p sim.Player) bool { return p.Frags == sim.Unknown && !panel.Spectates(&p) }) {
		return nil
	}
	l := a.level()
	return panel.Count(d.rec.Events(), l.Start, a.play.Position(), l.Teams)
}

// composePlayers lays out the list of players; one who has just been followed is brought into sight.
func (a *app) composePlayers(p *panel.Pen, score [sim.TeamCount]int16, tally panel.Tally) {
	s, area := &a.screen, a.frame.Left
	at := &s.scroll[panel.AreaPlayers]
	for {
		var row ink.Rect
		s.now[layerLeft], s.room[panel.AreaPlayers], row = panel.Players(p, area, panel.PlayersView{
			World: a.demo.world, Teams: a.level().Teams, Followed: a.follow, Scroll: *at, Score: score, Tally: tally,
		})
		by := max(row.Bottom()-area.Bottom(), min(row.Y-area.Y, 0))
		if !s.reveal || row.H == 0 || by == 0 {
			break
		}
		*at = min(max(*at+by, 0), s.room[panel.AreaPlayers])
		s.reveal = false
	}
	s.reveal = false
}

// watched is the player whose state is shown: the followed one, else the point of view.
func (a *app) watched() *sim.Player {
	if pl := a.followed(); pl != nil {
		return pl
	}
	return a.player(a.demo.world.POV.Index())
}

func (a *app) storeyNames() []string {
	pl := a.stage.Plan()
	if pl == nil {
		return nil
	}
	var names []string
	for _, st := range pl.Storeys() {
		names = append(names, st.Name)
	}
	return names
}

// watchedStorey is the storey that is to be shown; the stage decides the automatic one when it draws.
func (a *app) watchedStorey() int {
	if a.storey == autoStorey {
		if a.follow < 0 {
			return plan.AllStoreys
		}
		return a.stage.Storey()
	}
	return a.storey
}

func mapTitle(l sim.Level) string {
	s := l.Map
	if l.Title != "" && !strings.EqualFold(l.Title, l.Map) {
		if s != "" {
			s += " – "
		}
		s += l.Title
	}
	return s
}

func (a *app) topView() panel.TopView {
	d := a.demo
	if d == nil {
		return panel.TopView{Demo: "Fragscope"}
	}
	h, l := d.rec.Header(), a.level()
	v := panel.TopView{Demo: d.name(), Game: h.Game, Map: []string{mapTitle(l), l.Map, l.Map}}
	if h.ModName != "" && !strings.EqualFold(h.ModName, h.Game) {
		v.Game += " " + h.ModName
	}
	if l.GameType != "" {
		v.Map[0] += " · " + l.GameType
		v.Map[1] += " · " + l.GameType
	}
	w := d.world
	if w == nil {
		return v
	}
	v.POV = pointOfView(h, a.player(w.POV.Index()))
	v.Note = phaseWords[w.Phase]
	if w.MatchKnown {
		v.Clock = panel.FormatTime(w.Match)
		if w.Phase == sim.PhaseCountdown {
			v.Clock = "-" + panel.FormatTime(w.Match)
		}
	} else {
		v.Clock = panel.FormatTime(w.Clock)
	}
	if l.Teams {
		for _, t := range []sim.Team{sim.TeamRed, sim.TeamBlue, sim.TeamGreen} {
			if name, ok := teamChip(t, w); ok {
				v.Chips = append(v.Chips, panel.Chip{Name: name, Score: w.TeamScore[t], Color: a.theme.Team(t)})
			}
		}
	}
	return v
}

var phaseWords = map[sim.Phase]string{
	sim.PhaseWarmup: "Warm-up", sim.PhaseCountdown: "Countdown", sim.PhaseOvertime: "Overtime",
	sim.PhaseTimeout: "Timeout", sim.PhaseIntermission: "Intermission", sim.PhaseFinished: "Finished",
}

func teamChip(t sim.Team, w *sim.World) (string, bool) {
	there := slices.ContainsFunc(w.Players, func(p sim.Player) bool { return p.Profile.Team == t })
	return strings.ToUpper(panel.TeamName(t, w.Players)), there
}

func pointOfView(h sim.Header, pov *sim.Player) string {
	switch {
	case pov != nil:
		return "seen by " + pov.Profile.Name.Plain
	case h.Multi:
		return "multi view"
	case h.Kind == "server":
		return "recorded by the server"
	case h.Recorder != "":
		return "recorded by " + h.Recorder
	}
	return ""
}

func (a *app) transportView() panel.TransportView {
	return panel.TransportView{
		Line: a.timeline(), Playing: a.play.Playing(), Backward: a.play.Backward(), Speed: a.play.Speed(),
		Active: a.demo != nil, Full: a.desk.Fullscreen(), Clocks: a.itemClocks(), KeyLabel: a.binds.KeyLabel,
	}
}

func (a *app) welcomeView() panel.WelcomeView {
	v := panel.WelcomeView{KeyLabel: a.binds.KeyLabel, Sample: a.opts.Demos != nil}
	for _, r := range a.recent {
		v.Recent = append(v.Recent, filepath.Base(r))
	}
	if a.opening != nil {
		v.Busy = a.opening.name()
	}
	return v
}

func (o *opening) name() string {
	if o.member != "" {
		return o.member
	}
	return filepath.Base(o.path)
}

// shortly is how long something may take before it is told that it is going on.
const shortly = 400 * time.Millisecond

// noticeViews are the messages, and before them what is being read.
func (a *app) noticeViews() []panel.NoticeView {
	var out []panel.NoticeView
	if a.opening != nil && a.demo != nil && a.now.Sub(a.opening.since) > shortly {
		out = append(out, panel.NoticeView{Text: "Opening " + a.opening.name() + " …   Esc cancels", Loading: true})
	}
	if a.demo != nil && a.line.loading && a.now.Sub(a.demo.since) > shortly {
		out = append(out, panel.NoticeView{Text: fmt.Sprintf("Reading %s: %d %%   Esc stops", a.demo.name(), int(100*a.line.done)), Loading: true, Done: a.line.done})
	}
	for _, n := range a.notices {
		out = append(out, n.NoticeView)
	}
	return out
}

// dismiss closes a message by its place among those shown.
func (a *app) dismiss(i int) {
	shown := a.noticeViews()
	first := len(shown) - len(a.notices)
	switch {
	case i >= first:
		a.notices = slices.Delete(a.notices, i-first, i-first+1)
	case i == 0 && a.opening != nil:
		a.cancelOpening()
	default:
		a.stopLoading()
	}
}

// composeOver lays out help, menu, lists and the search.
func (a *app) composeOver(p *panel.Pen) {
	s, f := &a.screen, a.frame
	if a.find.open && a.demo != nil {
		a.search()
		rows := a.findRows(p, a.level().Teams)
		s.now[layerFind], a.find.room = panel.Find(p, f.Map, panel.FindView{
			Text: string(a.find.text), Caret: a.find.caret, Anchor: a.find.anchor, Rows: rows, Chosen: a.find.at, Count: len(a.find.hits), Scroll: a.find.scroll,
		})
	}
	if a.over.kind == overlayNone {
		return
	}
	s.now[layerScrim] = panel.Scrim(p, f.Window, a.over.kind != overlayMenu)
	switch o := &a.over; o.kind {
	case overlayHelp:
		note := "Keys can be rebound in " + a.shelf.SettingsPath()
		s.now[layerSheet], o.room = panel.Help(p, f.Window, a.binds.Actions(), note, o.scroll)
	case overlayMenu:
		bottom := f.Transport.Y
		if f.Transport.H == 0 {
			bottom = f.Window.Bottom()
		}
		s.now[layerSheet], o.room = panel.Menu(p, f.Window, bottom, panel.MenuView{
			Actions: a.binds.Actions(), Category: o.category, Row: o.at, On: a.isOn, Scroll: o.scroll,
		})
	case overlayRows:
		s.now[layerSheet], o.room = panel.Rows(p, f.Window, panel.RowsView{
			Title: o.title, Note: o.note, Empty: o.empty, Rows: o.rows, Chosen: o.at, Scroll: o.scroll, Delete: o.remove != nil,
		})
	}
	a.over.scroll = min(a.over.scroll, a.over.room)
}

// switches tell of each action that switches something whether it is on.
var switches = map[action.ID]func(*app) bool{
	action.Names:        func(a *app) bool { return a.set.Names },
	action.Arcs:         func(a *app) bool { return a.set.Arcs },
	action.Trails:       func(a *app) bool { return a.set.Trails },
	action.Ghosts:       func(a *app) bool { return a.set.Ghosts },
	action.ItemsShown:   func(a *app) bool { return a.set.Things },
	action.Sounds:       func(a *app) bool { return a.set.Sounds },
	action.MapMarks:     func(a *app) bool { return a.set.Marks },
	action.Floors:       func(a *app) bool { return a.set.Floors != plan.ByHeight },
	action.HeatMap:      func(a *app) bool { return a.heat.on },
	action.Palette:      func(a *app) bool { return a.set.ColorBlind },
	action.PanelLeft:    func(a *app) bool { return a.frame.Left.W > 0 },
	action.PanelRight:   func(a *app) bool { return a.frame.Right.W > 0 },
	action.PanelHeights: func(a *app) bool { return a.frame.Heights.W > 0 },
	action.PanelStatus:  func(a *app) bool { return a.set.Status },
	action.PanelItems:   func(a *app) bool { return a.set.Items },
	action.Panels:       func(a *app) bool { return !a.bare },
	action.FullScreen:   func(a *app) bool { return a.desk.Fullscreen() },
	action.StoreyAuto:   func(a *app) bool { return a.storey == autoStorey },
}

// isOn tells whether an action that switches something has it switched on.
func (a *app) isOn(id action.ID) bool {
	on := switches[id]
	return on != nil && on(a)
}

// composeHover lays out what is said about the place under the mouse.
func (a *app) composeHover(p *panel.Pen) {
	s, m := &a.screen, &a.mouse
	spot, over := a.spotAt(m.x, m.y)
	line := over && spot.Do.Verb == panel.VerbTimeline || m.drag == dragTime
	if line && a.demo != nil && a.over.kind == overlayNone {
		sc := a.scaleOfLine()
		x := min(max(m.x, sc.X), sc.X+sc.W)
		at := min(max(sc.Time(x), 0), a.line.total)
		v := panel.HoverView{At: at, Chapter: chapterAt(a.demo.rec, at), Teams: a.level().Teams}
		if lanes := a.lanes(); m.drag != dragTime {
			if i := panel.LaneAt(a.frame.Transport, len(lanes), m.y); i >= 0 {
				v.Lane = &lanes[i]
			}
		}
		events := a.demo.rec.Events()
		for _, i := range panel.Near(events, sc, x, 4, a.follow, 4) {
			v.Events = append(v.Events, &events[i])
		}
		s.now[layerHover] = panel.Hover(p, a.frame.Window, x, a.frame.Transport.Y-6, v)
		return
	}
	if m.tip.Tip != "" {
		s.now[layerTip] = panel.Tip(p, a.frame.Window, m.tip.Rect, m.tip.Tip)
		return
	}
	if a.hover.Kind != stage.TargetNone && a.demo != nil && a.demo.world != nil {
		if title, lines := a.stage.Describe(a.demo.world, a.hover); title != "" {
			s.now[layerHover] = panel.About(p, a.frame.Map, m.x, m.y, title, lines)
		}
	}
}
