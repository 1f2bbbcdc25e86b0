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
	"time"

	"github.com/adrg/xdg"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"fragscope/formats/base/regular"
)

// Limits for untrusted fonts.
const (
	maxFontFile  = 64 << 20
	maxFonts     = 12      // in memory
	maxRunes     = 1 << 15 // looked up
	maxTexts     = 1 << 12 // laid out
	maxSegments  = 1 << 14 // in a glyph
	maxGlyphEms  = 4       // extent of a glyph
	worstQuality = 1000
	unitsPerEm   = 1024
	patience     = 5 * time.Second // how long a picture waits for the system's fonts
)

// systemFonts uses the system's fonts to lay out text that the built-in font lacks. Font files are processed in the
// background once such text appears; until that is done, and where no font has a rune, the result is empty. A broken or
// malicious font file costs only its own glyphs, or those still to be found.
type systemFonts struct {
	notify func()
	found  atomic.Uint32 // incremented whenever something is found

	mu    sync.Mutex
	known map[rune]bool        // false: no font has it, or it is being looked for
	texts map[string][]foreign // nil while being laid out
	asked []func() bool        // pending work, which reports whether it found anything
	busy  bool
	idle  sync.Cond

	// Used only by the background goroutine, of which there is one at a time.
	scanned bool
	all     []fontscan.Footprint // best first
	loaded  map[fontscan.Location]*font.Face
	faces   map[rune]*font.Face
	glyphs  map[glyphOf]*systemGlyph
	engine  shaping.HarfbuzzShaper
	runs    shaping.Segmenter
}

type glyphOf struct {
	face *font.Face
	gid  font.GID
}

// systemGlyph is a glyph's outline in ems, with the y axis up. It is immutable.
type systemGlyph struct{ outline []opentype.Segment }

func newSystemFonts(notify func()) *systemFonts {
	s := &systemFonts{
		notify: notify, known: map[rune]bool{}, texts: map[string][]foreign{},
		loaded: map[fontscan.Location]*font.Face{}, faces: map[rune]*font.Face{}, glyphs: map[glyphOf]*systemGlyph{},
	}
	s.idle.L = &s.mu
	return s
}

// changes returns the number of times that fonts or glyphs were found.
func (s *systemFonts) changes() uint32 { return s.found.Load() }

// wait waits until all pending work is done, but no longer than patience.
func (s *systemFonts) wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	end := time.Now().Add(patience)
	defer time.AfterFunc(patience, s.idle.Broadcast).Stop()
	for s.busy && time.Now().Before(end) {
		s.idle.Wait()
	}
}

// has reports whether a font with a glyph for the rune is known.
func (s *systemFonts) has(r rune) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	has, ok := s.known[r]
	if !ok && len(s.known) < maxRunes {
		s.known[r] = false
		s.ask(func() bool {
			face := s.find(r)
			s.mu.Lock()
			defer s.mu.Unlock()
			s.faces[r], s.known[r] = face, face != nil
			return face != nil
		})
	}
	return has
}

// shape returns the glyphs of a text in drawing order, or nil while it is not laid out yet.
func (s *systemFonts) shape(text []rune) []foreign {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := string(text)
	glyphs, ok := s.texts[key]
	if !ok {
		if len(s.texts) >= maxTexts {
			clear(s.texts)
		}
		s.texts[key] = nil
		s.ask(func() bool {
			glyphs := s.layOut(text)
			s.mu.Lock()
			defer s.mu.Unlock()
			s.texts[key] = glyphs
			return glyphs != nil
		})
	}
	return glyphs
}

// ask schedules work in the background. The lock must be held.
func (s *systemFonts) ask(work func() bool) {
	s.asked = append(s.asked, work)
	if !s.busy {
		s.busy = true
		go s.work()
	}
}

// work does the pending work until there is none.
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
		found := false
		for _, do := range asked {
			found = do() || found
		}
		if found {
			s.found.Add(1)
			s.notify()
		}
	}
}

// guard returns the result of do, or the zero value if a broken font file makes it panic.
func guard[T any](do func() T) (out T) {
	defer func() {
		if recover() != nil {
			var none T
			out = none
		}
	}()
	return do()
}

// find returns the best font with a glyph for a rune.
func (s *systemFonts) find(r rune) *font.Face {
	if !s.scanned {
		s.scanned = true
		s.all = guard(scan)
	}
	for _, f := range s.all {
		if !f.Runes.Contains(r) {
			continue
		}
		face, tried := s.loaded[f.Location]
		if !tried && len(s.loaded) < maxFonts {
			face = guard(func() *font.Face { return load(f.Location) })
			s.loaded[f.Location] = face
		}
		if face == nil {
			continue
		}
		if gid, ok := face.NominalGlyph(r); ok && s.glyph(face, gid) != nil {
			return face
		}
	}
	return nil
}

