package qw

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// UpdateUserInfo is all that is known of a player.
func (s *simulator) UpdateUserInfo(m *quakeworld.UpdateUserInfo) {
	n := int(m.Player)
	if n >= quakeworld.MaxPlayers {
		return
	}
	c := &s.players[n]
	if len(m.Info) == 0 {
		if s.stage.Profile(n) != nil {
			s.stage.Event(sim.Event{Kind: sim.EventDisconnect, Slot: sim.SlotAt(n)})
			s.stage.SetProfile(n, nil, "")
		}
		*c = client{}
		return
	}
	if m.UserID != c.userID && c.info != nil && s.stage.Profile(n) != nil && c.userID != 0 {
		s.stage.Event(sim.Event{Kind: sim.EventDisconnect, Slot: sim.SlotAt(n)})
		s.stage.SetProfile(n, nil, "")
		*c = client{}
	}
	c.userID = m.UserID
	c.info = quake.Info(m.Info)
	s.profile(n)
}

// SetInfo changes what is known of a player.
func (s *simulator) SetInfo(m *quakeworld.SetInfo) {
	n := int(m.Player)
	if n >= quakeworld.MaxPlayers || s.players[n].info == nil {
		return
	}
	s.players[n].info[strings.ToLower(string(m.Key))] = string(m.Value)
	s.profile(n)
}

// profile hands the stage what is known of a player.
func (s *simulator) profile(slot int) {
	c := &s.players[slot]
	if c.info == nil {
		return
	}
	old := s.stage.Profile(slot)
	raw := []byte(c.info["name"])
	top, _ := strconv.Atoi(c.info["topcolor"])
	bottom, _ := strconv.Atoi(c.info["bottomcolor"])
	p := sim.Profile{Slot: sim.SlotAt(slot), Name: quake.Text(raw), Model: c.info["skin"], HasColors: true,
		Colors: [2]sim.RGB{quake.Shade(top), quake.Shade(bottom)}, Bot: c.info["*bot"] != ""}
	team := quake.Plain([]byte(c.info["team"]))
	switch {
	case c.info["*spectator"] != "" && c.info["*spectator"] != "0":
		p.Team = sim.TeamSpectator
	case s.teamplay() && team != "":
		p.Team, p.TeamName = s.team(team, bottom), team
	default:
		p.Clan = team
	}
	made := s.rec.Profile(p)
	s.stage.SetProfile(slot, made, quake.Plain(raw))
	s.changed(slot, old, made)
	if slot == s.recorder {
		h := s.rec.Header()
		h.Recorder = p.Name.Plain
		s.rec.SetHeader(h)
	}
}

// changed tells of what became of a player.
func (s *simulator) changed(slot int, old, now *sim.Profile) {
	e := sim.Event{Slot: sim.SlotAt(slot)}
	switch {
	case old == nil:
		e.Kind = sim.EventConnect
		s.stage.Event(e)
		return
	case old == now:
		return
	}
	if old.Name.Plain != now.Name.Plain {
		e.Kind, e.Text = sim.EventNameChange, old.Name
		s.stage.Event(e)
	}
	if old.Team != now.Team || old.TeamName != now.TeamName {
		e.Kind, e.Text, e.Team = sim.EventTeamChange, sim.Text{}, now.Team
		s.stage.Event(e)
	}
}

// teamplay tells whether teams count.
func (s *simulator) teamplay() bool {
	n, _ := strconv.Atoi(s.serverInfo["teamplay"])
	return n > 0
}

// The trousers that the teams of red, blue and green wear.
var trousers = map[int]sim.Team{3: sim.TeamGreen, 4: sim.TeamRed, 13: sim.TeamBlue}

