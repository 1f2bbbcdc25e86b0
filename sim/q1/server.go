package q1

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/formats/wire"
	"fragscope/sim"
	"fragscope/sim/track"
)

// server holds a QuakeWorld server's information about itself and its clients, as keys and values.
type server struct {
	info    map[string]string
	clients [quakeworld.MaxPlayers]client
	teams   []namedTeam // in the order of their first players
}

// namedTeam is a team that a client was in.
type namedTeam struct {
	name   string // in lower case
	bottom int    // the trouser colour of its first player
	team   sim.Team
}

// client holds a client's information about himself.
type client struct {
	info   map[string]string
	userID int32
	chats  bool
}

func newServer() server { return server{info: map[string]string{}} }

// readUserInfo reads all information of a client about himself. It reports whether the slot belonged to another client
// before, or is now empty.
func readUserInfo(l *level, m *quakeworld.UpdateUserInfo, o *track.Observations) (other bool) {
	n := int(m.Player)
	c := &l.server.clients[n]
	if other = len(m.Info) == 0 || c.info != nil && c.userID != 0 && m.UserID != c.userID; other {
		if slot := sim.SlotAt(n); l.seat(slot).known {
			l.leave(slot, false, o)
		}
		*c = client{}
	}
	if len(m.Info) > 0 {
		c.userID, c.info = m.UserID, parseInfo(m.Info)
		readProfile(l, n, o)
	}
	return other
}

// readSetInfo reads a change of a client's info.
func readSetInfo(l *level, m *quakeworld.SetInfo, o *track.Observations) {
	if n := int(m.Player); n < quakeworld.MaxPlayers && l.server.clients[n].info != nil {
		l.server.clients[n].info[strings.ToLower(string(m.Key))] = string(m.Value)
		readProfile(l, n, o)
	}
}

// fortressClasses maps the skins that Team Fortress makes its clients wear (TF2003's tfort.c) to classes. A spy can
// wear the skin of another class.
var fortressClasses = map[string]string{
	"tf_scout": "Scout", "tf_snipe": "Sniper", "tf_sold": "Soldier", "tf_demo": "Demolitions Man",
	"tf_medic": "Combat Medic", "tf_hwguy": "Heavy Weapons Guy", "tf_pyro": "Pyro", "tf_spy": "Spy",
	"tf_eng": "Engineer",
}

// readProfile reports a player with his information about himself.
func readProfile(l *level, n int, o *track.Observations) {
	c, slot := &l.server.clients[n], sim.SlotAt(n)
	if c.info == nil {
		return
	}
	c.chats = c.info["chat"] != "" && c.info["chat"] != "0"
	raw := []byte(c.info["name"])
	top, _ := strconv.Atoi(c.info["topcolor"])
	bottom, _ := strconv.Atoi(c.info["bottomcolor"])
	p := sim.Profile{Slot: slot, Name: decodeText(raw), Model: c.info["skin"],
		Class: fortressClasses[strings.ToLower(c.info["skin"])], HasColors: true,
		Colors: [2]sim.RGB{shade(top), shade(bottom)}, Bot: c.info["*bot"] != ""}
	if login := c.info["*auth"]; login != "" {
		p.Account = "auth:" + login
	}
	team := plainText([]byte(c.info["team"]))
	switch {
	case c.info["*spectator"] != "" && c.info["*spectator"] != "0":
		p.Team = sim.TeamSpectator
	case l.server.teamplay() && team != "":
		if l.server.addTeam(team, bottom) {
			l.server.shareColors()
			recolor(l, slot, o)
		}
		p.Team, p.TeamName = l.server.teamByName(team), team
	default:
		p.Clan = team
	}
	if sum := len(l.server.teams) >= 2; sum != l.rules.SumTeams {
		l.rules.SumTeams = sum
		o.Tell(track.RulesTold{Rules: l.rules})
	}
	l.call(track.PlayerCalled{Profile: p, Name: plainText(raw)}, o)
	if slot == l.recorder {
		h := l.header
		h.Recorder = p.Name.Plain
		l.setHeader(h, o)
	}
}

