package q3

import (
	"fmt"
	"strings"
	"testing"

	"fragscope/sim"
)

// TestToldRows checks what is read of the rows of Quake Live's tables, in which each word is 100 and its place: no place
// is taken for another. The places are those that wolfcamql reads (cg_servercmds.c, CG_ParseScores_Ffa and those after
// it).
func TestToldRows(t *testing.T) {
	for _, test := range []struct {
		protocol   int
		head       string // the words before the row, which begins with the slot
		words      int
		want       map[sim.Stat]float64
		late       map[sim.Item]float64
		lastWeapon sim.Weapon // of which there are words at the end of the row
	}{
		{protocol: 91, head: "scores_ffa 1 0 0", words: 18, want: map[sim.Stat]float64{sim.StatAccuracy: 104,
			sim.StatKills: 113, sim.StatDamageGiven: 117}},
		{protocol: 73, head: "scores_ffa 1 0 0", words: 18, want: map[sim.Stat]float64{sim.StatAccuracy: 104,
			sim.StatKills: 113, sim.StatDamageGiven: 117}},
		{protocol: 73, head: "scores_duel 1", words: 86, want: map[sim.Stat]float64{sim.StatKills: 104,
			sim.StatAccuracy: 106, sim.StatDamageGiven: 108},
			late: map[sim.Item]float64{sim.ItemArmorRed: 114, sim.ItemArmorYellow: 116, sim.ItemArmorGreen: 118,
				sim.ItemMegaHealth: 120}, lastWeapon: weapons[13]},
		{protocol: 91, head: "scores_duel 1", words: 91, want: map[sim.Stat]float64{sim.StatKills: 104,
			sim.StatAccuracy: 106, sim.StatDamageGiven: 108},
			late: map[sim.Item]float64{sim.ItemArmorRed: 114, sim.ItemArmorYellow: 116, sim.ItemArmorGreen: 118,
				sim.ItemMegaHealth: 120}, lastWeapon: weapons[14]},
		{protocol: 90, head: "scores_ctf" + strings.Repeat(" 0", 34) + " 1 0 0", words: 19,
			want: map[sim.Stat]float64{sim.StatKills: 106, sim.StatAccuracy: 109, sim.StatDefends: 114,
				sim.StatAssists: 115, sim.StatCaptures: 116}},
		{protocol: 91, head: "scores_ctf" + strings.Repeat(" 0", 34) + " 1 0 0", words: 17,
			want: map[sim.Stat]float64{sim.StatKills: 105, sim.StatAccuracy: 107, sim.StatDefends: 112,
				sim.StatAssists: 113, sim.StatCaptures: 114}},
		{protocol: 90, head: "scores_ft" + strings.Repeat(" 0", 28) + " 1 0 0", words: 18,
			want: map[sim.Stat]float64{sim.StatKills: 106, sim.StatAccuracy: 108, sim.StatThaws: 113,
				sim.StatDamageGiven: 116}},
		{protocol: 91, head: "scores_ft" + strings.Repeat(" 0", 28) + " 1 0 0", words: 17,
			want: map[sim.Stat]float64{sim.StatKills: 105, sim.StatAccuracy: 107, sim.StatThaws: 112,
				sim.StatDamageGiven: 115}},
	} {
		s := newStage(t, test.protocol, nil)
		s.snap(0)
		text := test.head + " 0"
		for i := 1; i < test.words; i++ {
			text += fmt.Sprint(" ", 100+i)
		}
		s.say(text)
		s.end()
		got, late, weapon := map[sim.Stat]float64{}, map[sim.Item]float64{}, sim.WeaponNone
		for _, x := range s.r.Statistics() {
			switch {
			case x.Weapon != sim.WeaponNone:
				weapon = x.Weapon
			case x.Stat == sim.StatItemLate:
				late[x.Item] = x.Value
			case x.Item == sim.ItemNone:
				got[x.Stat] = x.Value
			}
		}
		name := fmt.Sprintf("%d %.11s of %d words", test.protocol, test.head, test.words)
		for stat, want := range test.want {
			if got[stat] != want {
				t.Errorf("%s: statistic %d is %v, want %v", name, stat, got[stat], want)
			}
		}
		for item, want := range test.late {
			if late[item] != want {
				t.Errorf("%s: %v lay there for %v, want %v", name, item, late[item], want)
			}
		}
		if len(late) != len(test.late) || weapon != test.lastWeapon {
			t.Errorf("%s: %d means, the last weapon is %v", name, len(late), weapon)
		}
	}
}
