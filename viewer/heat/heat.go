// Package heat draws a heat map over the plan. The heat map shows where players spent their time, died or killed
// others.
package heat

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/sim/query"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// who selects the players shown.
type who uint8

const (
	everyone who = iota
	player
	team
	whoCount
)

// heat is the state of the heat map.
type heat struct {
	host    Host
	on      bool
	kind    spot.Kind
	who     who
	weapon  sim.Weapon
	all     bool // use all demos of the library
	stage   spot.Stage
	shown   *Map
	wanted  key // being computed, or last computed
	busy    bool
	layer   Layer
	letters *part.Letters
	// picked is the question for the moments of the cell last clicked, and base the question of the map at that
	// time: picked selects from the map and does not narrow it.
	picked string
	base   *query.Query
	asks   *query.Query // the query of the search, or nil
}

// key holds everything on which a heat map depends.
type key struct {
	kind   spot.Kind
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
	asks   *query.Query  // the search's question if it applies to what is shown; otherwise nil
	all    spot.Question // about all demos of the library; without Map for this demo only
}

// New returns the [part.Part] that shows the heat map. The heat map is initially switched off.
func New(host Host) part.Part {
	h := &heat{host: host}
	h.letters = &part.Letters{On: func() bool { return h.on }, Keys: letters}
	library := part.Unless(func() bool { return host.Library != nil }, msgNoLibrary)
	host.Question.Subscribe(func(q *query.Query) { h.asks = q })
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDMap:     {Do: h.toggle, On: func() bool { return h.on }},
			IDKind:    {Do: h.nextKind},
			IDFilter:  {Do: h.nextWho},
			IDWeapon:  {Do: h.nextWeapon},
			IDLibrary: {Do: h.toggleAll, On: func() bool { return h.on && h.all }, Why: library},
			IDStage:   {Do: h.nextStage, Why: library},
		},
		Letters: h.letters,
		Closed:  h.clear,
		State:   func() any { return *h },
		SetState: func(as any) {
			s := as.(heat)
			h.on, h.kind, h.who, h.weapon, h.all, h.stage = s.on, s.kind, s.who, s.weapon, s.all, s.stage
		},
		Ready:    func() bool { return !h.on || host.Watch.Plan() == nil || h.current() != nil && !h.busy },
		Scene:    h.scene,
		Legend:   h.legend,
		ClickMap: h.list,
	}
}

// clear discards the computed results but keeps the choice of what to show.
func (h *heat) clear() {
	*h = heat{host: h.host, letters: h.letters, on: h.on, kind: h.kind, who: h.who, all: h.all, stage: h.stage,
		layer: h.layer, asks: h.asks}
}

func (h *heat) toggle() {
	h.on = !h.on
	h.host.Redraw()
}

// toggleAll shows the heat map of all demos of the library, or none.
func (h *heat) toggleAll() {
	h.all = !h.on || !h.all
	h.on = h.all
	h.host.Redraw()
}

// nextStage switches to the next stage of matches.
func (h *heat) nextStage() {
	if h.on && h.all {
		h.stage = (h.stage + 1) % spot.StageCount
	}
	h.on, h.all = true, true
	h.host.Redraw()
}