// teamplay reports whether teams count.
func (s *server) teamplay() bool {
	n, _ := strconv.Atoi(s.info["teamplay"])
	return n > 0
}

// The trouser colours of the red, blue and green teams.
var trousers = map[int]sim.Team{3: sim.TeamGreen, 4: sim.TeamRed, 13: sim.TeamBlue}

// teamsMost limits the teams that a server's clients may name.
const teamsMost = 256

// teamByName returns the team with a name.
func (s *server) teamByName(name string) sim.Team {
	name = strings.ToLower(name)
	for i := range s.teams {
		if s.teams[i].name == name {
			return s.teams[i].team
		}
	}
	return sim.TeamGreen
}

// addTeam adds a team, named for the first time by a player with that trouser colour. It reports whether it is new.
func (s *server) addTeam(name string, bottom int) bool {
	name = strings.ToLower(name)
	if len(s.teams) >= teamsMost || slices.ContainsFunc(s.teams, func(t namedTeam) bool { return t.name == name }) {
		return false
	}
	s.teams = append(s.teams, namedTeam{name: name, bottom: bottom})
	return true
}

// shareColors assigns red, blue and green to the teams that have players: first to those of that name, then to those
// whose first player wore such trousers, then to those that had one before, then in order. Any others are green.
func (s *server) shareColors() {
	claims := []func(t *namedTeam) sim.Team{
		func(t *namedTeam) sim.Team {
			return map[string]sim.Team{"red": sim.TeamRed, "blue": sim.TeamBlue}[t.name]
		},
		func(t *namedTeam) sim.Team { return trousers[t.bottom] },
		func(t *namedTeam) sim.Team { return t.team },
		func(*namedTeam) sim.Team { return sim.TeamRed },
		func(*namedTeam) sim.Team { return sim.TeamBlue },
		func(*namedTeam) sim.Team { return sim.TeamGreen },
	}
	var used [sim.TeamCount]bool
	shared := map[int]bool{} // by index
	for _, claim := range claims {
		for i := range s.teams {
			t := &s.teams[i]
			if c := claim(t); c != sim.TeamFree && !used[c] && !shared[i] && s.hasTeam(t.name) {
				t.team, used[c], shared[i] = c, true, true
			}
		}
	}
	for i := range s.teams {
		if s.teams[i].team == sim.TeamFree {
			s.teams[i].team = sim.TeamGreen
		}
	}
}

// recolor reports the players whose team has another colour since a further team came, other than the one in slot.
func recolor(l *level, slot sim.Slot, o *track.Observations) {
	for i := range l.seats {
		s, at := &l.seats[i], sim.SlotAt(i)
		if !s.known || at == slot || s.profile.TeamName == "" || s.profile.Team == sim.TeamSpectator {
			continue
		}
		if t := l.server.teamByName(s.profile.TeamName); t != s.profile.Team {
			p := s.profile
			p.Team = t
			l.call(track.PlayerCalled{Profile: p, Name: s.name, Quiet: true}, o)
		}
	}
}

// hasTeam reports whether a player is in the team with that name.
func (s *server) hasTeam(name string) bool {
	for i := range s.clients {
		c := &s.clients[i]
		if strings.EqualFold(plainText([]byte(c.info["team"])), name) && c.info["*spectator"] == "" {
			return true
		}
	}
	return false
}

// stuffed maps the beginnings of commands for the client that contain information about the game. All others are shown
// as they are.
var stuffed = map[string]func(r *lines, l *level, rest string, o *track.Observations){
	"fullserverinfo": func(r *lines, l *level, rest string, o *track.Observations) {
		teams := l.server.teamplay()
		l.server.info = parseInfo([]byte(strings.Trim(rest, `" `)))
		readServerInfo(r, l, teams, o)
	},
	"//ktx": func(_ *lines, _ *level, rest string, o *track.Observations) { readKTX(strings.Fields(rest), o) },
}

