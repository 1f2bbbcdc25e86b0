package quake2

import (
	"bufio"
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// logged is where a game library itself had a player at a server's frame.
type logged struct {
	origin        [3]float32
	health, score int
}

// readLog reads what a game library wrote beside a match, up to the end of its first level: "at FRAME SLOT X Y Z HEALTH
// SCORE TEAM" and other lines.
func readLog(t *testing.T, name string) map[[2]int]logged {
	t.Helper()
	log := map[[2]int]logged{}
	lines := bufio.NewScanner(bytes.NewReader(corpus.Unzipped(t, name)))
	for last := 0; lines.Scan(); {
		var frame, slot int
		var l logged
		if n, _ := fmt.Sscanf(lines.Text(), "at %d %d %g %g %g %d %d", &frame, &slot, &l.origin[0], &l.origin[1],
			&l.origin[2], &l.health, &l.score); n == 7 {
			if frame < last {
				break
			}
			last = frame
			log[[2]int{frame, slot}] = l
		}
	}
	return log
}

// statesOf are the playerstates of a recording's first level by frame and slot.
func statesOf(data []byte) map[[2]int]PlayerState {
	var h History
	list := map[[2]int]PlayerState{}
	d, levels := NewDecoder(data, Options{}), 0
	both := HandlerFunc(func(m Message) {
		if _, ok := m.(*ServerData); ok {
			levels++
		}
		h.Handle(m)
	})
	for d.Next(both) == nil && levels < 2 {
		if s := h.Snapshot(); s != nil {
			for _, p := range s.Players {
				list[[2]int{int(s.Number), p.Slot}] = p.State
			}
		}
	}
	return list
}

// frameDistance is how far the server's numbers of frames are from those of a recording, by where most states agree.
func frameDistance(states map[[2]int]PlayerState, log map[[2]int]logged) int {
	votes := map[int]int{}
	for at, l := range log {
		for key, s := range states {
			if key[1] == at[1] && s.Origin == l.origin {
				votes[at[0]-key[0]]++
			}
		}
	}
	best := 0
	for distance, n := range votes {
		if n > votes[best] || n == votes[best] && distance < best {
			best = distance
		}
	}
	return best
}

// agreement counts how many states are where the log has them, with the health that it has.
func agreement(states map[[2]int]PlayerState, log map[[2]int]logged) (same, compared int) {
	best := frameDistance(states, log)
	for at, l := range log {
		s, ok := states[[2]int{at[0] - best, at[1]}]
		if !ok {
			continue
		}
		if compared++; s.Origin == l.origin && int(s.Stats[StatHealth]) == l.health {
			same++
		}
	}
	return same, compared
}

// TestAgreesWithLog compares recordings of matches with what the game library had at the same frames.
func TestAgreesWithLog(t *testing.T) {
	logs, _ := filepath.Glob("testdata/rerelease/*.log.gz")
	for _, name := range logs {
		match := strings.TrimSuffix(filepath.Base(name), ".log.gz")
		log := readLog(t, name)
		for _, end := range []string{".dm2.gz", "_b.dm2.gz", ".mvd2.gz"} {
			file := "testdata/rerelease/" + match + end
			same, compared := agreement(statesOf(corpus.Unzipped(t, file)), log)
			t.Logf("%s: %d of %d", file, same, compared)
			if compared < 50 || same*100 < compared*97 {
				t.Errorf("%s: %d of %d states agree with the log", file, same, compared)
			}
		}
	}
}

// splitScreen makes of two players' recordings of one match one of both in a split screen, as no public program records
// it: the messages of the first, and behind each of his states that of the second in the same server frame.
func splitScreen(t *testing.T, first, second []byte, distance int) []byte {
	t.Helper()
	others := statesOf(second)
	var out bytes.Buffer
	e := NewEncoder(&out, Options{})
	frame, last := 0, PlayerState{}
	d := NewDecoder(first, Options{})
	drain(d, HandlerFunc(func(m Message) {
		switch m := m.(type) {
		case *ServerData:
			m.Split = []int16{m.Player, 1 - m.Player}
		case *Frame:
			frame = int(m.Number)
		case *PlayerDelta:
			e.Handle(m)
			if state, ok := others[[2]int{frame + distance, 1}]; ok {
				last = state
			}
			e.Handle(&PlayerDelta{PlayerState: last, Mask: psType | psOrigin | psVelocity | 1<<8,
				StatMask: ^StatMask(0),
				Fields:   PlayerType | playerOrigin | playerVelocity | playerViewAngles, Areas: m.Areas})
			return
		}
		e.Handle(m)
	}))
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSplitScreen: in a split screen made of two recordings both players are where each recording has them.
func TestSplitScreen(t *testing.T) {
	first, second := corpus.Unzipped(t, "testdata/rerelease/rr_tdm.dm2.gz"),
		corpus.Unzipped(t, "testdata/rerelease/rr_tdm_b.dm2.gz")
	log := readLog(t, "testdata/rerelease/rr_tdm.log.gz")
	distance := frameDistance(statesOf(first), log) - frameDistance(statesOf(second), log)
	split := splitScreen(t, first, second, distance)
	d := NewDecoder(split, Options{})
	if drain(d, discard{}); len(d.Damage()) > 0 {
		t.Fatal(d.Damage())
	}
	corpus.SameBytes(t, "split screen", encoded(split), split)
	both, one, other := statesOf(split), statesOf(first), statesOf(second)
	same, compared := 0, 0
	for at, s := range both {
		want, ok := one[at]
		if at[1] == 1 {
			want, ok = other[[2]int{at[0] + distance, 1}]
		}
		if !ok {
			continue
		}
		if compared++; s.Origin == want.Origin && s.Stats == want.Stats && s.ViewAngles == want.ViewAngles {
			same++
		}
	}
	if compared < 3000 || same != compared {
		t.Errorf("%d of %d states are as in the recordings", same, compared)
	}
}
