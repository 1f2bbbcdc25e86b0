package q1

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// updateUserInfo records all that is known of a player.
func (s *quakeWorld) updateUserInfo(m *quakeworld.UpdateUserInfo) {
	n := int(m.Player)
	if n >= quakeworld.MaxPlayers {
		return
	}
	c := &s.clients[n]
	if len(m.Info) == 0 || c.info != nil && c.userID != 0 && m.UserID != c.userID {
		s.disconnect(n)
	}
	if len(m.Info) > 0 {
		c.userID, c.info = m.UserID, parseInfo(m.Info)
		s.profile(n)
	}
}

// disconnect takes a player out of the game.
func (s *quakeWorld) disconnect(n int) {
	if slot := sim.SlotAt(n); s.players.Profile(slot) != nil {
		s.Event(sim.Event{Kind: sim.EventDisconnect, Slot: slot})
		s.setPlayer(slot, nil, "")
	}
	s.clients[n] = quakeWorldClient{}
	s.fresh &^= 1 << n
}

// setInfo changes what is known of a player.
func (s *quakeWorld) setInfo(m *quakeworld.SetInfo) {
	n := int(m.Player)
	if n >= quakeworld.MaxPlayers || s.clients[n].info == nil {
		return
	}
	s.clients[n].info[strings.ToLower(string(m.Key))] = string(m.Value)
	s.profile(n)
}

// fortressClasses are Team Fortress' classes by the skin that the game has each client take (TF2003's tfort.c). A spy can wear
// another's.
var fortressClasses = map[string]string{
	"tf_scout": "Scout", "tf_snipe": "Sniper", "tf_sold": "Soldier", "tf_demo": "Demolitions Man", "tf_medic": "Combat Medic",
	"tf_hwguy": "Heavy Weapons Guy", "tf_pyro": "Pyro", "tf_spy": "Spy", "tf_eng": "Engineer",
}

// profile hands the tracker what is known of a player.
func (s *quakeWorld) profile(n int) {
	c, slot := &s.clients[n], sim.SlotAt(n)
	if c.info == nil {
		return
	}
	c.chats = c.info["chat"] != "" && c.info["chat"] != "0"
	old := s.players.Profile(slot)
	raw := []byte(c.info["name"])
	top, _ := strconv.Atoi(c.info["topcolor"])
	bottom, _ := strconv.Atoi(c.info["bottomcolor"])
	p := sim.Profile{Slot: slot, Name: decodeText(raw), Model: c.info["skin"], Class: fortressClasses[strings.ToLower(c.info["skin"])], HasColors: true,
		Colors: [2]sim.RGB{shade(top), shade(bottom)}, Bot: c.info["*bot"] != ""}
	team := plainText([]byte(c.info["team"]))
	switch {
	case c.info["*spectator"] != "" && c.info["*spectator"] != "0":
		p.Team = sim.TeamSpectator
	case s.teamplay() && team != "":
		p.Team, p.TeamName = s.teamByName(team, bottom), team
	default:
		p.Clan = team
	}
	made := s.Recorder().Profile(p)
	s.setPlayer(slot, made, plainText(raw))
	s.changed(slot, old, made)
	if n == s.recorder {
		h := s.Recorder().Header()
		h.Recorder = p.Name.Plain
		s.Recorder().SetHeader(h)
	}
}

// changed records what became of a player.
func (s *quakeWorld) changed(slot sim.Slot, old, now *sim.Profile) {
	e := sim.Event{Slot: slot}
	switch {
	case old == nil:
		e.Kind = sim.EventConnect
		s.Event(e)
		return
	case old == now:
		return
	}
	if old.Name.Plain != now.Name.Plain {
		e.Kind, e.Text = sim.EventNameChange, sim.Renamed(old.Name, now.Name)
		s.Event(e)
	}
	if old.Team != now.Team || old.TeamName != now.TeamName {
		e.Kind, e.Text, e.Team = sim.EventTeamChange, sim.Text{}, now.Team
		s.Event(e)
	}
}

// teamplay reports whether teams count.
func (s *quakeWorld) teamplay() bool {
	n, _ := strconv.Atoi(s.serverInfo["teamplay"])
	return n > 0
}

// The trousers that the teams of red, blue and green wear.
var trousers = map[int]sim.Team{3: sim.TeamGreen, 4: sim.TeamRed, 13: sim.TeamBlue}

