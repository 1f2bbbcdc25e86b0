package q3

import (
	"hash/fnv"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
)

const cologne = "q3/dm_67/2002_-_Duel_1_*.dm_67"

// propertyDemos are a demo of each kind.
var propertyDemos = []string{
	cologne, "q3/dm3/duel.dm3", "q3/dm_48/demo127.dm_48", "q3/dm_68/3_matches_2_gamestates.dm_68",
	"q3/dm_68/CTFS-ojfc-01-2014_11_21-23_55_38.dm_68", "ql/dm_90/duel_forfeit_spectator.dm_90", "broken/q3/invalid_command_byte.dm_68",
}

// digest is a number for all that is in a world.
func digest(w *sim.World) uint64 {
	h := fnv.New64a()
	var buf []byte
	num := func(v ...uint64) {
		for _, n := range v {
			buf = append(buf, byte(n), byte(n>>8), byte(n>>16), byte(n>>24), byte(n>>32), byte(n>>40), byte(n>>48), byte(n>>56))
		}
	}
	vec := func(v sim.Vec3) {
		for _, f := range v {
			num(uint64(math.Float32bits(f)))
		}
	}
	angles := func(a sim.Angles) { vec(sim.Vec3{a.Pitch, a.Yaw, a.Roll}) }
	flag := func(b ...bool) {
		for _, f := range b {
			if f {
				buf = append(buf, 1)
			} else {
				buf = append(buf, 0)
			}
		}
	}
	num(uint64(w.Time), uint64(w.Clock), uint64(w.Match), uint64(w.Phase), uint64(w.Level), uint64(w.Frame), uint64(w.POV))
	flag(w.MatchKnown, w.Approximate)
	for i := range w.TeamScore {
		num(uint64(w.TeamScore[i]), uint64(w.FlagState[i]))
	}
	buf = append(buf, w.CenterPrint.Plain...)
	for i := range w.Players {
		p := &w.Players[i]
		num(uint64(p.Slot), uint64(p.Life), uint64(p.Seen), uint64(p.Health), uint64(p.Armor), uint64(p.ArmorKind), uint64(p.Weapon),
			uint64(p.Ammo), uint64(p.Powerups), uint64(p.Flag), uint64(p.Frags), uint64(p.Deaths), uint64(p.Ping))
		flag(p.Known, p.POV, p.OnGround, p.FlagCarried, p.Firing, p.Chatting, p.Invisible, p.Bot, p.Held != nil)
		vec(p.Origin)
		vec(p.Velocity)
		vec(p.Mins)
		vec(p.Maxs)
		angles(p.View)
		for _, end := range p.PowerupEnd {
			num(uint64(end))
		}
		if p.Held != nil {
			num(p.Held.Weapons)
			for _, n := range p.Held.Ammo {
				num(uint64(n))
			}
		}
		buf = append(buf, p.Profile.Name.Plain...)
	}
	for i := range w.Things {
		t := &w.Things[i]
		num(uint64(t.Entity), uint64(t.Kind), uint64(t.Item), uint64(t.Weapon), uint64(t.State), uint64(t.Taken), uint64(t.Respawn),
			uint64(t.TakenBy), uint64(t.Owner), uint64(t.Team), uint64(t.Seen))
		flag(t.RespawnKnown, t.Dead, t.Known)
		buf = append(buf, t.Name...)
		vec(t.Origin)
		vec(t.Velocity)
		angles(t.Angles)
	}
	for _, m := range w.Movers {
		num(uint64(m.Entity), uint64(m.Model))
		flag(m.Known)
		vec(m.Origin)
		angles(m.Angles)
	}
	for _, e := range w.Effects {
		num(uint64(e.Kind), uint64(e.Start), uint64(e.End), uint64(e.Weapon), uint64(e.Item), uint64(e.Slot), uint64(e.Target))
		vec(e.Origin)
		vec(e.To)
	}
	h.Write(buf)
	return h.Sum64()
}

