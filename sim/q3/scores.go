package q3

import (
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// scores are the scores that configstrings and tables tell.
type scores struct {
	*game
	match   *match
	roster  *roster
	places  [2]int16    // scores of the first and second player, without teams
	leaders [2]sim.Slot // their slots, where the game tells
	// table is what the last table of scores told, and with which snapshot it
	// came: it knows of the deaths of that moment.
	table struct {
		at            uint32
		score, deaths bool
	}
	listed []int // the slots of its rows
}

// Numbers that stand in a score's place: from forfeited downwards there is none.
const (
	noScore   = -9999 // the player is not there
	forfeited = -999  // of Quake Live: he gave up, or his team did
)

func (s *scores) reset() {
	s.leaders = [2]sim.Slot{}
	s.scoreStrings()
}

// scoreStrings reads the scores of the teams, or of the first two players.
func (s *scores) scoreStrings() {
	cs := &s.state.Configstrings
	first, second := cs[configScores], cs[configScores+1]
	if s.mod.config.match >= 0 {
		if v := info(cs[s.mod.config.match]); v["sb"] != "" {
			second, first = v["sb"], v["sr"]
		}
	}
	s.setScores(first, second)
}

// setScores takes the scores of red and blue, or of the first and second player.
func (s *scores) setScores(first, second string) {
	teams := s.mode.kind.teams() && !s.mode.single
	s.places = [2]int16{sim.Unknown, sim.Unknown}
	for i, text := range []string{first, second} {
		n, ok := number(text)
		if !ok || n <= forfeited || n >= 1<<15 {
			continue
		}
		if teams {
			s.t.Frame().TeamScore[sim.TeamRed+sim.Team(i)] = int16(n)
		} else {
			s.places[i] = int16(n)
		}
	}
	if teams || !s.mod.tells.leadersByName {
		return
	}
	for i, score := range s.places {
		name := s.mod.coloring.text(s.state.Configstrings[configPlaces+i]).Plain
		if r := s.row(s.find(name)); r != nil && score != sim.Unknown {
			r.Frags = score
		}
	}
}

// giveOpponentScore gives the opponent his score: of the first and second score it is
// the one that is not the view's.
func (s *scores) giveOpponentScore() {
	if s.leaders[0].Valid() && !s.mode.kind.teams() {
		// CPMA calls them blue and red.
		for i, slot := range s.leaders {
			score := s.places[1-i]
			if view := s.look(s.scored); view != nil && view.Frags == score && s.places[i] != sim.Unknown {
				score = s.places[i] // who leads is told after the scores, which is which tells the view's own
			}
			if r := s.players.Look(slot); r != nil && slot.Index() != s.scored && score != sim.Unknown {
				s.setFrags(r, score)
			}
		}
		return
	}
	if s.mode.kind != modeDuel || s.places[0] == sim.Unknown || s.places[1] == sim.Unknown {
		return
	}
	view := s.look(s.pov)
	var other *recording.FramePlayer
	for i := range s.players.Rows() {
		r := &s.players.Rows()[i]
		if r.Profile.Team == sim.TeamSpectator || r == view {
			continue
		}
		if other != nil {
			return
		}
		other = r
	}
	if other == nil || view == nil || view.Profile.Team == sim.TeamSpectator {
		return
	}
	switch view.Frags {
	case s.places[0]:
		s.setFrags(other, s.places[1])
	case s.places[1]:
		s.setFrags(other, s.places[0])
	}
}

// setFrags gives a player a score, which most often is the one that he has.
func (s *scores) setFrags(r *recording.FramePlayer, score int16) {
	if r.Frags != score {
		s.players.Row(r.Slot).Frags = score
	}
}

// countDeath keeps the scores between the tables that the server sends.
func (s *scores) countDeath(victim, attacker int) {
	if s.match.phase == sim.PhaseWarmup || s.match.phase == sim.PhaseCountdown {
		return
	}
	v := s.row(victim)
	if v == nil {
		return
	}
	now := s.table.at == s.t.Snapshot() // a table told of this death before
	side := v.Profile.Team
	if p := s.roster.profileAtDeath(victim); p != nil {
		side = p.Team
	}
	if v.Deaths != sim.Unknown && victim != s.scored && !(now && s.table.deaths) {
		v.Deaths++
	}
	if now && s.table.score {
		return
	}
	switch {
	case attacker < 0 || attacker == victim:
		if v.Frags != sim.Unknown && victim != s.scored {
			v.Frags--
		}
	default:
		a := s.row(attacker)
		if a == nil || a.Frags == sim.Unknown || attacker == s.scored {
			return
		}
		if s.mode.kind.teams() && a.Profile.Team == side {
			a.Frags--
		} else {
			a.Frags++
		}
	}
}

// scoreNumber is a number of a command as the recording keeps it.
func scoreNumber(s string) int16 { return int16(min(max(atoi(s), -9999), 1<<15-1)) }

// scoreTable is how a server command sends a table of scores: some words, of
// which the first is the command, then a row of words for each player, of which
// the first is his slot.
type scoreTable struct {
	count     int // word that counts the rows; 0: they go on to the end
	red, blue int // words with the scores of the teams; 0: not told
	rows      int // first word of the first row; 0: there are none
	stride    int // words of a row; 0: as many as there are for each
	// Places in a row; 0: not told.
	score, ping, deaths int
	told                toldPlaces
}

// scoreTables are the commands that a game knows. Of the versions of a command
// the first counts whose rows end where the command ends.
type scoreTables map[string][]scoreTable

var (
	// tables68 are those of Quake III; the rows grew from 6 to 14 words.
	tables68 = scoreTables{"scores": {{count: 1, red: 2, blue: 3, rows: 4, score: 1, ping: 2, told: toldPlaces{accuracy: 6}}}}
	// tablesOpenArena have the start of the round behind the scores of the teams.
	tablesOpenArena = scoreTables{"scores": {{count: 1, red: 2, blue: 3, rows: 5, stride: 15, score: 1, ping: 2, told: toldPlaces{accuracy: 6}}, tables68["scores"][0]}}
	// tablesCPMA have CPMA's own, whose ping is packed (see [packedPing]).
	tablesCPMA = scoreTables{"scores": tables68["scores"], "xscores": {{count: 1, rows: 2, score: 1}}}
	// tables90 are those of Quake Live to protocol 90. The rows of the team games have
	// slot, team, subscription, score, ping, time, kills and deaths in front; early
	// ones had no scores of the teams, or no subscription.
	tables90 = scoreTables{
		"scores": {{count: 1, red: 2, blue: 3, rows: 4, stride: 18, score: 1, ping: 2, deaths: 16, told: toldPlaces{accuracy: 6, kills: 15}},
			{count: 1, red: 2, blue: 3, rows: 4, score: 1, ping: 2}},
		"scores_ffa":  tableFFA,
		"scores_duel": tableDuel,
		"scores_race": tableRace,
		"scores_tdm": {{count: 29, red: 30, blue: 31, rows: 32, stride: 16, score: 3, ping: 4, deaths: 7, told: toldTDM90},
			{count: 29, rows: 30, stride: 16, score: 3, ping: 4, deaths: 7, told: toldTDM90}},
		"scores_ctf": {{count: 35, red: 36, blue: 37, rows: 38, stride: 19, score: 3, ping: 4, deaths: 7, told: toldCTF90},
			{count: 35, rows: 36, stride: 19, score: 3, ping: 4, deaths: 7, told: toldCTF90}},
		"scores_ft": {{count: 29, red: 30, blue: 31, rows: 32, stride: 18, score: 3, ping: 4, deaths: 7, told: toldFT90},
			{count: 29, rows: 30, stride: 18, score: 3, ping: 4, deaths: 7, told: toldFT90}},
		"scores_ca": tableCA,
		"scores_rr": {{count: 1, red: 2, blue: 3, rows: 4, stride: 19, score: 1, ping: 3, deaths: 6, told: toldPlaces{kills: 5, accuracy: 8}}},
		"rrscores":  {{count: 1, red: 2, blue: 3, rows: 4, stride: 19, score: 1, ping: 3, deaths: 17, told: toldPlaces{kills: 16, accuracy: 7}}},
		"smscores":  tableSmall,
		"adscores":  tableAD,
		"scores_ad": tableAD,
	}
	// tables91 are those of protocol 91, which lost the subscription.
	tables91 = scoreTables{
		"scores":      tables90["scores"],
		"scores_ffa":  tableFFA,
		"scores_duel": tableDuel,
		"scores_race": tableRace,
		"scores_tdm":  {{count: 29, red: 30, blue: 31, rows: 32, stride: 15, score: 2, ping: 3, deaths: 6, told: toldPlaces{kills: 5, accuracy: 7, teamKills: 12, given: 14}}},
		"scores_ctf":  {{count: 35, red: 36, blue: 37, rows: 38, stride: 17, score: 2, ping: 3, deaths: 6, told: toldPlaces{kills: 5, accuracy: 7}}},
		"scores_ft":   {{count: 29, red: 30, blue: 31, rows: 32, stride: 17, score: 2, ping: 3, deaths: 6, told: toldPlaces{kills: 5, accuracy: 7, teamKills: 13, given: 15}}},
		"scores_ca":   tableCA,
		"scores_rr":   {{count: 1, red: 2, blue: 3, rows: 4, stride: 18, score: 1, ping: 3, deaths: 6, told: toldPlaces{kills: 5, accuracy: 7}}},
		"smscores":    tableSmall,
		"scores_ad":   tableAD,
	}
	toldTDM90 = toldPlaces{kills: 6, accuracy: 8, teamKills: 13, given: 15}
	toldCTF90 = toldPlaces{kills: 6, accuracy: 9}
	toldFT90  = toldPlaces{kills: 6, accuracy: 8, teamKills: 14, given: 16}
	tableFFA  = []scoreTable{{count: 1, red: 2, blue: 3, rows: 4, stride: 18, score: 1, ping: 2, deaths: 14}}
	tableDuel = []scoreTable{{count: 1, rows: 2, stride: 91, score: 1, ping: 2, deaths: 5,
		told: toldPlaces{kills: 4, accuracy: 6, given: 8, items: 13, stride: 2, itemCount: 4, weapons: 21}}}
	tableRace = []scoreTable{{count: 1, rows: 2, stride: 4, ping: 2}} // the score is a time
	tableCA   = []scoreTable{{count: 1, red: 2, blue: 3, rows: 4, stride: 17, score: 3, ping: 4, deaths: 7, told: toldPlaces{kills: 6, accuracy: 8, given: 11}},
		{count: 1, red: 2, blue: 3, rows: 4, stride: 16, score: 2, ping: 3, deaths: 6, told: toldPlaces{kills: 5, accuracy: 7, given: 10}}}
	tableSmall = []scoreTable{{count: 1, red: 2, blue: 3, rows: 4, stride: 8, score: 1, ping: 2, deaths: 7}}
	tableAD    = []scoreTable{{red: 21, blue: 22}} // what each round brought precedes
)

// fit is the number of rows and their length in a command of so many words;
// ok is false where the table does not fit it.
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
	return n, stride, n*stride == words && stride > max(t.score, t.ping, t.deaths)
}

