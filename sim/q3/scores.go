package q3

import (
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// scoreNumber parses a number of a command, limited to the range of a recording.
func scoreNumber(s string) int16 { return int16(min(max(atoi(s), -9999), 1<<15-1)) }

// scoreTable describes a server command with a score table. It consists of some words, beginning with the command, and
// a row of words for each player, beginning with his slot.
type scoreTable struct {
	count     int // word with the number of rows; 0: they extend to the end
	red, blue int // words with the scores of the teams; 0 if there are none
	rows      int // first word of the first row; 0 if there are none
	stride    int // words per row; 0: divide the remaining words
	// Indices into a row; 0 if there is none. The ping is followed by the minutes that the player has been in the game.
	score, ping, deaths int
	told                toldPlaces
	teams               *teamPlaces // nil: nothing is known about their items
}

// scoreTables holds the score tables of a game by command. A command may have several versions. The first version whose
// rows end where the command ends is used.
type scoreTables map[string][]scoreTable

var (
	// tables68 are Quake III's. The rows grew from 6 to 14 words: slot, score, ping, time, flags, powerups,
	// accuracy, impressive, excellent, gauntlet, defend, assist, perfect and captures.
	told68   = toldPlaces{accuracy: 6, defends: 10, assists: 11, captures: 13}
	tables68 = scoreTables{"scores": {{count: 1, red: 2, blue: 3, rows: 4, score: 1, ping: 2, told: told68}}}
)

// fit returns the number of rows in a command and their length. ok is false if the table does not fit.
func (t *scoreTable) fit(a []string) (n, stride int, ok bool) {
	if len(a) <= max(t.count, t.red, t.blue) || len(a) < t.rows {
		return 0, 0, false
	}
	if t.rows == 0 {
		return 0, 0, true
	}
	words := len(a) - t.rows
	if n = atoi(a[t.count]); n < 0 || n > quake3.MaxClients {
		return 0, 0, false
	}
	if n == 0 {
		return 0, 0, true
	}
	if stride = t.stride; stride == 0 {
		stride = words / n
	}
	return n, stride, n*stride == words && stride > max(t.score, t.ping+1, t.deaths)
}

// readTable reads a score table. It reports false for any other command.
func (c *commands) readTable(l *level, a []string, o *track.Observations) (known bool) {
	tables, known := l.mod.tables[a[0]]
	for i := range tables {
		t := &tables[i]
		n, stride, ok := t.fit(a)
		if !ok {
			continue
		}
		if t.red > 0 && l.mode.kind.teams() {
			o.Tell(track.TeamsScored{Red: scoreOf(a[t.red]), Blue: scoreOf(a[t.blue])})
		}
		if t.teams != nil {
			t.teams.tell(a, o)
		}
		if n > 0 {
			o.Tell(track.TableTold{Score: t.score > 0, Deaths: t.deaths > 0})
		}
		c.listed = c.listed[:0]
		for at := t.rows; n > 0; n-- {
			c.listed = append(c.listed, atoi(a[at]))
			t.tellRow(l, a[at:at+stride], o)
			at += stride
		}
		break
	}
	return known
}

// scoreOf returns a score in a command, or sim.Unknown for a side that forfeited, which keeps its previous score.
func scoreOf(s string) int16 {
	if n := scoreNumber(s); n > forfeited {
		return n
	}
	return sim.Unknown
}

// tellRow reports the numbers in a player's row.
func (t *scoreTable) tellRow(l *level, row []string, o *track.Observations) {
	slot := atoi(row[0])
	// A spectator's row has the score of the player that he follows.
	told := track.PlayerScored{Slot: sim.SlotAt(slot), Frags: sim.Unknown, Deaths: sim.Unknown, Ping: sim.Unknown}
	if t.score > 0 {
		told.Frags = scoreOf(row[t.score])
	}
	if t.deaths > 0 {
		told.Deaths = scoreNumber(row[t.deaths])
	}
	switch {
	case t.ping > 0:
		told.Ping = scoreNumber(row[t.ping])
		told.Minutes, told.HasMinutes = scoreNumber(row[t.ping+1]), true
	case l.mod.config.match >= 0:
		if ping, ok := packedPing(row); ok {
			told.Ping = ping
		}
	}
	o.Tell(told)
	tellRow(slot, &t.told, row, o)
}

// packedPing returns the ping in a row of CPMA's xscores: the third and fourth of some letters are digits in base
// 32, with a for 0 and A for 26.
func packedPing(row []string) (ping int16, ok bool) {
	if len(row) < 3 || len(row[2]) < 4 {
		return 0, false
	}
	for _, c := range []byte(row[2][2:4]) {
		switch {
		case c >= 'a' && c <= 'z':
			ping = ping*32 + int16(c-'a')
		case c >= 'A' && c <= 'F':
			ping = ping*32 + 26 + int16(c-'A')
		default:
			return 0, false
		}
	}
	return ping, true
}

// tellLeaders reads CPMA's dmscores: the slots of the players in first and second place.
func tellLeaders(a []string, o *track.Observations) {
	if len(a) < 3 {
		return
	}
	slot := func(s string) sim.Slot {
		if n, ok := number(s); ok && n >= 0 && n < quake3.MaxClients {
			return sim.SlotAt(n)
		}
		return sim.Slot{}
	}
	o.Tell(track.LeadersTold{First: slot(a[1]), Second: slot(a[2])})
}

// tellPlayer reads CPMA's mstats and xstats2: slot, set of weapons, six words for each of them, eight about damage
// and pickups, some about powerups, a word of letters, then score, kills, deaths by others and suicides.
func tellPlayer(a []string, o *track.Observations) {
	if len(a) < 3 {
		return
	}
	at := 3 + 8
	for set := atoi(a[2]) >> 1 & 0x1ff; set > 0; set >>= 1 {
		at += set & 1 * 6
	}
	for at < len(a) && (len(a[at]) < 4 || a[at][0] < 'A') {
		at++
	}
	tellCPMA(a, at, o)
	if at+4 < len(a) {
		o.Tell(track.PlayerScored{Slot: sim.SlotAt(atoi(a[1])), Frags: scoreNumber(a[at+1]),
			Deaths: scoreNumber(a[at+3]) + scoreNumber(a[at+4]),
			Ping:   sim.Unknown, Watching: true})
	}
}
