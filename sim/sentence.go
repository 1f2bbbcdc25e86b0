package sim

import "fmt"

var teamNames = [TeamCount]string{TeamFree: "free", TeamRed: "red", TeamBlue: "blue", TeamGreen: "green",
	TeamSpectator: "spectator"}

// String returns the team's name as used in exports.
func (t Team) String() string {
	if t >= TeamCount {
		return "unknown"
	}
	return teamNames[t]
}

// TeamLabel returns the team name chosen by the players or, if they chose none, the name of the side.
func (p *Profile) TeamLabel() string {
	if p.TeamName != "" {
		return p.TeamName
	}
	return p.Team.String()
}

// who returns the name of a player of an event.
func who(p *Profile, slot Slot) string {
	switch {
	case p != nil && p.Name.Plain != "":
		return p.Name.Plain
	case slot.Valid():
		return "player " + slot.String()
	}
	return "someone"
}

// String describes the event in a sentence, using the weapon names returned by [Weapon.String].
func (e *Event) String() string { return e.Sentence("") }

// Sentence is like [Event.String], but uses the weapon names of the game with the given [Header.GameKey].
func (e *Event) Sentence(gameKey string) string {
	name := who(e.Profile, e.Slot)
	switch e.Kind {
	case EventObituary:
		how := ""
		if e.Weapon != WeaponNone {
			how = fmt.Sprintf(" (%s)", e.Weapon.InfoIn(gameKey).Name)
		}
		if !e.Attacker.Valid() || e.Attacker == e.Slot {
			return name + " died" + how
		}
		return fmt.Sprintf("%s killed %s%s", who(e.AttackerProfile, e.Attacker), name, how)
	case EventThaw:
		if !e.Attacker.Valid() || e.Attacker == e.Slot {
			return name + " thawed"
		}
		return who(e.AttackerProfile, e.Attacker) + " thawed " + name
	case EventChat:
		return name + ": " + e.Text.Plain
	case EventTeamChat:
		if e.Place != "" {
			return "(" + name + ") (" + e.Place + "): " + e.Text.Plain
		}
		return "(" + name + "): " + e.Text.Plain
	case EventPickup:
		return fmt.Sprintf("%s took %s", name, e.what(gameKey))
	case EventPowerup:
		return fmt.Sprintf("%s has %s", name, e.Powerup.Info().Name)
	case EventPowerupEnd:
		return fmt.Sprintf("%s lost %s", name, e.Powerup.Info().Name)
	case EventFlagTaken:
		return fmt.Sprintf("%s took the %v flag", name, e.Team)
	case EventFlagDropped:
		return fmt.Sprintf("%s dropped the %v flag", name, e.Team)
	case EventFlagReturned:
		return fmt.Sprintf("the %v flag returned", e.Team)
	case EventCapture:
		return fmt.Sprintf("%s captured the %v flag", name, e.Team)
	case EventItemRespawn:
		return e.what(gameKey) + " is back"
	case EventConnect, EventDisconnect:
		if e.Text.Plain == "" {
			return fmt.Sprintf("%s %ved", name, e.Kind)
		}
	case EventPointOfView:
		return "following " + name
	}
	if e.Text.Plain != "" {
		if e.Kind.Is(Deed) && e.Slot.Valid() {
			return name + " " + e.Text.Plain
		}
		return e.Text.Plain
	}
	if e.Slot.Valid() {
		return e.Kind.String() + " " + name
	}
	return e.Kind.String()
}

func (e *Event) what(gameKey string) string {
	switch {
	case e.Item == ItemWeapon:
		return e.Weapon.InfoIn(gameKey).Name
	case e.Item == ItemFlag:
		return fmt.Sprintf("the %v flag", e.Team)
	case e.Text.Plain != "": // described in words
		return e.Text.Plain
	}
	return e.Item.Info().Name
}
