package timeline

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/report"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// items are the items of a level and when they were taken, as known when a certain number of frames had been read.
type items struct {
	level      int
	frames     int
	colorBlind bool
	places     []itemPlace
	rows       []panel.ItemTimeline
	missing    map[int]bool
	contest    sim.Contest
	finished   bool // the whole demo had been read
	valid      bool
}

// controlled are the items whose control decides a match, in the order of their clocks and rows. The most important
// come first: they are the last to be dropped if there is little room.
var controlled = []sim.Item{
	sim.ItemArmorRed, sim.ItemMegaHealth, sim.ItemArmorYellow, sim.ItemQuad, sim.ItemProtection, sim.ItemInvisibility,
	sim.ItemArmorGreen, sim.ItemPowerShield, sim.ItemHaste, sim.ItemRegeneration, sim.ItemFlight, sim.ItemDouble,
	sim.ItemWeapon,
}

const (
	clocked  = 7   // how many of controlled have clocks
	rowsMost = 24  // items with rows
	samples  = 256 // times of a level at which its items are looked up
)

// itemPlace is an item at its place. Several can be of the same itemKind.
type (
	itemPlace struct {
		itemKind
		entity int
		origin sim.Vec3
		mark   string // distinguishes items of a kind
	}
	itemKind struct {
		item   sim.Item
		weapon sim.Weapon
	}
)

func (k itemKind) row(game string) panel.ItemTimeline {
	if k.item == sim.ItemWeapon {
		a := k.weapon.InfoIn(game)
		return panel.ItemTimeline{Name: a.Short, Color: draw.Of(a.Color).Readable()}
	}
	e := k.item.Info()
	return panel.ItemTimeline{Name: e.Short, Color: draw.Of(e.Color).Readable()}
}

// readItems updates the list of the level's items. While the demo is loading, it does so whenever considerably more has
// been read.
func (t *Timeline) readItems(w *sim.World) *items {
	rec, c := t.host.Demo.Recording(), &t.items
	frames := rec.Frames()
	_, finished := rec.Progress()
	more := frames > c.frames+c.frames/16 || finished && !c.finished
	if c.valid && c.level == w.Level && c.colorBlind == t.host.Settings.ColorBlind && !more {
		return c
	}
	*c = items{level: w.Level, frames: frames, colorBlind: t.host.Settings.ColorBlind, valid: true, finished: finished}
	c.contest = rec.Contest(w.Level)
	absences := rec.ItemAbsences(w.Level)
	c.places, c.missing = itemPlaces(rec, t.host.Demo.Level(), absences)
	c.places = contested(c.places, c.contest)
	c.rows = itemRows(rec, c.places, absences, t.host.Theme, t.host.Demo.Level().Teams)
	return c
}

// Items returns the rows of the level's items, or nil if the rows are hidden. The totals in the rows cover the loop or,
// if no loop is set, the whole level.
func (t *Timeline) Items() []panel.ItemTimeline {
	w := t.host.Demo.World()
	if w == nil || !t.host.Settings.Items {
		return nil
	}
	rows := slices.Clone(t.readItems(w).rows)
	from, to, selected := t.Play.Loop()
	for i := range rows {
		share := map[string]int{}
		for _, a := range rows[i].Absences {
			if a.Side != "" && (!selected || a.From >= from && a.From <= to) {
				share[a.Side]++
			}
		}
		rows[i].Total, rows[i].Range = total(share), selected
		if (selected || len(rows[i].Absences) == 0) && len(share) == 0 {
			rows[i].Total = "not taken"
		}
	}
	return rows
}

// itemPlaces returns the places of the level's items that were ever there or taken, in a fixed order. An item of the
// map that nobody ever saw has no place. If the demo shows everything, such an item is missing: the game mode is played
// without it.
func itemPlaces(rec *recording.Recording, l sim.Level, absences []sim.ItemAbsence) (places []itemPlace,
	missing map[int]bool) {
	found := map[int]itemPlace{}
	gear := map[int]bool{} // of a mod, with its own name: it only looks like the item
	missing = map[int]bool{}
	c := rec.Cursor()
	for i := range time.Duration(samples) {
		w := c.At(l.Start + (l.End-l.Start)*i/samples)
		if w.Level != l.Index {
			continue
		}
		for k := range w.Entities {
			e := &w.Entities[k]
			switch {
			case e.Kind != sim.EntityItem || !slices.Contains(controlled[:clocked], e.Item):
			case e.Name != "":
				gear[e.Number] = true
			case e.State != sim.ItemUnknown:
				found[e.Number] = itemPlace{itemKind: itemKind{item: e.Item}, entity: e.Number, origin: e.Origin}
			default:
				missing[e.Number] = rec.Header().Multi
			}
		}
	}
	for i := range absences {
		if a := &absences[i]; slices.Contains(controlled, a.Item) && !gear[a.Entity] {
			found[a.Entity] = itemPlace{itemKind: itemKind{a.Item, a.Weapon}, entity: a.Entity, origin: a.Origin}
		}
	}
	for n := range found {
		delete(missing, n)
	}
	places = slices.SortedFunc(maps.Values(found), func(a, b itemPlace) int {
		return cmp.Or(slices.Index(controlled, a.item)-slices.Index(controlled, b.item), int(a.weapon)-int(b.weapon),
			a.entity-b.entity)
	})
	tellApart(places)
	return places, missing
}

