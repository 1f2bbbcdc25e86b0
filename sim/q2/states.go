package q2

import (
	"strings"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// stat returns a stat of the status bar, or 0 if there is none with that number.
func stat(ps *quake2.PlayerState, i int) int16 {
	if i < 0 || i >= len(ps.Stats) {
		return 0
	}
	return ps.Stats[i]
}

// readState reads a playerstate.
func readState(l *level, v *quake2.PlayerView, snap *quake2.Snapshot, lists inventories, o *track.Observations) {
	slot := sim.SlotAt(v.Slot)
	raw := l.names.of(slot)
	if v.Slot < 0 || v.Slot >= maxPlayers || l.hidden(slot) || raw == serverSpectator || raw == "" && l.multiview ||
		!l.hasPlayer(slot) {
		return
	}
	ps := &v.State
	o.States = append(o.States, track.StateSeen{})
	u := &o.States[len(o.States)-1]
	u.Slot, u.Origin, u.Velocity, u.View, u.Life = slot, ps.Origin, ps.Velocity, angles(ps.ViewAngles), lifeOf(l, ps)
	u.Mins, u.Maxs, u.FOV = standing[0], standing[1], ps.FOV
	u.OnGround, u.Teleported = ps.Flags&quake2.MoveFlagOnGround != 0, ps.Flags&quake2.MoveFlagTeleport != 0
	u.Watches, u.WatchesScores = watches(l, ps, snap.Entity(uint16(v.Slot+1)))
	if ps.Flags&quake2.MoveFlagDucked != 0 {
		u.Maxs[2] = duckedHeight
	}
	readStats(l, ps, &u.Stats)
	u.Open = lists.open(l, slot, ps)
	if l.translated() {
		u.Wheel = readWheel(l, ps)
	}
	if l.isRecorder(slot) {
		u.Follows, u.FollowsNamed = l.followed(ps)
	}
}

// watches reports whether a playerstate belongs to someone who does not take part, either always or while the scores
// are shown. Players who are frozen for a moment have a body; those who follow others, or have just joined, have
// neither a body nor a weapon.
func watches(l *level, ps *quake2.PlayerState, body *quake2.EntityState) (always, atScores bool) {
	normal := ps.Type == quake2.MoveNormal
	if ps.Type == quake2.MoveSpectator || l.multiview && normal && ps.Gun == 0 && body == nil {
		return true, false
	}
	bodiless := body == nil || body.Models[0] != l.config.PlayerModel
	return bodiless && ps.Type == quake2.MoveFreeze, bodiless && normal
}

// lifeOf returns the life of a player according to his playerstate.
func lifeOf(l *level, ps *quake2.PlayerState) sim.Life {
	switch {
	case ps.Type == quake2.MoveGib:
		return sim.Gibbed
	case ps.Type == quake2.MoveDead || l.bar.health && stat(ps, quake2.StatHealth) <= 0:
		return sim.Dead
	}
	return sim.Alive
}

// readStats reads the contents of the status bar.
func readStats(l *level, ps *quake2.PlayerState, u *track.StatsSeen) {
	u.Health, u.Armor, u.Ammo, u.Frags = sim.Unknown, sim.Unknown, sim.Unknown, sim.Unknown
	b := &l.bar
	if b.health {
		u.Health = stat(ps, quake2.StatHealth)
		u.Hurt = stat(ps, quake2.StatFlashes)&flashHealth != 0
	}
	if b.armor {
		u.Armor = stat(ps, quake2.StatArmor)
		u.ArmorKind, u.ArmorKept = armorKind(l.image(stat(ps, quake2.StatArmorIcon)))
	}
	if b.ammo && stat(ps, quake2.StatAmmoIcon) != 0 {
		u.Ammo = stat(ps, quake2.StatAmmo)
	}
	u.Weapon = l.classOf(ps.Gun).gun
	if b.frags >= 0 {
		u.Frags = stat(ps, b.frags)
	}
	left := stat(ps, quake2.StatTimer)
	if u.Timed, u.Timer = timerIcons[l.image(stat(ps, quake2.StatTimerIcon))]; left < 0 {
		u.Timer = false
	}
	u.Left = time.Duration(left) * time.Second
	if power, ok := l.mod.techIcons[l.image(stat(ps, quake2.StatCTFTech))]; ok {
		u.Tech = 1 << power
	}
	if u.Pickup = stat(ps, quake2.StatPickupString); u.Pickup != 0 {
		u.Picked = picked(l, u.Pickup)
	}
}

// flashHealth is the bit of the flashes stat for lost health (game/p_view.c, P_DamageFeedback).
const flashHealth = 1

// armorKind returns the kind of armour for an icon. kept is set for that of power armour, which alternates with it.
func armorKind(icon string) (kind sim.Item, kept bool) {
	switch {
	case strings.Contains(icon, "bodyarmor"):
		return sim.ItemArmorRed, false
	case strings.Contains(icon, "combatarmor"):
		return sim.ItemArmorYellow, false
	case strings.Contains(icon, "jacketarmor"):
		return sim.ItemArmorGreen, false
	}
	return sim.ItemNone, strings.Contains(icon, "powershield") || strings.Contains(icon, "powerscreen")
}

// timerIcons maps the icons next to the timer to powerups.
var timerIcons = map[string]sim.Powerup{
	"p_quad": sim.PowerupQuad, "p_invulnerability": sim.PowerupProtection, "p_envirosuit": sim.PowerupSuit,
	"p_rebreather": sim.PowerupSuit, "p_double": sim.PowerupDouble, "p_doubledamage": sim.PowerupDouble,
	"p_quadfire": sim.PowerupDualFire,
}

// Bits of the layouts stat: which of the layout and the inventory, whichever was sent last, is shown.
const (
	layoutsBoard     = 1
	layoutsInventory = 2
)

// readScreen reads the point of view and the text that covers the screen. board is the text if a scoreboard is open.
func readScreen(l *level, snap *quake2.Snapshot, board *sim.ScreenText, s *track.Snapshot) {
	l.pov = sim.Slot{}
	if !l.allSeeing && len(snap.Players) > 0 {
		v := &snap.Players[0]
		l.pov = sim.SlotAt(v.Slot)
		s.POV = l.pov
		s.Follows, s.FollowsNamed = l.followed(&v.State)
		if stat(&v.State, quake2.StatLayouts)&layoutsBoard != 0 {
			s.ScreenText = board
		}
	}
	for _, n := range l.server.Split {
		s.Split = append(s.Split, sim.SlotAt(int(n)))
	}
}

// frozen reports whether everyone who played is frozen without a weapon in front of the scoreboard.
func frozen(l *level, snap *quake2.Snapshot) bool {
	some := false
	for i := range snap.Players {
		v := &snap.Players[i]
		if v.Slot < 0 || v.Slot >= maxPlayers || l.hidden(sim.SlotAt(v.Slot)) {
			continue
		}
		switch ps := &v.State; {
		case ps.Type == quake2.MoveFreeze && ps.Gun == 0 && stat(ps, quake2.StatLayouts)&layoutsBoard != 0:
			followed, _ := l.followed(ps)
			some = some || !followed.Valid()
		case ps.Type == quake2.MoveNormal || ps.Type == quake2.MoveDead:
			return false
		}
	}
	return some
}

// teamScores reads the scores of the teams. OpenTDM sends them in configstrings: its stats 23 and 24 have those of the
// leader and the other, and sometimes those of the previous match (p_hud.c, G_SetTeamScoreStats). Elsewhere they are in
// stats.
func teamScores(l *level, snap *quake2.Snapshot, o *track.Observations) {
	red, blue := l.mod.scoreStats[0], l.mod.scoreStats[1]
	switch {
	case !l.teams:
		return
	case l.mod.toldScores:
		o.Tell(track.TeamScored{Team: sim.TeamRed, Score: l.scores[0]},
			track.TeamScored{Team: sim.TeamBlue, Score: l.scores[1]})
		return
	case red == 0:
		return
	}
	for i := range snap.Players {
		v := &snap.Players[i]
		if l.hidden(sim.SlotAt(v.Slot)) && len(snap.Players) > 1 {
			continue
		}
		o.Tell(track.TeamScored{Team: sim.TeamRed, Score: stat(&v.State, red)},
			track.TeamScored{Team: sim.TeamBlue, Score: stat(&v.State, blue)})
		if l.mod.stats != nil {
			l.mod.stats(l, &v.State, o)
		}
		return
	}
}