// teamByName is the team with a name: red and blue are those, others that of the
// trousers of who came first, else one that is free.
func (s *quakeWorld) teamByName(name string, bottom int) sim.Team {
	lower := strings.ToLower(name)
	if t, ok := s.teams[lower]; ok {
		return t
	}
	used := map[sim.Team]bool{}
	for _, t := range s.teams {
		used[t] = true
	}
	prefer := []sim.Team{sim.TeamRed, sim.TeamBlue, sim.TeamGreen}
	switch {
	case lower == "red":
	case lower == "blue":
		prefer = []sim.Team{sim.TeamBlue, sim.TeamRed, sim.TeamGreen}
	case s.hasTeam("red"):
		prefer = []sim.Team{sim.TeamBlue, sim.TeamGreen}
	case s.hasTeam("blue"):
		prefer = []sim.Team{sim.TeamRed, sim.TeamGreen}
	case trousers[bottom] != sim.TeamFree:
		prefer = append([]sim.Team{trousers[bottom]}, prefer...)
	}
	t := prefer[len(prefer)-1]
	for _, p := range prefer {
		if !used[p] {
			t = p
			break
		}
	}
	if len(s.teams) < 256 {
		s.teams[lower] = t
	}
	return t
}

// hasTeam reports whether a player is of the team of that name.
func (s *quakeWorld) hasTeam(name string) bool {
	for i := range s.clients {
		c := &s.clients[i]
		if strings.EqualFold(plainText([]byte(c.info["team"])), name) && c.info["*spectator"] == "" {
			return true
		}
	}
	return false
}

// setServerInfo changes the server's info.
func (s *quakeWorld) setServerInfo(m *quakeworld.ServerInfo) {
	key := strings.ToLower(string(m.Key))
	before := s.teamplay()
	s.serverInfo[key] = string(m.Value)
	s.applyServerInfo(before)
}

// stuffText reads commands for the client; some tell of the match.
func (s *quakeWorld) stuffText(m *quakeworld.StuffText) {
	for _, line := range bytes.Split(m.Text, []byte("\n")) {
		text := string(line)
		if info, ok := strings.CutPrefix(text, "fullserverinfo "); ok {
			before := s.teamplay()
			s.serverInfo = parseInfo([]byte(strings.Trim(info, `" `)))
			s.applyServerInfo(before)
		} else if args, ok := strings.CutPrefix(text, "//ktx "); ok {
			s.readKTX(strings.Fields(args))
		}
	}
}

// readKTX reads what KTX tells of items and of the match.
func (s *quakeWorld) readKTX(args []string) {
	number := func(i int) int {
		if i >= len(args) {
			return -1
		}
		n, err := strconv.Atoi(args[i])
		if err != nil || n < 0 || n > 1<<15 {
			return -1
		}
		return n
	}
	if len(args) == 0 {
		return
	}
	switch args[0] {
	case "took":
		if e, wait, p := number(1), number(2), number(3); e > 0 && wait >= 0 && p > 0 {
			s.items.ServerTook(e, sim.SlotAt(p-1), time.Duration(wait)*time.Second)
		}
	case "bp": // who took a backpack with a weapon (KTX's items.c, BackpackTouch)
		if e, p := number(1), number(2); e > 0 && p > 0 {
			s.items.ServerTookPack(e, sim.SlotAt(p-1))
		}
	case "expire": // KTX's g_spawn.c, SUB_Remove
		if e := number(1); e > 0 {
			s.items.ServerTookPack(e, sim.Slot{})
		}
	case "timer":
		if e, wait := number(1), number(2); e > 0 && wait > 0 {
			s.items.ServerTimer(e, time.Duration(wait)*time.Second)
		}
	case "matchstart":
		s.match.Start()
	}
}

// cooperative is the only game type of players against monsters.
const cooperative = "Cooperative"

// modes are KTX's and others' names of modes.
var modes = map[string]string{
	"1on1": "Duel", "2on2": "2 on 2", "3on3": "3 on 3", "4on4": "4 on 4", "10on10": "10 on 10", "ffa": "Free For All", "ctf": "Capture the Flag",
	"hoonymode": "Hoonymode", "wipeout": "Wipeout", "ca": "Clan Arena", "ra": "Rocket Arena", "race": "Race", "midair": "Midair",
	"instagib": "Instagib", "lgc": "LG Coach", "coop": cooperative, "xonx": "X on X", "2on2on2": "2 on 2 on 2", "3on3on3": "3 on 3 on 3",
	"4on4on4": "4 on 4 on 4", "blitz2v2": "Blitz 2 on 2", "blitz4v4": "Blitz 4 on 4", "tot": "Tribe of Tjernobyl",
}

