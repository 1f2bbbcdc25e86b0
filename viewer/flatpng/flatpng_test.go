package flatpng

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// picture returns an image of the given size, part of a larger one, with the pixels returned by paint.
func picture(w, h int, paint func(x, y int) color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w+7, h+5)).SubImage(image.Rect(3, 2, 3+w, 2+h)).(*image.RGBA)
	for y := range h {
		for x := range w {
			img.SetRGBA(3+x, 2+y, paint(x, y))
		}
	}
	return img
}

func rooms(x, y int) color.RGBA {
	return color.RGBA{uint8(40 + x/32*9), uint8(45 + y/16*7), 61, 255}
}

func noise(x, y int) color.RGBA {
	n := uint32(x*7919+y*104729) * 2654435761
	return color.RGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), 255}
}

func glass(x, y int) color.RGBA { return color.RGBA{10, 10, 10, uint8(20 + x/64)} }

// TestRoundTrip writes images of all kinds and compares them, pixel by pixel, with those read by the standard library.
func TestRoundTrip(t *testing.T) {
	for _, c := range []struct {
		name  string
		w, h  int
		paint func(x, y int) color.RGBA
	}{{"flat", 333, 97, rooms}, {"pixel", 1, 1, rooms}, {"column", 1, 50, rooms}, {"bands", 40, 2*bandRows + 1, rooms},
		{"whole bands", 5, 2 * bandRows, rooms}, {"noise", 64, 64, noise}, {"glass", 200, 40, glass}} {
		img := picture(c.w, c.h, c.paint)
		var b bytes.Buffer
		if err := Encode(&b, img); err != nil {
			t.Fatal(c.name, err)
		}
		back, err := png.Decode(&b)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if back.Bounds().Dx() != c.w || back.Bounds().Dy() != c.h {
			t.Fatalf("%s: %v", c.name, back.Bounds())
		}
		for y := range c.h {
			for x := range c.w {
				got, want := back.At(x, y), color.NRGBAModel.Convert(img.At(3+x, 2+y))
				if color.NRGBAModel.Convert(got) != want {
					t.Fatalf("%s: pixel %d, %d is %v, not %v", c.name, x, y, got, want)
				}
			}
		}
	}
}

// sample returns an image of the sample's plan with everyone on it.
func sample(t testing.TB) *image.RGBA {
	data, err := os.ReadFile(filepath.Join("..", "..", "assets", "sample", "picture.png"))
	if err != nil {
		t.Fatal(err)
	}
	from, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewRGBA(from.Bounds())
	draw.Draw(img, img.Rect, from, from.Bounds().Min, draw.Src)
	return img
}

// TestFlatIsSmall checks that a plan is written without filters, and is smaller than with them.
func TestFlatIsSmall(t *testing.T) {
	img := sample(t)
	var own, std bytes.Buffer
	if err := Encode(&own, img); err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(&std, img); err != nil {
		t.Fatal(err)
	}
	if !flat(img) || own.Len() > std.Len() {
		t.Errorf("%d bytes, %d with filters", own.Len(), std.Len())
	}
	if flat(picture(64, 64, noise)) {
		t.Error("noise is taken for flat")
	}
}

func BenchmarkEncode(b *testing.B) {
	img := sample(b)
	for name, encode := range map[string]func(*bytes.Buffer) error{
		"flat":     func(w *bytes.Buffer) error { return Encode(w, img) },
		"standard": func(w *bytes.Buffer) error { return png.Encode(w, img) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				var w bytes.Buffer
				if err := encode(&w); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
