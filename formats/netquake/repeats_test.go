package netquake

import (
	"io"
	"testing"

	"fragscope/formats/corpus"
)

// TestRepeats compares what updates that are sent again make of entities with what they make where nothing is known of
// those before.
func TestRepeats(t *testing.T) {
	at := func(entity uint16, x float32) *UpdateEntity {
		return &UpdateEntity{Entity: entity, Mask: uint32(HasOriginX), Fields: HasOriginX, Origin: Vec3{x}}
	}
	base := func(entity uint16, y float32) *SpawnBaseline {
		return &SpawnBaseline{Entity: entity, Baseline: Baseline{Origin: Vec3{0, y}}}
	}
	level := &ServerInfo{Protocol: ProtocolQuake, MaxClients: 1, LevelName: []byte("a"),
		Models: [][]byte{[]byte("maps/a.bsp")}, Sounds: [][]byte{[]byte("a.wav")}}
	second := func(s float32) []Message { return []Message{&Block{}, &Time{Seconds: s}} }
	data := encode(flat(
		[]Message{&Track{[]byte("-1\n")}, &Block{}, level, base(3, 1), base(300, 2)},
		append(second(1), at(3, 8), at(5, 8)),
		append(second(2), at(3, 8), at(5, 16)),                    // one is as it was
		append(second(3), at(2, 8), at(3, 8), at(5, 16)),          // behind one that came
		append(second(4), at(3, 8)),                               // and went
		append(second(5), at(3, 8), at(5, 8)),                     // as long before
		append(append(second(6), base(3, 4)), at(3, 8), at(5, 8)), // with another baseline
		[]Message{&Block{}, level}, append(second(7), at(3, 8)),   // on another level
		append(second(8), at(3, 8), &UpdateEntity{Entity: 3}, at(3, 8)), // told thrice
	)...)
	if told := repeated(t, data); told != 6 {
		t.Errorf("%d updates were told again", told)
	}
	for _, name := range benchDemos {
		t.Run(name, func(t *testing.T) {
			if repeated(t, corpus.Load(t, name)) == 0 {
				t.Error("nothing was told again")
			}
		})
	}
}

func flat(lists ...[]Message) (all []Message) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// repeated reads a demo and returns how many entities of snapshots were as a snapshot had them before.
func repeated(t *testing.T, data []byte) (told int) {
	t.Helper()
	type key struct {
		number  uint16
		version uint32
	}
	known := map[key]EntityState{}
	h, reference := NewHistory(), NewHistory()
	check := func() {
		got, want := h.Snapshot(), reference.Snapshot()
		if got == nil && want == nil {
			return
		}
		if len(got.Entities) != len(want.Entities) {
			t.Fatalf("%v: %d entities, want %d", got.Time, len(got.Entities), len(want.Entities))
		}
		for i, e := range got.Entities {
			if w := want.Entities[i]; e.Number != w.Number || e.EntityState != w.EntityState {
				t.Fatalf("%v: %+v, want %+v", got.Time, e, w)
			}
			k := key{e.Number, e.Version}
			if was, ok := known[k]; ok && e.Version > 0 {
				if told++; was != e.EntityState {
					t.Fatalf("%v: version %d is %+v and %+v", got.Time, e.Version, was, e.EntityState)
				}
			}
			known[k] = e.EntityState
		}
	}
	d := NewDecoder(data, Options{})
	for d.Next(HandlerFunc(func(m Message) {
		if _, ok := m.(*Block); ok {
			check()
		}
		h.Handle(m)
		if u, ok := m.(*UpdateEntity); ok {
			fresh := *u
			fresh.Version = 0
			m = &fresh
		}
		reference.Handle(m)
	})) != io.EOF {
	}
	check()
	if len(d.Damage()) > 0 {
		t.Error(d.Damage())
	}
	return told
}