// TestSeekEqualsPlay compares the world at a time after seeking there with
// the world that playing from the start, and backwards from the end, gives.
func TestSeekEqualsPlay(t *testing.T) {
	dir := shared(t)
	for _, name := range propertyDemos {
		t.Run(filepath.Base(name), func(t *testing.T) {
			r := record(t, demo(t, dir, name))
			rng := rand.New(rand.NewSource(int64(r.Frames())))
			times := make([]time.Duration, 1500)
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

// TestPlayersMoveSmoothly looks for players who jump without a cut: no
// player's place a millisecond later is further off than he can move.
func TestPlayersMoveSmoothly(t *testing.T) {
	r := record(t, demo(t, shared(t), cologne))
	jumps, steps := 0, 0
	a, b := r.Cursor(), r.Cursor()
	for at := time.Duration(0); at < 3*time.Minute; at += 7 * time.Millisecond {
		w, next := a.At(at), b.At(at+time.Millisecond)
		if w.Frame != next.Frame {
			continue
		}
		for i := range w.Players {
			p, q := &w.Players[i], &next.Players[i]
			if !p.Known || !q.Known {
				continue
			}
			steps++
			var d float64
			for k := range p.Origin {
				d += float64((q.Origin[k] - p.Origin[k]) * (q.Origin[k] - p.Origin[k]))
			}
			if math.Sqrt(d) > 3 {
				jumps++
			}
		}
	}
	if steps == 0 || jumps > steps/1000 {
		t.Errorf("%d jumps in %d steps", jumps, steps)
	}
}

// TestBrokenDemosPlay plays damaged demos to their end.
func TestBrokenDemosPlay(t *testing.T) {
	dir := filepath.Join(shared(t), "demos", "broken")
	// frames is how many snapshots can be found at least.
	frames := map[string]int{
		"invalid_command_byte.dm_68": 16000, "invalid_entity_state_field_count.dm_68": 12700, "invalid_entity_state_field_count_2.dm_68": 6700,
		"truncated.dm_68": 237, "corrupt-64-bytes-mid.dm_68": 630,
		"truncated-60pct.dm_68": 290, "huge-first-length.dm_68": 600,
	}
	var files []string
	for _, pattern := range []string{"q3/*", "derived/*.dm_68"} {
		list, _ := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		files = append(files, list...)
	}
	if len(files) == 0 {
		t.Skip("no broken demos")
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			r := record(t, file)
			if r.Frames() < frames[name] {
				t.Errorf("%d snapshots, want at least %d", r.Frames(), frames[name])
			}
			if want := frames[name]; want > 0 && r.Err() != nil {
				t.Error(r.Err())
			}
			c := r.Cursor()
			for at := time.Duration(0); at <= r.Duration(); at += 500 * time.Millisecond {
				c.At(at)
			}
			for _, d := range r.Damage() {
				if d.What == "" {
					t.Error("a damage has no words")
				}
			}
		})
	}
}

// TestEventsAscend checks what readers of the lists rely on.
func TestEventsAscend(t *testing.T) {
	dir := shared(t)
	for _, name := range propertyDemos {
		r := record(t, demo(t, dir, name))
		events := r.Events()
		if !slices.IsSortedFunc(events, func(a, b sim.Event) int { return int(a.Time - b.Time) }) {
			t.Errorf("%s: events do not ascend", name)
		}
		end := time.Duration(0)
		for _, l := range r.Levels() {
			if l.Start != end || l.End < l.Start {
				t.Errorf("%s: level from %v to %v, the one before ends at %v", name, l.Start, l.End, end)
			}
			end = l.End
			last := l.Start
			for _, c := range l.Chapters {
				if c.Start < last || c.End < c.Start || c.End > l.End {
					t.Errorf("%s: chapter %s from %v to %v", name, c.Name, c.Start, c.End)
				}
				last = c.End
			}
		}
		if end != r.Duration() {
			t.Errorf("%s: levels end at %v, the recording at %v", name, end, r.Duration())
		}
	}
}

func TestReadWhileLoading(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(shared(t), "demos", "q3", "dm_68", "excellent_impressive.dm_68"))
	if err != nil {
		t.Skip(err)
	}
	rec, r := sim.NewRecorder(sim.Header{})
	go Record(rec, data, "x.dm_68")
	c := r.Cursor()
	seen := map[time.Duration]uint64{}
	for finished := false; !finished; {
		_, finished = r.Progress()
		d := r.Duration()
		for i := range 20 {
			// The last frame has no follower yet: what lies before is final.
			if n := r.Frames() - 2; n > 0 {
				at := r.FrameTime(rand.Intn(n))
				if at < d-2*time.Second {
					seen[at] = digest(c.At(at))
				}
			}
			if i == 0 {
				r.Roster()
				r.ItemSpans(0)
				r.Path(0, 0, d, nil)
			}
		}
	}
	again := r.Cursor()
	for at, sum := range seen {
		if digest(again.At(at)) != sum {
			t.Fatalf("the world at %v was another while loading", at)
		}
	}
}

func TestCancel(t *testing.T) {
	data, err := os.ReadFile(demo(t, shared(t), cologne))
	if err != nil {
		t.Skip(err)
	}
	rec, r := sim.NewRecorder(sim.Header{})
	go Record(rec, data, "x.dm_67")
	for r.Frames() == 0 {
		time.Sleep(time.Millisecond)
	}
	r.Cancel()
	r.Wait()
	if n := r.Frames(); n == 0 || n > 46000 {
		t.Errorf("%d frames after cancelling", n)
	}
	if w := r.Cursor().At(r.Duration()); len(w.Players) == 0 {
		t.Error("nothing of what was loaded is left")
	}
}

// TestDisguiseIsUndone checks that nobody walks beside the map in a demo in
// which OSP shifts the others' places.
func TestDisguiseIsUndone(t *testing.T) {
	rec, _ := sim.NewRecorder(sim.Header{})
	s := &Simulator{rec: rec, disguise: true, pov: 1}
	e := &Entity{}
	e.Number = 3
	if got, _ := s.playerPlace(e); got != (sim.Vec3{677 - 21, 411 - 36, 243 - 6}) {
		t.Errorf("place is %v", got)
	}
	e.Number = 1
	if got, _ := s.playerPlace(e); got != (sim.Vec3{}) {
		t.Errorf("place of the followed player is %v", got)
	}
}

func TestText(t *testing.T) {
	red, white := palette[1], palette[7]
	for _, test := range []struct {
		c    coloring
		in   string
		want sim.Text
	}{
		{coloring{}, "plain", sim.Text{Plain: "plain"}},
		{coloring{}, "^1red^7white", sim.Text{Plain: "redwhite", Runs: []sim.Run{{From: 0, To: 3, Color: red}, {From: 3, To: 8, Color: white}}}},
		{coloring{}, "a^1^1b", sim.Text{Plain: "ab", Runs: []sim.Run{{From: 1, To: 2, Color: red}}}},
		{coloring{}, "100%\xe4^", sim.Text{Plain: "100..^"}},
		{coloring{utf8: true}, "ä%", sim.Text{Plain: "ä."}},
		{coloring{hex: true}, "^xff4040hot^Nx", sim.Text{Plain: "hotx", Runs: []sim.Run{{From: 0, To: 3, Color: sim.RGB{R: 255, G: 64, B: 64}}, {From: 3, To: 4, Color: sim.RGB{R: 255, G: 64, B: 64}}}}},
		{coloring{letters: true}, "^xabc", sim.Text{Plain: "abc", Runs: []sim.Run{{From: 0, To: 3, Color: wheel['x'-'a']}}}},
		{coloring{}, "^^1x", sim.Text{Plain: "^x", Runs: []sim.Run{{From: 1, To: 2, Color: red}}}},
	} {
		if got := test.c.text(test.in); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q is %+v, want %+v", test.in, got, test.want)
		}
	}
}

