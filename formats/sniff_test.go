package formats

import (
	"errors"
	"strings"
	"testing"

	"fragscope/formats/codec"
	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
	"fragscope/formats/wire"
	"fragscope/formats/wolfenstein"
)

// formatOf is the format that an index entry tells: by the extension, unless
// the game tells otherwise.
func formatOf(e corpus.Entry) *codec.Codec {
	extension, _, _ := strings.Cut(e.Extension, ".")
	switch {
	case e.Game == "wolfenstein" && extension == "tv_84":
		return wolfenstein.MultiViewCodec
	case e.Game == "wolfenstein":
		return wolfenstein.Codec
	case e.Game == "quake2" && extension == "mvd2":
		return quake2.MultiViewCodec
	case e.Game == "quake2":
		return quake2.Codec
	case e.Game == "quakeworld" && extension == "mvd":
		return quakeworld.MultiViewCodec
	case e.Game == "quakeworld":
		return quakeworld.Codec
	case e.Game == "quake":
		return netquake.Codec
	}
	return quake3.Codec
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
