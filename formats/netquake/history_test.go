package netquake

import (
	"reflect"
	"testing"
	"time"
)

// TestHistory holds what a moment shows: updates are differences to baselines,
// changes of DarkPlaces to the last state.
func TestHistory(t *testing.T) {
	p, _ := newProtocol(ProtocolDarkPlaces7, 0, 0, 0)
	h := NewHistory()
	steps := []struct {
		messages []Message
		want     map[uint16]float32 // x of the entities in sight
	}{
		{[]Message{&Block{}, &Time{Seconds: 1}, &UpdateEntity{Entity: 3}}, map[uint16]float32{}},
		{[]Message{&Block{}, &ServerInfo{Layout: &p},
			&SpawnBaseline{Entity: 3, Baseline: Baseline{Origin: Vec3{3, 1}}}}, nil},
		{[]Message{&Block{}, &UpdateEntity{Entity: 3}}, nil},
		{[]Message{&Block{}, &SetView{2}, &Time{Seconds: 2}, &UpdateEntity{Entity: 3}, &UpdateEntity{Entity: 4}},
			map[uint16]float32{3: 3, 4: 0}},
		{[]Message{&Block{}, &Time{Seconds: 3}, &UpdateEntity{Entity: 3, Fields: HasOriginX, Origin: Vec3{7}}},
			map[uint16]float32{3: 7}},
		{[]Message{&Block{}, &Time{Seconds: 4}, &UpdateEntity{Entity: 3}}, map[uint16]float32{3: 3}},
		{[]Message{&Block{}, &Time{Seconds: 5}, &Entities{Changes: []EntityChange{
			{Entity: 3, Mask: ChangeModel, Model: 8}, {Entity: 9, Mask: ChangeFull | ChangeOrigin, Origin: Vec3{9}},
		}}}, map[uint16]float32{3: 3, 9: 9}},
		{[]Message{&Block{}, &Time{Seconds: 6}, &Entities{Changes: []EntityChange{{Entity: 3, Removed: true}}}},
			map[uint16]float32{9: 9}},
		{[]Message{&Block{Angles: Vec3{1, 2, 3}}, &Time{Seconds: 7, Elapsed: time.Minute}}, map[uint16]float32{9: 9}},
	}
	for i, step := range steps {
		for _, m := range step.messages {
			h.Handle(m)
		}
		s := h.Snapshot()
		if (s == nil) != (step.want == nil) {
			t.Fatalf("%d: %+v", i, s)
		}
		if s == nil {
			continue
		}
		got := map[uint16]float32{}
		for _, e := range h.Snapshot().Entities {
			got[e.Number] = e.Origin[0]
		}
		if !reflect.DeepEqual(got, step.want) {
			t.Errorf("%d: %v, want %v", i, got, step.want)
		}
	}
	if s := h.Snapshot(); s.View != 2 || s.Angles != (Vec3{1, 2, 3}) || s.Clock != 7*time.Second ||
		s.Time != time.Minute {
		t.Errorf("%+v", s)
	}
}

// TestBaselinesOfALevel checks that a level has none of the baselines of the one before.
func TestBaselinesOfALevel(t *testing.T) {
	p, _ := newProtocol(ProtocolQuake, 0, 0, 0)
	h := NewHistory()
	for range 2 {
		h.Handle(&ServerInfo{Layout: &p})
		if got := h.Baseline(300); got != defaultState {
			t.Errorf("a new level has the baseline %+v", got)
		}
		h.Handle(&SpawnBaseline{Entity: 300, Baseline: Baseline{Origin: Vec3{3, 1}}})
		if got := h.Baseline(300).Origin; got != (Vec3{3, 1}) {
			t.Errorf("the baseline is at %v", got)
		}
	}
}

// TestFrames holds what frames of DarkPlaces 1 to 4 show: changes to the frame that they name.
func TestFrames(t *testing.T) {
	at := func(entity uint16, x float32) EntityChange {
		return EntityChange{Entity: entity, Mask: oldOrigin, Origin: Vec3{x}}
	}
	const none = 1<<32 - 1
	for _, test := range []struct {
		protocol int32
		frames   []Entities
		want     map[uint16]float32 // x of the entities at the end
	}{
		{ProtocolDarkPlaces1, []Entities{
			{Reference: none, Frame: 1, Changes: []EntityChange{at(1, 1), at(2, 2), at(3, 3)}},
			{Reference: 1, Frame: 2, Changes: []EntityChange{at(1, 11), {Entity: 2, Removed: true}}},
			{Reference: 1, Frame: 3, Changes: []EntityChange{{Entity: 1}, at(3, 33)}}, // frame 2 was lost
		}, map[uint16]float32{1: 1, 2: 2, 3: 33}},
		{ProtocolDarkPlaces3, []Entities{
			{Reference: none, Frame: 1, Changes: []EntityChange{at(1, 1)}},
			{Reference: 7, Frame: 8, Changes: []EntityChange{at(2, 2)}}, // a frame that is not known: from nothing
		}, map[uint16]float32{2: 2}},
		{ProtocolDarkPlaces4, []Entities{
			{Reference: none, Frame: 1, First: 1, End: 4, Changes: []EntityChange{at(1, 1), at(3, 3)}},
			{Reference: none, Frame: 2, First: 4, End: 9, Changes: []EntityChange{at(4, 4), at(5, 5)}},
			{Reference: 1, Frame: 3, First: 1, End: 4, Changes: []EntityChange{at(1, 11)}},
			{Reference: 2, Frame: 4, First: 4, End: 9, Changes: []EntityChange{{Entity: 4, Removed: true}}},
		}, map[uint16]float32{1: 11, 3: 3, 5: 5}},
	} {
		p, _ := newProtocol(test.protocol, 0, 0, 0)
		h := NewHistory()
		h.Handle(&ServerInfo{Layout: &p})
		h.Handle(&Time{Seconds: 1})
		for i := range test.frames {
			h.Handle(&test.frames[i])
		}
		got := map[uint16]float32{}
		for _, e := range h.Snapshot().Entities {
			got[e.Number] = e.Origin[0]
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, want %v", p.Name, got, test.want)
		}
	}
}

