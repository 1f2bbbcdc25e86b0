//go:build !js

package draw

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-text/typesetting/fontscan"
	"golang.org/x/image/math/fixed"

	"fragscope/assets/fonts"
)

// TestHostileFonts checks that a font file may contain anything: at worst, it has no glyphs.
func TestHostileFonts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "hostile.otf")
	text := []rune("Ranger AV fi")
	try := func(data []byte) (glyphs int) {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s := newSystemFonts(func() {})
		s.scanned = true
		f := fontscan.Footprint{Location: fontscan.Location{File: name}}
		for _, r := range text {
			f.Runes.Add(r)
		}
		s.all = append(s.all, f)
		for _, r := range text {
			s.has(r)
		}
		s.wait()
		s.shape(text)
		s.wait()
		for _, g := range s.shape(text) {
			if g.glyph != nil && len(g.glyph.segments(fixed.I(13))) > 0 {
				glyphs++
			}
		}
		return glyphs
	}
	if n := try(fonts.Regular); n != len(text)-2 {
		t.Fatalf("a font that is whole has %d glyphs of %q", n, string(text))
	}
	try(nil)
	try([]byte("OTTO"))
	try(fonts.Regular[:len(fonts.Regular)/3])
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		data := bytes.Clone(fonts.Regular)
		for range 1 + random.IntN(200) {
			data[random.IntN(1+random.IntN(len(data)))] = byte(random.Uint32())
		}
		try(data)
	}
	if load(fontscan.Location{File: t.TempDir()}) != nil {
		t.Error("a folder is a font")
	}
}
