package q3

import (
	"path"
	"reflect"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/simtest"
	"fragscope/sim/track"
)

// simulator is the simulator as its tests call it.
var simulator = simtest.Simulator(Record)

const cologne = "q3/dm_67/2002_-_Duel_1_*.dm_67"

// propertyDemos are a demo of each kind.
var propertyDemos = []string{
	cologne, "q3/dm3/duel.dm3", "q3/dm_48/demo127.dm_48", "q3/dm_68/3_matches_2_gamestates.dm_68",
	"q3/dm_68/CTFS-ojfc-01-2014_11_21-23_55_38.dm_68", "ql/dm_90/duel_forfeit_spectator.dm_90",
	"broken/q3/invalid_command_byte.dm_68",
}

// demos are the names of all demos that can be read.
func demos(t *testing.T) []string {
	t.Helper()
	names := corpus.Demos(t, []string{"q3", "ql", "recorded/q3"}, "*.dm_*", "*.dm3")
	return append(names, corpus.Demos(t, []string{"broken/q3"}, "invalid*", "*trunc*")...)
}

func TestSeekEqualsPlay(t *testing.T) { simulator.SeekEqualsPlay(t, propertyDemos...) }
func TestMovesSmoothly(t *testing.T)  { simulator.MovesSmoothly(t, cologne) }
func TestAllDemos(t *testing.T)       { simulator.CheckDemos(t, demos(t)) }
func TestGolden(t *testing.T)         { simulator.Golden(t, demos(t)) }
func TestReadWhileLoading(t *testing.T) {
	simulator.ReadsWhileLoading(t, "q3/dm_68/excellent_impressive.dm_68")
}
func TestCancel(t *testing.T)      { simulator.Cancels(t, cologne) }
func BenchmarkLoad(b *testing.B)   { simulator.BenchmarkLoad(b, cologne) }
func BenchmarkSeek(b *testing.B)   { simulator.BenchmarkSeek(b, cologne) }
func BenchmarkGrowth(b *testing.B) { simulator.BenchmarkGrowth(b, cologne) }
func BenchmarkPlay(b *testing.B)   { simulator.BenchmarkPlay(b, cologne) }

// FuzzRecord plays arbitrary data. No input may make the simulator panic or hang.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0}, ".dm_68")
	for name, data := range simtest.Seeds(f, 24<<10, []string{"quake3", "quake3-old", "quakelive"},
		"q3/dm_68/core_gameplay_dev.dm_68", "q3/dm_68/player_name_with_colon_space.dm_68", "q3/dm3/duel.dm3",
		"q3/dm_48/demo127.dm_48", "ql/dm_90/two_midair_awards.dm_90") {
		f.Add(data, path.Ext(name))
	}
	f.Fuzz(func(t *testing.T, data []byte, extension string) {
		if len(data) > 64<<10 {
			t.Skip()
		}
		simtest.Survives(t, simulator.Bytes(data, "x"+extension))
	})
}

