package viewer

import (
	"image"
	"path/filepath"
	"testing"
	"time"

	"fragscope/sim/load"
	"fragscope/viewer/maps"
	"fragscope/viewer/session"
)

// severalLevels are demos of several levels.
var severalLevels = []string{
	"nq/dem/p666/librequake-medsrun1.dem", "q3/dm_68/3_matches_2_gamestates.dm_68", "recorded/nq/sp_e1m1_e1m2_p15.dem",
	"recorded/q2/yq2_lab1_lab2_sp.dm2", "recorded/qw/dm4_dm6_mapchange.qwd",
}

// TestPicturesReadEnough compares images of demos of several levels that are read only as far as the level shown with
// images of demos that are read to the end: early on each level, and near its end. The maps are grown and, if there is
// one, come from a file.
func TestPicturesReadEnough(t *testing.T) {
	for _, name := range severalLevels {
		path := filepath.Join(shared(), "demos", filepath.FromSlash(name))
		rec, err := load.File(t.Context(), path)
		if err != nil {
			t.Skip("no real demos: ", err)
		}
		rec.Wait()
		levels := rec.Levels()
		for _, l := range levels {
			for _, at := range []time.Duration{l.Start + (l.End-l.Start)/10, l.End - 2*afterwards} {
				if at < l.Start {
					continue
				}
				r := reel{o: ShotOptions{At: at}, count: 1}
				if enough, want := r.enough(rec), levels[len(levels)-1].Start > at+afterwards; enough != want {
					t.Errorf("%s at %v: enough is %v", name, at, enough)
				}
				if !alike(pictureOf(t, path, at, 0, true), pictureOf(t, path, at, 0, false)) {
					t.Errorf("%s at %v: another picture where less is read", name, at)
				}
			}
		}
		for what, o := range map[string]ShotOptions{"panels": {Panels: true}, "a heat map": {Heat: true},
			"a player": {Follow: "x"}, "a race": {Race: []string{"x"}}} {
			if r := (reel{o: o, count: 1}); r.enough(rec) {
				t.Errorf("%s: with %s the whole demo is not read", name, what)
			}
		}
	}
}

// TestPicturesReadEnoughOfALevel compares images of levels that are read only in part with images of levels that are
// read completely. In both cases, the map is made from that part. Most maps are grown; some come from files.
func TestPicturesReadEnoughOfALevel(t *testing.T) {
	const evidence = 20 * time.Second
	for _, name := range []string{"q3/dm_68/duel_2.dm_68", "ql/dm_73/ca_cascores.dm_73", "q2/dm2/p34/myr.dm2",
		"nq/dem/p666/librequake-medsrun1.dem", "qw/mvd/p28-ext/2on2_red_vs_blue[dm4]310720-1950_129_frags.mvd"} {
		path := filepath.Join(shared(), "demos", filepath.FromSlash(name))
		rec, err := load.File(t.Context(), path)
		if err != nil {
			t.Skip("no real demos: ", err)
		}
		rec.Wait()
		for _, at := range []time.Duration{10 * time.Second, 40 * time.Second} {
			r := reel{o: ShotOptions{At: at}, count: 1, evidence: evidence}
			if !r.enough(rec) {
				t.Errorf("%s at %v: all of it is read", name, at)
			}
			if !alike(pictureOf(t, path, at, evidence, true), pictureOf(t, path, at, evidence, false)) {
				t.Errorf("%s at %v: another picture where less is read", name, at)
			}
		}
	}
}

// alike reports whether two images differ by no more than rounding, which depends on the positions of the icons in the
// atlas: images drawn earlier leave some there.
func alike(a, b *image.RGBA) bool {
	const most = 2
	if len(a.Pix) != len(b.Pix) {
		return false
	}
	for i, p := range a.Pix {
		if max(p, b.Pix[i])-min(p, b.Pix[i]) > most {
			return false
		}
	}
	return true
}

// pictureOf returns an image of a demo, which is read completely or as far as necessary.
func pictureOf(t *testing.T, path string, at, evidence time.Duration, whole bool) (img *image.RGBA) {
	t.Helper()
	o := ShotOptions{File: path, At: at, Width: 640, Height: 360, Demos: session.Files{}, Maps: maps.Files{},
		GameDirs: []string{filepath.Join(shared(), "maps")}}
	g := newShotGame(reel{o: o, count: 1, whole: whole, evidence: evidence}, func(p *image.RGBA) error {
		img = p
		return nil
	})
	for end := time.Now().Add(time.Minute); !g.end; time.Sleep(time.Millisecond) {
		if err := g.Update(); err != nil || time.Now().After(end) {
			t.Fatal(path, err, g.err)
		}
		g.Draw(nil)
	}
	g.close()
	return img
}
