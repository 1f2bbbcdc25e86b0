//go:build !js

package draw

import (
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// shaper lays out text in fonts that are not built in.
type shaper struct {
	engine shaping.HarfbuzzShaper
	runs   shaping.Segmenter
}

// shape lays out a text whose runes all have a font: glyphs come in the order in which
// they are drawn. It is empty where a font turns out to be broken.
func (s *systemFonts) shape(text []rune, em fixed.Int26_6) (out []foreign) {
	defer func() {
		if recover() != nil { // a broken font file
			out = nil
		}
	}()
	runs := s.runs.Split(shaping.Input{Text: text, RunEnd: len(text), Direction: di.DirectionLTR, Size: em}, s)
	for i := 0; i < len(runs); {
		// Runs from right to left that follow each other are drawn the last one first.
		end := i + 1
		for runs[i].Direction == di.DirectionRTL && end < len(runs) && runs[end].Direction == di.DirectionRTL {
			end++
		}
		for j := end - 1; j >= i; j-- {
			out = s.shapeRun(out, runs[j], runs[i].RunStart)
		}
		i = end
	}
	return out
}

// shapeRun lays out a run of one font. Text from right to left is in one piece, which
// begins at start, for those who cut texts.
func (s *systemFonts) shapeRun(out []foreign, run shaping.Input, start int) []foreign {
	if run.Face == nil {
		return out
	}
	for _, g := range s.engine.ShapeNoExtents(run).Glyphs {
		f := foreign{face: run.Face, gid: uint16(g.GlyphID), at: g.TextIndex(), dx: float32(g.XOffset) / 64, dy: -float32(g.YOffset) / 64, adv: float32(g.Advance) / 64}
		if run.Direction == di.DirectionRTL {
			f.at = start
		}
		out = append(out, f)
	}
	return out
}
