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
	from   time.Duration
	to     time.Duration
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
	k := a.heatWanted()
	k.lo, k.hi = p.Bounds()
	if k != a.heat.want && !a.heat.busy {
		a.heat.want, a.heat.busy = k, true
		d := a.demo
		go func() {
			h := stage.NewHeat(d.rec, k.lo, k.hi, k.filter())
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

// heatWanted is what the heat map is to show now.
func (a *app) heatWanted() heatKey {
	k := heatKey{kind: a.heat.kind, level: a.demo.world.Level}
	if k.kind != stage.HeatPresence {
		k.weapon = a.heat.weapon
	}
	rec := a.demo.rec
	if _, finished := rec.Progress(); finished {
		k.frames, k.events = rec.Frames(), len(rec.Events())
	}
	if from, to, ok := a.play.Loop(); ok {
		k.from, k.to = from, to
	}
	if pl := a.followed(); pl != nil {
		switch k.who = a.heat.who; k.who {
		case heatPlayer:
			k.slot = pl.Slot.Index()
		case heatTeam:
			k.team = pl.Profile.Team
		}
	}
	return k
}

// filter is what of the recording the heat map is made of.
func (k *heatKey) filter() stage.HeatFilter {
	f := stage.HeatFilter{Kind: k.kind, Level: k.level, Weapon: k.weapon, From: k.from, To: k.to}
	switch k.who {
	case heatPlayer:
		f.Slots = []int{k.slot}
	case heatTeam:
		f.ByTeam, f.Team = true, k.team
	}
	return f
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
			w = a.heat.weapon.Info().Name
		}
		parts = append(parts, panel.LegendPart{Text: w, ID: action.HeatWeapon})
	}
	span := "whole level"
	if from, to, ok := a.play.Loop(); ok {
		span = fmt.Sprintf("%s to %s", panel.FormatTime(from), panel.FormatTime(to))
	}
	return append(parts, panel.LegendPart{Text: span})
}
