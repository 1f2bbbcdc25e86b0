package timeline

import (
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// items are the times of the items of a level, as they were when so much had been read.
type items struct {
	level      int
	frames     int
	colorBlind bool
	rows       []panel.ItemTimeline
	valid      bool
}

// controlled are the items whose control decides a match, in the order of their rows.
var controlled = []sim.Item{
	sim.ItemQuad, sim.ItemProtection, sim.ItemInvisibility, sim.ItemMegaHealth, sim.ItemArmorRed, sim.ItemArmorYellow,
	sim.ItemArmorGreen, sim.ItemPowerShield, sim.ItemHaste, sim.ItemRegeneration, sim.ItemFlight, sim.ItemDouble, sim.ItemWeapon,
}

const rowsMost = 9

// Items are the rows of the items of the level, at most so many, if they are shown.
func (t *Timeline) Items(most int) []panel.ItemTimeline {
	w := t.host.Demo.World()
	if w == nil || !t.host.Settings.Items {
		return nil
	}
	rec, c := t.host.Demo.Recording(), &t.items
	frames := rec.Frames()
	if !c.valid || c.level != w.Level || c.frames != frames || c.colorBlind != t.host.Settings.ColorBlind {
		*c = items{level: w.Level, frames: frames, colorBlind: t.host.Settings.ColorBlind, valid: true}
		c.rows = itemRows(rec, w.Level, t.host.Theme, t.host.Demo.Level().Teams)
	}
	return c.rows[:min(len(c.rows), most)]
}

// itemPlace is an item at its place; itemKind is what there can be several of.
type (
	itemPlace struct {
		itemKind
		entity int
	}
	itemKind struct {
		item   sim.Item
		weapon sim.Weapon
	}
)

func (k itemKind) row() panel.ItemTimeline {
	if k.item == sim.ItemWeapon {
		a := k.weapon.Info()
		return panel.ItemTimeline{Name: a.Short, Color: draw.Of(a.Color).Readable()}
	}
	e := k.item.Info()
	return panel.ItemTimeline{Name: e.Short, Color: draw.Of(e.Color).Readable()}
}

func itemRows(rec *sim.Recording, level int, t *draw.Theme, teams bool) []panel.ItemTimeline {
	profiles := map[int]*sim.Profile{}
	for _, r := range rec.Roster() {
		profiles[r.Profile.Slot.Index()] = r.Profile
	}
	index := map[itemPlace]int{}
	var rows []panel.ItemTimeline
	spans := rec.ItemAbsences(level)
	of := map[itemKind][]int{} // the rows of each kind, and where the items are
	where := map[itemKind][]sim.Vec3{}
	for _, want := range controlled {
		for i := range spans {
			s := &spans[i]
			if s.Item != want {
				continue
			}
			k := itemPlace{itemKind{s.Item, s.Weapon}, s.Entity}
			at, ok := index[k]
			if !ok {
				if len(rows) == rowsMost {
					continue
				}
				at = len(rows)
				index[k] = at
				rows = append(rows, k.row())
				of[k.itemKind], where[k.itemKind] = append(of[k.itemKind], at), append(where[k.itemKind], s.Origin)
			}
			rows[at].Absences = append(rows[at].Absences, rowSpan(s, profiles[s.By.Index()], rec.Duration(), t, teams))
		}
	}
	for kind, list := range of {
		for i, mark := range disambiguate(where[kind]) {
			rows[list[i]].Name += mark
		}
	}
	return rows
}

func rowSpan(s *sim.ItemAbsence, by *sim.Profile, end time.Duration, t *draw.Theme, teams bool) panel.ItemAbsence {
	out := panel.ItemAbsence{From: s.Taken, To: s.Respawn, Color: t.Faint, Open: !s.RespawnKnown}
	if out.Open && out.To <= out.From {
		out.To = min(s.Taken+20*time.Second, end)
	}
	if s.By.Valid() && by != nil {
		out.Color, out.Who = t.Badge(by, teams).Color, by.Name.Plain
	}
	return out
}

// Clocks are the notable items of the moment: what is up, what comes back when.
func (t *Timeline) Clocks() []panel.ItemClock {
	w := t.host.Demo.World()
	if w == nil {
		return nil
	}
	var out []panel.ItemClock
	for _, want := range controlled[:7] {
		first := len(out)
		var places []sim.Vec3
		for i := range w.Entities {
			th := &w.Entities[i]
			if th.Kind != sim.EntityItem || th.Item != want {
				continue
			}
			places = append(places, th.Origin)
			out = append(out, panel.ItemClock{
				Name: th.Item.Info().Short, Full: th.Item.Info().Name, Color: draw.Of(th.Item.Info().Color), State: th.State,
				Left: th.Respawn - w.Time, Known: th.RespawnKnown,
			})
		}
		for i, mark := range disambiguate(places) {
			out[first+i].Name += mark
		}
	}
	return out
}
