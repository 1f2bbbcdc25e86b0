package q3

import (
	"fmt"
	"hash/crc32"
	"maps"
	"math/bits"
	"slices"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// tally is what a game told, at a time, of the items that a player had taken.
type tally struct {
	at    time.Duration
	slot  int
	count map[sim.Item]int
}

// tallies collects what the game reports about items taken.
type tallies struct {
	s      *Simulator
	listed []int // slots of the last table of scores
	all    []tally
	views  []watched
}

// watched is whose view it was from a time on.
type watched struct {
	at  time.Duration
	pov int
}

// armorsAndMega are the items in the order of Quake Live's tables.
var armorsAndMega = []sim.Item{sim.ItemArmorRed, sim.ItemArmorYellow, sim.ItemArmorGreen, sim.ItemMegaHealth,
	sim.ItemQuad, sim.ItemProtection, sim.ItemRegeneration, sim.ItemHaste, sim.ItemInvisibility}

func (t *tallies) add(slot int, words []string, stride int, items ...sim.Item) {
	if p := t.s.level.player(slot); p == nil || p.Team == sim.TeamSpectator {
		return // the game has begun to count anew
	}
	c := tally{t.s.tracker.Now(), slot, map[sim.Item]int{}}
	for i, item := range items {
		if i*stride >= len(words) {
			return
		}
		c.count[item] = atoi(words[i*stride])
	}
	t.all = append(t.all, c)
}

// read reads a command: Quake Live's by wolfcamql's cg_servercmds.c, OSP's and CPMA's by
// what is known of them (UberDemoTools, plug_in_stats.cpp).
func (t *tallies) read(a []string) {
	if len(a) < 2 {
		return
	}
	if rows := rowsOf(t.s, a); len(rows) > 0 {
		t.listed = t.listed[:0]
		for _, row := range rows {
			t.listed = append(t.listed, atoi(row[0]))
			if a[0] == "scores_duel" {
				t.add(atoi(row[0]), row[13:], 2, armorsAndMega[:4]...)
			}
		}
	}
	mega := []sim.Item{sim.ItemMegaHealth, sim.ItemArmorRed, sim.ItemArmorYellow, sim.ItemArmorGreen}
	osp := []sim.Item{sim.ItemMegaHealth, sim.ItemArmorGreen, sim.ItemArmorRed, sim.ItemArmorYellow}
	switch n := atoi(a[1]); a[0] {
	case "dscores":
		t.duel(a)
	case "tdmstats":
		if n < len(t.listed) && len(a) >= 13 {
			t.add(t.listed[n], a[7:], 1, armorsAndMega[:6]...)
		}
	case "ctfstats":
		if n < len(t.listed) && len(a) >= 14 {
			t.add(t.listed[n], a[5:], 1, armorsAndMega...)
		}
	case "mstats", "xstats2":
		if at := 3 + 6*bits.OnesCount(uint(atoi(a[2])>>1&0x1ff)) + 4; len(a) > at+4 {
			t.add(n, a[at:], 1, mega...)
		}
	case "xstats1":
		if at := 3 + 4*bits.OnesCount(uint(atoi(a[2]))) + 4; len(a) >= at+4 {
			t.add(n, a[at:], 1, osp...)
		}
	case "statsinfo":
		if len(a) >= 22 && atoi(a[11]) > 0 { // before OSP 1.0 neither these nor how much armour he took
			t.add(t.s.level.pov, a[18:], 1, osp...)
		}
	}
}

// duel reads a block for each player of a duel, in the order of their slots.
func (t *tallies) duel(a []string) {
	var slots []int
	for slot := range quake3.MaxClients {
		if t.s.level.plays(slot) {
			slots = append(slots, slot)
		}
	}
	words := (len(a) - 1) / 2
	for i, slot := range slots[:min(2, len(slots))] {
		t.add(slot, a[1+i*words+10:], 2, armorsAndMega[:4]...)
	}
}

// rowsOf are the rows of a table of scores.
func rowsOf(s *Simulator, a []string) (rows [][]string) {
	for _, t := range s.level.mod.tables[a[0]] {
		if n, stride, ok := t.fit(a); ok {
			for i := range n {
				rows = append(rows, a[t.rows+i*stride:][:stride])
			}
			return rows
		}
	}
	return nil
}

// tallyDemo plays a demo.
func tallyDemo(data []byte, name string) (*recording.Recording, *tallies) {
	rec, r := recording.NewRecorder(sim.Header{})
	d := quake3.NewDecoder(data, quake3.Options{Name: name})
	k := &tallies{s: NewSimulator(rec, d.Detection())}
	for d.Next(quake3.HandlerFunc(func(m quake3.Message) {
		k.s.Handle(m)
		if n := len(k.views); n == 0 || k.views[n-1].pov != k.s.level.pov {
			k.views = append(k.views, watched{k.s.tracker.Now(), k.s.level.pov})
		}
		if c, ok := m.(*quake3.ServerCommand); ok && k.s.level.strings != nil {
			k.read(quake3.Tokenize(nil, string(c.Text)))
		}
	})) == nil {
	}
	k.s.end()
	rec.Finish(nil)
	return r, k
}

// since is when the game began to count what a player takes: at the start of the match, or
// when he joined it; ok is false where the recording does not have that.
func since(r *recording.Recording, c tally) (from time.Duration, ok bool) {
	for _, e := range r.Events() {
		joined := e.Kind == sim.EventConnect || e.Kind == sim.EventTeamChange && e.Team != sim.TeamSpectator
		if e.Time > 0 && e.Time <= c.at && (e.Kind == sim.EventMatchStart || joined && e.Slot == sim.SlotAt(c.slot)) {
			from, ok = e.Time, true
		}
	}
	return from, ok
}

// watched reports whether the demo shows everything that a player did in a period.
func (t *tallies) watched(slot int, from, to time.Duration, end time.Duration) bool {
	for i, v := range t.views {
		until := end
		if i+1 < len(t.views) {
			until = t.views[i+1].at
		}
		if v.pov != slot && v.at < to && until > from {
			return false
		}
	}
	return true
}

// taken counts the items of the map that a player took. No game counts items dropped by others.
func taken(r *recording.Recording, slot int, from, to time.Duration) map[sim.Item]int {
	got := map[sim.Item]int{}
	cursor := r.Cursor()
	for _, e := range r.Events() {
		if e.Kind != sim.EventPickup || e.Slot != sim.SlotAt(slot) || e.Time < from || e.Time > to {
			continue
		}
		if slices.ContainsFunc(cursor.At(e.Time).Entities, func(x sim.Entity) bool {
			return x.Kind == sim.EntityItem && x.Item == e.Item && x.Origin == e.Origin
		}) {
			got[e.Item]++
		}
	}
	return got
}

// tallyExceptions are the counts that differ though they should not, with the reason; by the
// CRC-32 of the demo, the slot and the item.
var tallyExceptions = map[string]string{
	// A practice match of Quake Live 0.1.0.967, whose first table has no item of the bot's.
	"55fdc7c8 slot 0 Red Armor":   "not counted of a bot",
	"55fdc7c8 slot 0 Green Armor": "not counted of a bot",
	"55fdc7c8 slot 0 Mega Health": "not counted of a bot",
}

// TestPickupsEqualTables compares what players were seen to take with the last count that the
// game sent: for whom the demo shows all the time they are equal, of others it shows no more.
func TestPickupsEqualTables(t *testing.T) {
	own, others, less := 0, 0, 0
	for _, name := range demos(t) {
		data := corpus.Load(t, name)
		r, k := tallyDemo(data, name)
		first, last := map[int]tally{}, map[int]tally{}
		for _, c := range k.all {
			last[c.slot] = c
			if _, ok := first[c.slot]; !ok {
				first[c.slot] = c
			}
		}
		for _, slot := range slices.Sorted(maps.Keys(last)) {
			c, before := last[slot], map[sim.Item]int{}
			from, ok := since(r, c)
			if !ok { // the demo begins within the match
				from, before = first[slot].at, first[slot].count
			}
			if from == c.at {
				continue
			}
			got, all := taken(r, slot, from, c.at), k.watched(slot, from, c.at, r.Duration())
			for _, item := range slices.Sorted(maps.Keys(c.count)) {
				told := c.count[item] - before[item]
				switch {
				case all:
					own++
				default:
					others++
				}
				if !all && got[item] < told {
					less++
					continue
				}
				key := fmt.Sprintf("%08x slot %d %v", crc32.ChecksumIEEE(data), slot, item)
				if _, excused := tallyExceptions[key]; got[item] != told && !excused {
					t.Errorf("%s: %s: the game says %d, we %d (%v to %v)", name, key, told, got[item], from, c.at)
				}
			}
		}
	}
	t.Logf(
		"%d counts of whom the demo shows, all equal but for the exceptions; %d of others, of which %d were not all seen",
		own, others, less)
	if own < 60 {
		t.Error("few were compared")
	}
}
