package film

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// scene returns frame n of a film: a dot that moves over a floor.
func scene(w, h, n int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{30, 60, 90, 255}), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(4*n, 20, 4*n+8, 28), image.NewUniform(color.RGBA{250, 90, 40, 255}),
		image.Point{}, draw.Src)
	return img
}

// save writes a film of 10 frames and returns its name.
func save(t *testing.T, dir, suffix string, s Spec) (string, error) {
	t.Helper()
	k, ok := KindOf("x" + suffix)
	if !ok {
		t.Fatal(suffix)
	}
	f, err := Create(dir, k, s)
	if err != nil {
		return "", err
	}
	for n := range 10 {
		if err := f.Add(scene(s.Width, s.Height, n)); err != nil {
			f.Discard()
			return "", err
		}
	}
	return f.SaveNew(dir, "a film")
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		out = append(out, e.Name())
	}
	return out
}

func needFFmpeg(t *testing.T) {
	t.Helper()
	if _, err := Program(); err != nil {
		t.Skip(err)
	}
	if _, err := exec.LookPath("ffprobe"); err != nil {
		t.Skip(err)
	}
}

// TestFilmsAreWhatTheyShouldBe checks that other programs read from films what was written to them.
func TestFilmsAreWhatTheyShouldBe(t *testing.T) {
	needFFmpeg(t)
	dir := t.TempDir()
	for _, test := range []struct {
		suffix, codec string
		s             Spec
	}{
		{".mp4", "h264", Spec{128, 72, 25}}, {".webm", "vp9", Spec{128, 72, 30}}, {".mkv", "h264", Spec{129, 71, 60}},
		{".mov", "prores", Spec{128, 72, 24}},
		{".avi", "mjpeg", Spec{129, 71, 12.5}}, {".gif", "gif", Spec{129, 71, 20}},
		{".mov", "prores", Spec{129, 71, 120}}, {".nut", "mpeg4", Spec{128, 72, 25}},
	} {
		name, err := save(t, dir, test.suffix, test.s)
		if err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		out, err := exec.Command("ffprobe", "-v", "error", "-count_frames", "-show_entries",
			"stream=codec_name,width,height,avg_frame_rate,nb_read_frames", "-of", "csv=p=0", name).CombinedOutput()
		var codec, rate string
		var w, h, frames int
		f := strings.Split(strings.TrimSpace(string(out)), ",")
		if len(f) == 5 {
			codec, rate = f[0], f[3]
			fmt.Sscan(f[1]+" "+f[2]+" "+f[4], &w, &h, &frames)
		}
		var over, under float64
		fmt.Sscanf(rate, "%g/%g", &over, &under)
		if test.suffix == ".mkv" { // which then plays everywhere
			test.s.Width, test.s.Height = test.s.Width&^1, test.s.Height&^1
		}
		if err != nil || codec != test.codec || w != test.s.Width || h != test.s.Height || frames != 10 ||
			over != test.s.Rate*under {
			t.Errorf("%+v is %s, %v", test, out, err)
		}
		if v := similarity(t, name, test.s); v < 0.98 {
			t.Errorf("%+v is like what was drawn by %g", test, v)
		}
	}
	if got := names(t, dir); len(got) != 8 || got[0] != "a film-2.mov" {
		t.Errorf("%v", got)
	}
}

// similarity returns the structural similarity, computed by ffmpeg, of a film of scenes to those scenes; 1 means equal.
func similarity(t *testing.T, name string, s Spec) (v float64) {
	t.Helper()
	dir := t.TempDir()
	for n := range 10 {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%d.png", n)))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(png.Encode(f, scene(s.Width, s.Height, n)), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	// Frames are compared in order, whatever their times.
	const same = "scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,setpts=N/TB"
	out, err := exec.Command("ffmpeg", "-hide_banner", "-nostdin", "-i", name, "-i", filepath.Join(dir, "%d.png"),
		"-filter_complex", "[0:v]"+same+"[a];[1:v]"+same+"[b];[a][b]ssim", "-f", "null", "-").CombinedOutput()
	_, all, ok := strings.Cut(string(out), "All:")
	if _, e := fmt.Sscan(all, &v); err != nil || !ok || e != nil {
		t.Errorf("ffmpeg compares nothing: %v\n%s", err, out)
	}
	return v
}

// TestNothingStaysOfAFailedFilm checks that nothing remains of a film that is cancelled or fails.
func TestNothingStaysOfAFailedFilm(t *testing.T) {
	dir := t.TempDir()
	for _, suffix := range []string{".gif", ".avi", ".mp4"} {
		if k, _ := KindOf(suffix); k.NeedsFFmpeg() {
			needFFmpeg(t)
		}
		k, _ := KindOf(suffix)
		f, err := Create(dir, k, Spec{64, 64, 25})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 3 {
			if err := f.Add(scene(64, 64, n)); err != nil {
				t.Fatal(err)
			}
		}
		f.Discard()
	}
	if _, err := save(t, dir, ".no-such-film", Spec{64, 64, 25}); err == nil ||
		!strings.HasPrefix(err.Error(), "ffmpeg: Unable to") || strings.Contains(err.Error(), dir) {
		t.Errorf("error %v", err)
	}
	if k, _ := KindOf(".gif"); k.own != nil {
		f, err := Create(dir, k, Spec{64, 64, 25})
		if err != nil {
			t.Fatal(err)
		}
		if f.Add(scene(65, 64, 0)) == nil {
			t.Error("a picture of another size is taken")
		}
		if _, err := f.SaveNew(dir, "x"); err == nil {
			t.Error("a film that failed is saved")
		}
	}
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("%v stays", got)
	}
}

func TestWithoutFFmpeg(t *testing.T) {
	t.Setenv("PATH", "")
	dir := t.TempDir()
	if _, err := save(t, dir, ".mp4", Spec{64, 64, 25}); err != ErrNoFFmpeg {
		t.Errorf("error %v", err)
	}
	if _, err := save(t, dir, ".gif", Spec{64, 64, 25}); err != nil {
		t.Errorf("error %v", err)
	}
}

func TestKinds(t *testing.T) {
	for _, name := range []string{"", "x", "x.", "x.PNG", "x.m3u8", "mp4"} {
		if k, ok := KindOf(name); ok {
			t.Errorf("%q is a film: %s", name, k.Name)
		}
	}
	gif, _ := KindOf("a/B.GIF")
	for _, test := range []struct {
		s  Spec
		ok bool
	}{{Spec{64, 64, 50}, true}, {Spec{64, 64, 60}, false}, {Spec{64, 64, 0.5}, false},
		{Spec{MaxWidth, MaxHeight, 25}, true}, {Spec{MaxWidth + 1, 64, 25}, false}} {
		if err := gif.Check(test.s); (err == nil) != test.ok {
			t.Errorf("%v: %v", test.s, err)
		}
	}
}
