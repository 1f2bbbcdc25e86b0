package track

import (
	"math/rand/v2"
	"testing"
	"time"

	"fragscope/sim"
)

func TestEntityRows(t *testing.T) {
	m := newMade(Rules{})
	for _, n := range []int{9, 3, 7, 3} {
		m.entities.Add(n)
		m.entities.Mover(n)
	}
	m.entities.Remove(7)
	m.entities.Remove(8)
	rows := m.entities.Rows()
	if len(rows) != 2 || rows[0].Number != 3 || rows[1].Number != 9 || m.entities.Row(7) != nil ||
		m.entities.Row(9) != &rows[1] {
		t.Errorf("rows are %v", rows)
	}
	if movers := m.entities.Movers(); len(movers) != 3 || movers[1].Number != 7 {
		t.Errorf("movers are %v", movers)
	}
}

// TestEntitiesOutOfSight checks what stays of entities that a snapshot does not show.
func TestEntitiesOutOfSight(t *testing.T) {
	for _, test := range []struct {
		name  string
		kind  sim.EntityKind
		rules Rules
		stays bool
	}{
		{"item", sim.EntityItem, Rules{}, true},
		{"item where all is shown", sim.EntityItem, Rules{ShowsAll: true}, true},
		{"monster", sim.EntityMonster, Rules{}, true},
		{"monster where all is shown", sim.EntityMonster, Rules{ShowsAll: true}, false},
		{"monster that is forgotten", sim.EntityMonster, Rules{MonsterMemory: 1}, false},
		{"rocket", sim.EntityProjectile, Rules{}, false},
		{"backpack", sim.EntityDropped, Rules{}, false},
		{"gib", sim.EntityGib, Rules{}, false},
	} {
		m := newMade(test.rules)
		m.at(50)
		last, appeared := m.entities.See(40, &sim.Vec3{})
		m.entities.Show(&EntityUpdate{Entity: &sim.Entity{Number: 40, Kind: test.kind}, Last: last, Appeared: appeared})
		m.at(100)
		m.end()
		if r := m.entities.Row(40); (r != nil) != test.stays || r != nil && r.Visible {
			t.Errorf("%s: %+v", test.name, r)
		}
	}
}

func TestMonstersDie(t *testing.T) {
	m := newMade(Rules{})
	show := func(ms int, kind sim.EntityKind, dead bool) {
		m.at(ms)
		last, appeared := m.entities.See(40, &sim.Vec3{})
		m.entities.Show(&EntityUpdate{Entity: &sim.Entity{Number: 40, Kind: kind, Name: "Ogre", Dead: dead}, Last: last,
			Appeared: appeared})
	}
	show(50, sim.EntityMonster, false)
	if name := m.entities.MonsterDeath(); name != "" {
		t.Errorf("%s died, who lives", name)
	}
	show(100, sim.EntityMonster, true)
	show(150, sim.EntityGib, false)
	if a, b := m.entities.MonsterDeath(), m.entities.MonsterDeath(); a != "Ogre" || b != "" {
		t.Errorf("who died is %q and %q", a, b)
	}
	show(200, sim.EntityMonster, false)
	show(250, sim.EntityGib, false) // it burst
	m.at(1000)
	if name := m.entities.MonsterDeath(); name != "" {
		t.Errorf("%s died long ago", name)
	}
}

// TestEntitiesGoOn checks that what is not seen again goes on where it was, unless it is gone.
func TestEntitiesGoOn(t *testing.T) {
	m := newMade(Rules{})
	m.at(50)
	m.entities.See(40, &sim.Vec3{1, 2, 3})
	m.at(100)
	if m.entities.goesOn(40, []int{30, 40}) || m.entities.Seen(40) {
		t.Error("an entity that is gone goes on")
	}
	if !m.entities.goesOn(40, []int{30}) || !m.entities.Seen(40) {
		t.Error("an entity that was just seen does not go on")
	}
	if m.entities.goesOn(40, nil) {
		t.Error("an entity that was seen goes on again")
	}
	if s := m.entities.Sighting(40); s.Origin != (sim.Vec3{1, 2, 3}) || s.Time != m.Now() {
		t.Errorf("it was seen as %+v", s)
	}
}

// TestUnseen checks that examining only entities that may have changed has the same result as examining all of them.
func TestUnseen(t *testing.T) {
	rules := Rules{MonsterMemory: 5}
	rules.Respawn[sim.ItemQuad] = 300 * time.Millisecond
	few, all := newMade(rules), newMade(rules)
	kinds := []sim.EntityKind{sim.EntityItem, sim.EntityItem, sim.EntityMonster, sim.EntityDropped,
		sim.EntityProjectile}
	random := rand.New(rand.NewPCG(1, 2))
	for ms := 0; ms < 40000; ms += 25 {
		seed := random.Uint64()
		for _, m := range []*made{few, all} {
			m.at(ms)
			random := rand.New(rand.NewPCG(seed, 0))
			for n := 1; n <= 12; n++ {
				kind := kinds[n%len(kinds)]
				switch random.IntN(5) {
				case 0: // out of sight
				case 1, 2:
					if s := m.entities.Sighting(n).Snapshot; s > 0 && s == m.Snapshot()-1 {
						m.entities.goesOn(int32(n), nil)
					}
				case 3:
					if r := m.entities.Row(n); r != nil && kind == sim.EntityItem && !m.entities.Seen(n) {
						r.State, r.RespawnKnown, r.Respawn = sim.ItemTaken, true,
							m.Now()+time.Duration(25*random.IntN(3))*time.Millisecond
					}
				default:
					m.item(n, sim.ItemQuad, float32(n))
					if r := m.entities.Row(n); r.Kind != kind {
						r.Kind = kind
					}
				}
			}
		}
		all.entities.known = false
		few.items.EndSnapshot()
		all.items.EndSnapshot()
		for _, m := range []*made{few, all} { // as what is told late in a snapshot is
			if r := m.entities.Row(1); r != nil && !m.entities.Seen(1) && seed%4 == 0 {
				r.State, r.RespawnKnown, r.Respawn = sim.ItemTaken, true, m.Now()+50*time.Millisecond
			}
		}
		if len(few.entities.rows) != len(all.entities.rows) {
			t.Fatalf("at %d ms: %d rows, want %d", ms, len(few.entities.rows), len(all.entities.rows))
		}
		for i := range all.entities.rows {
			got, want := few.entities.rows[i], all.entities.rows[i]
			if got != want {
				t.Fatalf("at %d ms: %+v, want %+v", ms, got, want)
			}
		}
		for _, m := range []*made{few, all} {
			m.players.EndSnapshot()
			m.match.EndSnapshot()
			m.EndSnapshot()
		}
	}
}