// scan lists the system's fonts, best first. The list is kept in the user's cache, so that only new files are read the
// next time.
func scan() []fontscan.Footprint {
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
	list := slices.Clone(found)
	slices.SortStableFunc(list, func(a, b fontscan.Footprint) int {
		return cmp.Or(cmp.Compare(quality(&a), quality(&b)), cmp.Compare(b.Runes.Len(), a.Runes.Len()),
			strings.Compare(a.Location.File, b.Location.File))
	})
	return list
}

// quality returns a measure of how much a font differs from the built-in one: 0 for a plain sans serif.
func quality(f *fontscan.Footprint) float64 {
	q := math.Abs(float64(f.Aspect.Weight)-400)/100 + 10*math.Abs(float64(f.Aspect.Stretch)-1)
	if f.Aspect.Style != font.StyleNormal {
		q += 20
	}
	for _, x := range [...]struct {
		word  string
		worse float64
	}{{"mono", 5}, {"serif", 3}, {"emoji", 30}} {
		if strings.Contains(f.Family, x.word) {
			q += x.worse
		}
	}
	if math.IsNaN(q) {
		return worstQuality
	}
	return q
}

// load reads a font. It returns nil if the font cannot be used.
func load(at fontscan.Location) *font.Face {
	f, info, err := regular.Open(at.File)
	if err != nil {
		return nil
	}
	defer f.Close()
	if info.Size() > maxFontFile {
		return nil
	}
	loaders, err := opentype.NewLoaders(f)
	if err != nil || int(at.Index) >= len(loaders) {
		return nil
	}
	parsed, err := font.NewFont(loaders[at.Index])
	if err != nil {
		return nil
	}
	return font.NewFace(parsed)
}

// ResolveFace returns the font found for the rune r.
func (s *systemFonts) ResolveFace(r rune) *font.Face { return s.faces[r] }

// layOut lays out a text, whose runes all have fonts, on a line that runs from left to right. If a font turns out to be
// broken, the result is empty but not nil.
func (s *systemFonts) layOut(text []rune) []foreign {
	out := guard(func() (out []foreign) {
		runs := s.runs.Split(shaping.Input{Text: text, RunEnd: len(text), Direction: di.DirectionLTR,
			Size: fixed.I(unitsPerEm)}, s)
		for i := 0; i < len(runs); {
			// Consecutive right-to-left runs are drawn in reverse order.
			end := i + 1
			for runs[i].Direction == di.DirectionRTL && end < len(runs) && runs[end].Direction == di.DirectionRTL {
				end++
			}
			for j := end - 1; j >= i; j-- {
				out = s.layOutRun(out, runs[j], runs[i].RunStart)
			}
			i = end
		}
		return out
	})
	if out == nil {
		return []foreign{}
	}
	return out
}

// layOutRun lays out a run of one font. Right-to-left text becomes a single piece that begins at start, for callers
// that truncate texts.
func (s *systemFonts) layOutRun(out []foreign, run shaping.Input, start int) []foreign {
	if run.Face == nil {
		return out
	}
	ems := func(v fixed.Int26_6) float32 { return float32(v) / (64 * unitsPerEm) }
	for _, g := range s.engine.ShapeNoExtents(run).Glyphs {
		f := foreign{glyph: s.glyph(run.Face, g.GlyphID), at: g.TextIndex(), dx: ems(g.XOffset), dy: -ems(g.YOffset),
			adv: ems(g.Advance)}
		if run.Direction == di.DirectionRTL {
			f.at = start
		}
		out = append(out, f)
	}
	return out
}

// glyph returns a glyph of a font, or nil if it has no outline.
func (s *systemFonts) glyph(face *font.Face, gid font.GID) *systemGlyph {
	key := glyphOf{face, gid}
	g, ok := s.glyphs[key]
	if !ok {
		if outline := guard(func() []opentype.Segment { return outline(face, gid) }); len(outline) > 0 {
			g = &systemGlyph{outline}
		}
		s.glyphs[key] = g
	}
	return g
}

// outline returns a glyph's outline in ems, or nil if the glyph is an image or out of proportion.
func outline(face *font.Face, gid font.GID) []opentype.Segment {
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

// segments returns the outline in pixels, with the y axis down, as for the built-in font.
func (g *systemGlyph) segments(em fixed.Int26_6) sfnt.Segments {
	out := make(sfnt.Segments, len(g.outline))
	for i, s := range g.outline {
		out[i].Op = segmentOps[s.Op]
		for j, p := range s.Args {
			out[i].Args[j] = fixed.Point26_6{X: fixed.Int26_6(p.X * float32(em)), Y: fixed.Int26_6(-p.Y * float32(em))}
		}
	}
	return out
}

var segmentOps = [...]sfnt.SegmentOp{
	opentype.SegmentOpMoveTo: sfnt.SegmentOpMoveTo, opentype.SegmentOpLineTo: sfnt.SegmentOpLineTo,
	opentype.SegmentOpQuadTo: sfnt.SegmentOpQuadTo, opentype.SegmentOpCubeTo: sfnt.SegmentOpCubeTo,
}
