package viewer

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
	"fragscope/viewer/platform"
	"fragscope/viewer/screentest"
	"fragscope/viewer/session"
)

// TestALargePictureIsTheWindows checks that an image larger than the largest texture is drawn in pieces, and is the
// same as a window of that size would show.
func TestALargePictureIsTheWindows(t *testing.T) {
	for _, p := range []struct {
		state string
		w, h  int
		scale float64
	}{{"plain", 2300, 700, 1}, {"items", 700, 2300, 1.5}} {
		d := open(t, p.w, p.h, crowd, 30*time.Second)
		d.a.prefs.set.Scale = p.scale
		states[p.state](d)
		window := d.still()
		if err := screentest.Compare(d.a.screen.still(p.w, p.h, float32(p.scale)), window); err != nil {
			t.Errorf("%s: %v", p.state, err)
		}
	}
}

// unfollowed are files that must not be followed.
type unfollowed struct {
	session.Files
	t *testing.T
}

func (u unfollowed) Stream(context.Context, string) (*recording.Recording, *load.Stream, error) {
	u.t.Error("the file is followed")
	return nil, nil, context.Canceled
}

// TestAPictureDoesNotFollowAFile checks that an image is drawn from the existing part of a file that may still be
// growing, such as any that was written a moment ago.
func TestAPictureDoesNotFollowAFile(t *testing.T) {
	demo := script.Find("netquake").Demo()
	path := filepath.Join(t.TempDir(), "new.dem")
	if err := os.WriteFile(path, demo[:len(demo)-1], 0o644); err != nil {
		t.Fatal(err)
	}
	if !load.Grows(path) {
		t.Fatal("the file does not look as if it grew")
	}
	a := newShotApp(ShotOptions{File: path, Demos: unfollowed{t: t}}, 0, 0)
	defer a.close()
	for a.session.Opening() {
		a.step(platform.Input{Now: time.Now()})
	}
	if !a.open() {
		t.Error(a.refusal())
	}
}
