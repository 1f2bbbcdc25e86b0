package q2

import (
	"strings"

	"fragscope/formats/quake2"
	"fragscope/formats/quake2/layout"
	"fragscope/sim"
)

// screen is the state that layouts draw.
type screen struct {
	s  *simulator
	ps *quake2.PlayerState
}

func (c screen) Stat(i int) int {
	if c.ps == nil {
		return 0
	}
	return int(stat(c.ps, i))
}

func (c screen) Config(i int) string { return c.s.configString(i) }

func (c screen) Image(i int) string { return c.s.configString(c.s.config.Images + i) }

// Layout implements [quake2.Handler]: scoreboards tell of everyone's frags and pings. The
// same board comes for every client of a .mvd2.
func (s *simulator) Layout(m *quake2.Layout) {
	s.unicast = -1
	s.view.board = nil
	if len(m.Text) == 0 {
		return
	}
	var ps *quake2.PlayerState
	if snap := s.history.Last(); snap != nil && len(snap.Players) > 0 {
		ps = &snap.Players[0].State
	}
	items := layout.Run(string(m.Text), screen{s, ps}, layout.Options{Nested: s.config.Length > 64})
	scores := layout.Scores(items)
	for _, score := range scores {
		s.score(score)
	}
	if len(scores) == 0 && !s.board(layout.Lines(items)) && !s.allSeeing {
		s.view.board = boardOf(layout.Table(items))
	}
}

var boardAligns = [...]sim.ScreenTextAlign{layout.Left: sim.BoardLeft, layout.Center: sim.BoardCenter, layout.Right: sim.BoardRight}

// boardOf is what a table shows, nil where that is nothing.
func boardOf(table [][]layout.Cell) *sim.ScreenText {
	b := &sim.ScreenText{Lines: len(table)}
	for i, line := range table {
		for _, c := range line {
			b.Cells = append(b.Cells, sim.ScreenTextCell{Line: i, From: c.From, To: c.To, Align: boardAligns[c.Align], Text: words([]byte(c.Text))})
			b.Columns = max(b.Columns, c.To)
		}
	}
	if len(b.Cells) == 0 {
		return nil
	}
	return b
}

// score takes over a player's row.
func (s *simulator) score(score layout.Score) {
	p := s.player(score.Client)
	if p == nil || p.raw == "" {
		return
	}
	r := s.list(score.Client)
	if r == nil {
		return
	}
	if score.Time < 0 { // a line of Capture the Flag
		s.haveTeams()
		s.setTeam(score.Client, sim.TeamRed+sim.Team(score.Column), "")
		r = s.row(score.Client)
	}
	s.tally(r, score.Score, sim.Unknown, score.Ping)
}

// tally takes over what a scoreboard says; frags that a playerstate tells are newer.
func (s *simulator) tally(r *sim.FramePlayer, frags, deaths, ping int) {
	fits := func(n int) bool { return n != sim.Unknown && n > -1<<15 && n < 1<<15 }
	p := &s.players[r.Slot.Index()]
	if fits(frags) && (p.viewed == 0 || p.viewed+1 < s.snaps) {
		r.Frags = int16(frags)
	}
	if fits(deaths) {
		r.Deaths = int16(deaths)
	}
	if fits(ping) {
		r.Ping = int16(ping)
	}
}

// column is what a column of a scoreboard of text holds.
type column uint8

const (
	columnOther column = iota
	columnName
	columnFrags
	columnDeaths
	columnPing
)

// columns are the words that head them.
var columns = map[string]column{
	"name": columnName, "player": columnName, "frags": columnFrags, "frg": columnFrags, "score": columnFrags,
	"dths": columnDeaths, "deaths": columnDeaths, "ping": columnPing, "png": columnPing,
	"dth": columnDeaths, "frgs": columnFrags, "eff%": columnOther, "fph": columnOther,
	"net": columnOther, "tim": columnOther, "time": columnOther, "kills": columnOther, "damage": columnOther, "acc": columnOther,
	"sui": columnOther, "tks": columnOther, "team": columnOther,
}

// board reads a scoreboard that a mod draws as lines of text: heads of columns, and below them
// lines with a name and numbers. It returns false for what has no such heads.
func (s *simulator) board(lines []string) bool {
	b := boardReader{s: s, seen: map[int]bool{}}
	for _, line := range lines {
		b.line(plain([]byte(line)))
	}
	return b.headed
}

type boardReader struct {
	s       *simulator
	headed  bool     // there were heads of columns
	heads   []column // behind the name
	before  []column // before it
	team    sim.Team
	inTeams bool // lines of a table of teams
	watch   bool // lines of spectators
	seen    map[int]bool
}

func (b *boardReader) line(line string) {
	text := strings.TrimSpace(line)
	fields := strings.Fields(text)
	switch {
	case text == "":
		return
	case text == "Spectators":
		b.watch, b.inTeams, b.heads = true, false, nil
		return
	case len(fields) == 2 && fields[0] == "Team" && fields[1] == "Frags":
		b.inTeams, b.heads, b.watch, b.headed = true, nil, false, true
		return
	case b.head(fields, text):
		b.headed = true
		return
	case b.tdmTeam(text):
		return
	}
	b.row(line)
}