// applyServerInfo records what the server's info says.
func (s *quakeWorld) applyServerInfo(teamsBefore bool) {
	v := s.serverInfo
	limit, _ := strconv.Atoi(v["timelimit"])
	limit = min(max(limit, 0), 1<<16)
	frags, _ := strconv.Atoi(v["fraglimit"])
	deathmatch, err := strconv.Atoi(v["deathmatch"])
	if err == nil {
		s.setDeathmatch(min(max(deathmatch, 0), 100))
	}
	mode, _, _ := strings.Cut(strings.ToLower(v["mode"]), "-") // "wipeout-wo-df": with its settings
	kind, ok := modes[mode]
	switch {
	case ok:
	case v["mode"] != "":
		kind = plainText([]byte(v["mode"]))
	case s.teamplay():
		kind = "Team Deathmatch"
	case deathmatch > 0 && v["maxclients"] == "2":
		kind = "Duel"
	case deathmatch > 0:
		kind = "Deathmatch"
	case v["coop"] != "" && v["coop"] != "0":
		kind = cooperative
	}
	contest := sim.Versus
	if kind == cooperative {
		contest = sim.Story
	}
	teams := s.teamplay()
	s.Recorder().EditLevel(func(l *sim.Level) {
		l.TimeLimit, l.FragLimit, l.GameType, l.Contest, l.Teams = time.Duration(limit)*time.Minute, frags, kind, contest, teams
	})
	if teams != teamsBefore {
		for i := range s.clients {
			s.profile(i)
		}
	}
	s.modName()
	s.serverHeader()
	if status, ok := v["status"]; ok {
		s.readStatus(status, time.Duration(limit)*time.Minute)
	}
}

// serverHeader records what the server's info tells of the server, and of the date: mvdsv puts the
// time there at which a recording begins (sv_demo.c). A client's demo may have that of
// an earlier recording.
func (s *quakeWorld) serverHeader() {
	h := s.Recorder().Header()
	before := h
	h.Server = strings.TrimSpace(plainText([]byte(s.serverInfo["hostname"])))
	pass, _ := strconv.Atoi(s.serverInfo["needpass"])
	h.Locked = pass&1 != 0 // mvdsv sv_main.c, SV_CheckVars: 1 for players, 2 for spectators
	if s.multi {
		h.SetDate(sim.UnixDate(s.serverInfo["epoch"]), s.Now())
	}
	if h != before {
		s.Recorder().SetHeader(h)
	}
}

// readDate records the date that a line tells, if there was none before: KTX prints it when a match
// begins (src/match.c, StartMatch), and before 2008 to everyone who comes.
func (s *quakeWorld) readDate(line string) {
	date := ""
	if text, ok := strings.CutPrefix(line, "matchdate: "); ok {
		n := min(len(text), len(time.DateTime))
		if date = sim.ParseDate(time.DateTime, text[:n]); date != "" {
			date += text[n:] // the time zone
		}
	} else if text, ok := strings.CutPrefix(line, "Date: "); ok {
		date = sim.ParseDate("Mon Jan 2, 15:04:05 2006", text)
	}
	if h := s.Recorder().Header(); date != "" && h.Date == "" {
		h.SetDate(date, s.Now())
		s.Recorder().SetHeader(h)
	}
}

// readResultsDate records the date in the first part of KTX's results of a match, which is that of its end
// (src/stats_json.c, json_match_header), if there was none before.
func (s *quakeWorld) readResultsDate(part []byte) {
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
		h := s.Recorder().Header()
		h.SetDate(date+zone, s.Now())
		s.Recorder().SetHeader(h)
	}
}

// modNames are how mods are called, by how the name of their folder begins.
var modNames = []struct{ folder, name string }{
	{"k-teams", "Kombat Teams"}, {"fortress", "Team Fortress"}, {"arena", "Rocket Arena"}, {"ctf", "Capture the Flag"},
}

// modName records the mod's name.
func (s *quakeWorld) modName() {
	h := s.Recorder().Header()
	name := h.ModName
	for _, m := range modNames {
		if strings.HasPrefix(strings.ToLower(h.Mod), m.folder) {
			name = m.name
		}
	}
	for _, key := range []string{"xmod", "ktxver"} {
		if v := s.serverInfo[key]; v != "" {
			name = "KTX " + v
		}
	}
	if name = plainText([]byte(name)); name != h.ModName {
		h.ModName = name
		s.Recorder().SetHeader(h)
	}
}
