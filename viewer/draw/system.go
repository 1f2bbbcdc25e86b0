//go:build !js

package draw

import (
	"cmp"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/adrg/xdg"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/fontscan"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Bounds on what is taken from fonts that are not ours.
const (
	maxFontFile  = 64 << 20
	maxFonts     = 12      // in memory
	maxRunes     = 1 << 15 // that were looked up
	maxSegments  = 1 << 14 // of a glyph
	maxGlyphEms  = 4       // how far a glyph reaches
	worstQuality = 1000
)

// systemFonts finds glyphs that the built-in font lacks in the fonts of the system. Fonts
// are looked for when the first such glyph is asked for, in the background; until one is
// found, and where none is, the answer is no font. A font file that is broken or made to
// do harm costs its own glyphs only.
type systemFonts struct {
	notify func()
	shaper

	mu    sync.Mutex
	known map[rune]*systemFace // nil: no font has it
	asked []rune
	busy  bool
	idle  sync.Cond
	found atomic.Uint32 // counts the times when fonts were found

	// Used by the goroutine in the background only, of which there is one at a time.
	scanned bool
	all     []fontscan.Footprint // the best first
	loaded  map[fontscan.Location]loadedFont
}

// systemFace is a font of the system.
type systemFace = font.Face

// loadedFont is a font of which each goroutine has a face of its own, as these remember
// what they were asked for; nil for one that cannot be used.
type loadedFont struct{ probe, canvas *systemFace }

func newSystemFonts(notify func()) *systemFonts {
	s := &systemFonts{notify: notify, known: map[rune]*systemFace{}, loaded: map[fontscan.Location]loadedFont{}}
	s.idle.L = &s.mu
	return s
}

// changes counts how often fonts were found.
func (s *systemFonts) changes() uint32 { return s.found.Load() }

// wait waits until all that was asked for has been looked up.
func (s *systemFonts) wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.busy {
		s.idle.Wait()
	}
}

// has reports whether a font with a glyph for the rune is known.
func (s *systemFonts) has(r rune) bool { return s.ResolveFace(r) != nil }

// ResolveFace is the font for a rune as far as it is known; what is not is looked up.
func (s *systemFonts) ResolveFace(r rune) *systemFace {
	s.mu.Lock()
	defer s.mu.Unlock()
	face, ok := s.known[r]
	if ok || len(s.known) >= maxRunes {
		return face
	}
	s.known[r] = nil
	s.asked = append(s.asked, r)
	if !s.busy {
		s.busy = true
		go s.work()
	}
	return nil
}