// contested drops the weapons unless players fight each other, because otherwise nobody waits for a weapon to respawn.
func contested(places []itemPlace, contest sim.Contest) []itemPlace {
	if contest == sim.Versus {
		return places
	}
	return slices.DeleteFunc(places, func(p itemPlace) bool { return p.item == sim.ItemWeapon })
}

// tellApart sets the marks of items of a kind. Places of a kind are adjacent.
func tellApart(places []itemPlace) {
	for first := 0; first < len(places); {
		var at []sim.Vec3
		for _, p := range places[first:] {
			if p.itemKind == places[first].itemKind {
				at = append(at, p.origin)
			}
		}
		for i, mark := range disambiguate(at) {
			places[first+i].mark = mark
		}
		first += len(at)
	}
}

// itemRows returns the rows of the items that were taken, and of those with clocks whether taken or not.
func itemRows(rec *recording.Recording, places []itemPlace, absences []sim.ItemAbsence, t *draw.Theme,
	teams bool) []panel.ItemTimeline {
	profiles := map[int]*sim.Profile{}
	for _, r := range rec.Roster() {
		profiles[r.Profile.Slot.Index()] = r.Profile
	}
	var rows []panel.ItemTimeline
	events := rec.Events()
	for _, p := range places {
		row := p.row(rec.Header().GameKey)
		row.Name += p.mark
		for i := range absences {
			if a := &absences[i]; a.Entity == p.entity && (itemKind{a.Item, a.Weapon}) == p.itemKind {
				by := profiles[report.Taker(events, a).Index()]
				row.Absences = append(row.Absences, rowSpan(a, by, rec.Duration(), t, teams))
			}
		}
		if waited := slices.Contains(controlled[:clocked], p.item); (waited || len(row.Absences) > 0) &&
			len(rows) < rowsMost {
			rows = append(rows, row)
		}
	}
	return rows
}

// sideOf returns the side that a player takes an item for.
func sideOf(p *sim.Profile, teams bool) string {
	if teams && p.Team != sim.TeamFree {
		return p.TeamLabel()
	}
	return p.Name.Plain
}

// total describes how two sides shared an item, the one that took it more often first: "red 13 : 10 blue". If only
// one side took it, it says how often; if more than two did, it returns "".
func total(share map[string]int) string {
	if len(share) == 0 || len(share) > 2 {
		return ""
	}
	names := slices.SortedFunc(maps.Keys(share), func(a, b string) int {
		return cmp.Or(share[b]-share[a],
			cmp.Compare(a, b))
	})
	first := share[names[0]]
	if len(names) == 1 {
		return fmt.Sprintf("%s %d", names[0], first)
	}
	return fmt.Sprintf("%s %d : %d %s", names[0], first, share[names[1]], names[1])
}

func rowSpan(s *sim.ItemAbsence, by *sim.Profile, end time.Duration, t *draw.Theme, teams bool) panel.ItemAbsence {
	out := panel.ItemAbsence{From: s.Taken, To: s.Respawn, Color: t.Faint, Open: !s.RespawnKnown}
	if out.Open && out.To <= out.From {
		out.To = min(s.Taken+20*time.Second, end)
	}
	if by != nil {
		out.Color, out.Who, out.Side = t.Badge(by, teams).Color, by.Name.Plain, sideOf(by, teams)
	}
	return out
}

// Clocks returns a clock for each of the level's most important items, such as armour and powerups. Each clock shows
// whether its item is available or when the item respawns. The number and order of the clocks do not change during a
// level. If players do not compete with each other, Clocks returns nil.
func (t *Timeline) Clocks() []panel.ItemClock {
	w := t.host.Demo.World()
	if w == nil {
		return nil
	}
	items := t.readItems(w)
	if items.contest != sim.Versus {
		return nil // nobody waits for an item
	}
	var out []panel.ItemClock
	for _, p := range items.places {
		if !slices.Contains(controlled[:clocked], p.item) {
			continue
		}
		info := p.item.Info()
		c := panel.ItemClock{Kind: info.Short, Mark: p.mark, Full: info.Name, Color: draw.Of(info.Color),
			Entity: p.entity}
		if i, ok := slices.BinarySearchFunc(w.Entities, p.entity,
			func(e sim.Entity, n int) int { return e.Number - n }); ok && w.Entities[i].Item == p.item {
			e := &w.Entities[i]
			c.State, c.Left, c.Back, c.Known = e.State, e.Respawn-w.Time, t.Moment(e.Respawn), e.RespawnKnown
		}
		out = append(out, c)
	}
	return out
}

// scene hides the items that the match is played without.
func (t *Timeline) scene(sc *stage.Scene) {
	if w := t.host.Demo.World(); w != nil {
		sc.Missing = t.readItems(w).missing
	}
}

// Contest returns the kind of contest being played on the level.
func (t *Timeline) Contest() sim.Contest {
	w := t.host.Demo.World()
	if w == nil {
		return sim.Versus
	}
	return t.readItems(w).contest
}
