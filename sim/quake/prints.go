package quake

import (
	"bytes"
	"strings"
	"time"

	"fragscope/formats/quaketext"
	"fragscope/sim"
)

// Line reads a line that all players were told, and records what it says: a
// death, a flag, the course of the match, or the line itself.
func (s *Stage) Line(raw []byte) {
	line := strings.TrimRight(quaketext.Plain(raw), "\n\r")
	if strings.TrimSpace(line) == "" {
		return
	}
	if s.Death(line, raw) || s.awardLine(line) || s.flagLine(line) || s.matchLine(line) {
		return
	}
	lower := strings.ToLower(line)
	if strings.HasSuffix(lower, " entered the game") || strings.Contains(lower, " left the game") {
		return // who comes and goes is an event of its own
	}
	if text := Print(raw); text.Plain != "" {
		s.Simple(sim.EventPrint, text)
	}
}

// Death reads an obituary; ok is false for other lines.
func (s *Stage) Death(line string, raw []byte) (ok bool) {
	d, ok := Obituary(line, s.names)
	if !ok {
		return false
	}
	if d.Victim < 0 {
		s.friends = append(s.friends, friend{d, Print(raw), s.Now})
		return true
	}
	s.obituary(d, Print(raw))
	return true
}

func (s *Stage) obituary(d Death, text sim.Text) {
	if d.Attacker == d.Victim {
		d.Attacker = -1
	}
	e := sim.Event{Kind: sim.EventObituary, Slot: sim.SlotAt(d.Victim), Attacker: sim.SlotAt(d.Attacker), Weapon: d.Weapon, Cause: d.Cause, Text: text}
	if r := s.Row(d.Victim); r != nil {
		p := &s.players[d.Victim]
		if h := &p.hit; e.Weapon == sim.WeaponNone && h.known && h.attacker == d.Attacker && s.Now-h.at < friendWait {
			e.Weapon = h.weapon
		}
		p.told = true
		if p.tolledAt != s.Now {
			p.tolled, p.tolledAt = 0, s.Now
		}
		p.tolled++
		if r.Life != sim.Absent {
			e.Origin, e.HasOrigin = r.Origin, r.Visible
			if !r.Visible && r.Life == sim.Alive {
				r.Life, p.died = sim.Dead, s.Now
			}
		}
		if r.Deaths < 1<<14 {
			r.Deaths++
		}
	}
	s.Event(e)
}

// friendWait is how long after a team kill is told its victim may be seen
// to die.
const friendWait = 300 * time.Millisecond

// nameFriends finds the victims of team kills: those who died at about that
// moment and of whom nothing was told.
func (s *Stage) nameFriends() {
	waiting := s.friends[:0]
	for _, f := range s.friends {
		a := s.Row(f.death.Attacker)
		for i := range s.Frame.Players {
			r := &s.Frame.Players[i]
			p := &s.players[r.Slot.Index()]
			if a == nil || r.Slot.Index() == f.death.Attacker || p.told || r.Life == sim.Alive || p.died < f.at-100*time.Millisecond || !p.dead ||
				r.Profile.Team != a.Profile.Team {
				continue
			}
			f.death.Victim = r.Slot.Index()
			s.obituary(f.death, f.text)
			break
		}
		switch {
		case f.death.Victim >= 0:
		case s.Now-f.at < friendWait:
			waiting = append(waiting, f)
		default:
			s.Simple(sim.EventPrint, f.text)
		}
	}
	s.friends = waiting
	for i := range s.players {
		if p := &s.players[i]; p.dead && p.died < s.Now-2*friendWait {
			p.dead, p.told = false, false
		}
	}
}

// awards are the beginnings of what servers of Capture the Flag praise a player
// for, behind his name.
var awards = []struct{ words, name string }{
	{" gets an assist for ", "Assist"}, {" defends ", "Defense"},
}

// awardLine reads what a player is praised for.
func (s *Stage) awardLine(line string) bool {
	lower := strings.ToLower(line)
	if !strings.Contains(lower, " flag") {
		return false
	}
	for _, n := range s.names {
		rest, ok := strings.CutPrefix(line, n.Name)
		if !ok || n.Name == "" {
			continue
		}
		for _, a := range awards {
			if strings.HasPrefix(strings.ToLower(rest), a.words) {
				s.Event(sim.Event{Kind: sim.EventAward, Slot: sim.SlotAt(n.Slot), Text: sim.PlainText(a.name)})
				return true
			}
		}
	}
	return false
}

