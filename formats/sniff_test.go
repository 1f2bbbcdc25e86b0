package formats

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/codec"
	"fragscope/formats/corpus"
	"fragscope/formats/wire"
)

// formatOf is the format that an index entry tells: that of its game which has the extension, or else the first.
func formatOf(e corpus.Entry) *codec.Codec {
	extension, _, _ := strings.Cut(e.Extension, ".")
	var first *codec.Codec
	for _, c := range codecs {
		switch {
		case c.Game != e.Game && (c.Game != "quake3" || e.Game != "quakelive"):
		case slices.Contains(c.Extensions(), extension):
			return c
		case first == nil:
			first = c
		}
	}
	return first
}

// noDemo reports whether an index entry is of no demo, or of too little of one.
func noDemo(e corpus.Entry) bool {
	const least = 16
	return e.Broken() && (e.Size < least || strings.Contains(e.Kind, "not a demo") || strings.Contains(e.Kind, "UTF-8"))
}

// TestRealDemos holds that every real demo is of the format that the index
// tells, whatever it is called, and of no other.
func TestRealDemos(t *testing.T) {
	opened := map[*codec.Codec]int{}
	for _, e := range corpus.Index(t) {
		demo, err := Open(corpus.Path(t, "demos/"+e.Name))
		var several *SeveralError
		var refused *NotDemoError
		switch {
		case errors.As(err, &several):
			if len(several.Members) < 2 {
				t.Errorf("%s: a choice of %d", e.Name, len(several.Members))
			}
			continue
		case errors.As(err, &refused):
			if !noDemo(e) {
				t.Error(err)
			}
			continue
		case err != nil:
			t.Error(err)
			continue
		}
		want := formatOf(e)
		if demo.Format != want {
			t.Errorf("%s: %v, want %v", e.Name, demo.Format, want)
		}
		opened[demo.Format]++
		if e.Broken() {
			continue
		}
		if got, err := Sniff("", demo.Data); err != nil || got != want {
			t.Errorf("%s without its name: %v, %v, want %v", e.Name, got, err, want)
		}
		for _, f := range codecs {
			if c := f.Sniff(demo.Data); (c > wire.Faint) != (f == want) && !elder(f, want, c, demo.Data) {
				t.Errorf("%s: %v sniffs %d of a demo of %v", e.Name, f, c, want)
			}
		}
	}
	for _, f := range codecs {
		if opened[f] == 0 {
			t.Errorf("no demo of %v was opened", f)
		}
	}
}

// elder reports whether a format is that of the elder game of one engine, whose blocks are alike, and is less sure of
// data.
func elder(format, of *codec.Codec, sure wire.Confidence, data []byte) bool {
	framing := func(c *codec.Codec) uintptr { return reflect.ValueOf(c.NextBlock).Pointer() }
	return format.Game != of.Game && framing(format) == framing(of) && sure < of.Sniff(data)
}