func (h *heat) nextKind() {
	h.on = true
	h.kind = (h.kind + 1) % spot.KindCount
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

// nextWeapon switches to the next weapon that killed in this demo.
func (h *heat) nextWeapon() {
	h.on = true
	if h.kind == spot.Presence || h.kind == spot.Pickups {
		h.kind = spot.Deaths
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

// cell is the maximum distance, in units, between a click and the moments listed for it.
const cell = 96

// list lists the moments, of the kind that the heat map shows, around a point.
func (h *heat) list(x, y float64) bool {
	if !h.on || h.shown == nil {
		return false
	}
	if h.all {
		h.host.Library.ListMoments(h.wanted.all, [2]float64{x - cell/2, y - cell/2}, [2]float64{x + cell/2, y + cell/2})
		return true
	}
	k := h.want()
	ask := h.ask(&k, query.In([][2]float64{{x - cell, y - cell}, {x + cell, y - cell}, {x + cell, y + cell},
		{x - cell, y + cell}}))
	h.picked, h.base = ask, k.asks
	h.host.Question.Ask(ask + " ")
	return true
}

// asked holds, for each kind of heat map, the terms of the query for what the map counts: the event, the position that
// counts, and the player concerned.
var asked = [spot.KindCount]struct{ what, where, who string }{
	spot.Presence: {"alive", "", "who:"}, spot.Deaths: {"kind:death", "of.", "of:"},
	spot.Kills: {"kind:frag,teamkill", "by.", "by:"}, spot.Pickups: {"kind:pickup", "", "by:"},
}

// ask returns the query for the moments of a heat map within an area.
func (h *heat) ask(k *key, area string) string {
	words := []string{asked[k.kind].what, asked[k.kind].where + area}
	if pl := h.host.Watch.Followed(); pl != nil {
		switch {
		case k.who == player:
			words = append(words, asked[k.kind].who+query.Quote(pl.Profile.Name.Plain))
		case k.who == team && k.team != sim.TeamFree:
			words = append(words, asked[k.kind].who+query.Quote(pl.Profile.TeamLabel()))
		}
	}
	if k.weapon != sim.WeaponNone {
		words = append(words, "with:"+query.Quote(k.weapon.String()))
	}
	if rec := h.host.Demo.Recording(); k.from > 0 || k.to > 0 || len(rec.Levels()) > 1 {
		f := k.filter()
		from, to := f.span(rec)
		words = append(words, query.Between(rec.Clock(), from, to))
	}
	if k.asks != nil {
		words = append(words, k.asks.String())
	}
	return strings.Join(words, " ")
}

// scene adds the heat map to the scene.
func (h *heat) scene(sc *stage.Scene) {
	if h.layer.Map = h.current(); h.layer.Map != nil {
		sc.Layers = append(sc.Layers, &h.layer)
	}
}

// current returns the heat map to draw, or nil. If it is not ready yet, it is computed in the background and the old
// one shown until then.
func (h *heat) current() *Map {
	p := h.host.Watch.Plan()
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
					m, err = NewMapOf(k.lo, k.hi, k.kind,
						func(add func(sim.Vec3, float64)) error { return library.Heat(ctx, k.all, add) })
					return err
				}
				f := k.filter()
				if err = f.hold(ctx, k.asks, source); err != nil {
					return err
				}
				m = NewMap(rec, k.lo, k.hi, f)
				return nil
			})
			h.host.Post(ctx, func() {
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

// want returns the key of the heat map to be shown now.
func (h *heat) want() key {
	k := key{kind: h.kind, level: h.host.Demo.World().Level}
	if h.all {
		k.all = h.question()
		return k
	}
	if k.kind != spot.Presence && k.kind != spot.Pickups {
		k.weapon = h.weapon
	}
	k.asks = h.filteredBy()
	rec := h.host.Demo.Recording()
	if _, finished := rec.Progress(); finished {
		k.frames, k.events = rec.Frames(), len(rec.Events())
	}
	if from, to, ok := h.host.Clock.Loop(); ok {
		k.from, k.to = from, to
	}
	if now := h.host.Clock.Position().Truncate(hiddenStep) + 1; h.host.Clock.ScoreHidden() &&
		(k.to == 0 || k.to > now) {
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

// filteredBy returns the search's query if it applies to what is shown: a query about players for positions, or a query
// about events for anything else.
func (h *heat) filteredBy() *query.Query {
	q := h.asks
	if q != nil && h.picked != "" && q.String() == h.picked {
		q = h.base
	}
	switch {
	case q == nil, h.kind == spot.Presence && !q.OfStates(), h.kind != spot.Presence && q.AsksStates():
		return nil
	}
	return q
}

// question returns the question for the library.
func (h *heat) question() spot.Question {
	q := spot.Question{Game: h.host.Demo.Recording().Header().GameKey, Map: h.host.Demo.Level().Map, Kind: h.kind,
		Whole: true, Stage: h.stage}
	if h.weapon != sim.WeaponNone && h.kind != spot.Pickups {
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

// hiddenStep is how often the heat map advances while the future is hidden.
const hiddenStep = 5 * time.Second

// filter returns the filter for the recording.
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

// hold narrows the filter to the matches of a question, if there is one.
func (f *Filter) hold(ctx context.Context, q *query.Query, source query.Source) error {
	switch {
	case q == nil:
		return nil
	case f.Kind != spot.Presence:
		f.Match = q.Matches(source)
		return nil
	}
	list, err := q.Spans(ctx, source)
	of := map[int][]query.Moment{}
	for _, m := range list {
		of[m.Who.Index()] = append(of[m.Who.Index()], m)
	}
	f.During = func(slot int, at time.Duration) bool {
		spans := of[slot]
		i := sort.Search(len(spans), func(i int) bool { return spans[i].Until > at })
		return i < len(spans) && spans[i].Time <= at
	}
	return err
}

var kindNames = [spot.KindCount]string{spot.Presence: "where players were", spot.Deaths: "where players died",
	spot.Kills: "where players killed", spot.Pickups: "where players took items"}

var stageNames = [spot.StageCount]string{"at any time", "in the warm-up", "in the first minute", "in the match",
	"in overtime"}

// legend describes what the heat map shows. Each part can be clicked.
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
	parts := []panel.LegendPart{{Text: kindNames[h.kind], ID: IDKind}, {Text: whose, ID: IDFilter}}
	if h.kind != spot.Presence && h.kind != spot.Pickups {
		w := "all weapons"
		if h.weapon != sim.WeaponNone {
			w = h.weapon.InfoIn(h.host.Demo.Recording().Header().GameKey).Name
		}
		parts = append(parts, panel.LegendPart{Text: w, ID: IDWeapon})
	}
	if h.wanted.asks != nil {
		parts = append(parts, panel.LegendPart{Text: "as found", ID: action.Find})
	}
	if h.all {
		parts = slices.Insert(parts, 1, panel.LegendPart{Text: "in all demos", ID: IDLibrary},
			panel.LegendPart{Text: stageNames[h.stage], ID: IDStage})
		return &panel.Legend{Icon: draw.IconFlame, Parts: parts, Close: IDMap, Tip: "Heat map off"}
	}
	span := "from start to end"
	if from, to, ok := h.host.Clock.Loop(); ok {
		span = fmt.Sprintf("%s to %s", h.host.Clock.Moment(from).Short(), h.host.Clock.Moment(to).Short())
	}
	parts = append(parts, panel.LegendPart{Text: span})
	for i := range parts {
		parts[i].Key = h.letters.Letter(parts[i].ID)
	}
	return &panel.Legend{Icon: draw.IconFlame, Parts: parts, Close: IDMap, Tip: "Heat map off"}
}