// head reads the heads of columns. In Action Quake 2 the score and the name of the team precede them.
func (b *boardReader) head(fields []string, text string) bool {
	var heads []column
	at := len(fields)
	for at > 0 {
		c, ok := columns[strings.ToLower(fields[at-1])]
		if !ok || c == columnName {
			break
		}
		heads = append([]column{c}, heads...)
		at--
	}
	if len(heads) == 0 {
		return false
	}
	if at > 0 && columns[strings.ToLower(fields[at-1])] == columnName {
		b.heads, b.before, b.inTeams, b.watch = heads, nil, false, false
		for _, field := range fields[:at-1] {
			b.before = append(b.before, columns[strings.ToLower(field)])
		}
		return true
	}
	if at < 2 || !isNumber(fields[0]) || len(heads) < 2 {
		return false
	}
	b.heads, b.before, b.inTeams, b.watch = heads, nil, false, false
	if t := b.s.side(strings.Join(fields[1:at], " ")); t != sim.TeamFree {
		b.s.haveTeams()
		b.team = t
		b.s.frame.TeamScore[t] = int16(atoi(fields[0]))
	}
	return true
}

func isNumber(s string) bool {
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && (i > 0 || s[i] != '-') {
			return false
		}
	}
	return s != ""
}

// tdmTeam reads the line over a team of OpenTDM: "name:ping(model/skin)".
func (b *boardReader) tdmTeam(text string) bool {
	if !b.s.mod.opentdm || !strings.HasSuffix(text, ")") || b.watch {
		return false
	}
	i := strings.LastIndexByte(text, '(')
	j := strings.LastIndexByte(text[:max(i, 0)], ':')
	if i < 0 || j < 0 {
		return false
	}
	name, skin := text[:j], text[i+1:len(text)-1]
	b.team = sim.TeamFree
	m := &b.s.match
	for t := sim.TeamRed; t <= sim.TeamBlue; t++ {
		if m.sides[t] == name {
			b.team = t
		}
	}
	if b.s.find(name) >= 0 { // one who plays for himself
		b.team = sim.TeamFree
		if !m.teams && !m.duel {
			m.duel = true
			b.s.retitle()
		}
	} else if b.team != sim.TeamFree {
		b.s.haveTeams()
		if m.skins == nil {
			m.skins = map[string]sim.Team{}
		}
		if len(m.skins) < maxPlayers {
			m.skins[skin] = b.team
		}
	}
	return true
}

// row reads the line of a player.
func (b *boardReader) row(line string) {
	if b.inTeams || b.heads == nil && !b.watch {
		return
	}
	slot, before, rest := b.named(line)
	if slot < 0 || b.seen[slot] {
		return
	}
	b.seen[slot] = true
	s := b.s
	if b.watch {
		s.watch(slot)
		if r := s.row(slot); r != nil && strings.HasPrefix(rest, ":") {
			s.tally(r, sim.Unknown, sim.Unknown, atoi(rest[1:]))
		}
		return
	}
	s.play(slot)
	r := s.list(slot)
	if r == nil {
		return
	}
	if b.team != sim.TeamFree {
		s.setTeam(slot, b.team, s.match.sides[b.team])
		r = s.row(slot)
	}
	behind := strings.Fields(rest)
	if skip := len(behind) - len(b.heads); skip > 0 {
		behind = behind[skip:]
	}
	var values [columnPing + 1]int
	for c := range values {
		values[c] = sim.Unknown
	}
	for _, part := range []struct {
		heads []column
		cells []string
	}{{b.before, before}, {b.heads, behind}} {
		for i, c := range part.heads {
			if i < len(part.cells) && isNumber(part.cells[i]) {
				values[c] = atoi(part.cells[i])
			}
		}
	}
	s.tally(r, values[columnFrags], values[columnDeaths], values[columnPing])
}

// named finds the name of a player in a line, the longest one that stands by itself, with the numbers
// that precede it, and what follows.
func (b *boardReader) named(line string) (slot int, before []string, rest string) {
	start := line
	for range b.before {
		var number string
		if number, start = leadingNumber(start); number != "" {
			before = append(before, number)
		}
	}
	start = strings.TrimLeft(start, " ")
	_, ranked := leadingNumber(start)
	// A star marks captains; in some tables the rank precedes the name without a head.
	for _, start := range []string{start, strings.TrimLeft(start, "* "), strings.TrimLeft(ranked, " ")} {
		if slot, rest = b.leading(start); slot >= 0 {
			return slot, before, rest
		}
	}
	return -1, nil, ""
}

// leadingNumber takes the number off that a text starts with.
func leadingNumber(text string) (number, rest string) {
	text = strings.TrimLeft(text, " ")
	if i := strings.IndexByte(text, ' '); i >= 0 && isNumber(text[:i]) {
		return text[:i], text[i:]
	}
	return "", text
}

// leading finds the longest name that a text starts with.
func (b *boardReader) leading(start string) (slot int, rest string) {
	for _, n := range b.s.nameList() {
		tail, ok := strings.CutPrefix(start, strings.TrimSpace(n.name))
		if ok && strings.TrimSpace(n.name) != "" && (tail == "" || tail[0] == ' ' || tail[0] == ':') {
			return n.slot, tail
		}
	}
	return -1, ""
}
