package viewer

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/session"
)

// tally counts frags and deaths if the demo does not contain all of them; otherwise it returns nil.
func (s *screen) tally() panel.Tally {
	w := s.session.World()
	if w == nil || s.prefs.set.HideScore || !slices.ContainsFunc(w.Players,
		func(p sim.Player) bool { return p.Frags == sim.Unknown && !panel.Spectates(&p) }) {
		return nil
	}
	l := s.session.Level()
	return panel.Count(s.session.Recording().Events(), l.Start, s.timeline.Position(), l.Teams)
}

// mapTitle returns the name of a level, and its title if that differs.
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

// topView returns the content of the top line.
func (s *screen) topView() panel.TopView {
	if !s.open() {
		return panel.TopView{Demo: "Fragscope"}
	}
	h, l := s.session.Recording().Header(), s.session.Level()
	witnesses := s.session.Recording().Witnesses()
	v := panel.TopView{Demo: demoTitle(s.session.Name(), witnesses), Game: h.Game,
		Map: []string{mapTitle(l), l.Map, l.Map}}
	if h.ModName != "" && !strings.EqualFold(h.ModName, h.Game) {
		v.Game += " " + h.ModName
	}
	v.Doubt, v.DoubtTip = s.maps.Doubt()
	if l.GameType != "" {
		v.Map[0] += " · " + l.GameType
		v.Map[1] += " · " + l.GameType
	}
	s.parts.top(&v)
	w := s.session.World()
	if w == nil {
		return v
	}
	v.POV = pointOfView(h, s.watch.Player(w.POV.Index()))
	if len(witnesses) > 0 {
		v.POV = fmt.Sprintf(msgAllKnow, len(witnesses))
	}
	if name := s.session.Eyes(); name != "" {
		v.POV = fmt.Sprintf(msgOneKnew, name)
	}
	v.Note = phaseWords[w.Phase]
	now := s.timeline.Moment(s.timeline.ShownTime(1 / s.layout.scale))
	v.Clock, v.KeyLabel = now.Brief(), s.services.KeyLabel
	if w.Phase == sim.PhaseCountdown && w.MatchKnown && now.Time >= 0 {
		v.Note += " " + panel.FormatTime(w.Match)
	}
	if v.Note == "" && s.timeline.Contest() == sim.Story {
		v.Note = storyNote(s.session.Recording().Events(), l.Start, s.timeline.Position())
	}
	if s.casts() {
		v.Clock, v.Note = "", ""
		return v
	}
	if l.Teams {
		for _, t := range []sim.Team{sim.TeamRed, sim.TeamBlue, sim.TeamGreen} {
			if name, ok := teamChip(t, w); ok {
				v.Chips = append(v.Chips, panel.Chip{Name: name, Score: w.TeamScore[t], Color: s.prefs.theme.Team(t)})
			}
		}
	}
	return v
}

// demoTitle returns the name of a demo. If there are several of one match, it names only the first, to leave room
// for the point of view.
func demoTitle(name string, witnesses []recording.Witness) string {
	if n := len(witnesses); n > 1 {
		return fmt.Sprintf(msgMore, filepath.Base(witnesses[0].Name), n-1)
	}
	return name
}

// storyNote describes how many monsters were killed and secrets found on a level until now, and, if the game says, how
// many there are.
func storyNote(events []sim.Event, from, now time.Duration) string {
	kills, secrets := 0, 0
	all := map[sim.EventKind]string{}
	for i := range events {
		if e := &events[i]; e.Time >= from && e.Time <= now {
			switch e.Kind {
			case sim.EventMonsterKill:
				kills = max(kills+1, e.Value)
			case sim.EventSecret:
				secrets = max(secrets+1, e.Value)
			default:
				continue
			}
			if n := panel.Total(e); n != "" {
				all[e.Kind] = "/" + n
			}
		}
	}
	if kills+secrets == 0 {
		return ""
	}
	return fmt.Sprintf("monsters %d%s   secrets %d%s", kills, all[sim.EventMonsterKill], secrets, all[sim.EventSecret])
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
		return "seen by all"
	case h.Kind == "server":
		return "recorded by the server"
	case h.Recorder != "":
		return "recorded by " + h.Recorder
	}
	return ""
}

