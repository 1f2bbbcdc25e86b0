package report

import (
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// otherTimings are where the list of takings and what the game told differ, with the reason; by the CRC-32 of the
// demo, the match, the slot and the number. All differences between the list and other counts of ours are those of
// TestReportsEqualTables.
var otherTimings = map[string]string{
	"97789666 0 1 held Green Armor":  "hoonymode, where KTX begins anew with each point",
	"97789666 0 1 held Yellow Armor": "the same",
	"97789666 0 1 held Red Armor":    "the same",
	"97789666 0 0 held Yellow Armor": "the same",
	"795ff156 0 1 took Red Armor":    "the last of them after the other player gave up",
}

// TestTimingsEqualWhatGamesTell compares the list of takings with what games count themselves: how often each
// player took each item (KTX, Quake Live, CPMA), and for how long he then had it (KTX: from taking an armour to
// death or another armour, of a powerup to death or its end).
func TestTimingsEqualWhatGamesTell(t *testing.T) {
	took, held, used := 0, 0, map[string]bool{}
	for _, name := range reported(t) {
		data := corpus.Load(t, name)
		rec, list := reports(t, name, data)
		for at, r := range list {
			differs := func(p *Player, what string, told, listed float64) {
				key := fmt.Sprintf("%08x %d %v %s", crc32.ChecksumIEEE(data), at, p.Slot, what)
				if used[key] = true; otherTimings[key] == "" && exceptions[key] == "" {
					t.Errorf("%s, match %d: %s: told %g, by the list %g", name, at, key, told, listed)
				}
			}
			for i := range r.Players {
				p := &r.Players[i]
				for _, x := range p.Items {
					if !timed(x.Item) {
						continue
					}
					n, seconds := listed(rec, r, i, x.Item)
					if told := x.Taken; told.hasTold && !told.early {
						if took++; float64(n) > told.told ||
							float64(n) < told.told && r.Match.Whole &&
								(rec.Header().Multi || recorder(rec, r) == p.Slot) {
							differs(p, "took "+x.Item.String(), told.told, float64(n))
						} else if share := shareOf(r, i, x.Item); !r.Match.Teams && share != int(told.told) {
							differs(p, "share of "+x.Item.String(), told.told, float64(share))
						}
					}
					// of a mega health no time is told
					if told := x.Held; told.hasTold && !told.early && r.Match.Whole && x.Item != sim.ItemMegaHealth &&
						told.told+seconds > 0 {
						if held++; math.Abs(seconds-told.told) > 1.5+0.02*told.told {
							differs(p, "held "+x.Item.String(), told.told, seconds)
						}
					}
				}
			}
		}
	}
	for key := range otherTimings {
		if !used[key] {
			t.Errorf("%s does not differ any more", key)
		}
	}
	t.Logf("%d numbers of takings and %d times of holding compared, all equal but %d exceptions", took, held, len(used))
	if took < 200 || held < 20 {
		t.Error("few were compared")
	}
}

// recorder is the player whom a demo shows throughout a match; nobody if it shows several.
func recorder(rec *recording.Recording, r *Report) sim.Slot {
	pov := rec.Cursor().At(r.Match.Start).POV
	for _, e := range rec.Events() {
		if e.Kind == sim.EventPointOfView && e.Time > r.Match.Start && e.Time < r.Match.End {
			return sim.Slot{}
		}
	}
	return pov
}

// shareOf is how often a player took an item by the totals of the items.
func shareOf(r *Report, player int, item sim.Item) int {
	for _, l := range r.Lanes(true) {
		for _, s := range l.Of {
			if l.Item == item && s.By == player {
				return s.Count
			}
		}
	}
	return 0
}

// listed is how often a player took an item by the list of takings, and for how many seconds he then had it as KTX
// counts that.
func listed(rec *recording.Recording, r *Report, player int, item sim.Item) (n int, seconds float64) {
	var until time.Duration // he has the one before
	slot := r.Players[player].Slot
	for i := range r.Items {
		x := &r.Items[i]
		if x.By != player || x.Item != item {
			continue
		}
		n++
		end := r.Match.End
		if item.Powerup() {
			end = min(end, x.Taken+30*time.Second)
		}
		for k := range r.Items {
			if y := &r.Items[k]; y.By == player && y.Taken > x.Taken && isArmor(y.Item) && isArmor(item) {
				end = min(end, y.Taken)
			}
		}
		events := rec.Events()
		death := slices.IndexFunc(events, func(e sim.Event) bool {
			return e.Kind == sim.EventObituary && e.Slot == slot && e.Time > x.Taken
		})
		if death >= 0 {
			end = min(end, events[death].Time)
		}
		from := max(x.Taken, until)
		if seconds += max(end-from, 0).Seconds(); end > until {
			until = end
		}
	}
	return n, seconds
}

func isArmor(i sim.Item) bool {
	return i == sim.ItemArmorRed || i == sim.ItemArmorYellow || i == sim.ItemArmorGreen
}
