package wolfenstein

import (
	"slices"
	"time"

	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/track"
)

// Times of artillery and air strikes, in milliseconds, and the spread of artillery, in units (ET: Legacy, g_weapon.c,
// artillerySpotterThink, weapon_callAirStrike).
const (
	secondShell    = 7000 // at most, after the first one
	nextShell      = 4500 // at most, after any other
	planePasses    = 1000
	bombFalls      = 750
	barrageSpread  = 250
	barrageReach   = 2*barrageSpread + 100 // between two shells, with what a fall adds
	barragesAtOnce = 32
)

// barrage is artillery fire: shells that fall around a place, one after the other.
type barrage struct {
	team   sim.Team
	at     sim.Vec3 // of the first shell that was seen
	until  int32    // the server time by which another shell must fall, or it is over
	number uint16
}

// readShell reads a shell of artillery that has just appeared. The first one of a barrage, which the game marks by
// smoke, reports it; if it was not seen, any other does. Only the first one's player counts: when he dies, those that follow
// name the player that he watches.
func (s *snapshots) readShell(l *level, e *wolfenstein.EntityState, clock int32, o *track.Observations) {
	at, team := sim.Vec3(e.Vector(wolfenstein.EntPosBaseX)), teamOf(int(e.F[wolfenstein.EntTeamNum]))
	marked := e.F[wolfenstein.EntEffect1Time] == 1
	for i := range s.barrages {
		b := &s.barrages[i]
		flat := sim.Vec3{at[0] - b.at[0], at[1] - b.at[1]}
		if b.team == team && !marked && flat.Distance2(sim.Vec3{}) <= barrageReach*barrageReach {
			b.until = clock + nextShell
			return
		}
	}
	if len(s.barrages) >= barragesAtOnce {
		return
	}
	s.number++
	s.barrages = append(s.barrages, barrage{team, at, clock + secondShell, s.number})
	called := l.tellSupport(e, "Artillery", "called artillery", o)
	o.Tell(track.GuideShown{Effect: sim.Effect{Kind: sim.EffectArea, Origin: at, To: at, Weapon: sim.WeaponArtillery,
		Slot: called}, Key: s.number})
}

// endBarrages ends the barrages of which no more shells fall.
func (s *snapshots) endBarrages(clock int32, o *track.Observations) {
	s.barrages = slices.DeleteFunc(s.barrages, func(b barrage) bool {
		over := s.anew || clock > b.until || clock < b.until-secondShell
		if over {
			o.Tell(track.GuidesEnd{Kind: sim.EffectArea, Key: b.number})
		}
		return over
	})
}

// tellPlane reports an air strike by its plane, which flies along the strip on which its bombs fall.
func (l *level) tellPlane(e *wolfenstein.EntityState, clock int32, o *track.Observations) {
	called := l.tellSupport(e, "Air strike", "called an air strike", o)
	from := sim.Vec3(e.Vector(wolfenstein.EntPosBaseX))
	last := millis(e.Int(wolfenstein.EntPosType+1)-clock) + (planePasses+bombFalls)*time.Millisecond
	o.Show(track.Shown{Effect: sim.Effect{Kind: sim.EffectArea, Origin: from,
		To: from.Add(e.Vector(wolfenstein.EntPosDeltaX)), Weapon: sim.WeaponAirstrike, Slot: called},
		Last: min(max(last, time.Second), time.Minute)})
}

// tellSupport reports an air strike or artillery, and returns the player who called it if that is known: only field
// operatives can.
func (l *level) tellSupport(e *wolfenstein.EntityState, what, called string, o *track.Observations) sim.Slot {
	event := sim.Event{Kind: sim.EventSupport, Text: sim.PlainText(what),
		Team:   teamOf(int(e.F[wolfenstein.EntTeamNum])),
		Origin: e.Vector(wolfenstein.EntPosBaseX), HasOrigin: true}
	if p := l.player(slotOf(e.F[wolfenstein.EntClientNum])); p != nil && p.Team == event.Team && p.Class == classes[3] {
		event.Slot, event.Text = p.Slot, sim.PlainText(called)
	}
	o.Tell(track.Happened{Event: event})
	return event.Slot
}
