package simtest_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/sim/q3"
	"fragscope/sim/simtest"
	"fragscope/sim/simtest/script"
)

// madeUp makes a folder of demos of the scripted match in Quake III's format, for tests
// that look for real ones, and gives the demo's name.
func madeUp(t *testing.T) string {
	t.Helper()
	shared := t.TempDir()
	for _, f := range script.Formats() {
		if f.Name != "quake3" {
			continue
		}
		name := filepath.Join("q3", f.File())
		if err := os.MkdirAll(filepath.Join(shared, "demos", "q3"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(shared, "demos", name), f.Demo(), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Setenv("FRAGSCOPE_SHARED", shared)
		return filepath.ToSlash(name)
	}
	t.Fatal("no scripted match of Quake III")
	return ""
}

// TestSharedTests runs what all simulators' tests share.
func TestSharedTests(t *testing.T) {
	name := madeUp(t)
	play := simtest.Simulator(q3.Record)
	play.SeekEqualsPlay(t, name)
	play.MovesSmoothly(t, name)
	play.CheckDemos(t, []string{name})
	play.Cancels(t, name)
	play.ReadsWhileLoading(t, name)
	play.Match(t, "quake3")
	play.Golden(t, []string{name})
	simtest.Survives(t, play.Play(t, name))
}

// TestDigest checks that worlds that differ in anything that shows have other digests.
func TestDigest(t *testing.T) {
	name := madeUp(t)
	r := simtest.Simulator(q3.Record).Play(t, name)
	w := r.Cursor().At(20 * time.Second)
	before := simtest.Digest(w)
	if again := simtest.Digest(r.Cursor().At(20 * time.Second)); again != before {
		t.Errorf("the same world has the digests %x and %x", before, again)
	}
	for what, change := range map[string]func(){
		"a place":  func() { w.Players[0].Origin[0] += 8 },
		"an item":  func() { w.Entities[0].State ^= 1 },
		"a weapon": func() { w.Players[0].Weapon++ },
	} {
		*w = *r.Cursor().At(20 * time.Second)
		if change(); simtest.Digest(w) == before {
			t.Errorf("%s does not change the digest", what)
		}
	}
	if d := simtest.Distance(sim.Vec3{1, 2, 2}, sim.Vec3{}); d != 3 {
		t.Errorf("the distance is %v", d)
	}
}
