package panel

import (
	"strings"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// obituary returns the killer, the icon and the victim. If they do not fit on one line, the icon and the victim are on
// a second line.
func obituary(p *Pen, w float32, e *sim.Event, teams bool) [][]Span {
	t := p.Theme
	victim := nameSpan(p, e.Profile, teams)
	icon := causeSpan(e.Weapon)
	if e.AttackerProfile == nil || e.Attacker == e.Slot {
		return [][]Span{{icon, victim, {Text: "  " + cause(p, e), Face: Small, Color: t.Faint}}}
	}
	killer := nameSpan(p, e.AttackerProfile, teams)
	lines := [][]Span{{killer, icon, victim}}
	if p.wide(lines[0]) > w {
		lines = [][]Span{{killer}, {icon, victim}}
	}
	last := &lines[len(lines)-1]
	note := Span{Text: "  team kill", Face: Small, Color: t.Bad}
	if e.TeamKill(teams) && p.wide(*last)+p.spanWidth(note) <= w {
		*last = append(*last, note)
	}
	return lines
}

// causeSpan returns the icon of the weapon, or a skull if the weapon is unknown.
func causeSpan(w sim.Weapon) Span {
	icon := draw.WeaponIcon(w)
	if icon == draw.IconNone {
		icon = draw.IconSkull
	}
	return Span{Icon: icon, Color: draw.Of(w.Info().Color).Readable()}
}

// cause returns the cause of a death without a killer; a skull alone would raise questions.
func cause(p *Pen, e *sim.Event) string {
	if e.Weapon == sim.WeaponNone {
		return "died"
	}
	return p.weapon(e.Weapon).Short
}

func nameSpan(p *Pen, pr *sim.Profile, teams bool) Span {
	if pr == nil {
		return Span{Text: "someone", Face: Strong, Color: p.Theme.Soft}
	}
	return Span{Text: pr.Name.Plain, Face: Strong, Color: p.Theme.Badge(pr, teams).Color}
}

// Sentence returns a sentence that describes e.
func (p *Pen) Sentence(e *sim.Event, teams bool) []Span {
	t := p.Theme
	who := nameSpan(p, e.Profile, teams)
	switch e.Kind {
	case sim.EventPickup:
		if e.Profile == nil {
			return []Span{itemSpan(p, e), p.soft(" was taken")}
		}
		return []Span{who, p.soft(" took "), itemSpan(p, e)}
	case sim.EventItemRespawn:
		return []Span{itemSpan(p, e), p.soft(" is back")}
	case sim.EventPowerup:
		return []Span{who, p.soft(" has "), p.word(e.Powerup.Info().Short, draw.Of(e.Powerup.Info().Color).Readable())}
	case sim.EventPowerupEnd:
		return []Span{who, p.soft(" lost " + e.Powerup.Info().Short)}
	case sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture:
		return flagSentence(p, e, who)
	case sim.EventObituary:
		if e.AttackerProfile == nil || e.Attacker == e.Slot {
			how := " died"
			if name := p.weapon(e.Weapon).Name; name != "" {
				how += ": " + name
			}
			return []Span{who, p.soft(how)}
		}
		return []Span{nameSpan(p, e.AttackerProfile, teams), causeSpan(e.Weapon), who}
	case sim.EventThaw:
		if e.AttackerProfile == nil || e.Attacker == e.Slot {
			return []Span{who, p.soft(" thawed")}
		}
		return []Span{nameSpan(p, e.AttackerProfile, teams), p.soft(" thawed "), who}
	case sim.EventChat, sim.EventTeamChat:
		return chatSentence(p, e, teams)
	case sim.EventDamage:
		return []Span{p.word("Damaged: ", t.Bad), p.soft(e.Text.Plain)}
	}
	return gameSentence(p, e, who)
}

func (p *Pen) word(s string, c draw.Color) Span { return Span{Text: s, Face: Body, Color: c} }

func (p *Pen) soft(s string) Span { return p.word(s, p.Theme.Soft) }

// itemSpan returns the item or weapon of an event.
func itemSpan(p *Pen, e *sim.Event) Span {
	if e.Item == sim.ItemWeapon {
		a := p.weapon(e.Weapon)
		return p.word(a.Name, draw.Of(a.Color).Readable())
	}
	if e.Item == sim.ItemFlag {
		return p.word(TeamName(e.Team, nil)+" flag", p.Theme.Team(e.Team))
	}
	name := e.Item.Word()
	if e.Text.Plain != "" { // one of several of its kind
		name = e.Text.Plain
	}
	return p.word(name, draw.Of(e.Item.Info().Color).Readable())
}

func flagSentence(p *Pen, e *sim.Event, who Span) []Span {
	flag := p.word(TeamName(e.Team, nil)+" flag", p.Theme.Team(e.Team))
	done := map[sim.EventKind]string{
		sim.EventFlagTaken: "taken", sim.EventFlagDropped: "dropped", sim.EventFlagReturned: "returned",
		sim.EventCapture: "captured",
	}[e.Kind]
	if e.Profile == nil {
		return []Span{flag, p.soft(" was " + done)}
	}
	if done == "taken" {
		done = "took"
	}
	return []Span{who, p.soft(" " + done + " the "), flag}
}

// gameSentence describes an event that has its own text, or no details beyond its kind.
func gameSentence(p *Pen, e *sim.Event, who Span) []Span {
	said := []Span{p.soft(deed(e.Kind))}
	if e.Text.Plain != "" {
		said = squeeze(Spans(e.Text, Body, p.Theme.Soft))
	}
	if e.Profile == nil || strings.Contains(e.Text.Plain, e.Profile.Name.Plain) {
		return said
	}
	switch {
	case e.Kind == sim.EventMonsterKill && e.Text.Plain != "":
		last := &said[len(said)-1]
		last.Text = strings.TrimSuffix(last.Text, " killed")
		return append([]Span{who, {Icon: draw.IconSkull, Color: p.Theme.Soft}}, said...)
	case e.Kind == sim.EventSecret && e.Text.Plain != "":
		return append([]Span{who, p.soft(" found ")}, said...)
	}
	return append([]Span{who, p.soft(" ")}, said...)
}

func chatSentence(p *Pen, e *sim.Event, teams bool) []Span {
	var out []Span
	if e.Profile != nil {
		mark := ": "
		if e.Kind == sim.EventTeamChat {
			mark = " (team): "
			if e.Place != "" {
				mark = " (" + e.Place + "): "
			}
		}
		out = append(out, nameSpan(p, e.Profile, teams), p.soft(mark))
	}
	return append(out, squeeze(Spans(e.Text, Body, p.Theme.Text))...)
}

// deed returns the verb for an event in a sentence that begins with the player's name.
func deed(k sim.EventKind) string {
	switch k {
	case sim.EventConnect:
		return "connected"
	case sim.EventDisconnect:
		return "disconnected"
	}
	return Words(k)
}

// Words describes events of kind k in a few words.
func Words(k sim.EventKind) string {
	switch k {
	case sim.EventObituary:
		return "Frag"
	case sim.EventTeamChat:
		return "Team chat"
	case sim.EventCenterPrint:
		return "Message"
	case sim.EventPowerup:
		return "Powerup"
	case sim.EventPowerupEnd:
		return "Powerup ended"
	case sim.EventDamage:
		return "Damage"
	}
	b := []byte(k.String())
	for i := range b {
		if b[i] == '_' {
			b[i] = ' '
		}
	}
	if len(b) > 0 && b[0] >= 'a' {
		b[0] -= 'a' - 'A'
	}
	return string(b)
}
