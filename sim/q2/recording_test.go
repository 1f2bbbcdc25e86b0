package q2

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
)

// digest is a number for all that is in a world.
func digest(w *sim.World) uint64 {
	h := fnv.New64a()
	head := *w
	head.Players, head.Things, head.Movers, head.Effects = nil, nil, nil, nil
	fmt.Fprint(h, head)
	for i := range w.Players {
		p := w.Players[i]
		if p.Held != nil {
			fmt.Fprint(h, *p.Held)
		}
		fmt.Fprint(h, *p.Profile)
		p.Held, p.Profile = nil, nil
		fmt.Fprint(h, p)
	}
	fmt.Fprint(h, w.Things, w.Movers, w.Effects)
	return h.Sum64()
}

// TestSeekEqualsPlay compares the world at a time after seeking there with the
// world that playing from the start, and backwards from the end, gives.
func TestSeekEqualsPlay(t *testing.T) {
	for _, name := range []string{"compressed/testduel.dm2.gz", "q2/mvd2/ziptest.mvd2.gz", "q2/dm2/p31/q2demo1.dm2",
		"recorded/q2/baseq2_lab1_dm2p_server.dm2", "recorded/q2/yq2_lab1_lab2_sp.dm2", "broken/derived/corrupt-64-bytes-mid.mvd2"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			r := record(t, demo(t, name))
			rng := rand.New(rand.NewSource(int64(r.Frames())))
			times := make([]time.Duration, 100)
			for i := range times {
				times[i] = time.Duration(rng.Int63n(int64(r.Duration()) + 1))
			}
			sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
			c := r.Cursor()
			played := make([]uint64, len(times))
			for i, at := range times {
				played[i] = digest(c.At(at))
			}
			for i := len(times) - 1; i >= 0; i-- {
				if digest(c.At(times[i])) != played[i] {
					t.Fatalf("backwards to %v the world is another than forwards", times[i])
				}
			}
			for _, i := range rng.Perm(len(times)) {
				if digest(c.At(times[i])) != played[i] {
					t.Fatalf("seeking to %v gives another world than playing", times[i])
				}
			}
		})
	}
}

// TestPositionsAreTheTruth compares with what an independent parser found.
func TestPositionsAreTheTruth(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t), "truth", "lmpc", "positions_dm2_*.csv.gz"))
	if len(files) == 0 {
		t.Skip("no positions to compare with")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			name, want := truth(t, file)
			seen := 0
			Positions(demo(t, name), "", false, func(p *sim.Position) {
				seen++
				key := positionKey{p.Clock.Milliseconds(), p.Kind, p.Entity}
				w, ok := want[key]
				if !ok || len(w) == 0 {
					t.Errorf("%v is not in the truth", key)
					return
				}
				got := [5]float64{float64(p.Origin[0]), float64(p.Origin[1]), float64(p.Origin[2]), float64(p.View.Pitch), float64(p.View.Yaw)}
				for i := range got {
					d := math.Abs(got[i] - w[0][i])
					if i > 2 {
						d = math.Abs(math.Remainder(d, 360))
					}
					if d > 1e-3 {
						t.Errorf("%v: got %v, want %v", key, got, w[0])
						break
					}
				}
				want[key] = w[1:]
			})
			rows := 0
			for _, w := range want {
				rows += len(w)
			}
			if rows > 0 || seen == 0 {
				t.Errorf("%d positions found, %d are missing", seen, rows)
			}
		})
	}
}

type positionKey struct {
	ms     int64
	kind   string
	entity int
}

// truth is the demo of a table of positions, and its rows: several where frame
// numbers start again.
func truth(t *testing.T, file string) (name string, rows map[positionKey][][5]float64) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	list, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows = map[positionKey][][5]float64{}
	for _, row := range list[1:] {
		ms, _ := strconv.ParseInt(row[2], 10, 64)
		n, _ := strconv.Atoi(row[4])
		var v [5]float64
		for i := range v {
			v[i], _ = strconv.ParseFloat(row[5+i], 64)
		}
		key := positionKey{ms, row[3], n}
		rows[key] = append(rows[key], v)
	}
	return list[1][0], rows
}

// clientToServer is by how many frames the server recording of the match is ahead of the client's.
const clientToServer = 75

// TestClientAndServerAgree compares two recordings of one match.
func TestClientAndServerAgree(t *testing.T) {
	client := record(t, demo(t, "recorded/q2/baseq2_lab1_dm2p.dm2"))
	server := record(t, demo(t, "recorded/q2/baseq2_lab1_dm2p_server.dm2"))
	frames := map[time.Duration]int{}
	c, s := client.Cursor(), server.Cursor()
	for i := range server.Frames() {
		frames[s.At(server.FrameTime(i)).Clock] = i
	}
	compared := 0
	for i := range client.Frames() {
		w := c.At(client.FrameTime(i))
		j, ok := frames[w.Clock+clientToServer*100*time.Millisecond]
		if !ok {
			continue
		}
		compared += sameWorlds(t, w, s.At(server.FrameTime(j)), 0)
	}
	if compared < 700 {
		t.Errorf("only %d players could be compared", compared)
	}
}

