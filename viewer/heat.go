package viewer

import (
	"fmt"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// heatWho is whom the heat map shows.
type heatWho uint8

const (
	heatAll heatWho = iota
	heatPlayer
	heatTeam
	heatWhoCount
)

// heat is the state of the heat map.
type heat struct {
	on     bool
	kind   stage.HeatKind
	who    heatWho
	weapon sim.Weapon
	shown  *stage.Heat
	want   heatKey // what is computed, or was last
	busy   bool
}

// heatKey is all that a heat map depends on.
type heatKey struct {
	kind   stage.HeatKind
	level  int
	slot   int
	team   sim.Team
	who    heatWho
	weapon sim.Weapon
	from   int64
	to     int64
	lo, hi [3]float32
	frames int
	events int
}

// clear forgets what was computed; what is to be shown stays chosen.
func (h *heat) clear() { *h = heat{on: h.on, kind: h.kind, who: h.who} }

func (a *app) toggleHeat() {
	a.heat.on = !a.heat.on
	a.touch()
}

func (a *app) nextHeatKind() {
	a.heat.on = true
	a.heat.kind = (a.heat.kind + 1) % 3
	a.touch()
}

func (a *app) nextHeatFilter() {
	a.heat.on = true
	a.heat.who = (a.heat.who + 1) % heatWhoCount
	if a.heat.who != heatAll && a.follow < 0 {
		a.heat.who = heatAll
		a.say("Follow a player to see the heat map of him or of his team.")
	}
	a.touch()
}

// nextHeatWeapon goes through the weapons that killed in this demo.
func (a *app) nextHeatWeapon() {
	a.heat.on = true
	if a.heat.kind == stage.HeatPresence {
		a.heat.kind = stage.HeatDeaths
	}
	var used [sim.WeaponCount]bool
	for _, e := range a.demo.rec.Events() {
		if e.Kind == sim.EventObituary && e.Weapon < sim.WeaponCount {
			used[e.Weapon] = true
		}
	}
	used[sim.WeaponNone] = true
	for range used {
		a.heat.weapon = (a.heat.weapon + 1) % sim.WeaponCount
		if used[a.heat.weapon] {
			break
		}
	}
	a.touch()
}

// heatMap is the heat map to draw, or nil; one that is not there yet is computed in the
// background, and the old one shown until then.
func (a *app) heatMap() *stage.Heat {
	p := a.stage.Plan()
	if !a.heat.on || p == nil || a.demo == nil || a.demo.world == nil {
		return nil
	}
	lo, hi := p.Bounds()
	k := heatKey{kind: a.heat.kind, level: a.demo.world.Level, who: a.heat.who, lo: lo, hi: hi}
	rec := a.demo.rec
	if a.heat.kind != stage.HeatPresence {
		k.weapon = a.heat.weapon
	}
	if _, finished := rec.Progress(); finished {
		k.frames, k.events = rec.Frames(), len(rec.Events())
	}
	if from, to, ok := a.play.Loop(); ok {
		k.from, k.to = int64(from), int64(to)
	}
	f := stage.HeatFilter{Kind: k.kind, Level: k.level, Weapon: k.weapon}
	f.From, f.To = time.Duration(k.from), time.Duration(k.to)
	if pl := a.followed(); pl != nil && a.heat.who != heatAll {
		if a.heat.who == heatPlayer {
			k.slot, f.Slots = pl.Slot, []int{pl.Slot}
		} else {
			k.team, f.ByTeam, f.Team = pl.Profile.Team, true, pl.Profile.Team
		}
	} else {
		k.who = heatAll
	}
	if k != a.heat.want && !a.heat.busy {
		a.heat.want, a.heat.busy = k, true
		d := a.demo
		go func() {
			h := stage.NewHeat(rec, lo, hi, f)
			a.post(d.ctx, func() {
				if a.demo == d {
					a.heat.shown, a.heat.busy = h, false
					a.touch()
				}
			})
		}()
	}
	return a.heat.shown
}

// heatLegend says in words what the heat map shows; each part can be clicked.
func (a *app) heatLegend() []panel.LegendPart {
	if !a.heat.on {
		return nil
	}
	kinds := [...]string{stage.HeatPresence: "where players were", stage.HeatDeaths: "where players died", stage.HeatKills: "where players killed"}
	who := "everyone"
	if pl := a.followed(); pl != nil {
		switch a.heat.who {
		case heatPlayer:
			who = pl.Profile.Name.Plain
		case heatTeam:
			who = panel.TeamName(pl.Profile.Team, a.demo.world.Players)
		}
	}
	parts := []panel.LegendPart{{Text: kinds[a.heat.kind], ID: action.HeatKind}, {Text: who, ID: action.HeatFilter}}
	if a.heat.kind != stage.HeatPresence {
		w := "all weapons"
		if a.heat.weapon != sim.WeaponNone {
			w = a.heat.weapon.Armament().Name
		}
		parts = append(parts, panel.LegendPart{Text: w, ID: action.HeatWeapon})
	}
	span := "whole level"
	if from, to, ok := a.play.Loop(); ok {
		span = fmt.Sprintf("%s to %s", panel.FormatTime(from), panel.FormatTime(to))
	}
	return append(parts, panel.LegendPart{Text: span})
}
