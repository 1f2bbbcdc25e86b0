//go:build !js

package draw

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"
	"golang.org/x/image/math/fixed"

	"fragscope/assets/fonts"
)

// A font file may hold anything: at worst it has no glyphs.
func TestHostileFonts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "hostile.otf")
	at := fontscan.Location{File: name}
	try := func(data []byte) loadedFont {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		l := load(at)
		if l.canvas == nil {
			return l
		}
		s := newSystemFonts(func() {})
		text := []rune("Ranger AV fi")
		for _, r := range text {
			s.known[r] = l.canvas
		}
		for _, g := range s.shape(text, fixed.I(13)) {
			segments(g.face, g.gid, fixed.I(13))
		}
		for gid := range 40 {
			outline(l.probe, font.GID(gid))
		}
		return l
	}
	if l := try(fonts.Regular); l.canvas == nil || len(outline(l.probe, 20)) == 0 {
		t.Fatal("a font that is whole cannot be read")
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
	if l := load(fontscan.Location{File: t.TempDir()}); l.probe != nil {
		t.Error("a folder is a font")
	}
}