// flagLine reads what became of a flag.
func (s *Stage) flagLine(line string) bool {
	upper := strings.ToUpper(line)
	if !strings.Contains(upper, " FLAG") {
		return false
	}
	for _, n := range s.names {
		rest, ok := strings.CutPrefix(line, n.Name)
		if !ok || n.Name == "" {
			continue
		}
		rest = strings.ToLower(rest)
		for _, v := range flagVerbs {
			color, ok := strings.CutPrefix(rest, v.verb)
			if !ok {
				continue
			}
			team := sim.TeamFree
			switch {
			case strings.HasPrefix(color, "red flag"):
				team = sim.TeamRed
			case strings.HasPrefix(color, "blue flag"):
				team = sim.TeamBlue
			default:
				continue
			}
			s.flagEvent(v.kind, n.Slot, team)
			return true
		}
	}
	for _, team := range []sim.Team{sim.TeamRed, sim.TeamBlue} {
		if strings.Contains(upper, strings.ToUpper(team.String())+" FLAG") && strings.Contains(upper, "RETURN") {
			s.flagEvent(sim.EventFlagReturned, -1, team)
			return true
		}
	}
	return false
}

func (s *Stage) flagEvent(kind sim.EventKind, slot int, team sim.Team) {
	states := map[sim.EventKind]sim.FlagState{sim.EventFlagTaken: sim.FlagTaken, sim.EventFlagDropped: sim.FlagDropped,
		sim.EventFlagReturned: sim.FlagHome, sim.EventCapture: sim.FlagHome}
	s.Frame.FlagState[team] = states[kind]
	s.Event(sim.Event{Kind: kind, Slot: sim.SlotAt(slot), Team: team})
}

// matchLine reads what KTX and its forerunners tell of the match.
func (s *Stage) matchLine(line string) bool {
	lower := strings.ToLower(strings.TrimSpace(line))
	switch {
	case lower == "the match has begun!":
		s.Match()
	case strings.HasPrefix(lower, "the match is over"), strings.HasPrefix(lower, "match over"):
		s.MatchEnd()
	case strings.Contains(lower, "overtime follows"), strings.Contains(lower, "sudden death") && strings.Contains(lower, "follow"):
		s.Overtime(sim.PlainText(strings.TrimSpace(line)))
	case strings.HasPrefix(lower, "round [") && strings.Contains(lower, "starts in"):
		s.match.rounds++
	case lower == "the point is over":
		s.match.point = true
		s.Round(sim.EventRoundEnd, s.match.rounds+1, sim.PlainText(strings.TrimSpace(line)))
	case strings.HasPrefix(lower, "team ") && strings.HasSuffix(lower, "has won the round"):
		s.Round(sim.EventRoundEnd, s.match.rounds, sim.PlainText(strings.TrimSpace(line)))
	default:
		return false
	}
	return true
}

// Rounds is the number of the present round.
func (s *Stage) Rounds() int { return s.match.rounds }

// Say reads what players say: `name: text`, or `(name): text` to the team.
func (s *Stage) Say(raw []byte) bool {
	raw = bytes.TrimRight(raw, "\r\n")
	if len(raw) > 0 && (raw[0] == 1 || raw[0] == 2) {
		raw = raw[1:]
	}
	plain := quaketext.Plain(raw)
	kind, offset := sim.EventChat, 0
	if rest, ok := strings.CutPrefix(plain, "[SPEC] "); ok {
		offset = len(plain) - len(rest)
	} else if strings.HasPrefix(plain, "(") {
		kind, offset = sim.EventTeamChat, 1
	}
	best, length := -1, 0
	end := ": "
	if kind == sim.EventTeamChat {
		end = "): "
	}
	for _, n := range s.names {
		if len(n.Name) > length && strings.HasPrefix(plain[offset:], n.Name+end) {
			best, length = n.Slot, len(n.Name)
		}
	}
	if best < 0 {
		return false
	}
	s.Event(sim.Event{Kind: kind, Slot: sim.SlotAt(best), Text: Chat(raw[offset+length+len(end):])})
	return true
}