// TestEntityChange holds which fields of a change an entity shows.
func TestEntityChange(t *testing.T) {
	c := EntityChange{
		Mask:  ChangeFlags | ChangeOrigin | ChangeAngles | ChangeModel | ChangeFrame | ChangeSkin | ChangeEffects | ChangeAlpha | ChangeScale | ChangeColormap | ChangeGlow,
		Flags: flagStep, Origin: Vec3{1}, Angles: Vec3{2}, Model: 3, Frame: 4, Skin: 5, Effects: 6, Alpha: 51,
		Scale: 32, Colormap: 7,
	}
	got := EntityState{LerpFinish: 1}
	c.apply(&got, changeFields)
	want := EntityState{
		Model: 3, Frame: 4, Colormap: 7, Skin: 5, Effects: 6, Origin: Vec3{1}, Angles: Vec3{2}, Opacity: 0.2, Scale: 2,
		NoLerp: true, LerpFinish: 1,
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	c.Mask = ChangeFull
	if c.apply(&got, changeFields); got != defaultState {
		t.Errorf("a full change without fields: %+v", got)
	}
}

// TestHistoryAllocations holds that a moment costs no allocation.
func TestHistoryAllocations(t *testing.T) {
	p, _ := newProtocol(ProtocolDarkPlaces7, 0, 0, 0)
	h := NewHistory()
	h.Handle(&ServerInfo{Layout: &p})
	messages := []Message{&Block{}, &Time{}, &UpdateEntity{Entity: 3}}
	moment := func() {
		for _, m := range messages {
			h.Handle(m)
		}
		h.Snapshot()
	}
	if n := testing.AllocsPerRun(10, moment); n > 0 {
		t.Errorf("%v allocations", n)
	}
	messages = append(messages, &Entities{Changes: []EntityChange{{Entity: 9, Mask: ChangeOrigin}}})
	if n := testing.AllocsPerRun(10, moment); n > 0 {
		t.Errorf("%v allocations with changes", n)
	}
}

// TestLevelsBegin holds that a level begins with the first player's view, and which entities a frame replaces.
func TestLevelsBegin(t *testing.T) {
	h := NewHistory()
	h.Handle(&SetView{Entity: 5})
	h.Handle(&ServerInfo{MaxClients: 4})
	if h.snapshot.View != 1 {
		t.Errorf("a level begins with the view of %d", h.snapshot.View)
	}
	h.states = map[uint16]EntityState{4: {Model: 4}, 5: {Model: 5}, 6: {Model: 6}, 7: {Model: 7}}
	h.replace(&toldFrame{first: 5, end: 7, states: map[uint16]EntityState{6: {Model: 60}}})
	want := map[uint16]EntityState{4: {Model: 4}, 6: {Model: 60}, 7: {Model: 7}}
	if !reflect.DeepEqual(h.states, want) {
		t.Errorf("%v, want %v", h.states, want)
	}
}

// TestVariantsChangeStates holds that what a demo tells of its protocol counts until the next level: DarkPlaces
// has another scale of opacity.
func TestVariantsChangeStates(t *testing.T) {
	p, _ := newProtocol(ProtocolQuake, 0, 0, 0)
	h := NewHistory()
	for i, step := range []struct {
		told Message
		want float32
	}{
		{&ServerInfo{Layout: &p}, 127. / 254}, {&Variant{DarkPlaces: true}, 128. / 255},
		{&ServerInfo{Layout: &p}, 127. / 254}, {&Variant{Nehahra: true}, 127. / 254},
	} {
		h.Handle(step.told)
		h.Handle(&Time{})
		h.Handle(&UpdateEntity{Entity: 3, Fields: HasAlpha, Alpha: 128})
		if s := h.Snapshot(); len(s.Entities) != 1 || s.Entities[0].Opacity != step.want {
			t.Errorf("%d: %+v, want an opacity of %v", i, s.Entities, step.want)
		}
	}
}
