package recording

import (
	"testing"
	"time"

	"fragscope/sim"
)

// TestSince checks since when an item is known to have lain where it was taken: from when it came back in sight or by
// its clock, if it then was in sight, or out of sight for less time than it stays away.
func TestSince(t *testing.T) {
	const away = 25 * time.Second
	type row struct {
		at       int // seconds
		state    sim.ItemState
		visible  bool
		byClock  bool // of a taking: the demo tells when it comes back
		wantFrom int  // of a taking: since when it lay there, 0 for not known
	}
	taken := func(at, from int) row { return row{at, sim.ItemTaken, false, true, from} }
	seen := func(at int) row { return row{at, sim.ItemPresent, true, false, 0} }
	lost := func(at int) row { return row{at, sim.ItemUnknown, false, false, 0} }
	for what, test := range map[string]struct {
		rows []row
		all  bool
	}{
		"seen to come back":                  {rows: []row{seen(5), taken(10, 0), seen(35), taken(40, 35)}},
		"in sight, away and in sight":        {rows: []row{taken(10, 0), seen(35), lost(40), seen(60), taken(70, 35)}},
		"as long out of sight as it is away": {rows: []row{taken(10, 0), seen(35), lost(40), seen(66), taken(70, 0)}},
		"taken out of sight, soon":           {rows: []row{taken(10, 0), lost(35), taken(55, 35)}},
		"taken out of sight, late":           {rows: []row{taken(10, 0), lost(35), taken(61, 0)}},
		"found when its clock had run out":   {rows: []row{taken(10, 0), lost(35), seen(50), taken(90, 35)}},
		"found long after":                   {rows: []row{taken(10, 0), lost(35), seen(80), taken(90, 0)}},
		"back before its clock":              {rows: []row{taken(10, 0), seen(20), taken(30, 0)}},
		"back before its clock, all seen":    {rows: []row{taken(10, 0), seen(20), taken(30, 20)}, all: true},
		"no clock": {rows: []row{{10, sim.ItemTaken, false, false, 0}, seen(35),
			taken(40, 0)}},
		"no clock, all seen": {rows: []row{{10, sim.ItemTaken, false, false, 0}, seen(35),
			taken(40, 35)}, all: true},
		"never taken before": {rows: []row{seen(5), taken(10, 0)}, all: true},
	} {
		var a absences
		a.newLevel()
		var want []int
		var last time.Duration
		for _, r := range test.rows {
			e := FrameEntity{Entity: sim.Entity{Number: 3, Kind: sim.EntityItem, Item: sim.ItemArmorRed, State: r.state,
				Visible: r.visible}}
			at := time.Duration(r.at) * time.Second
			switch {
			case r.state == sim.ItemTaken:
				e.Taken = at
				if want = append(want, r.wantFrom); r.byClock {
					e.Respawn, e.RespawnKnown = at+away, true
				}
				last = at
			case r.state == sim.ItemUnknown && at < last+away:
				t.Fatalf("%s: it is not due", what)
			}
			a.last = at // nothing happens between two rows
			a.add(&e, at, test.all)
		}
		for i, got := range a.levels[0] {
			if known := want[i] > 0; got.SinceKnown != known ||
				known && got.Since != time.Duration(want[i])*time.Second {
				t.Errorf("%s: taking %d: since %v, %v; want %d", what, i, got.Since, got.SinceKnown, want[i])
			}
		}
	}
}

// TestSinceMatch checks that what lies there from the start of a match did not come back.
func TestSinceMatch(t *testing.T) {
	var a absences
	a.newLevel()
	row := FrameEntity{Entity: sim.Entity{Number: 3, Kind: sim.EntityItem, State: sim.ItemTaken, Taken: time.Second,
		Respawn: 26 * time.Second, RespawnKnown: true}}
	a.add(&row, time.Second, true)
	row.Entity = sim.Entity{Number: 3, Kind: sim.EntityItem, State: sim.ItemPresent, Visible: true}
	a.add(&row, 26*time.Second, true)
	a.startMatch(27 * time.Second)
	row.State, row.Taken, row.Visible = sim.ItemTaken, 30*time.Second, false
	a.add(&row, 30*time.Second, true)
	if got := a.levels[0][1]; got.SinceKnown {
		t.Errorf("it lay there since %v", got.Since)
	}
}