func TestRaceTime(t *testing.T) {
	for in, want := range map[string]int{"25:488 (v1.91)": 25488, "01:02:003": 62003, "1:01:02.003": 3662003, "14.088": 14088, "x": 0, "5": 0} {
		if got, ok := raceTime(in); got != want || ok != (want > 0) {
			t.Errorf("%q is %d ms, want %d", in, got, want)
		}
	}
}

// BenchmarkLoad loads the 26-minute demo; memory is what stays of it.
func BenchmarkLoad(b *testing.B) {
	data, err := os.ReadFile(demo(b, shared(b), cologne))
	if err != nil {
		b.Skip(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var r *sim.Recording
	for b.Loop() {
		var rec *sim.Recorder
		rec, r = sim.NewRecorder(sim.Header{})
		Record(rec, data, "x.dm_67")
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB-held")
	runtime.KeepAlive(r)
	runtime.KeepAlive(data)
}

// BenchmarkSeek seeks to random times of the 26-minute demo.
func BenchmarkSeek(b *testing.B) {
	r := record(b, demo(b, shared(b), cologne))
	c := r.Cursor()
	rng := rand.New(rand.NewSource(1))
	b.ReportAllocs()
	var took []time.Duration
	for b.Loop() {
		at := time.Duration(rng.Int63n(int64(r.Duration())))
		start := time.Now()
		c.At(at)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-99th")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "µs-max")
}

// BenchmarkPlay plays at 60 pictures a second.
func BenchmarkPlay(b *testing.B) {
	r := record(b, demo(b, shared(b), cologne))
	c := r.Cursor()
	at := time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		c.At(at)
		if at += time.Second / 60; at > r.Duration() {
			at = 0
		}
	}
}

// FuzzRecord plays anything: no input may make the simulator panic or hang.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0}, ".dm_68")
	for _, s := range seeds(f) {
		f.Add(s.data, s.ext)
	}
	f.Fuzz(func(t *testing.T, data []byte, ext string) {
		if len(data) > 64<<10 {
			t.Skip()
		}
		rec, r := sim.NewRecorder(sim.Header{})
		Record(rec, data, "x"+ext)
		c := r.Cursor()
		for i := range 5 {
			w := c.At(r.Duration() * time.Duration(i) / 4)
			for k := range w.Players {
				if w.Players[k].Profile == nil {
					t.Fatal("a player has no profile")
				}
			}
		}
		r.Roster()
		r.Path(0, 0, r.Duration(), nil)
		for l := range r.Levels() {
			r.ItemSpans(l)
		}
	})
}

type seed struct {
	data []byte
	ext  string
}

// seeds are the starts of small real demos.
func seeds(f *testing.F) (list []seed) {
	dir, ok := findShared(f)
	if !ok {
		return nil
	}
	for _, name := range []string{"q3/dm_68/core_gameplay_dev.dm_68", "q3/dm_68/player_name_with_colon_space.dm_68", "q3/dm3/duel.dm3",
		"q3/dm_48/demo127.dm_48", "ql/dm_90/two_midair_awards.dm_90"} {
		data, err := os.ReadFile(filepath.Join(dir, "demos", filepath.FromSlash(name)))
		if err != nil {
			continue
		}
		list = append(list, seed{data[:min(len(data), 24<<10)], strings.ToLower(filepath.Ext(name))})
	}
	return list
}

// TestDisguisedPlacesAreTrue compares, where the recorder goes over to follow
// another player, where the one left behind was as the point of view and where
// his entity is. In one of the demos OSP shifts the entities' places.
func TestDisguisedPlacesAreTrue(t *testing.T) {
	dir := shared(t)
	for _, name := range []string{"q3/dm_67/2004_-_Duel_2_(Quakecon).dm_67", "recorded/q3/oa_bases3_ctf_follow.dm_68"} {
		r := record(t, demo(t, dir, name))
		c := r.Cursor()
		compared := 0
		for i := 1; i < r.Frames(); i++ {
			w := c.At(r.FrameTime(i - 1))
			pov, place := w.POV, sim.Vec3{}
			for k := range w.Players {
				if w.Players[k].Slot == pov {
					place = w.Players[k].Origin
				}
			}
			w = c.At(r.FrameTime(i))
			if w.POV == pov {
				continue
			}
			for k := range w.Players {
				p := &w.Players[k]
				if p.Slot != pov || !p.Known || p.Life != sim.Alive {
					continue
				}
				compared++
				for axis := range place {
					if d := p.Origin[axis] - place[axis]; d > 96 || d < -96 {
						t.Errorf("%s at %v: place is %v, was %v", name, w.Time, p.Origin, place)
						break
					}
				}
			}
		}
		if compared == 0 {
			t.Errorf("%s: nothing to compare", name)
		}
	}
}
