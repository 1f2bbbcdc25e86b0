package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/formats/quake2/layout"
	"fragscope/sim"
	"fragscope/sim/track"
)

// screen is the state of the game that layouts show.
type screen struct {
	level *level
	ps    *quake2.PlayerState
}

func (c screen) Stat(i int) int {
	if c.ps == nil {
		return 0
	}
	return int(stat(c.ps, i))
}

func (c screen) Config(i int) string { return c.level.configString(i) }

func (c screen) Image(i int) string { return c.level.configString(c.level.config.Images + i) }

var boardAligns = [...]sim.ScreenTextAlign{layout.Left: sim.AlignLeft, layout.Center: sim.AlignCenter,
	layout.Right: sim.AlignRight}

// boardOf returns the contents of a table, or nil if it is empty.
func boardOf(table [][]layout.Cell) *sim.ScreenText {
	b := &sim.ScreenText{Lines: len(table)}
	for i, line := range table {
		for _, c := range line {
			b.Cells = append(b.Cells, sim.ScreenTextCell{Line: i, From: c.From, To: c.To, Align: boardAligns[c.Align],
				Text: words([]byte(c.Text))})
			b.Columns = max(b.Columns, c.To)
		}
	}
	if len(b.Cells) == 0 {
		return nil
	}
	return b
}

// score reads a player's row.
func score(l *level, score layout.Score, o *track.Observations) {
	slot := sim.SlotAt(score.Client)
	if raw := l.names.of(slot); raw == "" || raw == serverSpectator || l.hidden(slot) {
		return
	}
	if score.Time < 0 { // a row of Capture the Flag
		l.haveTeams(o)
		o.Tell(track.SeatTeam{Slot: slot, Team: sim.TeamRed + sim.Team(score.Column)})
	}
	o.Tell(track.SeatListed{Slot: slot}, track.SeatTallied{Slot: slot, Frags: score.Score, Deaths: sim.Unknown,
		Ping: score.Ping})
	if score.Time >= 0 { // yquake2 src/game/player/hud.c, DeathmatchScoreboardMessage: whole minutes
		o.Tell(track.PlayerEntered{Slot: slot, In: time.Duration(score.Time) * time.Minute, Step: time.Minute})
	}
}

// column is the meaning of a column in a text scoreboard.
type column uint8

const (
	columnOther column = iota
	columnName
	columnFrags
	columnDeaths
	columnPing
	columnKills
	columnDamage
	columnAccuracy
	columnCount
)

// columnStats maps columns other than the score to statistics.
var columnStats = map[column]sim.Stat{columnKills: sim.StatKills, columnDamage: sim.StatDamageGiven,
	columnAccuracy: sim.StatAccuracy}

// columns maps headings to columns.
var columns = map[string]column{
	"name": columnName, "player": columnName, "frags": columnFrags, "frg": columnFrags, "score": columnFrags,
	"dths": columnDeaths, "deaths": columnDeaths, "ping": columnPing, "png": columnPing,
	"dth": columnDeaths, "frgs": columnFrags, "eff%": columnOther, "fph": columnOther,
	"net": columnOther, "tim": columnOther, "time": columnOther, "kills": columnKills, "damage": columnDamage,
	"acc": columnAccuracy, "sui": columnOther, "tks": columnOther, "team": columnOther,
}

// board reads a scoreboard that a mod draws as lines of text: headings, and below them lines with a name and
// numbers. It returns false if there are no headings.
func board(l *level, lines []string, o *track.Observations) bool {
	b := boardReader{level: l, seen: o, read: map[sim.Slot]bool{}}
	for _, line := range lines {
		b.line(plain([]byte(line)))
	}
	return b.headed
}

// boardReader reads the lines of a scoreboard.
type boardReader struct {
	level   *level
	seen    *track.Observations
	headed  bool     // there were headings
	heads   []column // columns after the name
	before  []column // columns before the name
	team    sim.Team
	inTeams bool // within a table of teams
	watch   bool // within the spectators
	read    map[sim.Slot]bool
}

// line reads a line: headings, the name of a team, or a player's row.
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
	case b.level.mod.scoreLine != nil && b.level.mod.scoreLine(b, text):
		return
	}
	b.row(line)
}

// head reads headings. In Action Quake 2 they follow the score and name of the team.
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
	if t := b.level.teamNamed(strings.Join(fields[1:at], " ")); t != sim.TeamFree {
		b.level.haveTeams(b.seen)
		b.team = t
		b.seen.Tell(track.TeamScored{Team: t, Score: int16(atoi(fields[0]))})
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

// row reads a player's row.
func (b *boardReader) row(line string) {
	if b.inTeams || b.heads == nil && !b.watch {
		return
	}
	slot, before, rest := b.named(line)
	if !slot.Valid() || b.read[slot] {
		return
	}
	b.read[slot] = true
	if b.watch {
		b.seen.Tell(track.SeatWatches{Slot: slot})
		if strings.HasPrefix(rest, ":") {
			b.seen.Tell(track.SeatTallied{Slot: slot, Frags: sim.Unknown, Deaths: sim.Unknown, Ping: atoi(rest[1:])})
		}
		return
	}
	b.seen.Tell(track.SeatPlays{Slot: slot}, track.SeatListed{Slot: slot})
	if b.team != sim.TeamFree {
		b.seen.Tell(track.SeatTeam{Slot: slot, Team: b.team, Name: b.level.teamNames[b.team]})
	}
	behind := strings.Fields(rest)
	if skip := len(behind) - len(b.heads); skip > 0 {
		behind = behind[skip:]
	}
	var values [columnCount]int
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
	b.seen.Tell(track.SeatTallied{Slot: slot, Frags: values[columnFrags], Deaths: values[columnDeaths],
		Ping: values[columnPing]})
	for c := columnKills; c < columnCount; c++ {
		if v := values[c]; v >= 0 && v != sim.Unknown {
			b.seen.Tell(track.StatisticTold{Statistic: sim.Statistic{Slot: slot, Stat: columnStats[c],
				Value: float64(v)}})
		}
	}
}

// named finds the longest player's name that is a whole word in a line, and returns it with the numbers before it and
// the rest of the line after it.
func (b *boardReader) named(line string) (slot sim.Slot, before []string, rest string) {
	start := line
	for range b.before {
		var number string
		if number, start = leadingNumber(start); number != "" {
			before = append(before, number)
		}
	}
	start = strings.TrimLeft(start, " ")
	_, ranked := leadingNumber(start)
	// A star marks captains; in some tables the rank, without a heading, precedes the name.
	for _, start := range []string{start, strings.TrimLeft(start, "* "), strings.TrimLeft(ranked, " ")} {
		if slot, rest = b.leading(start); slot.Valid() {
			return slot, before, rest
		}
	}
	return sim.Slot{}, nil, ""
}

// leadingNumber splits off the number at the start of a string.
func leadingNumber(text string) (number, rest string) {
	text = strings.TrimLeft(text, " ")
	if i := strings.IndexByte(text, ' '); i >= 0 && isNumber(text[:i]) {
		return text[:i], text[i:]
	}
	return "", text
}

// leading finds the longest name at the start of a string.
func (b *boardReader) leading(start string) (slot sim.Slot, rest string) {
	for _, n := range b.level.nameList() {
		tail, ok := strings.CutPrefix(start, strings.TrimSpace(n.Name))
		if ok && strings.TrimSpace(n.Name) != "" && (tail == "" || tail[0] == ' ' || tail[0] == ':') {
			return n.Slot, tail
		}
	}
	return sim.Slot{}, ""
}
