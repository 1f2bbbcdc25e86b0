// Package screentest is a harness for tests that draw. It provides a display, a running game loop behind a hidden
// window, and comparison with golden images.
//
// A package's tests use it like this:
//
//	func TestMain(m *testing.M) { screentest.Main(m) }
//
//	func TestPanel(t *testing.T) {
//		img := screentest.Image(t, 320, 200)
//		... draw into img ...
//		screentest.Golden(t, "panel", img)
//	}
//
// Golden images are stored as testdata/NAME.png; go test -update rewrites them. If there is no display, and no Xvfb to
// provide one, the tests are skipped with a message.
package screentest

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// Limits for comparing golden images: renderers differ in rounding and at edges.
const (
	step      = 8     // of the channels of golden images, which are half as large as exact ones
	tolerance = 8     // largest difference of a channel, in such steps, that counts as equal
	share     = 0.001 // fraction of pixels that may differ by more
)

// Main runs a package's tests with a display and exits. Call it from TestMain.
func Main(m *testing.M) {
	flag.Parse()
	stop, err := display()
	if err != nil {
		fmt.Println("SKIP: no display for tests that draw:", err)
		os.Exit(0)
	}
	code := run(m)
	stop()
	os.Exit(code)
}

// run runs the tests within one frame of a game loop whose window is hidden. During that frame, images can be drawn and
// read, and the waiting loop does not touch them.
func run(m *testing.M) int {
	ebiten.SetWindowVisible(false)
	ebiten.SetWindowSize(64, 64)
	ebiten.SetRunnableOnUnfocused(true)
	g := &game{m: m}
	if err := ebiten.RunGame(g); err != nil && !errors.Is(err, ebiten.Termination) {
		fmt.Println("FAIL: the renderer does not start:", err)
		return 1
	}
	return g.code
}

type game struct {
	m    *testing.M
	code int
}

func (g *game) Update() error {
	g.code = g.m.Run()
	return ebiten.Termination
}

func (g *game) Draw(*ebiten.Image)         {}
func (g *game) Layout(w, h int) (int, int) { return w, h }

// display makes sure that there is a display. On Linux without one, it starts an Xvfb on a free number that the server
// chooses; stop ends it.
func display() (stop func(), err error) {
	if runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "" {
		return func() {}, nil
	}
	// Servers that start at the same moment can choose the same number; one of them then ends.
	for range 4 {
		var name string
		if name, stop, err = virtual(); err == nil {
			os.Setenv("DISPLAY", name)
			os.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
			return stop, nil
		}
		if errors.Is(err, exec.ErrNotFound) {
			break
		}
	}
	return nil, err
}

// virtual starts an Xvfb and waits until it answers.
func virtual() (name string, stop func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer r.Close()
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1920x1200x24", "-nolisten", "tcp", "-noreset")
	x.ExtraFiles = []*os.File{w}
	err = x.Start()
	w.Close()
	if err != nil {
		return "", nil, err
	}
	gone := make(chan struct{})
	go func() {
		x.Wait()
		close(gone)
	}()
	stop = func() {
		x.Process.Kill()
		<-gone
	}
	r.SetReadDeadline(time.Now().Add(20 * time.Second))
	line, err := bufio.NewReader(r).ReadString('\n')
	if err == nil {
		name = strings.TrimSpace(line)
		err = answers(name, gone)
	}
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("no answer from Xvfb: %w", err)
	}
	return ":" + name, stop, nil
}

// answers reports whether the server of a display takes connections and is the one that was started.
func answers(number string, gone <-chan struct{}) error {
	c, err := net.DialTimeout("unix", "/tmp/.X11-unix/X"+number, 5*time.Second)
	if err != nil {
		return err
	}
	c.Close()
	select {
	case <-gone:
		return errors.New("it ended")
	default:
		return nil
	}
}

// Image returns an image to draw into. It is freed at the end of the test.
func Image(t testing.TB, w, h int) *ebiten.Image {
	img := ebiten.NewImage(w, h)
	t.Cleanup(img.Deallocate)
	return img
}

// Flush waits until the driver has drawn img. Unlike ReadPixels and At, it does not copy the image.
func Flush(img *ebiten.Image) {
	one := ebiten.NewImageWithOptions(image.Rect(0, 0, 1, 1), &ebiten.NewImageOptions{Unmanaged: true})
	defer one.Deallocate()
	one.DrawImage(img, nil)
	var pixel [4]byte
	one.ReadPixels(pixel[:])
}

// Read returns a copy of the pixels of img.
func Read(img *ebiten.Image) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	img.ReadPixels(out.Pix)
	return out
}

// Golden compares img with the golden image testdata/NAME.png. If they differ, Golden saves img in the system's
// temporary directory and marks the test as failed. If the -update flag is set, Golden replaces the golden image
// instead.
func Golden(t testing.TB, name string, img *ebiten.Image) {
	t.Helper()
	GoldenRGBA(t, name, Read(img))
}

// GoldenRGBA is like Golden, but takes an image whose pixels have already been read.
func GoldenRGBA(t testing.TB, name string, got *image.RGBA) {
	t.Helper()
	got = coarse(got)
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := Save(path, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := load(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if err := Compare(got, want); err != nil {
		kept := filepath.Join(os.TempDir(), "got-"+filepath.Base(name)+".png")
		if err := Save(kept, got); err != nil {
			kept = err.Error()
		}
		t.Errorf("%s: %v; what was drawn: %s", path, err, kept)
	}
}

// coarse returns a copy of an image with its channels rounded to steps.
func coarse(img *image.RGBA) *image.RGBA {
	out := image.NewRGBA(img.Rect)
	for i := range out.Pix {
		y, x := i/out.Stride, i%out.Stride
		v := int(img.Pix[y*img.Stride+x])
		out.Pix[i] = uint8(min((v+step/2)/step*step, 255))
	}
	return out
}

// Compare returns nil if got and want are alike, allowing for the small differences between two renderers. Otherwise it
// returns an error that describes how they differ.
func Compare(got, want *image.RGBA) error {
	if got.Rect.Size() != want.Rect.Size() {
		return fmt.Errorf("size is %v, not %v", got.Rect.Size(), want.Rect.Size())
	}
	w, h := got.Rect.Dx(), got.Rect.Dy()
	off, worst := 0, 0
	var first image.Point
	for y := range h {
		a, b := got.Pix[y*got.Stride:][:4*w], want.Pix[y*want.Stride:][:4*w]
		for x := 0; x < 4*w; x += 4 {
			d := 0
			for k := x; k < x+4; k++ {
				d = max(d, int(a[k])-int(b[k]), int(b[k])-int(a[k]))
			}
			if d > tolerance {
				if off == 0 {
					first = image.Pt(x/4, y)
				}
				off++
				worst = max(worst, d)
			}
		}
	}
	if float64(off) > share*float64(w*h) {
		return fmt.Errorf("%d pixels differ (%.2f %%), by up to %d, the first at %v", off,
			100*float64(off)/float64(w*h), worst, first)
	}
	return nil
}

// Save writes img to a PNG file.
func Save(path string, img *image.RGBA) error {
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(&buf, img); err != nil {
		return err
	}
	return os.WriteFile(path, buf.Bytes(), 0o644)
}

func load(path string) (*image.RGBA, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	out := image.NewRGBA(image.Rect(0, 0, src.Bounds().Dx(), src.Bounds().Dy()))
	draw.Draw(out, out.Rect, src, src.Bounds().Min, draw.Src)
	return out, nil
}
