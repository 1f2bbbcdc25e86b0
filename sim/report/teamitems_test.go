package report

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/sim"
)

// sharedItems are the items of the tables of teams in their order, and heldItems those of which the tables have a
// time behind them.
var (
	sharedItems = []sim.Item{sim.ItemArmorRed, sim.ItemArmorYellow, sim.ItemArmorGreen, sim.ItemMegaHealth,
		sim.ItemQuad, sim.ItemProtection, sim.ItemRegeneration, sim.ItemHaste, sim.ItemInvisibility, sim.ItemFlag,
		sim.ItemMedkit}
	heldItems = []sim.Item{sim.ItemQuad, sim.ItemProtection, sim.ItemRegeneration, sim.ItemHaste, sim.ItemInvisibility,
		sim.ItemFlag}
)

// sharedTables reads from the commands of a demo what Quake Live tells of the items of the teams, by words alone: how
// many each took, then for how many seconds it had those that last; red's words, then blue's.
type sharedTables struct {
	d    *quake3.Decoder
	list []sharedTable
}

type sharedTable struct {
	at          time.Duration
	taken, held [2]map[sim.Item]int
}

func (x *sharedTables) Handle(m quake3.Message) {
	c, ok := m.(*quake3.ServerCommand)
	if !ok {
		return
	}
	w := strings.Fields(string(c.Text))
	if len(w) == 0 {
		return
	}
	layout, ok := map[string][2]int{"scores_tdm": {9, 5}, "tdmscores2": {9, 5}, "scores_ft": {9, 5},
		"scores_ctf": {11, 6}, "ctfscores": {11, 6}}[w[0]]
	if !ok || len(w) < 1+2*(layout[0]+layout[1]) {
		return
	}
	t := sharedTable{at: x.d.Time()}
	w = w[1:]
	for side := range 2 {
		t.taken[side], t.held[side] = map[sim.Item]int{}, map[sim.Item]int{}
		for _, item := range sharedItems[:layout[0]] {
			t.taken[side][item], _ = strconv.Atoi(w[0])
			w = w[1:]
		}
		for _, item := range heldItems[:layout[1]] {
			t.held[side][item], _ = strconv.Atoi(w[0])
			w = w[1:]
		}
	}
	x.list = append(x.list, t)
}

// TestTeamItemsEqualTables compares what the report has of the items of teams with the last table of each match of
// Quake Live: no number of the report is less than what was told or more, nobody is listed with more than that, and
// what we count of the time for which flags are carried is what the game counts.
func TestTeamItemsEqualTables(t *testing.T) {
	compared, carried := 0, 0
	for _, name := range corpus.Demos(t, []string{"ql"}, "*.dm_*") {
		data := corpus.Load(t, name)
		x := &sharedTables{d: quake3.NewDecoder(data, quake3.Options{Name: name})}
		for {
			if err := x.d.Next(x); errors.Is(err, io.EOF) {
				break
			}
		}
		if len(x.list) == 0 {
			continue
		}
		_, reports := wholeReports(t, name)
		for _, r := range reports {
			var last *sharedTable
			for i := range x.list {
				if at := x.list[i].at; at > r.Match.Start && at <= r.Match.until {
					last = &x.list[i]
				}
			}
			if last == nil || !r.Match.Teams {
				continue
			}
			for side, team := range []sim.Team{sim.TeamRed, sim.TeamBlue} {
				n, ok := sameShares(t, name, r, team, last.taken[side], last.held[side])
				compared += n
				if ok {
					carried++
				}
			}
		}
	}
	t.Logf("%d numbers of items equal, %d times of carrying", compared, carried)
	if compared < 80 || carried < 2 {
		t.Error("few were compared")
	}
}

// sameShares compares what the report has of a team's items with what was told of it; flags reports whether the
// time of flags was compared, too.
func sameShares(t *testing.T, name string, r *Report, team sim.Team, taken, held map[sim.Item]int) (compared int,
	flags bool) {
	for i := range r.Teams {
		if r.Teams[i].Team != team {
			continue
		}
		for item, want := range taken {
			got := -1.0
			for _, x := range r.Teams[i].Items {
				if x.Item == item {
					got, _ = x.Taken.Value()
				}
			}
			if compared++; got != float64(want) {
				t.Errorf("%s: %v took %v %v times in the report, %d told", name, team, item, got, want)
			}
			listed := 0
			for k := range r.Items {
				if x := &r.Items[k]; x.Item == item && x.By >= 0 && r.Players[x.By].Profile.Team == team {
					listed++
				}
			}
			if listed > want && item != sim.ItemFlag { // flags that lay in the field count, too
				t.Errorf("%s: %v took %v %d times by the list, %d told", name, team, item, listed, want)
			}
		}
		want := float64(held[sim.ItemFlag])
		told, counted, ok := r.Teams[i].Numbers[FlagTime].Both()
		if want > 0 && (!ok || told != want || counted > want+1+0.02*want || r.Match.Whole && counted < 0.98*want-1) {
			t.Errorf("%s: %v carried flags for %.1f s, %.0f told", name, team, counted, want)
		} else if want > 0 {
			flags = true
		}
	}
	return compared, flags
}
