package merge_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/merge"
)

// open loads demos below the shared folder to their ends.
func open(t *testing.T, pattern ...string) (inputs []merge.Input) {
	t.Helper()
	for _, p := range pattern {
		paths, _ := filepath.Glob(filepath.Join(corpus.Dir(t), p))
		for _, path := range paths {
			r, err := load.File(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			r.Wait()
			inputs = append(inputs, merge.Input{Name: filepath.Base(path), Rec: r})
		}
	}
	return inputs
}

func mergeAll(t *testing.T, inputs []merge.Input) *merge.Match {
	t.Helper()
	m, err := merge.Merge(context.Background(), inputs)
	if err != nil {
		t.Fatal(err)
	}
	m.Recording.Wait()
	if err := m.Recording.Err(); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestOwnSnapshots checks that each recorder is where his own demo has him, in every snapshot of it.
func TestOwnSnapshots(t *testing.T) {
	for _, set := range [][]string{{"pov/q3b/*.dm_71"}, {"pov/qw2/*.qwd", "pov/qw2/*.mvd"}, {"pov/qw2/*.qwd"}} {
		t.Run(set[0], func(t *testing.T) {
			m := mergeAll(t, open(t, set...))
			whole := m.Recording.Cursor()
			for i := range m.Witnesses {
				w := &m.Witnesses[i]
				own, equal, n := w.Rec.Cursor(), 0, 0
				for f := range w.Rec.Frames() {
					world := own.At(w.Rec.FrameTime(f))
					p := find(world, world.POV)
					if world.Frame != f || p == nil || !p.Visible {
						continue
					}
					at, ok := w.At(world.Time)
					if !ok {
						t.Fatalf("%s at %s is not in the match", w.Name, world.Time)
					}
					n++
					if q := find(whole.At(at), p.Slot); q != nil && q.Origin == p.Origin &&
						(p.Profile.Name.Plain != w.Rec.Header().Recorder || q.View == p.View && q.Health == p.Health) {
						equal++
					}
				}
				t.Logf("%s: %d of %d snapshots; %s", w.Name, equal, n, w.Certainty)
				if equal != n {
					t.Errorf("%s: %d of %d snapshots", w.Name, equal, n)
				}
			}
		})
	}
}

// TestDeaths checks that the roster has as many deaths of each player as there are events, whoever recorded them and
// from whatever time.
func TestDeaths(t *testing.T) {
	for _, set := range [][]string{{"pov/q3b/*.dm_71"}, {"pov/qw2/*.qwd"}, {"pov/qw2/*.qwd", "pov/qw2/*.mvd"}} {
		m := mergeAll(t, open(t, set...))
		died, over := map[[2]string]int{}, false
		for _, e := range m.Recording.Events() {
			switch e.Kind {
			case sim.EventMatchStart:
				clear(died)
				over = false
			case sim.EventMatchEnd:
				over = true
			case sim.EventObituary:
				if !over {
					died[[2]string{e.Slot.String(), e.Profile.Name.Plain}]++
				}
			}
		}
		for _, e := range m.Recording.Roster() {
			n := died[[2]string{e.Profile.Slot.String(), e.Profile.Name.Plain}]
			for _, w := range m.Witnesses {
				for _, o := range w.Rec.Roster() {
					if o.Profile.Slot == e.Profile.Slot && o.Profile.Name.Plain == e.Profile.Name.Plain {
						n = max(n, int(o.Deaths))
					}
				}
			}
			if int(e.Deaths) != n {
				t.Errorf("%s: %v has %d deaths, in the events %d", set, e.Profile.Slot, e.Deaths, n)
			}
		}
		t.Logf("%s: %d players", set, len(died))
	}
}

func find(w *sim.World, s sim.Slot) *sim.Player {
	for i := range w.Players {
		if w.Players[i].Slot == s {
			return &w.Players[i]
		}
	}
	return nil
}

// TestServerRecording compares the merged match with the server's recording of it, first with that recording among the
// demos, and then with two clients' demos alone. In the latter case only players whom one of the clients sees can be
// compared.
func TestServerRecording(t *testing.T) {
	clients := open(t, "pov/qw2/*.qwd")
	all := mergeAll(t, append(open(t, "pov/qw2/*.mvd"), clients...))
	alone := mergeAll(t, clients)
	server := all.Witnesses[0].Rec
	// When a client's snapshots are in the match of all, and in that of the clients alone.
	var there, here []time.Duration
	for f := range clients[0].Rec.Frames() {
		if t := clients[0].Rec.FrameTime(f); len(there) == 0 || t > 0 {
			a, ok := all.Witnesses[1].At(t)
			b, ok2 := alone.Witnesses[0].At(t)
			if ok && ok2 {
				there, here = append(there, a), append(here, b)
			}
		}
	}
	for _, c := range []struct {
		name  string
		match *merge.Match
		time  func(all time.Duration) (time.Duration, bool)
		least int // percent
	}{
		{"with the server's", all, func(t time.Duration) (time.Duration, bool) { return t, true }, 98},
		{"of the clients alone", alone, func(t time.Duration) (time.Duration, bool) {
			i, _ := slices.BinarySearch(there, t)
			if i == 0 || i == len(there) || there[i]-there[i-1] > 200*time.Millisecond {
				return 0, false
			}
			share := float64(t-there[i-1]) / float64(max(there[i]-there[i-1], 1))
			return here[i-1] + time.Duration(share*float64(here[i]-here[i-1])), true
		}, 98},
	} {
		cursor, merged := server.Cursor(), c.match.Recording.Cursor()
		before := map[sim.Slot]sim.Vec3{}
		moving, seen, near := 0, 0, 0
		for f := range server.Frames() {
			w := cursor.At(server.FrameTime(f))
			at, ok := all.Witnesses[0].At(w.Time)
			if !ok || w.Frame != f {
				continue
			}
			at, ok = c.time(at)
			if !ok {
				continue
			}
			x := merged.At(at)
			for i := range w.Players {
				p := &w.Players[i]
				was, ok := before[p.Slot]
				before[p.Slot] = p.Origin
				if !ok || p.Life != sim.Alive || was.Distance2(p.Origin) < 4 {
					continue
				}
				moving++
				if q := find(x, p.Slot); q != nil && q.Visible {
					seen++
					if q.Origin.Distance2(p.Origin) <= 16*16 {
						near++
					}
				}
			}
		}
		t.Logf("%s: of %d moving places %d are seen, %d of them within 16 units", c.name, moving, seen, near)
		if near*100 < seen*c.least || seen*3 < moving {
			t.Errorf("%s: of %d moving places %d are seen, %d of them within 16 units", c.name, moving, seen, near)
		}
	}
}

// TestOtherMatches checks that demos of other matches are rejected, even on the same map and with the same names.
func TestOtherMatches(t *testing.T) {
	for _, set := range [][]string{
		{"pov/q3b/povB_alice.dm_71", "live/liveq3A.dm_71"},
		{"pov/qw2/povR_anna.qwd", "live/live2.qwd"},
		{"pov/qw2/povr.mvd", "live/file_live2.mvd"},
		{"pov/q3b/povB_alice.dm_71", "demos/recorded/q3/aggressor_tdm_spec71.dm_71"},
		{"pov/qw2/povr.mvd", "demos/recorded/qw/dm6_ffa_pext.mvd"},
		{"pov/qw2/povR_bert.qwd", "demos/recorded/qw/dm6_ffa_pext.qwd"},
		// the same players
		{"demos/qw/mvd/p28-ext/4on4_*dm3*20260327-0930.mvd", "demos/qw/mvd/p28-ext/4on4_*dm3*20260327-1022.mvd"},
		{"demos/recorded/q2/baseq2_lab1_dm2p.dm2", "demos/recorded/q2/yq2_lab1_lab2_sp.dm2"},
	} {
		inputs := open(t, set...)
		if len(inputs) != 2 {
			t.Fatalf("%v: %d demos", set, len(inputs))
		}
		m, err := merge.Merge(context.Background(), inputs)
		if err == nil {
			t.Errorf("%v were merged: %s", set, m.Witnesses[0].Certainty+m.Witnesses[1].Certainty)
			continue
		}
		t.Log(err)
	}
}

// TestPairs merges clients' demos with the server's recordings of the same matches, where only the server's clock, only
// deaths or only positions show that they belong together.
func TestPairs(t *testing.T) {
	quakeworld, quake2 := "../../formats/quakeworld/testdata/recorded/", "../q2/testdata/recorded/"
	for _, pair := range [][2]string{
		{quakeworld + "ctf.mvd.gz", quakeworld + "ctf.qwd.gz"}, // its client lost six seconds in one minute
		{quakeworld + "tf.mvd.gz", quakeworld + "tf.qwd.gz"},
		{quakeworld + "arena.mvd.gz", quakeworld + "arena.qwd.gz"}, // with one death
		{quake2 + "ctf_q2pro.mvd2.gz", quake2 + "ctf_q2pro.dm2.gz"},
		{quake2 + "ctf_yq2_server.dm2.gz", quake2 + "ctf_yq2.dm2.gz"}, // whose server hears of few deaths
		{"../../formats/quake2/testdata/rerelease/rr_ctf.mvd2.gz",
			"../../formats/quake2/testdata/rerelease/rr_ctf.dm2.gz"},
	} {
		var inputs []merge.Input
		for _, path := range pair {
			r, err := load.File(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			r.Wait()
			inputs = append(inputs, merge.Input{Name: filepath.Base(path), Rec: r})
		}
		m := mergeAll(t, inputs)
		t.Log(m.Witnesses[0].Name, m.Witnesses[0].Certainty+m.Witnesses[1].Certainty)
	}
}