// TestBrokenDemosPlay plays damaged demos to their end.
func TestBrokenDemosPlay(t *testing.T) {
	// frames is how many snapshots can be found at least.
	frames := map[string]int{
		"invalid_command_byte.dm_68": 16000, "invalid_entity_state_field_count.dm_68": 12700,
		"invalid_entity_state_field_count_2.dm_68": 6700, "truncated.dm_68": 237, "corrupt-64-bytes-mid.dm_68": 630,
		"truncated-60pct.dm_68": 290, "huge-first-length.dm_68": 600,
	}
	names := append(corpus.Demos(t, []string{"broken/q3"}, "*"), corpus.Demos(t, []string{"broken/derived"},
		"*.dm_68")...)
	for _, file := range names {
		name := path.Base(file)
		t.Run(name, func(t *testing.T) {
			r := simulator.Bytes(corpus.Load(t, file), name)
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

// TestScrambledOriginsAreSetRight checks that nobody is outside the map in a demo in which OSP scrambles the positions
// of other players.
func TestScrambledOriginsAreSetRight(t *testing.T) {
	l := &level{pov: 1, scrambled: true}
	e := &quake3.Entity{}
	var r track.PlayerSeen
	e.Number = 3
	if l.readPose(&r, e, 0); r.Origin != (sim.Vec3{677 - 21, 411 - 36, 243 - 6}) {
		t.Errorf("place is %v", r.Origin)
	}
	e.Number = 1
	r = track.PlayerSeen{}
	if l.readPose(&r, e, 0); r.Origin != (sim.Vec3{}) {
		t.Errorf("place of the followed player is %v", r.Origin)
	}
}

// TestInfo holds what is read of an infostring: keys in any case, and of those that occur twice the first that has a
// value.
func TestInfo(t *testing.T) {
	v := info(`\Key\one\empty\\twice\\TWICE\2\twice\3\last`)
	for key, want := range map[string]string{"key": "one", "empty": "", "twice": "2", "last": "", "none": ""} {
		if got := v.of(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if !v.has("empty") || !v.has("last") || v.has("none") || len(info("")) != 0 {
		t.Errorf("the keys are %v", v)
	}
	if got := info(`n\name\t\1`).of("n"); got != "name" {
		t.Errorf("without the first backslash, n is %q", got)
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
		{coloring{}, "^1red^7white", sim.Text{Plain: "redwhite", Runs: []sim.Run{{From: 0, To: 3, Color: red},
			{From: 3, To: 8, Color: white}}}},
		{coloring{}, "a^1^1b", sim.Text{Plain: "ab", Runs: []sim.Run{{From: 1, To: 2, Color: red}}}},
		{coloring{}, "100%\xe4^", sim.Text{Plain: "100..^"}},
		{coloring{utf8: true}, "ä%", sim.Text{Plain: "ä."}},
		{coloring{hex: true}, "^xff4040hot^Nx", sim.Text{Plain: "hotx",
			Runs: []sim.Run{{From: 0, To: 3, Color: sim.RGB{R: 255, G: 64, B: 64}},
				{From: 3, To: 4, Color: sim.RGB{R: 255, G: 64, B: 64}}}}},
		{coloring{letters: true}, "^xabc", sim.Text{Plain: "abc",
			Runs: []sim.Run{{From: 0, To: 3, Color: wheel['x'-'a']}}}},
		{coloring{}, "^^1x", sim.Text{Plain: "^x", Runs: []sim.Run{{From: 1, To: 2, Color: red}}}},
	} {
		if got := test.c.text(test.in); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q is %+v, want %+v", test.in, got, test.want)
		}
	}
}

func TestRaceTime(t *testing.T) {
	for in, want := range map[string]int{"25:488 (v1.91)": 25488, "01:02:003": 62003, "1:01:02.003": 3662003,
		"14.088": 14088, "x": 0, "5": 0} {
		if got, ok := raceTime(in); got != want || ok != (want > 0) {
			t.Errorf("%q is %d ms, want %d", in, got, want)
		}
	}
}

// TestDisguisedPlacesAreTrue compares, where the recorder goes over to follow
// another player, where the one left behind was as the point of view and where
// his entity is. In one of the demos OSP shifts the entities' places.
func TestDisguisedPlacesAreTrue(t *testing.T) {
	for _, name := range []string{"q3/dm_67/2004_-_Duel_2_(Quakecon).dm_67", "recorded/q3/oa_bases3_ctf_follow.dm_68"} {
		r := simulator.Play(t, name)
		c := r.Cursor()
		compared := 0
		for i := 1; i < r.Frames(); i++ {
			w := c.At(r.FrameTime(i - 1))
			pov, place := w.POV.Index(), sim.Vec3{}
			for k := range w.Players {
				if w.Players[k].Slot.Index() == pov {
					place = w.Players[k].Origin
				}
			}
			w = c.At(r.FrameTime(i))
			if w.POV.Index() == pov {
				continue
			}
			for k := range w.Players {
				p := &w.Players[k]
				if p.Slot.Index() != pov || !p.Visible || p.Life != sim.Alive {
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
