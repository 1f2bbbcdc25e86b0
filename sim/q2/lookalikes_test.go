package q2

import (
	"slices"
	"testing"

	"fragscope/formats/quake2"
)

// TestNamesBySkin has monsters that differ by their skins and effects alone, one after the other in sight under one
// number.
func TestNamesBySkin(t *testing.T) {
	const soldier, hatted, maiden, gunners, fly = 5, 6, 7, 8, 9
	st := newStage("", "Ann")
	for i, name := range map[int]string{soldier: "soldier", hatted: "soldierh", maiden: "bitch", gunners: "gunner",
		fly: "flyer"} {
		st.model(i, "models/monsters/"+name+"/tris.md2")
	}
	for _, c := range []struct {
		model   uint16
		skin    uint32
		effects quake2.EntityEffects
		want    string
	}{
		{soldier, 0, 0, "Light Soldier"}, {soldier, 1, 0, "Light Soldier"},
		{soldier, 3, 0, "Shotgun Soldier"}, {soldier, 2, 0, "Shotgun Soldier"},
		{soldier, 4, 0, "SS Soldier"}, {soldier, 5, 0, "SS Soldier"},
		// the rerelease
		{soldier, 6, 0, "Ripper Soldier"}, {soldier, 9, 0, "Hypergun Soldier"}, {soldier, 10, 0, "Lasergun Soldier"},
		{hatted, 1, 0, "Ripper Soldier"}, {hatted, 2, 0, "Hypergun Soldier"}, {hatted, 5, 0, "Lasergun Soldier"},
		// it was hurt
		{maiden, 1, 0, "Iron Maiden"}, {maiden, 3, 0, "Beta Iron Maiden"}, {maiden, 1, 0, "Beta Iron Maiden"},
		{gunners, 1, 0, "Gunner"}, {gunners, 2, 0, "Gunner Commander"}, {gunners, 40, 0, "Gunner"}, // some mod's
		{fly, 0, 0, "Flyer"}, {fly, 0, quake2.EFRocket, "Kamikaze"},
	} {
		st.snap(view(0, 0), body(1, 0, 0), quake2.EntityState{Number: 30, Models: [6]uint16{c.model}, Skin: c.skin,
			Effects: c.effects, Solid: 8290})
		st.end()
		if e := st.world().Entities; len(e) != 1 || e[0].Name != c.want {
			t.Errorf("model %d with skin %d: %+v, want %s", c.model, c.skin, e, c.want)
		}
	}
	st.snap(view(0, 0), body(1, 0, 0), quake2.EntityState{Number: 30, Models: [6]uint16{maiden}, Skin: 2, Solid: 8290})
	st.end()
	st.snap(view(0, 0), body(1, 0, 0))
	st.end()
	st.snap(view(0, 0), body(1, 0, 0), quake2.EntityState{Number: 30, Models: [6]uint16{maiden}, Solid: 8290})
	st.end()
	if e := st.world().Entities; len(e) != 1 || e[0].Name != "Iron Maiden" {
		t.Errorf("another one under the number: %+v", e)
	}
}

// TestAntimatter has the items of Ground Zero that look alike.
func TestAntimatter(t *testing.T) {
	const bomb, pod, key, either = "A-M Bomb", "Antimatter Pod", "Antimatter Bomb", "Antimatter Pod or Bomb"
	for _, c := range []struct {
		name     string
		icons    []string
		baseline int // how many of the three things in sight are there from the start
		later    string
		want     []string
	}{
		{"no icon", nil, 3, "", []string{bomb, bomb, bomb}},
		{"bombs", []string{"p_nuke"}, 3, "", []string{bomb, bomb, bomb}},
		{"pods", []string{"i_health", "i_contain"}, 2, "", []string{pod, pod, pod}},
		{"one of each", []string{"i_nuke", "p_nuke", "i_contain"}, 3, "", []string{key, bomb, pod}},
		{"more than icons", []string{"i_contain", "i_nuke"}, 3, "", []string{either, either, either}},
		{"a bomb or a key", []string{"i_contain", "p_nuke"}, 3, "", []string{bomb, bomb, bomb}},
		{"one dropped", []string{"i_contain", "i_nuke"}, 2, "", []string{pod, key, either}},
		{"an icon that comes later", []string{"i_contain"}, 3, "i_nuke", []string{pod, pod, pod}},
		{"no baselines", []string{"i_contain", "i_nuke"}, 0, "", []string{either, either, either}},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := newStage("rogue", "Ann")
			st.model(5, "models/weapons/g_nuke/tris.md2")
			icon := func(i int, name string) {
				st.Handle(&quake2.ConfigString{Index: uint16(assumed.Images + 1 + i), Text: []byte(name)})
			}
			for i, name := range c.icons {
				icon(i, name)
			}
			var list []quake2.EntityState
			for i := range 3 {
				e := quake2.EntityState{Number: uint16(30 + i), Models: [6]uint16{5}, Effects: quake2.EFRotate,
					Origin: [3]float32{float32(100 * i), 500, 24}}
				if list = append(list, e); i < c.baseline {
					st.Handle(&quake2.Baseline{Entity: quake2.EntityDelta{EntityState: e, Fields: all}})
				}
			}
			if c.later != "" {
				icon(9, c.later)
			}
			st.snap(view(0, 0), append([]quake2.EntityState{body(1, 0, 0)}, list...)...)
			st.end()
			var got []string
			for _, e := range st.world().Entities {
				got = append(got, e.Name)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
