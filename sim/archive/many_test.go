//go:build !js

package archive

import (
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

// manyQuestions have every key of the grammar, alone or, where it is known of events and players alike, of events.
var manyQuestions = []string{
	"with:rl", "kind:frag", "by:a kind:frag", "of:e kind:frag", "who:bob", "team:red kind:frag", "item:ra", "gg",
	"quad", "rocket", "kind:chat", "from:1:00 to:2:00 kind:frag", "kind:frag area:ra", "kind:pickup area:ra",
	"kind:frag in:0,0,512,512", "kind:frag by.in:0,0,512,512", "kind:frag has:quad", "kind:frag hand:rl",
	"kind:death alive", "kind:frag health<30", "kind:frag armor>100", "kind:frag stack<80", "kind:frag speed>600",
	"kind:frag ammo<5", "kind:frag z>200", "kind:frag airborne", "kind:frag of.airborne", "kind:frag of.health<30",
	"item:ra late>5s", "with:rl distance>1000", "kind:frag within 2s", "kind:pickup item:ra within 3s kind:frag",
	"-kind:frag rocket", "health<10", "area:ra", "in:0,0,128,128", "has:quad", "hand:lg speed>900", "alive who:bob",
}

// TestMany makes a set of demos of the real ones, scans it and asks it questions: seconds, processor time what was
// found, and whether SQL answers alone, SQL finds rows that are tested, or demos are opened. FRAGSCOPE_MANY says how
// many demos; FRAGSCOPE_MANY_DIR where the set and its library are kept; FRAGSCOPE_MANY_ASK what is asked, with
// semicolons between the questions.
func TestMany(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("FRAGSCOPE_MANY"))
	if n == 0 {
		t.Skip("FRAGSCOPE_MANY says of how many demos")
	}
	dir := os.Getenv("FRAGSCOPE_MANY_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	demos := filepath.Join(dir, "demos")
	corpus.Many(t, demos, n, 300_000)
	l, err := Open(filepath.Join(dir, "library.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.Add(demos); err != nil {
		t.Fatal(err)
	}
	wall, used := time.Now(), processorTime()
	p := scanned(t, l)
	t.Logf("scan: %d files, %d demos, %d bad, %.2f s, %.2f s of processor", p.Files, p.Demos, p.Bad,
		time.Since(wall).Seconds(), (processorTime() - used).Seconds())
	questions := manyQuestions
	if own := os.Getenv("FRAGSCOPE_MANY_ASK"); own != "" {
		questions = strings.Split(own, ";")
	}
	for _, text := range questions {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		wall, used = time.Now(), processorTime()
		hits, bad, first, open := 0, 0, time.Duration(0), 0
		o := FindOptions{Remain: func(n int) { open = max(open, n) }}
		err = l.Find(t.Context(), q, o, func(h *Hits) error {
			if h.Err != nil {
				bad++
				return nil
			}
			if hits += len(h.Moments); first == 0 {
				first = time.Since(wall)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		kind := "SQL"
		switch {
		case open > 0:
			kind = fmt.Sprintf("candidates: %d", open)
		case slices.ContainsFunc(q.Terms(), func(c query.Condition) bool { return !settled(&c) }):
			kind = "SQL, rows tested"
		}
		t.Logf("%-42s %-18s %8d hits, first %7.3f s, all %7.2f s, processor %7.2f s, %d failed", text, kind, hits,
			first.Seconds(), time.Since(wall).Seconds(), (processorTime() - used).Seconds(), bad)
	}
}