// work looks up what is asked for until nothing is.
func (s *systemFonts) work() {
	for {
		s.mu.Lock()
		asked := s.asked
		s.asked = nil
		if len(asked) == 0 {
			s.busy = false
			s.idle.Broadcast()
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
		found := map[rune]*systemFace{}
		for _, r := range asked {
			if face := s.find(r); face != nil {
				found[r] = face
			}
		}
		if len(found) == 0 {
			continue
		}
		s.mu.Lock()
		for r, face := range found {
			s.known[r] = face
		}
		s.found.Add(1)
		s.mu.Unlock()
		s.notify()
	}
}

// find is the best font with a glyph for a rune.
func (s *systemFonts) find(r rune) *systemFace {
	if !s.scanned {
		s.scanned = true
		s.all = scan()
	}
	for _, f := range s.all {
		if !f.Runes.Contains(r) {
			continue
		}
		l, tried := s.loaded[f.Location]
		if !tried && len(s.loaded) < maxFonts {
			l = load(f.Location)
			s.loaded[f.Location] = l
		}
		if l.probe == nil {
			continue
		}
		if gid, ok := l.probe.NominalGlyph(r); ok && len(outline(l.probe, gid)) > 0 {
			return l.canvas
		}
	}
	return nil
}

// scan lists the fonts of the system, the best first. What was found is kept in the
// user's cache, so that the next time only new files are read.
func scan() (list []fontscan.Footprint) {
	defer func() {
		if recover() != nil { // a broken font file
			list = nil
		}
	}()
	dir := filepath.Join(xdg.CacheHome, "fragscope")
	if os.MkdirAll(dir, 0o700) != nil {
		var err error
		if dir, err = os.MkdirTemp("", "fragscope-fonts-"); err != nil {
			return nil
		}
		defer os.RemoveAll(dir)
	}
	found, err := fontscan.SystemFonts(log.New(io.Discard, "", 0), dir)
	if err != nil {
		return nil
	}
	list = slices.Clone(found)
	slices.SortStableFunc(list, func(a, b fontscan.Footprint) int {
		return cmp.Or(cmp.Compare(quality(&a), quality(&b)), cmp.Compare(b.Runes.Len(), a.Runes.Len()), strings.Compare(a.Location.File, b.Location.File))
	})
	return list
}

// quality is how unlike the built-in font another one is, 0 for a plain sans serif.
func quality(f *fontscan.Footprint) float64 {
	q := math.Abs(float64(f.Aspect.Weight)-400)/100 + 10*math.Abs(float64(f.Aspect.Stretch)-1)
	if f.Aspect.Style != font.StyleNormal {
		q += 20
	}
	for word, worse := range map[string]float64{"mono": 5, "serif": 3, "emoji": 30} {
		if strings.Contains(f.Family, word) {
			q += worse
		}
	}
	if math.IsNaN(q) {
		return worstQuality
	}
	return q
}

// load reads a font.
func load(at fontscan.Location) (out loadedFont) {
	defer func() {
		if recover() != nil { // a broken font file
			out = loadedFont{}
		}
	}()
	info, err := os.Stat(at.File)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFontFile {
		return out
	}
	f, err := os.Open(at.File)
	if err != nil {
		return out
	}
	defer f.Close()
	loaders, err := opentype.NewLoaders(f)
	if err != nil || int(at.Index) >= len(loaders) {
		return out
	}
	parsed, err := font.NewFont(loaders[at.Index])
	if err != nil {
		return out
	}
	return loadedFont{font.NewFace(parsed), font.NewFace(parsed)}
}

// outline is a glyph in ems, the y axis up; nothing for one that is a picture, broken or
// out of proportion.
func outline(face *systemFace, gid font.GID) (segments []opentype.Segment) {
	defer func() {
		if recover() != nil { // a broken font file
			segments = nil
		}
	}()
	data, ok := face.GlyphDataOutline(gid)
	upem := float32(face.Upem())
	if !ok || upem <= 0 || len(data.Segments) > maxSegments {
		return nil
	}
	for i := range data.Segments {
		args := data.Segments[i].Args[:]
		for j := range args {
			args[j].X, args[j].Y = args[j].X/upem, args[j].Y/upem
			if !(max(args[j].X, -args[j].X, args[j].Y, -args[j].Y) <= maxGlyphEms) {
				return nil
			}
		}
	}
	return data.Segments
}

// segments are a glyph in pixels, the y axis down, as the built-in font has them.
func segments(face *systemFace, gid uint16, em fixed.Int26_6) sfnt.Segments {
	var out sfnt.Segments
	for _, s := range outline(face, font.GID(gid)) {
		seg := sfnt.Segment{Op: segmentOps[s.Op]}
		for i, p := range s.Args {
			seg.Args[i] = fixed.Point26_6{X: fixed.Int26_6(p.X * float32(em)), Y: fixed.Int26_6(-p.Y * float32(em))}
		}
		out = append(out, seg)
	}
	return out
}

var segmentOps = map[opentype.SegmentOp]sfnt.SegmentOp{
	opentype.SegmentOpMoveTo: sfnt.SegmentOpMoveTo, opentype.SegmentOpLineTo: sfnt.SegmentOpLineTo,
	opentype.SegmentOpQuadTo: sfnt.SegmentOpQuadTo, opentype.SegmentOpCubeTo: sfnt.SegmentOpCubeTo,
}
