package report

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/sim/load"
)

// rankRow is a row of Action Quake 2's table of players: team, name, minutes, ping, kills, deaths, damage and accuracy.
var rankRow = regexp.MustCompile(`string " [123]   (.{15}) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)"`)

// usedRow is a row of what OpenTDM prints of a weapon: accuracy, kills, deaths, damage given and taken, taken, left
// to others.
var usedRow = regexp.MustCompile(
	`(?m)^ *([A-Z][A-Za-z ]+?) \| +(-|\d+)%? +(-|\d+) +(-|\d+) +(-|\d+) +(-|\d+) +(\d+) +(\d+)$`)

// totalRow is the one of all weapons: kills, deaths, suicides, team kills, telefrags, damage given and taken, to
// and by team mates.
var totalRow = regexp.MustCompile(`(?m)^Player \| +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$`)

// TestQuakeIITablesAreTold finds the tables of Quake II's mods in the bytes of the demos and holds that the report
// tells the numbers of the last of them.
func TestQuakeIITablesAreTold(t *testing.T) {
	rows := 0
	for _, name := range corpus.Demos(t, []string{"q2"}, "*.dm2", "*.mvd2*") {
		data := corpus.Load(t, name)
		ranks := rankRow.FindAllSubmatch(data, -1)
		total := totalRow.FindSubmatch(data)
		if len(ranks) == 0 && total == nil {
			continue
		}
		rec, err := load.Bytes(context.Background(), name, data)
		if err != nil {
			t.Fatal(err)
		}
		rec.Wait()
		r, err := Make(context.Background(), rec, Matches(rec)[0])
		if err != nil {
			t.Fatal(err)
		}
		same := func(player, what string, n Number, want []byte) {
			rows++
			if told, source := n.told, n.hasTold; !source || strconv.Itoa(int(told)) != string(want) {
				t.Errorf("%s: %s has %s %v (told: %v), the table %s", name, player, what, told, source, want)
			}
		}
		last := map[string][][]byte{}
		for _, row := range ranks {
			last[strings.TrimSpace(string(row[1]))] = row
		}
		for i := range r.Players {
			p := &r.Players[i]
			if row := last[strings.TrimSpace(p.Profile.Name.Plain)]; row != nil {
				same(p.Profile.Name.Plain, "kills", p.Numbers[Frags], row[4])
				same(p.Profile.Name.Plain, "damage", p.Numbers[DamageGiven], row[6])
				same(p.Profile.Name.Plain, "accuracy", p.Numbers[Accuracy], row[7])
			}
			if n := &p.Numbers; total != nil && n[DamageGiven].hasTold {
				for f, at := range map[Field]int{Frags: 1, Deaths: 2, Suicides: 3, TeamKills: 4, DamageGiven: 6,
					DamageTaken: 7, DamageTeam: 8} {
					same(p.Profile.Name.Plain, f.Info().Key, n[f], total[at])
				}
				for _, row := range usedRow.FindAllSubmatch(data, -1) {
					for k := range p.Weapons {
						if w := &p.Weapons[k]; w.Weapon.String() == string(row[1]) {
							same(p.Profile.Name.Plain, "accuracy of "+w.Weapon.String(), w.Accuracy, row[2])
							same(p.Profile.Name.Plain, "kills with "+w.Weapon.String(), w.Kills, row[3])
							same(p.Profile.Name.Plain, "damage with "+w.Weapon.String(), w.Damage, row[5])
							same(p.Profile.Name.Plain, "took "+w.Weapon.String(), w.Taken, row[7])
						}
					}
				}
			}
		}
	}
	t.Logf("%d numbers, all told", rows)
	if rows < 50 {
		t.Error("few were compared")
	}
}