// tellClip reports that a command for the client marks a clip.
func tellClip(text []byte, o *track.Observations) {
	if bytes.HasPrefix(text, []byte(wire.ClipMark)) {
		o.Tell(track.ClipBegins{})
	}
}

// readStuffed reads a command for the client. It reports false if the command contains no information about the game.
func (r *lines) readStuffed(l *level, line string, o *track.Observations) bool {
	command, rest, ok := strings.Cut(line, " ")
	read := stuffed[command]
	if !ok || read == nil {
		return false
	}
	read(r, l, rest, o)
	return true
}

// ktxCommands are KTX's commands about items and the match, by their first word; -1 stands for a number that is
// missing.
var ktxCommands = map[string]func(number func(int) int) track.Told{
	"took": func(number func(int) int) track.Told {
		if e, wait, p := number(1), number(2), number(3); e > 0 && wait >= 0 && p > 0 {
			return track.ServerTook{Entity: e, Slot: sim.SlotAt(p - 1), Respawn: time.Duration(wait) * time.Second}
		}
		return nil
	},
	"bp": func(number func(int) int) track.Told { // a backpack with a weapon was taken (KTX's items.c, BackpackTouch)
		if e, p := number(1), number(2); e > 0 && p > 0 {
			return track.ServerTookPack{Entity: e, Slot: sim.SlotAt(p - 1)}
		}
		return nil
	},
	"expire": func(number func(int) int) track.Told { // KTX's g_spawn.c, SUB_Remove
		if e := number(1); e > 0 {
			return track.ServerTookPack{Entity: e}
		}
		return nil
	},
	"timer": func(number func(int) int) track.Told {
		if e, wait := number(1), number(2); e > 0 && wait > 0 {
			return track.ServerTimer{Entity: e, After: time.Duration(wait) * time.Second}
		}
		return nil
	},
	"matchstart": func(func(int) int) track.Told { return track.MatchStarts{} },
}

// readKTX reads a KTX command.
func readKTX(args []string, o *track.Observations) {
	if len(args) == 0 || ktxCommands[args[0]] == nil {
		return
	}
	told := ktxCommands[args[0]](func(i int) int {
		if i >= len(args) {
			return -1
		}
		n, err := strconv.Atoi(args[i])
		if err != nil || n < 0 || n > 1<<15 {
			return -1
		}
		return n
	})
	if told != nil {
		o.Tell(told)
	}
}

// cooperative is the only game type in which players fight monsters.
const cooperative = "Cooperative"

// modes maps names of modes, from KTX and others.
var modes = map[string]string{
	"1on1": "Duel", "2on2": "2 on 2", "3on3": "3 on 3", "4on4": "4 on 4", "10on10": "10 on 10", "ffa": "Free For All",
	"ctf": "Capture the Flag", "hoonymode": "Hoonymode", "wipeout": "Wipeout", "ca": "Clan Arena", "ra": "Rocket Arena",
	"race": "Race", "midair": "Midair", "instagib": "Instagib", "lgc": "LG Coach", "coop": cooperative,
	"xonx": "X on X", "2on2on2": "2 on 2 on 2", "3on3on3": "3 on 3 on 3", "4on4on4": "4 on 4 on 4",
	"blitz2v2": "Blitz 2 on 2", "blitz4v4": "Blitz 4 on 4",
	"tot": "Tribe of Tjernobyl",
}

// readServerInfo reads the server's info. teamsBefore is set if teams counted before.
func readServerInfo(r *lines, l *level, teamsBefore bool, o *track.Observations) {
	v := l.server.info
	limit, _ := strconv.Atoi(v["timelimit"])
	limit = min(max(limit, 0), 1<<16)
	frags, _ := strconv.Atoi(v["fraglimit"])
	deathmatch, err := strconv.Atoi(v["deathmatch"])
	if err == nil {
		l.setDeathmatch(min(max(deathmatch, 0), 100), o)
	}
	limits := track.LevelLimits{GameType: l.server.gameType(deathmatch), Contest: sim.Versus,
		Teams:     l.server.teamplay(),
		TimeLimit: time.Duration(limit) * time.Minute, FragLimit: frags}
	if limits.GameType == cooperative {
		limits.Contest = sim.Story
	}
	o.Tell(limits)
	if limits.Teams != teamsBefore {
		for i := range l.server.clients {
			readProfile(l, i, o)
		}
	}
	l.setHeader(l.server.header(l.header), o)
	// mvdsv records here when a recording starts (sv_demo.c). A client's demo may have the time of an earlier
	// recording.
	if date := sim.UnixDate(v["epoch"]); l.multi && date != "" {
		o.Tell(track.DateTold{Date: date})
	}
	if status, ok := v["status"]; ok {
		r.readStatus(status, limits.TimeLimit, o)
	}
}

