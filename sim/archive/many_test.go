//go:build !js

package archive

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim/query"
)

// manyQuestions use every key of the grammar, alone or, if it applies to both events and players, for events.
var manyQuestions = []string{
	"with:rl", "kind:frag", "by:a kind:frag", "of:e kind:frag", "who:bob", "team:red kind:frag", "item:ra", "gg",
	"quad", "rocket", "kind:chat", "from:1:00 to:2:00 kind:frag", "kind:frag area:ra", "kind:pickup area:ra",
	"kind:frag in:0,0,512,512", "kind:frag by.in:0,0,512,512", "kind:frag has:quad", "kind:frag hand:rl",
	"kind:death alive", "kind:frag health<30", "kind:frag armor>100", "kind:frag stack<80", "kind:frag speed>600",
	"kind:frag ammo<5", "kind:frag z>200", "kind:frag airborne", "kind:frag of.airborne", "kind:frag of.health<30",
	"item:ra late>5s", "with:rl distance>1000", "kind:frag within 2s", "kind:pickup item:ra within 3s kind:frag",
	"-kind:frag rocket", "class:medic kind:frag", "kind:frag hit>80", "flick>60", "item:rl", "\"gg wp\"", "kind:pickup",
	"kind:death", "kind:suicide", "kind:map_death", "kind:teamkill", "from:1:00 to:2:00", "kind:frag by.area:ra",
	"kind:frag of.area:mega", "kind:frag in:0,0,512,0,512,512", "kind:frag has:rl", "kind:frag has:flag",
	"kind:frag of.hand:rl", "by:a within 5s of:a", "-with:rl kind:death", "hit>80", "health<10", "area:ra", "in:0,0,128,128", "has:quad", "hand:lg speed>900", "alive who:bob",
}

// TestMany makes a set of demos from real ones, scans it and answers questions about it. It reports the time and
// processor time to the first hit and to all hits, and whether SQL alone answered the question, SQL found rows that
// were then tested, or demos were opened. FRAGSCOPE_MANY is the number of demos. FRAGSCOPE_MANY_DIR is the folder for
// the set and its library, which are reused if they exist. FRAGSCOPE_MANY_ASK lists the questions, separated by
// semicolons. FRAGSCOPE_MANY_RUNS is the number of runs, of which the fastest counts. FRAGSCOPE_MANY_MOST is the number
// of opened demos after which a question is abandoned.
func TestMany(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("FRAGSCOPE_MANY"))
	if n == 0 {
		t.Skip("FRAGSCOPE_MANY says of how many demos")
	}
	dir := os.Getenv("FRAGSCOPE_MANY_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	file := filepath.Join(dir, "library.db")
	_, missing := os.Stat(file)
	l, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if missing != nil {
		makeMany(t, l, filepath.Join(dir, "demos"), n)
	}
	questions := manyQuestions
	if own := os.Getenv("FRAGSCOPE_MANY_ASK"); own != "" {
		questions = strings.Split(own, ";")
	}
	runs, _ := strconv.Atoi(os.Getenv("FRAGSCOPE_MANY_RUNS"))
	for _, text := range questions {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		best := askMany(t, l, q)
		for range runs - 1 {
			best = best.least(askMany(t, l, q))
		}
		t.Logf("%-42s %-18s %8d hits, first %7.3f s, all %7.2f s, of processor %7.3f and %7.2f s, %d failed", text,
			best.kind, best.hits, best.first.Seconds(), best.all.Seconds(), best.firstUsed.Seconds(),
			best.allUsed.Seconds(), best.bad)
	}
}

// makeMany makes a set of n demos and scans it.
func makeMany(t *testing.T, l *Library, demos string, n int) {
	t.Helper()
	corpus.Many(t, demos, n, 300_000)
	if err := l.Add(demos); err != nil {
		t.Fatal(err)
	}
	wall, used := time.Now(), processorTime()
	p := scanned(t, l)
	t.Logf("scan: %d files, %d demos, %d bad, %.2f s, %.2f s of processor", p.Files, p.Demos, p.Bad,
		time.Since(wall).Seconds(), (processorTime() - used).Seconds())
}

// answered holds the time and the processor time that a question took: until the first hit, and in total.
type answered struct {
	kind                           string
	hits, bad                      int
	first, all, firstUsed, allUsed time.Duration
}

// least returns the shorter of each of the times in a and b.
func (a answered) least(b answered) answered {
	a.first, a.all = min(a.first, b.first), min(a.all, b.all)
	a.firstUsed, a.allUsed = min(a.firstUsed, b.firstUsed), min(a.allUsed, b.allUsed)
	return a
}

// askMany answers a question from a library. If FRAGSCOPE_MANY_MOST is set, questions that open demos stop after that
// number of demos.
func askMany(t *testing.T, l *Library, q *query.Query) (a answered) {
	t.Helper()
	most, _ := strconv.Atoi(os.Getenv("FRAGSCOPE_MANY_MOST"))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	wall, used := time.Now(), processorTime()
	open, all := 0, 0
	o := FindOptions{Remain: func(n int) {
		if open, all = n, max(all, n); most > 0 && all-open >= most {
			stop()
		}
	}}
	err := l.Find(ctx, q, o, func(h *Hits) error {
		if h.Err != nil {
			a.bad++
			return nil
		}
		if a.hits += len(h.Moments); a.first == 0 {
			a.first, a.firstUsed = time.Since(wall), processorTime()-used
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	a.all, a.allUsed, a.kind = time.Since(wall), processorTime()-used, "SQL"
	switch {
	case all > 0:
		a.kind = fmt.Sprintf("candidates: %d", all)
	case slices.ContainsFunc(q.Terms(), func(c query.Condition) bool { return !settled(&c) }):
		a.kind = "SQL, rows tested"
	}
	return a
}