// scoreCommand handles a table of scores; known is false for a command that
// is none.
func (s *scores) scoreCommand(a []string) (known bool) {
	tables, known := s.mod.tables[a[0]]
	for i := range tables {
		t := &tables[i]
		n, stride, ok := t.fit(a)
		if !ok {
			continue
		}
		if t.red > 0 && s.mode.kind.teams() {
			s.teamScores(scoreNumber(a[t.red]), scoreNumber(a[t.blue]))
		}
		if n > 0 {
			s.table.at, s.table.score, s.table.deaths = s.t.Snapshot()+1, t.score > 0, t.deaths > 0
		}
		s.listed = s.listed[:0]
		for at := t.rows; n > 0; n-- {
			s.listed = append(s.listed, atoi(a[at]))
			s.scoreRow(t, a[at:at+stride])
			at += stride
		}
		break
	}
	return known
}

// teamScores records the scores of red and blue; a side that gave up keeps
// what it had.
func (s *scores) teamScores(scores ...int16) {
	for i, n := range scores {
		if n > forfeited {
			s.t.Frame().TeamScore[sim.TeamRed+sim.Team(i)] = n
		}
	}
}

func (s *scores) scoreRow(t *scoreTable, row []string) {
	slot := atoi(row[0])
	r := s.row(slot)
	if r == nil {
		return
	}
	// What a spectator's row has is the score of the one whom he follows.
	plays := r.Profile.Team != sim.TeamSpectator
	if n := scoreNumber(row[t.score]); t.score > 0 && plays && n > forfeited {
		r.Frags = n
	}
	if t.deaths > 0 && plays {
		r.Deaths = scoreNumber(row[t.deaths])
	}
	s.tellRow(slot, &t.told, row)
	switch {
	case t.ping > 0:
		r.Ping = scoreNumber(row[t.ping])
	case s.mod.config.match >= 0:
		if ping, ok := packedPing(row); ok {
			r.Ping = ping
		}
	}
}

