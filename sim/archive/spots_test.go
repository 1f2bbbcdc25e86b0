//go:build !js

package archive

import (
	"cmp"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/archive/spot"
	"fragscope/sim/recording"
)

// sampled is a library with the sample, and its recording.
func sampled(t *testing.T) (*Library, *recording.Recording) {
	t.Helper()
	l, dir := library(t)
	write(t, filepath.Join(dir, sample.DemoName), sample.Demo())
	scanned(t, l)
	d, err := formats.Read(sample.DemoName, "", sample.Demo())
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record(t.Context(), d, recording.AllParts)
	if err != nil {
		t.Fatal(err)
	}
	return l, rec
}

// spotsOf are the answers to a question.
func spotsOf(t *testing.T, l *Library, q spot.Question) (list []Spot) {
	t.Helper()
	if err := l.Spots(t.Context(), q, func(s *Spot) error { list = append(list, *s); return nil }); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestSpotsAreThoseOfTheDemo compares the library's counts with those of the recording.
func TestSpotsAreThoseOfTheDemo(t *testing.T) {
	l, rec := sampled(t)
	level := rec.Levels()[0].Map
	var deaths, byWeapon, byPlayer int
	var weapon, player string
	for _, e := range rec.Events() {
		if e.Kind != sim.EventObituary {
			continue
		}
		if deaths++; weapon == "" {
			weapon, player = e.Weapon.String(), e.Profile.Name.Plain
		}
		if e.Weapon.String() == weapon {
			byWeapon++
		}
		if e.Profile.Name.Plain == player {
			byPlayer++
		}
	}
	cursor, seconds := rec.Cursor(), 0
	for last, i := time.Duration(-1), 0; i < rec.Frames(); i++ {
		at := rec.FrameTime(i)
		if at/time.Second == last {
			continue
		}
		last = at / time.Second
		for _, p := range cursor.At(at).Players {
			if p.Visible && p.Life == sim.Alive {
				seconds++
			}
		}
	}
	for _, c := range []struct {
		name string
		q    spot.Question
		want int
	}{
		{"deaths", spot.Question{Map: level, Kind: spot.Deaths}, deaths},
		{"by weapon", spot.Question{Map: level, Kind: spot.Deaths, Weapon: weapon}, byWeapon},
		{"of a player", spot.Question{Map: level, Kind: spot.Deaths, Player: player, Whole: true}, byPlayer},
		{"presence", spot.Question{Map: level, Kind: spot.Presence}, seconds},
		{"of nobody", spot.Question{Map: level, Kind: spot.Presence, Player: "nobody at all"}, 0},
		{"elsewhere", spot.Question{Map: "elsewhere", Kind: spot.Deaths}, 0},
		{"in another game", spot.Question{Map: level, Game: "quake2", Kind: spot.Deaths}, 0},
	} {
		if n := len(spotsOf(t, l, c.q)); n != c.want {
			t.Errorf("%s: %d, the recording has %d", c.name, n, c.want)
		}
	}
	if len(spotsOf(t, l, spot.Question{Map: level, Kind: spot.Pickups})) == 0 ||
		len(spotsOf(t, l, spot.Question{Map: level, Kind: spot.Kills})) == 0 {
		t.Error("there are no pickups or kills")
	}
	always := len(spotsOf(t, l, spot.Question{Map: level, Kind: spot.Presence}))
	if playing := len(spotsOf(t, l, spot.Question{Map: level, Kind: spot.Presence,
		Stage: spot.Playing})); playing > always {
		t.Errorf("%d seconds of %d are of the match", playing, always)
	}
}

func TestACellListsItsMoments(t *testing.T) {
	l, rec := sampled(t)
	q := spot.Question{Map: rec.Levels()[0].Map, Kind: spot.Deaths}
	cells, err := l.Heat(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for c, weight := range cells {
		lo := [2]float64{float64(c.X) * HeatSide, float64(c.Y) * HeatSide}
		list, err := l.Moments(t.Context(), q, lo, [2]float64{lo[0] + HeatSide, lo[1] + HeatSide}, 100)
		if err != nil || float64(len(list)) != weight {
			t.Fatalf("cell %v has %g and lists %d, %v", c, weight, len(list), err)
		}
		for _, p := range list {
			if p.Row == nil || p.Name == "" || CellAt(p.At) != c {
				t.Errorf("%v lists %+v", c, p)
			}
		}
		total += len(list)
	}
	if total == 0 {
		t.Error("nobody died")
	}
}

// TestLikeFindsTheMoment searches for moments of the demo itself, each of which must be found with a distance of 0.
func TestLikeFindsTheMoment(t *testing.T) {
	l, rec := sampled(t)
	cursor := rec.Cursor()
	for at := 10 * time.Second; at < rec.Duration(); at += 7 * time.Second {
		i := rec.FrameAt(at.Truncate(time.Second))
		at := rec.FrameTime(i)
		if at < at.Truncate(time.Second) { // the first snapshot of a second is in the library
			at = rec.FrameTime(i + 1)
		}
		m := MomentOf(rec.Header().GameKey, rec.Levels()[0], cursor.At(at))
		list, err := l.Like(t.Context(), m, 5)
		if err != nil || len(list) == 0 || list[0].Distance > 1e-9 {
			t.Fatalf("like %v there is %+v, %v", at, list, err)
		}
		for i := 1; i < len(list); i++ {
			if list[i].Distance < list[i-1].Distance {
				t.Errorf("%v is not in order: %+v", at, list)
			}
		}
		m.Content, _ = l.ContentOf(t.Context(), list[0].Row.Path, "")
		if m.Content == 0 {
			t.Fatal("the library does not know its own demo")
		}
		if list, err := l.Like(t.Context(), m, 5); err != nil ||
			slices.ContainsFunc(list, func(a Alike) bool { return a.Time > at-likeApart && a.Time < at+likeApart }) {
			t.Errorf("the moment itself is an answer: %+v, %v", list, err)
		}
	}
}

// TestPairingIsTheCheapest compares the pairing with all possible pairings.
func TestPairingIsTheCheapest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	someone := func() standing {
		return standing{origin: [3]int16{int16(r.IntN(600)), int16(r.IntN(600)), int16(r.IntN(100))},
			weapon: uint8(r.IntN(4)), health: uint8(r.IntN(256)), armor: uint8(r.IntN(256)), powers: uint8(r.IntN(2))}
	}
	var p pairing
	for range 300 {
		a, b := make([]standing, r.IntN(6)), make([]standing, r.IntN(6))
		for i := range a {
			a[i] = someone()
		}
		for i := range b {
			b[i] = someone()
		}
		if got, want := p.cost(a, b, math.Inf(1)), everyPairing(a, b); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%d with %d: %g, the cheapest is %g", len(a), len(b), got, want)
		}
	}
}