// TestViewsAgree compares a client's and a multi-view recording of one match.
func TestViewsAgree(t *testing.T) {
	client := record(t, demo(t, "recorded/q2/aq2_beer_play.dm2"))
	multi := record(t, demo(t, "recorded/q2/aq2_beer_play.mvd2"))
	c, m := client.Cursor(), multi.Cursor()
	best, shift := 0, 0
	for try := range 8 {
		if n := agreement(c, m, client, multi, try); n > best {
			best, shift = n, try
		}
	}
	compared := 0
	for i := 20; i < min(client.Frames()-shift, multi.Frames()); i++ {
		compared += sameWorlds(t, c.At(client.FrameTime(i+shift)), m.At(multi.FrameTime(i)), 1)
	}
	if compared < 1500 {
		t.Errorf("only %d players could be compared", compared)
	}
	if a, b := deaths(client), deaths(multi); a != b {
		t.Errorf("deaths in the client's recording %s, in the other %s", a, b)
	}
}

func agreement(c, m *sim.Cursor, client, multi *sim.Recording, shift int) (n int) {
	for i := 20; i < 220 && i+shift < client.Frames() && i < multi.Frames(); i++ {
		a, b := c.At(client.FrameTime(i+shift)), m.At(multi.FrameTime(i))
		for j := range a.Players {
			if p, q := &a.Players[j], playerOf(b, a.Players[j].Slot); q != nil && p.Known && q.Known && distance2(p.Origin, q.Origin) < 1 {
				n++
			}
		}
	}
	return n
}

func playerOf(w *sim.World, slot int) *sim.Player {
	for i := range w.Players {
		if w.Players[i].Slot == slot {
			return &w.Players[i]
		}
	}
	return nil
}

// sameWorlds compares the players that both worlds show; places may differ by tolerance.
func sameWorlds(t *testing.T, a, b *sim.World, tolerance float32) (compared int) {
	t.Helper()
	for i := range a.Players {
		p := &a.Players[i]
		q := playerOf(b, p.Slot)
		if q == nil || !p.Known || !q.Known || p.Life != sim.Alive || q.Life != sim.Alive {
			continue
		}
		compared++
		if p.Profile.Name.Plain != q.Profile.Name.Plain || p.Weapon != q.Weapon || distance2(p.Origin, q.Origin) > tolerance {
			t.Errorf("at %v player %d is %v with %v in one recording and %v with %v in the other", a.Time, p.Slot, p.Origin, p.Weapon, q.Origin, q.Weapon)
		}
	}
	return compared
}

// deaths are the obituaries of a recording without their times.
func deaths(r *sim.Recording) string {
	var b strings.Builder
	for _, e := range r.Events() {
		if e.Kind == sim.EventObituary {
			fmt.Fprintf(&b, "%d by %d with %d; ", e.Slot, e.Attacker, e.Weapon)
		}
	}
	return b.String()
}

// TestCountsOfMatches compares the final scores that the game prints with the
// roster.
func TestCountsOfMatches(t *testing.T) {
	for name, want := range map[string][2]int16{
		"compressed/testduel.dm2.gz": {4, 2}, "q2/dm2/p34/myr.dm2": {17, 4}, "q2/mvd2/libq2-test.mvd2": {17, 7},
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			r := record(t, demo(t, name))
			var frags []int16
			for _, e := range r.Roster() {
				if e.Frags != sim.Unknown && e.Frags != 0 {
					frags = append(frags, e.Frags)
				}
			}
			sort.Slice(frags, func(i, j int) bool { return frags[i] > frags[j] })
			if len(frags) != 2 || frags[0] != want[0] || frags[1] != want[1] {
				t.Errorf("frags %v, want %v", frags, want)
			}
			if l := r.Levels()[0]; l.GameType != "1v1" || l.Teams || len(l.Chapters) < 3 || l.TimeLimit == 0 {
				t.Errorf("game type %q, teams %v, %d chapters, limit %v", l.GameType, l.Teams, len(l.Chapters), l.TimeLimit)
			}
		})
	}
}

// TestRounds compares the scores of the teams that the game prints last.
func TestRounds(t *testing.T) {
	r := record(t, demo(t, "q2/mvd2/20220317-002321-asylum.mvd2.gz"))
	w := r.Cursor().At(r.Duration())
	got := []int16{w.TeamScore[sim.TeamRed], w.TeamScore[sim.TeamBlue], w.TeamScore[sim.TeamGreen]}
	sort.Slice(got, func(i, j int) bool { return got[i] < got[j] })
	if got[0] != 3 || got[1] != 3 || got[2] != 6 {
		t.Errorf("scores %v, want 3, 3 and 6", got)
	}
	rounds, teams := 0, map[sim.Team]int{}
	for _, e := range r.Events() {
		if e.Kind == sim.EventRoundStart {
			rounds++
		}
	}
	for _, p := range w.Players {
		teams[p.Profile.Team]++
	}
	if rounds != 12 || teams[sim.TeamRed] < 4 || teams[sim.TeamBlue] < 4 || teams[sim.TeamGreen] < 4 {
		t.Errorf("%d rounds, teams %v", rounds, teams)
	}
}