// team is the side of a team by its name: red and blue are those, others that of the trousers of who came
// first, else what is free.
func (s *simulator) team(name string, bottom int) sim.Team {
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

// hasTeam tells whether a player is of the team of that name.
func (s *simulator) hasTeam(name string) bool {
	for i := range s.players {
		c := &s.players[i]
		if strings.EqualFold(quake.Plain([]byte(c.info["team"])), name) && c.info["*spectator"] == "" {
			return true
		}
	}
	return false
}

// ServerInfo changes the server's info.
func (s *simulator) ServerInfo(m *quakeworld.ServerInfo) {
	key := strings.ToLower(string(m.Key))
	before := s.teamplay()
	s.serverInfo[key] = string(m.Value)
	s.applyServerInfo(before)
}

// StuffText is a command for the client; some tell of the match.
func (s *simulator) StuffText(m *quakeworld.StuffText) {
	for _, line := range bytes.Split(m.Text, []byte("\n")) {
		text := string(line)
		if info, ok := strings.CutPrefix(text, "fullserverinfo "); ok {
			before := s.teamplay()
			s.serverInfo = quake.Info([]byte(strings.Trim(info, `" `)))
			s.applyServerInfo(before)
		} else if args, ok := strings.CutPrefix(text, "//ktx "); ok {
			s.ktx(strings.Fields(args))
		}
	}
}

// ktx reads what KTX tells of items and of the match.
func (s *simulator) ktx(args []string) {
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
			s.stage.Told(e, p-1, time.Duration(wait)*time.Second)
		}
	case "timer":
		if e, wait := number(1), number(2); e > 0 && wait > 0 {
			s.stage.Timer(e, time.Duration(wait)*time.Second)
		}
	case "matchstart":
		s.stage.Match()
	}
}

// modes are KTX's and others' names of modes.
var modes = map[string]string{
	"1on1": "Duel", "2on2": "2 on 2", "3on3": "3 on 3", "4on4": "4 on 4", "10on10": "10 on 10", "ffa": "Free For All", "ctf": "Capture the Flag",
	"hoonymode": "Hoonymode", "wipeout": "Wipeout", "ca": "Clan Arena", "ra": "Rocket Arena", "race": "Race", "midair": "Midair",
	"instagib": "Instagib", "lgc": "LG Coach", "coop": "Cooperative", "xonx": "X on X", "2on2on2": "2 on 2 on 2", "3on3on3": "3 on 3 on 3",
	"4on4on4": "4 on 4 on 4", "blitz2v2": "Blitz 2 on 2", "blitz4v4": "Blitz 4 on 4", "tot": "Tribe of Tjernobyl",
}

// applyServerInfo takes over what the server's info says.
func (s *simulator) applyServerInfo(teamsBefore bool) {
	v := s.serverInfo
	limit, _ := strconv.Atoi(v["timelimit"])
	limit = min(max(limit, 0), 1<<16)
	frags, _ := strconv.Atoi(v["fraglimit"])
	deathmatch, err := strconv.Atoi(v["deathmatch"])
	if err == nil {
		s.stage.Deathmatch = min(max(deathmatch, 0), 100)
	}
	mode, _, _ := strings.Cut(strings.ToLower(v["mode"]), "-") // "wipeout-wo-df": with its settings
	kind, ok := modes[mode]
	switch {
	case ok:
	case v["mode"] != "":
		kind = quake.Plain([]byte(v["mode"]))
	case s.teamplay():
		kind = "Team Deathmatch"
	case deathmatch > 0 && v["maxclients"] == "2":
		kind = "Duel"
	case deathmatch > 0:
		kind = "Deathmatch"
	case v["coop"] != "" && v["coop"] != "0":
		kind = "Cooperative"
	}
	teams := s.teamplay()
	s.rec.EditLevel(func(l *sim.Level) {
		l.TimeLimit, l.FragLimit, l.GameType, l.Teams = time.Duration(limit)*time.Minute, frags, kind, teams
	})
	if teams != teamsBefore {
		for i := range s.players {
			s.profile(i)
		}
	}
	h := s.rec.Header()
	name := h.ModName
	switch {
	case v["ktxver"] != "":
		name = "KTX " + v["ktxver"]
	case v["xmod"] != "":
		name = "KTX " + v["xmod"]
	case strings.HasPrefix(strings.ToLower(h.Mod), "k-teams"):
		name = "Kombat Teams"
	case strings.HasPrefix(strings.ToLower(h.Mod), "fortress"):
		name = "Team Fortress"
	case strings.HasPrefix(strings.ToLower(h.Mod), "arena"):
		name = "Rocket Arena"
	case strings.HasPrefix(strings.ToLower(h.Mod), "ctf"):
		name = "Capture the Flag"
	}
	if name = quake.Plain([]byte(name)); name != h.ModName {
		h.ModName = name
		s.rec.SetHeader(h)
	}
	if status, ok := v["status"]; ok {
		s.stage.ReadStatus(status, time.Duration(limit)*time.Minute)
	}
}
