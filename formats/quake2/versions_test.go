package quake2

import (
	"testing"

	"fragscope/formats/corpus"
)

// TestVersions holds that an entity's version stands for one state, and is carried over as long as that is the same.
func TestVersions(t *testing.T) {
	t.Run("client", func(t *testing.T) { checkVersions(t, corpus.Unzipped(t, "testdata/rerelease/rr_tdm.dm2.gz")) })
	t.Run("multi-view", func(t *testing.T) { checkVersions(t, corpus.Unzipped(t, "testdata/rerelease/rr_tdm.mvd2.gz")) })
}

func checkVersions(t *testing.T, data []byte) {
	var h History
	states, carried, sent := map[uint32]EntityState{}, 0, 0
	for d := NewDecoder(data, Options{}); d.Next(&h) == nil; {
		s := h.Snapshot()
		if s == nil {
			continue
		}
		if len(s.Versions) != len(s.Entities) {
			t.Fatalf("frame %d: %d versions of %d entities", s.Number, len(s.Versions), len(s.Entities))
		}
		for i, version := range s.Versions {
			state, ok := states[version]
			if ok && state != s.Entities[i] || version == 0 {
				t.Fatalf("frame %d: version %d is of %+v and of %+v", s.Number, version, state, s.Entities[i])
			}
			if states[version] = s.Entities[i]; ok {
				carried++
			} else {
				sent++
			}
		}
	}
	if carried <= sent {
		t.Errorf("%d states were carried over, %d not", carried, sent)
	}
}
