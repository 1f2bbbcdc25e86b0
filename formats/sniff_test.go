package formats_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
)

// formatOf is the format that an index entry tells: by the extension, unless
// the game says that this is wrong.
func formatOf(e corpus.Entry) formats.Format {
	extension, _, _ := strings.Cut(e.Extension, ".")
	switch {
	case e.Game == "quake2" && extension == "mvd2":
		return formats.Quake2MultiView
	case e.Game == "quake2":
		return formats.Quake2
	case e.Game == "quakeworld" && extension == "mvd":
		return formats.QuakeWorldMultiView
	case e.Game == "quakeworld":
		return formats.QuakeWorld
	case e.Game == "quake":
		return formats.NetQuake
	}
	return formats.Quake3
}

// noDemo says that an index entry is not of a demo, or of too little of one.
func noDemo(e corpus.Entry) bool {
	const least = 16
	return e.Broken() && (e.Size < least || strings.Contains(e.Kind, "not a demo") || strings.Contains(e.Kind, "UTF-8"))
}

// TestRealDemos holds that every real demo is of the format that the index
// tells, whatever it is called, and that the decoders' own tests say the same.
func TestRealDemos(t *testing.T) {
	opened := map[formats.Format]int{}
	for _, e := range corpus.Index(t) {
		demo, err := formats.Open(corpus.Path(t, "demos/"+e.Name))
		var several *formats.SeveralError
		var refused *formats.NotDemoError
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
		if got, err := formats.Sniff("", demo.Data); err != nil || got != want {
			t.Errorf("%s without its name: %v, %v, want %v", e.Name, got, err, want)
		}
		for format, plausible := range map[formats.Format]func([]byte) bool{
			formats.NetQuake: netquake.Plausible, formats.QuakeWorld: quakeworld.Plausible,
			formats.QuakeWorldMultiView: quakeworld.PlausibleMultiView, formats.Quake3: quake3.Sniff,
		} {
			if got := plausible(demo.Data); got != (format == want) {
				t.Errorf("%s: the decoder of %v says %v of a demo of %v", e.Name, format, got, want)
			}
		}
	}
	for f := formats.NetQuake; f <= formats.Quake3; f++ {
		if opened[f] == 0 {
			t.Errorf("no demo of %v was opened", f)
		}
	}
}