// transportView returns the content of the transport bar.
func (s *screen) transportView() panel.TransportView {
	play, clocks := &s.timeline.Play, s.timeline.Clocks()
	if s.casts() {
		clocks = nil
	}
	s.along.line = s.timelineView()
	return panel.TransportView{
		Timeline: s.along.line, Playing: play.Playing(), Backward: play.Backward(), Speed: play.Speed(),
		Active: s.open(), Full: s.desktop.Fullscreen(), Clocks: clocks, KeyLabel: s.services.KeyLabel,
		On: s.parts.On,
	}
}

// timelineView returns the content of the timeline.
func (s *screen) timelineView() panel.TimelineView {
	line := s.timeline.View(1 / s.layout.scale)
	line.Blocks, line.Dragging, line.Sharp = s.layout.frame.Blocks, s.pointer.drag == dragTime, s.sharp
	if s.layout.frame.Transport.H > 0 {
		s.parts.timeline(&line)
	}
	if s.prefs.set.HideScore {
		line.HideTicks()
	}
	for b, area := range map[panel.Block]int{panel.BlockItems: panel.AreaItems, panel.BlockLanes: panel.AreaLanes} {
		list := &s.layout.scroll[area]
		list.Room = line.Room(b)
		list.By(0)
		line.Scroll[b] = list.At
	}
	s.revealLane(&line)
	return line
}

// lane is the player whose lane was revealed, and how high the lanes were.
type lane struct {
	slot int
	tall float32
}

// revealLane scrolls to the lane of the followed player when he is followed, or the lanes become higher or lower.
func (s *screen) revealLane(line *panel.TimelineView) {
	of := lane{s.watch.Slot(), line.Blocks[panel.BlockLanes]}
	if of == s.along.laneOf {
		return
	}
	s.along.laneOf = of
	for i := range line.Lanes {
		if line.Lanes[i].IsFollowed {
			list := &s.layout.scroll[panel.AreaLanes]
			list.Reveal(i, len(line.Lanes), panel.BlockHeight(panel.BlockLanes, 2)-panel.BlockHeight(panel.BlockLanes,
				1))
			line.Scroll[panel.BlockLanes] = list.At
		}
	}
}

// welcomeView returns the content of the window while no demo is open.
func (s *screen) welcomeView() panel.WelcomeView {
	v := panel.WelcomeView{KeyLabel: s.services.KeyLabel, Busy: s.session.Busy()}
	offers := append([]panel.Offer{{ID: action.Open, Text: "Open…"}}, libraryOffer()...)
	offers = append(offers, panel.Offer{ID: action.Address, Text: "Live"},
		panel.Offer{ID: action.Sample, Text: "Sample"})
	for _, o := range offers {
		if s.parts.Does(o.ID) && s.parts.Why(o.ID) == "" && (o.ID != action.Sample || s.session.CanOpen()) {
			v.Offers = append(v.Offers, o)
		}
	}
	cards := s.session.Cards()
	for _, c := range cards {
		v.Recent = append(v.Recent, card(c))
	}
	if c, ok := session.Continued(cards); ok {
		v.Continue = card(c)
	}
	return v
}

// card returns the card of a recent demo.
func card(c session.Card) panel.Card {
	out := panel.Card{Name: c.Name}
	var facts []string
	for _, f := range []string{c.Map, cmp.Or(c.Result, c.Players)} {
		if f != "" {
			facts = append(facts, f)
		}
	}
	if c.Length > 0 {
		facts = append(facts, panel.FormatTime(c.Length))
		out.Done = float32(c.At) / float32(c.Length)
	}
	out.Facts = strings.Join(facts, " · ")
	if c.At > 0 {
		out.At = panel.FormatTime(c.At)
	}
	return out
}
