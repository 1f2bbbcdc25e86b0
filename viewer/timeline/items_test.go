package timeline

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/draw"
)

// TestPlacesOfItems uses a map with a Quad that the duel is played without, and with a mod's gear that only looks like
// armour.
func TestPlacesOfItems(t *testing.T) {
	b, rec := recording.NewRecorder(sim.Header{Name: "a.mvd", Multi: true})
	b.Level(sim.Level{Map: "yard"})
	item := func(n int, it sim.Item, x float32, name string, state sim.ItemState) recording.FrameEntity {
		return recording.FrameEntity{Entity: sim.Entity{Number: n, Kind: sim.EntityItem, Item: it, State: state,
			Name: name, Origin: sim.Vec3{x}}}
	}
	f := &recording.Frame{Entities: []recording.FrameEntity{
		item(10, sim.ItemQuad, 0, "", sim.ItemUnknown), item(11, sim.ItemMegaHealth, -500, "", sim.ItemPresent),
		item(12, sim.ItemArmorGreen, 0, "Kevlar Vest", sim.ItemPresent),
		item(13, sim.ItemMegaHealth, 500, "", sim.ItemUnknown), item(14, sim.ItemArmorRed, 0, "", sim.ItemPresent),
	}}
	for ; f.Time < 20*time.Second; f.Time += 100 * time.Millisecond {
		if f.Time > 10*time.Second {
			f.Entities[3].State = sim.ItemTaken
		}
		b.Frame(f)
	}
	b.Finish(nil)
	places, missing := itemPlaces(rec, rec.Levels()[0], nil)
	got := ""
	for _, p := range places {
		got += p.row("quake3").Name + p.mark + ", "
	}
	if want := "RA, MH W, MH E, "; got != want {
		t.Errorf("places %q, want %q", got, want)
	}
	if len(missing) != 1 || !missing[10] {
		t.Errorf("missing %v, want the Quad", missing)
	}
}

// TestWeaponsHaveLanesWherePlayersFight checks that weapons have no row if players play against monsters or the clock,
// as nobody waits for a weapon then.
func TestWeaponsHaveLanesWherePlayersFight(t *testing.T) {
	for contest, want := range map[sim.Contest]int{sim.Versus: 2, sim.Story: 1, sim.Race: 1} {
		b, rec := recording.NewRecorder(sim.Header{Name: "a.dem"})
		level := sim.Level{Map: "yard"}
		if contest == sim.Story {
			level.Contest = sim.Story
		}
		b.Level(level)
		item := func(n int, it sim.Item, w sim.Weapon, state sim.ItemState) recording.FrameEntity {
			return recording.FrameEntity{Entity: sim.Entity{Number: n, Kind: sim.EntityItem, Item: it, Weapon: w,
				State: state, Origin: sim.Vec3{float32(n)}}}
		}
		for at := time.Duration(0); at < 40*time.Second; at += 100 * time.Millisecond {
			state := sim.ItemPresent
			if at > 10*time.Second && at < 30*time.Second {
				state = sim.ItemTaken
			}
			b.Frame(&recording.Frame{Time: at, Entities: []recording.FrameEntity{item(10, sim.ItemArmorRed, 0, state),
				item(11, sim.ItemWeapon, sim.WeaponRocketLauncher, state)}})
		}
		switch contest {
		case sim.Versus:
			b.Event(sim.Event{Time: 40 * time.Second, Kind: sim.EventObituary, Slot: sim.SlotAt(0),
				Attacker: sim.SlotAt(1)})
		case sim.Race:
			b.Event(sim.Event{Time: 40 * time.Second, Kind: sim.EventFinish, Slot: sim.SlotAt(0)})
		}
		b.Finish(nil)
		if got := rec.Contest(0); got != contest {
			t.Fatalf("the contest is %d, want %d", got, contest)
		}
		absences, theme := rec.ItemAbsences(0), draw.Dark()
		places, _ := itemPlaces(rec, rec.Levels()[0], absences)
		if rows := itemRows(rec, contested(places, contest), absences, &theme, false); len(rows) != want {
			t.Errorf("contest %d has %d lanes of items, want %d", contest, len(rows), want)
		}
	}
}