// everyPairing is the cost of the cheapest of all pairings.
func everyPairing(a, b []standing) float64 {
	switch {
	case len(a) > len(b):
		return everyPairing(b, a)
	case len(a) == 0:
		return float64(len(b))
	}
	best := math.Inf(1)
	for i := range b {
		rest := slices.Delete(slices.Clone(b), i, i+1)
		best = min(best, apart(&a[0], &b[i])+everyPairing(a[1:], rest))
	}
	return best
}

func TestSamplesOfDamageEnd(t *testing.T) {
	whole := appendSample(nil, &instant{time: 1, match: matchUntold,
		players: []standing{{profile: 3, weapon: 200, side: 9}, {}}})
	for n := range len(whole) {
		var s instant
		if _, ok := s.next(whole[:n]); ok {
			t.Errorf("%d bytes of %d are a sample", n, len(whole))
		}
	}
	c := newComparison(&Moment{Teams: true, players: []standing{{side: 1, profile: 3, weapon: 200}, {side: 2}}})
	c.m.Time = time.Hour
	if list := c.level(&sampleRow{content: 1, teams: true, data: append(slices.Clone(whole), 1, 2, 3)},
		2); len(list) != 1 {
		t.Errorf("%+v", list)
	}
}

// BenchmarkLike looks for a moment among those of 10,000 demos of one map, of five minutes with four players each.
func BenchmarkLike(b *testing.B) {
	l, err := Open(filepath.Join(b.TempDir(), "library.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	wandered(b, l, 10_000)
	m := &Moment{Game: "quakeworld", Map: "dm0", players: []standing{{origin: [3]int16{100, 200, 0}},
		{origin: [3]int16{900, -200, 0}}, {origin: [3]int16{-300, 700, 0}}, {origin: [3]int16{-800, -700, 0}}}}
	b.Run("like", func(b *testing.B) {
		for b.Loop() {
			if list, err := l.Like(b.Context(), m, 50); err != nil || len(list) != 50 {
				b.Fatal(len(list), err)
			}
		}
	})
	b.Run("heat", func(b *testing.B) {
		for b.Loop() {
			if cells, err := l.Heat(b.Context(), spot.Question{Game: "quakeworld", Map: "dm0"}); err != nil ||
				len(cells) == 0 {
				b.Fatal(err)
			}
		}
	})
}

// wandered fills a library with demos of players who wander around.
func wandered(b *testing.B, l *Library, n int) {
	r := rand.New(rand.NewPCG(1, 2))
	for from := 0; from < n; from += 500 {
		t, err := l.begin()
		if err != nil {
			b.Fatal(err)
		}
		for i := from; i < min(from+500, n); i++ {
			file := t.id(putFile, filepath.Join("/demos", string(rune('a'+i%26)), time.Duration(i).String()), 1000+i, i,
				readerVersion, 1)
			c := &Content{Game: "quakeworld", Map: "dm0", Maps: "dm0"}
			content := t.content(key{[32]byte{byte(i), byte(i >> 8), byte(i >> 16)}, ".mvd"}, c, nil, nil)
			t.do(putDemo, file, "", content, nil, "", nil, nil)
			var data []byte
			s := instant{players: make([]standing, 4)}
			for k := range 300 {
				s.time = int32(k * 1000)
				for p := range s.players {
					for a := range 2 {
						s.players[p].origin[a] = cmp.Or(s.players[p].origin[a], int16(r.IntN(2000)-1000)) +
							int16(r.IntN(600)-300)
					}
				}
				data = appendSample(data, &s)
			}
			t.do(putSamples, content, 0, "dm0", false, "", data)
		}
		if err := t.commit(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRead is what a scan does beside decoding: it decodes some demos, with worlds, with where everybody is,
// and with the database.
func BenchmarkRead(b *testing.B) {
	if _, ok := corpus.Find(); !ok {
		b.Skip("there is no corpus")
	}
	var demos []*formats.Demo
	size := 0
	for i, e := range corpus.Index(b) {
		if d, err := formats.Read(e.Name, "", corpus.Load(b, e.Name)); err == nil && i%9 == 0 {
			demos, size = append(demos, d), size+len(d.Data)
		}
	}
	each := func(parts recording.Parts, then func(*formats.Demo, *recording.Recording)) func(*testing.B) {
		return func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, d := range demos {
					if rec, err := record(b.Context(), d, parts); err == nil {
						then(d, rec)
					}
				}
			}
		}
	}
	l, err := Open(filepath.Join(b.TempDir(), "library.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	b.Run("decode", each(0, func(*formats.Demo, *recording.Recording) {}))
	b.Run("worlds", each(recording.Worlds, func(*formats.Demo, *recording.Recording) {}))
	b.Run("whereabouts", each(recording.Worlds, func(_ *formats.Demo, rec *recording.Recording) { whereaboutsOf(rec) }))
	b.Run("database", each(recording.Worlds, func(d *formats.Demo, rec *recording.Recording) {
		t, err := l.begin()
		if err != nil {
			b.Fatal(err)
		}
		t.content(keyOf(d), describe(rec, int64(len(d.Data))), rec, whereaboutsOf(rec))
		if err := t.commit(); err != nil {
			b.Fatal(err)
		}
	}))
}