// gameType returns the game type.
func (s *server) gameType(deathmatch int) string {
	mode, _, _ := strings.Cut(strings.ToLower(s.info["mode"]), "-") // "wipeout-wo-df" includes its settings
	if kind, ok := modes[mode]; ok {
		return kind
	}
	switch {
	case s.info["mode"] != "":
		return plainText([]byte(s.info["mode"]))
	case s.teamplay():
		return "Team Deathmatch"
	case deathmatch > 0 && s.info["maxclients"] == "2":
		return "Duel"
	case deathmatch > 0:
		return "Deathmatch"
	case s.info["coop"] != "" && s.info["coop"] != "0":
		return cooperative
	}
	return ""
}

// header returns the header with the information in the server's info about the server and the mod.
func (s *server) header(h sim.Header) sim.Header {
	name := h.ModName
	for _, m := range modNames {
		if strings.HasPrefix(strings.ToLower(h.Mod), m.folder) {
			name = m.name
		}
	}
	for _, key := range []string{"xmod", "ktxver"} {
		if v := s.info[key]; v != "" {
			name = "KTX " + v
		}
	}
	h.ModName = plainText([]byte(name))
	h.Server = strings.TrimSpace(plainText([]byte(s.info["hostname"])))
	pass, _ := strconv.Atoi(s.info["needpass"])
	h.Locked = pass&1 != 0 // mvdsv sv_main.c, SV_CheckVars: 1 for players, 2 for spectators
	return h
}

// modNames maps the beginnings of folder names to mods.
var modNames = []struct{ folder, name string }{
	{"k-teams", "Kombat Teams"}, {"fortress", "Team Fortress"}, {"arena", "Rocket Arena"}, {"ctf", "Capture the Flag"},
}

// readDate reads a date from a line. KTX prints it when a match begins (src/match.c, StartMatch), and before 2008
// to everyone who joins.
func readDate(line string, o *track.Observations) {
	date := ""
	if text, ok := strings.CutPrefix(line, "matchdate: "); ok {
		n := min(len(text), len(time.DateTime))
		if date = sim.ParseDate(time.DateTime, text[:n]); date != "" {
			date += text[n:] // the time zone
		}
	} else if text, ok := strings.CutPrefix(line, "Date: "); ok {
		date = sim.ParseDate("Mon Jan 2, 15:04:05 2006", text)
	}
	if date != "" {
		o.Tell(track.DateTold{Date: date})
	}
}

// readResultsDate reads the date from the first part of KTX's match results; it is the date of the match's end
// (src/stats_json.c, json_match_header).
func readResultsDate(part []byte, o *track.Observations) {
	_, rest, ok := bytes.Cut(part, []byte(`"date":`))
	quoted := bytes.SplitN(rest, []byte(`"`), 3)
	if !ok || len(quoted) < 3 || len(bytes.TrimSpace(quoted[0])) > 0 {
		return
	}
	text, zone := string(quoted[1]), ""
	if n := len(time.DateTime); len(text) > n {
		text, zone = text[:n], text[n:]
	}
	if date := sim.ParseDate(time.DateTime, text); date != "" && len(zone) < 10 {
		o.Tell(track.DateTold{Date: date + zone})
	}
}

// set changes a key of the server's info.
func (s *server) set(m *quakeworld.ServerInfo) {
	s.info[strings.ToLower(string(m.Key))] = string(m.Value)
}
