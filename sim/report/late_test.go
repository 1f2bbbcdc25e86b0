package report

import (
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// wholeReports are the reports of all matches of a demo.
func wholeReports(t testing.TB, name string) (*recording.Recording, []*Report) {
	t.Helper()
	rec, err := load.Bytes(context.Background(), name, corpus.Load(t, name))
	if err != nil {
		return new(recording.Recording), nil // no demo
	}
	rec.Wait()
	var list []*Report
	for _, m := range Matches(rec) {
		r, err := Make(context.Background(), rec, m)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return rec, list
}

// duelTable is what a table of Quake Live tells of a duel at a time: of each slot and item how many he took, and how
// long they had lain there on average.
type duelTable struct {
	at    time.Duration
	taken map[[2]int]int
	mean  map[[2]int]float64
}

// duelItems are in the order of the tables.
var duelItems = []sim.Item{sim.ItemArmorRed, sim.ItemArmorYellow, sim.ItemArmorGreen, sim.ItemMegaHealth}

// duelTables reads the tables from the commands of a demo, by words alone. In scores_duel a row begins with the slot
// and the items are the fourteenth word of it and those behind, two for each; dscores has a block for each of the two
// players, by slot, in which they begin with the eleventh.
type duelTables struct {
	d     *quake3.Decoder
	slots []int // of the duel, for dscores
	list  []duelTable
}

func (x *duelTables) Handle(m quake3.Message) {
	c, ok := m.(*quake3.ServerCommand)
	if !ok {
		return
	}
	w := strings.Fields(string(c.Text))
	if len(w) < 100 || w[0] != "scores_duel" && w[0] != "dscores" {
		return
	}
	t := duelTable{x.d.Time(), map[[2]int]int{}, map[[2]int]float64{}}
	read := func(slot int, items []string) {
		for i := range duelItems {
			key := [2]int{slot, i}
			t.taken[key], _ = strconv.Atoi(items[2*i])
			t.mean[key], _ = strconv.ParseFloat(items[2*i+1], 64)
		}
	}
	if w[0] == "dscores" {
		for i, slot := range x.slots {
			read(slot, w[1+i*(len(w)-1)/2+10:])
		}
	} else {
		for i := range 2 {
			row := w[2+i*(len(w)-2)/2:]
			slot, _ := strconv.Atoi(row[0])
			read(slot, row[13:])
		}
	}
	x.list = append(x.list, t)
}

// TestLateEqualsTables compares for how long items lay there before they were taken in duels with what Quake Live tells
// of it. Each mean is told in the report; and each delay that was seen is the one by which the told sum grew between
// the two tables around it, where it grew by one taking. The game does not count what lay there from the start of the
// match.
func TestLateEqualsTables(t *testing.T) {
	pairs, figures, delays := 0, 0, 0
	for _, name := range corpus.Demos(t, []string{"ql"}, "*.dm_*") {
		data := corpus.Load(t, name)
		_, list := wholeReports(t, name)
		x := &duelTables{d: quake3.NewDecoder(data, quake3.Options{Name: name})}
		for _, r := range list {
			for i := range r.Players {
				x.slots = append(x.slots, r.Players[i].Slot.Index())
			}
		}
		if len(x.slots) != 2 {
			continue
		}
		if x.slots[0] > x.slots[1] {
			x.slots[0], x.slots[1] = x.slots[1], x.slots[0]
		}
		for {
			if err := x.d.Next(x); errors.Is(err, io.EOF) {
				break
			}
		}
		if len(x.list) == 0 {
			continue
		}
		r, last := list[0], x.list[len(x.list)-1]
		for i := range r.Players {
			for k, item := range duelItems {
				key := [2]int{r.Players[i].Slot.Index(), k}
				if last.taken[key] == 0 {
					continue
				}
				pairs++
				n := r.itemNumbers(i, item)
				late, source := n.Late.Value()
				over, _ := n.Late.Of()
				if source != Unknown {
					figures++
				}
				if source == Told && math.Abs(late-last.mean[key]) > 0.005 ||
					source == Counted && (over == 0 || n.Taken.told >= n.Taken.counted) {
					t.Errorf("%s: %v, %v: late %.2f (%v), told %.2f", name, r.Players[i].Slot, item, late, source,
						last.mean[key])
				}
				delays += sameDelays(t, r, x.list, i, k)
			}
		}
	}
	t.Logf("%d pairs of player and item, %d with a mean; %d delays equal", pairs, figures, delays)
	if pairs < 9 || figures < pairs/2 || delays < 15 {
		t.Error("few were compared")
	}
}

// itemNumbers are the numbers of a player and an item.
func (r *Report) itemNumbers(player int, item sim.Item) *ItemNumbers {
	for k := range r.Players[player].Items {
		if x := &r.Players[player].Items[k]; x.Item == item {
			return x
		}
	}
	return new(ItemNumbers)
}

// sameDelays compares the delays of a player and an item that were seen with how the told sum grew. Whether the first
// taking is one that the game does not count, as the item had lain there from the start, is not told: one of both has
// to hold for all.
func sameDelays(t *testing.T, r *Report, tables []duelTable, player, item int) (compared int) {
	key := [2]int{r.Players[player].Slot.Index(), item}
	var right, wrong [2]int
	for uncounted := range 2 {
		for i := 1; i < len(tables); i++ {
			a, b := &tables[i-1], &tables[i]
			if b.taken[key] != a.taken[key]+1 || b.taken[key] <= uncounted {
				continue
			}
			sum := func(t *duelTable) float64 { return t.mean[key] * float64(max(t.taken[key]-uncounted, 0)) }
			var seen []time.Duration
			for k := range r.Items {
				if x := &r.Items[k]; x.By == player && x.Item == duelItems[item] && x.Taken > a.at && x.Taken <= b.at {
					if late, ok := x.Late(); ok {
						seen = append(seen, late)
					}
				}
			}
			if len(seen) != 1 {
				continue
			}
			// The means have two digits.
			if math.Abs(seen[0].Seconds()-(sum(b)-sum(a))) > 0.06+0.01*float64(b.taken[key]) {
				wrong[uncounted]++
			} else {
				right[uncounted]++
			}
		}
	}
	if min(wrong[0], wrong[1]) > 0 {
		t.Errorf("%v, %v: of the delays %d or %d are not what the tables tell", r.Players[player].Slot, duelItems[item],
			wrong[0], wrong[1])
	}
	return max(right[0], right[1])
}
