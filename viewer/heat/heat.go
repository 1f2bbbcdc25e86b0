// Package heat is the heat map: where players were, died or killed, over the plan.
package heat

import (
	"fmt"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/fault"
	"fragscope/sim/query"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// who is whom the heat map shows.
type who uint8

const (
	everyone who = iota
	player
	team
	whoCount
)

// heat is the state of the heat map.
type heat struct {
	host   *part.Host
	on     bool
	kind   Kind
	who    who
	weapon sim.Weapon
	all    bool // of all demos of the library
	stage  part.HeatStage
	shown  *Map
	wanted key // what is computed, or was last
	busy   bool
	layer  Layer
}

// key is all that a heat map depends on.
type key struct {
	kind   Kind
	level  int
	slot   int
	team   sim.Team
	who    who
	weapon sim.Weapon
	from   time.Duration
	to     time.Duration
	lo, hi [3]float32
	frames int
	events int
	asks   *query.Query      // the question of the search, where it asks for events; else nil
	all    part.HeatQuestion // of all demos of the library; without a map of this one
}

// New returns the heat map, which is off.
func New(host *part.Host) part.Part {
	h := &heat{host: host}
	return part.Part{
		Actions: map[action.ID]part.Action{
			action.HeatMap:     {Do: h.toggle, On: func() bool { return h.on }},
			action.HeatKind:    {Do: h.nextKind},
			action.HeatFilter:  {Do: h.nextWho},
			action.HeatWeapon:  {Do: h.nextWeapon},
			action.HeatLibrary: {Do: h.toggleAll, On: func() bool { return h.on && h.all }},
			action.HeatStage:   {Do: h.nextStage},
		},
		Closed: h.clear,
		State:  func() any { return *h },
		SetState: func(as any) {
			s := as.(heat)
			h.on, h.kind, h.who, h.weapon, h.all, h.stage = s.on, s.kind, s.who, s.weapon, s.all, s.stage
		},
		Ready:    func() bool { return !h.on || host.Plan() == nil || h.current() != nil && !h.busy },
		Scene:    h.scene,
		Legend:   h.legend,
		ClickMap: h.list,
	}
}

// clear forgets what was computed; what is to be shown stays chosen.
func (h *heat) clear() {
	*h = heat{host: h.host, on: h.on, kind: h.kind, who: h.who, all: h.all, stage: h.stage, layer: h.layer}
}

func (h *heat) toggle() {
	h.on = !h.on
	h.host.Redraw()
}

// toggleAll shows the heat map of all demos of the library, or none.
func (h *heat) toggleAll() {
	if h.host.Library == nil {
		h.host.Notices.Say(msgNoLibrary)
		return
	}
	h.all = !h.on || !h.all
	h.on = h.all
	h.host.Redraw()
}

// nextStage goes through the phases of matches.
func (h *heat) nextStage() {
	if h.host.Library == nil {
		h.host.Notices.Say(msgNoLibrary)
		return
	}
	if h.on && h.all {
		h.stage = (h.stage + 1) % part.HeatStageCount
	}
	h.on, h.all = true, true
	h.host.Redraw()
}

func (h *heat) nextKind() {
	h.on = true
	h.kind = (h.kind + 1) % kindCount
	h.host.Redraw()
}

func (h *heat) nextWho() {
	h.on = true
	h.who = (h.who + 1) % whoCount
	if h.who != everyone && h.host.Watch.Slot() < 0 {
		h.who = everyone
		h.host.Notices.Say(msgFollow)
	}
	h.host.Redraw()
}

// nextWeapon goes through the weapons that killed in this demo.
func (h *heat) nextWeapon() {
	h.on = true
	if h.kind == Presence || h.kind == Pickups {
		h.kind = Deaths
	}
	var used [sim.WeaponCount]bool
	for _, e := range h.host.Demo.Recording().Events() {
		if e.Kind == sim.EventObituary && e.Weapon < sim.WeaponCount {
			used[e.Weapon] = true
		}
	}
	used[sim.WeaponNone] = true
	for range used {
		h.weapon = (h.weapon + 1) % sim.WeaponCount
		if used[h.weapon] {
			break
		}
	}
	h.host.Redraw()
}

// cell is how far from a click the moments are that it asks for, in units.
const cell = 96

// list asks for the moments around a place of the heat map; of where players were it asks for deaths.
func (h *heat) list(x, y float64) bool {
	if !h.on || h.shown == nil {
		return false
	}
	if h.all {
		h.host.Library.ListMoments(h.wanted.all, [2]float64{x - cell/2, y - cell/2}, [2]float64{x + cell/2, y + cell/2})
		return true
	}
	if h.kind == Pickups {
		return false
	}
	h.host.FindIn([][2]float64{{x - cell, y - cell}, {x + cell, y - cell}, {x + cell, y + cell}, {x - cell, y + cell}})
	return true
}

// scene adds the heat map to the scene.
func (h *heat) scene(sc *stage.Scene) {
	if h.layer.Map = h.current(); h.layer.Map != nil {
		sc.Layers = append(sc.Layers, &h.layer)
	}
}

// current is the heat map to draw, or nil; one that is not there yet is computed in the
// background, and the old one shown until then.
func (h *heat) current() *Map {
	p := h.host.Plan()
	if !h.on || p == nil || h.host.Demo.World() == nil {
		return nil
	}
	k := h.want()
	k.lo, k.hi = p.Bounds()
	if k != h.wanted && !h.busy {
		h.wanted, h.busy = k, true
		rec, ctx := h.host.Demo.Recording(), h.host.Demo.Context()
		library := h.host.Library
		source := query.Source{Recording: rec, Places: h.host.Places()}
		go func() {
			var m *Map
			err := fault.Guard(func() (err error) {
				if k.all.Map != "" {
					m, err = NewMapOf(k.lo, k.hi, k.kind, func(add func(sim.Vec3, float64)) error { return library.Heat(ctx, k.all, add) })
					return err
				}
				f := k.filter()
				if k.asks != nil {
					f.Match = k.asks.Matches(source)
				}
				m = NewMap(rec, k.lo, k.hi, f)
				return nil
			})
			h.host.Queue.Post(ctx, func() {
				if ctx.Err() == nil {
					if h.shown, h.busy = m, false; err != nil {
						h.host.Notices.Warn(fmt.Sprintf(msgNoHeat, err))
					}
					h.host.Redraw()
				}
			})
		}()
	}
	return h.shown
}

// want is what the heat map is to show now.
func (h *heat) want() key {
	k := key{kind: h.kind, level: h.host.Demo.World().Level}
	if h.all {
		k.all = h.question()
		return k
	}
	if k.kind != Presence && k.kind != Pickups {
		k.weapon = h.weapon
		if q := h.host.Question; q != nil && !q.AsksStates() {
			k.asks = q
		}
	}
	rec := h.host.Demo.Recording()
	if _, finished := rec.Progress(); finished {
		k.frames, k.events = rec.Frames(), len(rec.Events())
	}
	if from, to, ok := h.host.Clock.Loop(); ok {
		k.from, k.to = from, to
	}
	if now := h.host.Clock.Position().Truncate(hiddenStep) + 1; h.host.Settings.HideScore && (k.to == 0 || k.to > now) {
		k.to = now
	}
	if pl := h.host.Watch.Followed(); pl != nil {
		switch k.who = h.who; k.who {
		case player:
			k.slot = pl.Slot.Index()
		case team:
			k.team = pl.Profile.Team
		}
	}
	return k
}

// question is what the library is asked.
func (h *heat) question() part.HeatQuestion {
	q := part.HeatQuestion{Game: h.host.Demo.Recording().Header().GameKey, Map: h.host.Demo.Level().Map, Kind: h.kind, Stage: h.stage}
	if h.weapon != sim.WeaponNone && h.kind != Pickups {
		q.Weapon = h.weapon.String()
	}
	if pl := h.host.Watch.Followed(); pl != nil {
		switch h.who {
		case player:
			q.Player = pl.Profile.Name.Plain
		case team:
			q.Team = pl.Profile.TeamLabel()
		}
	}
	return q
}

// hiddenStep is how often a heat map goes on while what is still to come is hidden.
const hiddenStep = 5 * time.Second

// filter is what of the recording the heat map is made of.
func (k *key) filter() Filter {
	f := Filter{Kind: k.kind, Level: k.level, Weapon: k.weapon, From: k.from, To: k.to}
	switch k.who {
	case player:
		f.Slots = []int{k.slot}
	case team:
		f.ByTeam, f.Team = true, k.team
	}
	return f
}

var kindNames = [kindCount]string{Presence: "where players were", Deaths: "where players died", Kills: "where players killed", Pickups: "where players took items"}

var stageNames = [part.HeatStageCount]string{"at any time", "in the warm-up", "in the first minute", "in the match", "in overtime"}

// legend describes what the heat map shows; each part can be clicked.
func (h *heat) legend() *panel.Legend {
	if !h.on {
		return nil
	}
	whose := "everyone"
	if pl := h.host.Watch.Followed(); pl != nil {
		switch h.who {
		case player:
			whose = pl.Profile.Name.Plain
		case team:
			whose = panel.TeamName(pl.Profile.Team, h.host.Demo.World().Players)
		}
	}
	parts := []panel.LegendPart{{Text: kindNames[h.kind], ID: action.HeatKind}, {Text: whose, ID: action.HeatFilter}}
	if h.kind != Presence && h.kind != Pickups {
		w := "all weapons"
		if h.weapon != sim.WeaponNone {
			w = h.weapon.Info().Name
		}
		parts = append(parts, panel.LegendPart{Text: w, ID: action.HeatWeapon})
	}
	if h.wanted.asks != nil {
		parts = append(parts, panel.LegendPart{Text: "as found", ID: action.Find})
	}
	if h.all {
		parts = slices.Insert(parts, 1, panel.LegendPart{Text: "in all demos", ID: action.HeatLibrary}, panel.LegendPart{Text: stageNames[h.stage], ID: action.HeatStage})
		return &panel.Legend{Icon: draw.IconFlame, Parts: parts, Close: action.HeatMap, Tip: "Heat map off"}
	}
	span := "whole level"
	if from, to, ok := h.host.Clock.Loop(); ok {
		span = fmt.Sprintf("%s to %s", panel.FormatTime(h.host.Moment(from)), panel.FormatTime(h.host.Moment(to)))
	}
	parts = append(parts, panel.LegendPart{Text: span})
	return &panel.Legend{Icon: draw.IconFlame, Parts: parts, Close: action.HeatMap, Tip: "Heat map off"}
}