// packedPing is the ping in a row of CPMA's xscores: the third and fourth of
// some letters, each a digit of base 32 with a for 0 and A for 26.
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

// leaderCommand is CPMA's dmscores: the slots of the first and the second.
func (s *scores) leaderCommand(a []string) {
	if len(a) < 3 {
		return
	}
	for i := range s.leaders {
		s.leaders[i] = sim.Slot{}
		if n, ok := number(a[1+i]); ok && n >= 0 && n < quake3.MaxClients {
			s.leaders[i] = sim.SlotAt(n)
		}
	}
}

// playerStats is CPMA's mstats and xstats2: slot, set of weapons, six words for
// each of them, eight on damage and pickups, some on powerups, a word of
// letters, then score, kills, deaths by others and suicides.
func (s *scores) playerStats(a []string) {
	if len(a) < 3 {
		return
	}
	r := s.row(atoi(a[1]))
	at := 3 + 8
	for set := atoi(a[2]) >> 1 & 0x1ff; set > 0; set >>= 1 {
		at += set & 1 * 6
	}
	for at < len(a) && (len(a[at]) < 4 || a[at][0] < 'A') {
		at++
	}
	s.tellCPMA(a, at)
	if r != nil && at+4 < len(a) {
		r.Frags, r.Deaths = scoreNumber(a[at+1]), scoreNumber(a[at+3])+scoreNumber(a[at+4])
	}
}
