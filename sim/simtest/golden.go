package simtest

import (
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// Golden checks that a summary of each named demo matches the demo's line in testdata/golden.txt. names are demo names
// as returned by [corpus.Demos]. A line identifies the demo by a hash and contains no player names or other text from
// the demo.
func (play Simulator) Golden(t *testing.T, names []string) {
	if testing.Short() {
		t.Skip("the goldens play all demos")
	}
	var lines []string
	for _, name := range names {
		data := corpus.Load(t, name)
		lines = append(lines, corpus.Label(name, data)+": "+summary(play.Bytes(data, name)))
	}
	corpus.GoldenLines(t, "testdata/golden.txt", lines)
}

// summary returns the results of a demo: its length, levels, players, events by kind, effects, damage, and a hash of
// the state of the world at 40 times.
func summary(r *recording.Recording) string {
	var b strings.Builder
	header := r.Header()
	fmt.Fprintf(&b, "%s %d, complete %v, %d snapshots, %v", header.Kind, header.Protocol, header.Complete, r.Frames(),
		r.Duration())
	for _, l := range r.Levels() {
		fmt.Fprintf(&b, "; %s %q %v %d to %v, %d chapters, %d items", l.Map, l.GameType, l.TimeLimit, l.FragLimit,
			l.End, len(l.Chapters), len(r.ItemAbsences(l.Index)))
	}
	b.WriteString("; frags and deaths")
	for _, e := range r.Roster() {
		fmt.Fprintf(&b, " %d:%d/%d", e.Profile.Slot.Index(), e.Frags, e.Deaths)
	}
	var kinds [sim.EventKindCount]int
	events := r.Events()
	for i := range events {
		kinds[events[i].Kind]++
	}
	b.WriteString(";")
	for k, n := range kinds {
		if n > 0 {
			fmt.Fprintf(&b, " %s %d", sim.EventKind(k), n)
		}
	}
	_, effects, _ := r.Stats()
	h := fnv.New64a()
	c := r.Cursor()
	for i := range 40 {
		trace(h, c.At(r.Duration()*time.Duration(i)/40))
	}
	fmt.Fprintf(&b, "; %d effects, %d damages, %d remarks, %016x", effects, len(r.Damage()),
		len(r.Anomalies()), h.Sum64())
	return b.String()
}

// trace writes the visible state of the world, without names. Positions are rounded to a tenth of a unit,
// as their last digits differ between processors.
func trace(out io.Writer, w *sim.World) {
	fmt.Fprintln(out, w.Clock, w.Match, w.Phase, w.TeamScore, w.FlagState)
	for i := range w.Players {
		p := &w.Players[i]
		fmt.Fprintf(out, "%d %d %v %.1f %.1f %d %d %d %d %d %x %d %d\n", p.Slot.Index(), p.Life, p.Visible, p.Origin,
			p.View, p.Health, p.Armor, p.ArmorKind, p.Weapon, p.Ammo, p.Powerups, p.Frags, p.Deaths)
	}
	for i := range w.Entities {
		t := &w.Entities[i]
		fmt.Fprintf(out, "%d %d %d %d %d %v %.1f %v %v\n", t.Number, t.Kind, t.Item, t.Weapon, t.State, t.Respawn,
			t.Origin, t.Dead, t.Visible)
	}
	for i := range w.Movers {
		fmt.Fprintf(out, "%d %.1f %v\n", w.Movers[i].Model, w.Movers[i].Origin, w.Movers[i].Visible)
	}
	for i := range w.Effects {
		fmt.Fprintf(out, "%d %.1f %d\n", w.Effects[i].Kind, w.Effects[i].Origin, w.Effects[i].Slot.Index())
	}
}

// Digest returns a hash of all data in a world.
func Digest(w *sim.World) uint64 {
	h := fnv.New64a()
	head := *w
	head.Players, head.Entities, head.Movers, head.Effects, head.ScreenText = nil, nil, nil, nil, nil
	fmt.Fprint(h, head)
	if w.ScreenText != nil {
		fmt.Fprint(h, *w.ScreenText)
	}
	for i := range w.Players {
		p := w.Players[i]
		if p.Inventory != nil {
			fmt.Fprint(h, *p.Inventory)
		}
		fmt.Fprint(h, *p.Profile)
		p.Inventory, p.Profile = nil, nil
		fmt.Fprint(h, p)
	}
	fmt.Fprint(h, w.Entities, w.Movers, w.Effects)
	return h.Sum64()
}
