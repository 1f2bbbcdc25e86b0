package report

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// parsedMatches are the demos of which an independent parser, uberdemotools, read the tables that the games sent at
// the end of matches.
var parsedMatches = []struct{ truth, demo string }{
	{"baseq3_1_map_2_matches", "q3/dm_68/baseq3_1_map_2_matches.dm_68"},
	{"demo_pack_1--CTFS-*", "q3/dm_68/CTFS-*-ojfc-09-*_19_39.dm_68"},
	{"dm3--duel", "q3/dm3/duel.dm3"},
	{"dm3--tdm", "q3/dm3/tdm.dm3"},
	{"dm_48--duel", "q3/dm_48/duel.dm_48"},
	{"dm_48--tdm", "q3/dm_48/tdm.dm_48"},
	{"dm_66_67--2002_-_Duel_1_*", "q3/dm_67/2002_-_Duel_1_*.dm_67"},
	{"dm_68_cpma--3_matches_2_gamestates", "q3/dm_68/3_matches_2_gamestates.dm_68"},
	{"dm_68_osp--duel_2", "q3/dm_68/duel_2.dm_68"},
	{"excellent_impressive", "q3/dm_68/excellent_impressive.dm_68"},
}

// parsedFields and the two after it are that parser's names for what a report has.
var (
	parsedFields = map[string]Field{
		"score": Score, "kills": Frags, "deaths": Deaths, "suicides": Suicides, "teamKills": TeamKills,
		"damageGiven": DamageGiven, "damageReceived": DamageTaken, "teamDamage": DamageTeam, "accuracy": Accuracy,
	}
	parsedItems = map[string]sim.Item{
		"redArmorPickups": sim.ItemArmorRed, "yellowArmorPickups": sim.ItemArmorYellow,
		"greenArmorPickups": sim.ItemArmorGreen, "megaHealthPickups": sim.ItemMegaHealth,
	}
	parsedWeapons = map[string]sim.Weapon{
		"machinegun": sim.WeaponMachinegun, "shotgun": sim.WeaponShotgun, "grenadeLauncher": sim.WeaponGrenadeLauncher,
		"rocketLauncher": sim.WeaponRocketLauncher, "lightningGun": sim.WeaponLightning, "railgun": sim.WeaponRailgun,
		"plasmaGun": sim.WeaponPlasma,
	}
)

// otherTables are where a report differs from that parser, with the reason; by the name of its file, the end of the
// match, the slot and the number.
var otherTables = map[string]string{
	"dm_68_cpma--3_matches_2_gamestates 212854": "the other parser has two of the three matches, and this one with the table of the next",
	"dm_48--duel 38201400":                      "statsinfo of OSP before 1.0, which the other parser takes for the later one; what OSP prints beside it agrees with us",
	"dm_48--tdm 8204900":                        "the same, where it reads an accuracy of 4167 percent",
	"dm_68_osp--duel_2 4022712 1 score":         "the table came before the last frags, which the player's own state tells",
	"demo_pack_1--CTFS- 894799 9 score":         "the same, of who left later",
	"excellent_impressive 98212 0 score":        "the same",
	"excellent_impressive 98212 3 score":        "the same",
}

// TestReportsEqualParsedTables compares what reports have as told by the game with the tables as another parser read
// them.
func TestReportsEqualParsedTables(t *testing.T) {
	compared, used := 0, map[string]bool{}
	for _, p := range parsedMatches {
		files, _ := filepath.Glob(filepath.Join(corpus.Path(t, "truth/events"), p.truth+".json.gz"))
		if len(files) == 0 {
			t.Skip("no ", p.truth)
		}
		var truth struct {
			MatchStats []struct {
				EndTime     int
				PlayerStats []map[string]any
			}
		}
		if err := json.Unmarshal(corpus.Unzipped(t, files[0]), &truth); err != nil {
			t.Fatal(err)
		}
		name := corpus.Match(t, p.demo)
		rec, err := load.Bytes(context.Background(), name, corpus.Load(t, name))
		if err != nil {
			t.Fatal(err)
		}
		rec.Wait()
		for _, m := range truth.MatchStats {
			r := reportEnding(t, rec, time.Duration(m.EndTime)*time.Millisecond)
			if r == nil {
				t.Errorf("%s: no match ends at %d ms of the game's time", name, m.EndTime)
				continue
			}
			for _, stats := range m.PlayerStats {
				for what, numbers := range parsedNumbers(r, stats) {
					compared++
					key := fmt.Sprintf("%s %d %v %s", strings.SplitN(p.truth, "*", 2)[0], m.EndTime,
						stats["clientNumber"], what)
					// it rounds them
					if d := math.Abs(numbers[0] - numbers[1]); d == 0 ||
						d <= 0.5 && strings.HasSuffix(strings.ToLower(what), "accuracy") {
						continue
					}
					whole, _, _ := strings.Cut(key, fmt.Sprintf(" %v %s", stats["clientNumber"], what))
					if otherTables[whole] != "" {
						key = whole
					}
					if used[key] = true; otherTables[key] == "" {
						t.Errorf("%q: parsed %g, reported %g", key, numbers[0], numbers[1])
					}
				}
			}
		}
	}
	for key := range otherTables {
		if !used[key] {
			t.Errorf("%s does not differ any more", key)
		}
	}
	t.Logf("%d numbers compared, all equal but %d", compared, len(used))
	if compared < 300 {
		t.Error("few were compared")
	}
}

// reportEnding is the report of the match that ends at a time of the game's clock; nil where there is none.
func reportEnding(t *testing.T, rec *recording.Recording, clock time.Duration) *Report {
	cursor, near := rec.Cursor(), time.Minute // where a match is the last the other parser takes the end of the demo
	var best *Match
	for _, m := range Matches(rec) {
		if d := (cursor.At(m.End).Clock - clock).Abs(); d < near {
			best, near = &m, d
		}
	}
	if best == nil {
		return nil
	}
	r, err := Make(context.Background(), rec, *best)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// parsedNumbers are the numbers of a player that both the other parser and a report have, in this order.
func parsedNumbers(r *Report, stats map[string]any) map[string][2]float64 {
	out := map[string][2]float64{}
	slot, _ := stats["clientNumber"].(float64)
	team, _ := stats["team"].(string)
	var p *Player
	for i := range r.Players {
		if r.Players[i].Slot.Index() == int(slot) {
			p = &r.Players[i]
		}
	}
	if p == nil || team == "spectators" {
		return nil
	}
	one := func(what string, n Number) {
		v, isNumber := stats[what].(float64)
		if isNumber && n.hasTold {
			out[what] = [2]float64{v, n.told}
		}
	}
	for what, f := range parsedFields {
		one(what, p.Numbers[f])
	}
	for what, item := range parsedItems {
		for _, x := range p.Items {
			if x.Item == item {
				one(what, x.Taken)
			}
		}
	}
	for what, weapon := range parsedWeapons {
		for i := range p.Weapons {
			if w := &p.Weapons[i]; w.Weapon == weapon {
				one(what+"Kills", w.Kills)
				one(what+"Shots", w.Shots)
				one(what+"Hits", w.Hits)
				one(what+"Accuracy", w.Accuracy)
				one(what+"Pickups", w.Taken)
				one(what+"Drops", w.Dropped)
			}
		}
	}
	return out
}
