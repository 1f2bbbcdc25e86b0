package track

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fragscope/sim"
)

// death holds the data kept about a player's last death.
type death struct {
	at    time.Duration
	seen  bool  // he was seen to die a moment ago
	told  bool  // an obituary announced it
	sure  bool  // his health fell to zero: he died, whether or not that is announced
	count int16 // deaths announced at the time of the last one
	last  time.Duration
}

// hit is the last hit on a player, in demos that report hits.
type hit struct {
	attacker sim.Slot // nobody if there was none yet
	weapon   sim.Weapon
	at       time.Duration
}

// Death holds the contents of an obituary. An unknown Victim or Attacker is the zero Slot.
type Death struct {
	Victim, Attacker sim.Slot
	Weapon           sim.Weapon
	Cause            string
	// TeamKill is set if the victim is a teammate of the attacker.
	TeamKill bool
}

// teamKill is a team kill whose victim is not named.
type teamKill struct {
	death Death
	text  sim.Text
	at    time.Duration
}

// victimWait is the maximum time between the announcement of a team kill and the victim's visible death, and between a
// hit and the announcement.
const victimWait = 300 * time.Millisecond

// maxDeaths bounds the deaths counted for a player.
const maxDeaths = 1 << 14

// Hit records that a player was hit with weapon w. If the attacker is unknown, attacker is the zero Slot.
func (p *Players) Hit(attacker, victim sim.Slot, w sim.Weapon) {
	r := p.Row(victim)
	if r == nil {
		return
	}
	if p.Row(attacker) == nil {
		attacker = sim.Slot{}
	} else {
		p.slot(victim).hit = hit{attacker, w, p.t.now}
	}
	p.t.Effect(sim.Effect{Kind: sim.EffectBlood, Origin: r.Origin, Weapon: w, Slot: attacker, Target: victim},
		ImpactTime)
}

// Kill records the death d, announced by the obituary in text. Some obituaries announce a team kill without naming the
// victim. Kill records such a death only when a teammate of the killer is seen to die.
func (p *Players) Kill(d Death, text sim.Text) {
	if !d.Victim.Valid() {
		p.teamKills = append(p.teamKills, teamKill{d, text, p.t.now})
		return
	}
	if d.Attacker == d.Victim {
		d.Attacker = sim.Slot{}
	}
	e := sim.Event{Kind: sim.EventObituary, Slot: d.Victim, Attacker: d.Attacker, Weapon: d.Weapon, Cause: d.Cause,
		Text: text}
	if r := p.Row(d.Victim); r != nil {
		k := p.slot(d.Victim)
		if h := &k.hit; e.Weapon == sim.WeaponNone && h.attacker.Valid() && h.attacker == d.Attacker &&
			p.t.now-h.at < victimWait {
			e.Weapon = h.weapon
		}
		k.death.told = true
		if k.death.last != p.t.now {
			k.death.count, k.death.last = 0, p.t.now
		}
		k.death.count++
		if r.Life != sim.Absent {
			e.Origin, e.HasOrigin = r.Origin, r.Visible
			if !r.Visible && r.Life == sim.Alive {
				r.Life, k.death.at = sim.Dead, p.t.now
			}
		}
		if r.Deaths < maxDeaths {
			r.Deaths++
		}
	}
	p.t.Event(e)
}

// GuessObituary records a death if line seems to be an obituary that matches no known pattern. The line must begin with
// the name of a player who was just seen to die and whose death has not been announced. If the line also contains
// another player's name, that player is recorded as the killer. GuessObituary reports whether it recorded a death.
func (p *Players) GuessObituary(line string, text sim.Text) bool {
	for _, n := range p.names {
		rest, ok := strings.CutPrefix(line, n.Name+" ")
		if d := &p.slot(n.Slot).death; !ok || !d.seen || d.told || p.t.now-d.at > victimWait {
			continue
		}
		death := Death{Victim: n.Slot}
		for _, k := range p.names {
			if k.Slot != n.Slot && Mentions(rest, k.Name) {
				death.Attacker = k.Slot
			}
		}
		p.Kill(death, text)
		return true
	}
	return false
}

// Mentions reports whether line contains name as a whole word.
func Mentions(line, name string) bool {
	before, after, ok := strings.Cut(line, name)
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	return ok && name != "" && !inWord(last) && !inWord(next)
}

// CountDeaths counts the deaths of players whose health dropped to zero and whose obituaries are overdue. If all is
// set, it also counts deaths whose obituaries may still arrive.
func (p *Players) CountDeaths(all bool) {
	if !p.dying {
		return
	}
	for i := range p.slots {
		d := &p.slots[i].death
		if d.sure && d.seen && !d.told && (all || p.t.now-d.at > victimWait) {
			p.Kill(Death{Victim: sim.SlotAt(i)}, sim.Text{})
		}
	}
}

// ResetDeaths resets the death counts but keeps the deaths at the current snapshot. The deaths it keeps are telefrags,
// which happen when everyone respawns.
func (p *Players) ResetDeaths() {
	for i := range p.rows {
		r := p.at(i)
		r.Deaths = 0
		if d := &p.slot(r.Slot).death; d.last == p.t.now {
			r.Deaths = d.count
		}
	}
}

// nameVictims finds the victims of team kills: teammates who died at about that time and whose deaths have not been
// announced.
func (p *Players) nameVictims() {
	waiting := p.teamKills[:0]
	for _, k := range p.teamKills {
		k.death.Victim = p.victim(&k)
		switch {
		case k.death.Victim.Valid():
			p.Kill(k.death, k.text)
		case p.t.now-k.at < victimWait:
			waiting = append(waiting, k)
		default:
			p.t.Event(sim.Event{Kind: sim.EventPrint, Text: k.text})
		}
	}
	p.teamKills = waiting
	if !p.dying {
		return
	}
	p.dying = false
	for i := range p.slots {
		switch d := &p.slots[i].death; {
		case !d.seen:
		case d.at < p.t.now-2*victimWait:
			d.seen, d.told, d.sure = false, false, false
		default:
			p.dying = true
		}
	}
}

func (p *Players) victim(k *teamKill) sim.Slot {
	killer := p.Row(k.death.Attacker)
	if killer == nil {
		return sim.Slot{}
	}
	const early = 100 * time.Millisecond // how long before the announcement he may have died
	for i := range p.rows {
		r := &p.rows[i]
		d := &p.slot(r.Slot).death
		if r.Slot != killer.Slot && d.seen && !d.told && r.Life != sim.Alive && d.at >= k.at-early &&
			r.Profile.Team == killer.Profile.Team {
			return r.Slot
		}
	}
	return sim.Slot{}
}
