package quake3

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/codec"
)

// testFamily is an invented game of the engine that has what other games have besides: arrays in two groups with a
// common bit, and the demos of a TV server.
var testFamily = NewFamily(Family{
	Protocols: []*Protocol{testProtocol(200, nil), testProtocol(201, []Field{{0, 8}, {1, -16}, {2, 0}})},
	Entity:    []FieldInfo{{"kind", false}, {"place", true}},
	Player:    []FieldInfo{{"time", false}, {"speed", true}},
	Shared:    []FieldInfo{{"flags", false}, {"depth", false}, {"reach", true}},
})

func testProtocol(number int, shared []Field) *Protocol {
	return &Protocol{Number: number, Numbers: []int{number}, Game: "test", Compressed: true, HasAcknowledge: true,
		DownloadAddress: true, MoreConfigstrings: true, Entity: []Field{{0, 8}, {1, 0}},
		Player: []Field{{0, 32}, {1, 0}}, Shared: shared,
		Lists: []List{{Name: "stats", Bits: 16, Announced: 2}, {Name: "powerups", Bits: 32},
			{Name: "ammo", Bits: 16, Announced: 2}, {Name: "ammo16", First: 16, Bits: 16}}}
}

// object returns an object of keys, each followed by its value.
func object(pairs ...any) (o codec.Object) {
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, codec.Pair{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return o
}

// formWriter keeps what is written as an object, with int for every integer.
type formWriter struct {
	keys []string // of the objects that are open
	open []codec.Object
}

func (w *formWriter) add(key string, v any) {
	top := &w.open[len(w.open)-1]
	*top = append(*top, codec.Pair{Name: key, Value: v})
}
func (w *formWriter) Int(key string, v int64)         { w.add(key, int(v)) }
func (w *formWriter) Uint(key string, v uint64)       { w.add(key, int(v)) }
func (w *formWriter) Float(key string, v float32)     { w.add(key, v) }
func (w *formWriter) True(key string)                 { w.add(key, true) }
func (w *formWriter) Words(key string, list []string) { w.add(key, list) }
func (w *formWriter) Begin(key string) {
	w.keys, w.open = append(w.keys, key), append(w.open, nil)
}
func (w *formWriter) End() {
	n := len(w.keys) - 1
	key, o := w.keys[n], w.open[n+1]
	w.keys, w.open = w.keys[:n], w.open[:n+1]
	w.add(key, o)
}

// formReader reads what a formWriter keeps.
type formReader struct{ v any }

var errKind = errors.New("the value is of another kind")

func (r *formReader) Members(f func(key string) error) error {
	o, ok := r.v.(codec.Object)
	if !ok {
		return errKind
	}
	for _, p := range o {
		if err := r.member(p, f); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return nil
}

// member calls f for a member, with its value as r's.
func (r *formReader) member(p codec.Pair, f func(key string) error) error {
	defer func(v any) { r.v = v }(r.v)
	r.v = p.Value
	return f(p.Name)
}

func (r *formReader) Int(bits int) (int64, error) {
	n, ok := r.v.(int)
	if !ok || int64(n) < -1<<(bits-1) || int64(n) >= 1<<(bits-1) {
		return 0, errKind
	}
	return int64(n), nil
}

func (r *formReader) Uint(bits int) (uint64, error) {
	n, ok := r.v.(int)
	if !ok || n < 0 || uint64(n) >= 1<<bits {
		return 0, errKind
	}
	return uint64(n), nil
}

func (r *formReader) Float() (float32, error) {
	f, ok := r.v.(float32)
	if !ok {
		return 0, errKind
	}
	return f, nil
}

func (r *formReader) Bool() (bool, error) {
	b, ok := r.v.(bool)
	if !ok {
		return false, errKind
	}
	return b, nil
}

func (r *formReader) Words(_ string, f func(word string) error) error {
	list, ok := r.v.([]string)
	if !ok {
		return errKind
	}
	for _, word := range list {
		if err := f(word); err != nil {
			return err
		}
	}
	return nil
}

// formFor returns the text form of v, a pointer to a delta, in a protocol.
func formFor(p *Protocol, v any) codec.Form {
	for _, f := range p.family.deltaForms(p) {
		if reflect.TypeOf(v) == reflect.PointerTo(reflect.TypeOf(f.Of)) {
			return f
		}
	}
	panic("no form")
}

// put returns the text form of a delta.
func put(p *Protocol, v any) codec.Object {
	w := &formWriter{open: make([]codec.Object, 1)}
	formFor(p, v).Put(w, v)
	return w.open[0]
}

// Shorthands for tables of deltas.
func floatBits(f float32) uint32 { return math.Float32bits(f) }

func changes(list ...FieldChange) FieldDelta { return FieldDelta{Changed: list} }

func elements(list ...ElementChange) ArrayDelta { return ArrayDelta{Changed: list, Sent: true} }

// deltaTexts are deltas and their text.
var deltaTexts = []struct {
	name     string
	protocol *Protocol
	delta    any
	want     codec.Object
}{
	{"an entity with each form", ProtocolOf(68), &EntityDelta{Number: 7, FieldDelta: changes(
		FieldChange{0, uint8(EntPosTime), FullZero},
		FieldChange{floatBits(-1.5), uint8(EntPosBaseX), 0},
		FieldChange{floatBits(12), uint8(EntPosBaseY), FullFloat},
		FieldChange{0, uint8(EntPosDeltaX), FullZero | FullFloat},
		FieldChange{math.MaxUint32, uint8(EntTime), 0})},
		object("number", 7, "pos.trTime", 0, "pos.trBase[0]", float32(-1.5), "pos.trBase[1]", float32(12),
			"pos.trDelta[0]", float32(0), "time", -1, "full_zero", []string{"pos.trTime", "pos.trDelta[0]"},
			"full_float", []string{"pos.trBase[1]", "pos.trDelta[0]"})},
	{"one that is gone", ProtocolOf(68), &EntityDelta{Number: 1022, Removed: true},
		object("number", 1022, "removed", true)},
	{"one as it was", ProtocolOf(43), &EntityDelta{Number: 64, Unchanged: true},
		object("number", 64, "unchanged", true)},
	{"more fields than change", ProtocolOf(91), &EntityDelta{Number: 2, FieldDelta: FieldDelta{Count: 58,
		Changed: []FieldChange{{3, uint8(EntWeapon), 0}}}},
		object("number", 2, "count", 58, "weapon", 3)},
	{"a mask spelled out", ProtocolOf(48), &EntityDelta{Number: 2, FieldDelta: FieldDelta{Count: 31,
		Changed: []FieldChange{{3, uint8(EntWeapon), 0}}}},
		object("number", 2, "count", 31, "weapon", 3)},
	{"a player with arrays", ProtocolOf(73), &PlayerDelta{
		FieldDelta: changes(FieldChange{320, uint8(PsSpeed), 0}, FieldChange{floatBits(0.5), uint8(PsViewRoll), 0}),
		Stats:      elements(ElementChange{100, 0}, ElementChange{-5, 15}), Persistant: elements(),
		Powerups: elements(ElementChange{math.MinInt32, 3})},
		object("speed", 320, "viewangles[2]", float32(0.5), "stats", object("0", 100, "15", -5),
			"persistant", object(), "powerups", object("3", math.MinInt32))},
	{"arrays announced and not sent", ProtocolOf(68), &PlayerDelta{ArraysSent: true},
		object("arrays_sent", true)},
	{"a player without news", ProtocolOf(68), &PlayerDelta{}, nil},
	{"an entity of the server", testFamily.Protocols[1], &EntityDelta{Number: 5, Current: true,
		FieldDelta: changes(FieldChange{9, 0, 0}),
		Shared:     &SharedDelta{FieldDelta: changes(FieldChange{1, 0, 0}, FieldChange{floatBits(8), 2, FullFloat})}},
		object("number", 5, "current", true, "kind", 9, "shared", object("flags", 1,
			"reach", float32(8), "full_float", []string{"reach"}))},
	{"one that the server has lost", testFamily.Protocols[1], &EntityDelta{Number: 5, Unchanged: true,
		Shared: &SharedDelta{Removed: true}},
		object("number", 5, "unchanged", true, "shared", object("removed", true))},
	{"one that the server has as before", testFamily.Protocols[1], &EntityDelta{Number: 5, Removed: true,
		Shared: &SharedDelta{Unchanged: true}},
		object("number", 5, "removed", true, "shared", object("unchanged", true))},
	{"lists of more than 16", testFamily.Protocols[0], &PlayerDelta{
		Lists: []ArrayDelta{{}, elements(ElementChange{-1, 2}), {}, elements(ElementChange{30, 15})}},
		object("powerups", object("2", -1), "ammo16", object("31", 30))},
	{"both groups announced", testFamily.Protocols[0], &PlayerDelta{ArraysSent: true, AmmoSent: true,
		Lists: make([]ArrayDelta, 4)}, object("arrays_sent", true, "ammo_sent", true)},
	{"a group announced, another sent", testFamily.Protocols[0], &PlayerDelta{AmmoSent: true,
		Lists: []ArrayDelta{elements(), {}, {}, {}}},
		object("stats", object(), "ammo_sent", true)},
	{"a player of several", testFamily.Protocols[1], &NumberedPlayer{Client: 63, PlayerDelta: PlayerDelta{
		FieldDelta: changes(FieldChange{50, 0, 0}), Lists: []ArrayDelta{{}, {}, elements(ElementChange{7, 1}), {}}}},
		object("client", 63, "time", 50, "ammo", object("1", 7))},
}

// TestDeltaTexts holds what deltas are as text, and that the text makes the same deltas.
func TestDeltaTexts(t *testing.T) {
	for _, c := range deltaTexts {
		form := formFor(c.protocol, c.delta)
		got := put(c.protocol, c.delta)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		for _, p := range got {
			if !slices.Contains(form.Keys, p.Name) {
				t.Errorf("%s: the form has no key %s", c.name, p.Name)
			}
		}
		back := reflect.New(reflect.TypeOf(c.delta).Elem()).Interface()
		err := form.Take(&formReader{c.want}, back)
		if c.want == nil {
			err = form.Take(&formReader{object()}, back)
		}
		if d, ok := back.(*PlayerDelta); ok && d.Lists == nil && c.protocol.Lists != nil {
			d.Lists = make([]ArrayDelta, len(c.protocol.Lists))
		}
		if err != nil || !reflect.DeepEqual(back, c.delta) {
			t.Errorf("%s: comes back as %+v, %v", c.name, back, err)
		}
	}
}

// TestDeltaTextsRefused has text that is no delta.
func TestDeltaTextsRefused(t *testing.T) {
	tv := testFamily.Protocols[1]
	for _, c := range []struct {
		protocol *Protocol
		of       any
		text     any
		want     string
	}{
		{ProtocolOf(68), &EntityDelta{}, 7, errKind.Error()},
		{ProtocolOf(68), &EntityDelta{}, object("number", 1<<16), "number: " + errKind.Error()},
		{ProtocolOf(68), &EntityDelta{}, object("removed", 1), "removed: " + errKind.Error()},
		{ProtocolOf(68), &EntityDelta{}, object("colour", 1), "colour: there is no such field"},
		{ProtocolOf(68), &EntityDelta{}, object("weapon", float32(1)), "weapon: " + errKind.Error()},
		{ProtocolOf(68), &EntityDelta{}, object("pos.trBase[0]", 1), "pos.trBase[0]: " + errKind.Error()},
		{ProtocolOf(68), &EntityDelta{}, object("count", 256), "count: " + errKind.Error()},
		{ProtocolOf(68), &EntityDelta{}, object("full_zero", []string{"weapon", "x"}),
			"full_zero: it is not the name of a field"},
		{ProtocolOf(68), &EntityDelta{}, object("full_float", 5), "full_float: " + errKind.Error()},
		{ProtocolOf(68), &PlayerDelta{}, object("stats", object("16", 1)),
			"stats: 16: there is no such element"},
		{ProtocolOf(68), &PlayerDelta{}, object("ammo", object("first", 1)),
			"ammo: first: there is no such element"},
		{ProtocolOf(68), &PlayerDelta{}, object("ammo", 1), "ammo: " + errKind.Error()},
		{ProtocolOf(68), &PlayerDelta{}, object("arrays_sent", 1), "arrays_sent: " + errKind.Error()},
		{ProtocolOf(68), &PlayerDelta{}, object("client", 1), "client: there is no such field"},
		{tv, &PlayerDelta{}, object("ammo16", object("15", 1)),
			"ammo16: 15: there is no such element"},
		{tv, &PlayerDelta{}, object("persistant", object()), "persistant: there is no such field"},
		{tv, &NumberedPlayer{}, object("client", -1), "client: " + errKind.Error()},
		{tv, &EntityDelta{}, object("shared", object("kind", 1)), "shared: kind: there is no such field"},
		{tv, &EntityDelta{}, object("shared", object("removed", 1)),
			"shared: removed: " + errKind.Error()},
	} {
		err := formFor(c.protocol, c.of).Take(&formReader{c.text}, c.of)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestShow holds what dump prints of deltas: the fields by name and as numbers, and nothing of how they were sent.
func TestShow(t *testing.T) {
	for _, c := range []struct {
		protocol *Protocol
		delta    any
		want     string
	}{
		{ProtocolOf(68), &EntityDelta{Number: 7, FieldDelta: FieldDelta{Count: 51, Changed: []FieldChange{
			{math.MaxUint32, uint8(EntTime), FullZero}, {floatBits(-1.5), uint8(EntPosBaseX), 0},
			{1, MaxFields - 1, 0}}}}, // a field that the family does not have
			"[{number 7} {pos.trBase[0] -1.5} {time -1}]"},
		{ProtocolOf(68), &EntityDelta{Number: 8, Removed: true}, "[{number 8} {removed true}]"},
		{ProtocolOf(68), &EntityDelta{Number: 9, Unchanged: true}, "[{number 9} {unchanged true}]"},
		{ProtocolOf(68), &PlayerDelta{FieldDelta: changes(FieldChange{320, uint8(PsSpeed), 0}), Persistant: elements(),
			Stats: elements(ElementChange{100, 0}, ElementChange{-5, 15})},
			"[{speed 320} {stats [{0 100} {15 -5}]}]"},
		{testFamily.Protocols[1], &EntityDelta{Number: 5, FieldDelta: changes(FieldChange{9, 0, 0}),
			Shared: &SharedDelta{FieldDelta: changes(FieldChange{floatBits(8), 2, 0})}},
			"[{number 5} {kind 9} {shared [{reach 8}]}]"},
		{testFamily.Protocols[1], &NumberedPlayer{Client: 3, PlayerDelta: PlayerDelta{
			Lists: []ArrayDelta{{}, {}, {}, elements(ElementChange{7, 1})}}},
			"[{client 3} {ammo16 [{17 7}]}]"},
	} {
		got, ok := c.protocol.family.show(c.delta, nil)
		if fmt.Sprint(got) != c.want || !ok {
			t.Errorf("%v, %v, want %s", got, ok, c.want)
		}
	}
	if got, ok := family.show(&Nop{}, nil); ok {
		t.Errorf("a nop is shown as %v", got)
	}
}

// TestLoose holds that bytes outside of blocks are the same in pieces.
func TestLoose(t *testing.T) {
	text := family.textForm()
	for _, m := range []Message{&Skipped{Offset: 40, Data: []byte("abcdefgh")},
		&End{Offset: 40, Marker: true, Sequence: -1, Length: -1, Rest: []byte("abcdefgh")}} {
		size, ok := text.Loose(m)
		if !ok || size != 8 {
			t.Fatalf("%s: %d bytes, %v", Name(m), size, ok)
		}
		var whole, pieces bytes.Buffer
		NewEncoder(&whole, Options{}).Handle(m)
		e := NewEncoder(&pieces, Options{})
		var offsets []int64
		for _, part := range [][2]int{{0, 3}, {3, 7}, {7, 8}} {
			piece := text.Piece(m, part[0], part[1]).(Message)
			e.Handle(piece)
			offsets = append(offsets, reflect.ValueOf(piece).Elem().FieldByName("Offset").Int())
		}
		if !bytes.Equal(whole.Bytes(), pieces.Bytes()) || !slices.Equal(offsets, []int64{40, 43, 47}) {
			t.Errorf("%s: % x in pieces is % x, at %v", Name(m), whole.Bytes(), pieces.Bytes(), offsets)
		}
	}
	if n, ok := text.Loose(&Nop{}); n != 0 || ok {
		t.Errorf("a nop has %d bytes outside of blocks", n)
	}
	if m := (&Nop{}); text.Piece(m, 0, 0) != any(m) {
		t.Error("a piece of a nop is another message")
	}
}

// TestMessagesOfFamilies holds which kinds of messages a family has, and by which numbers its protocols are known.
func TestMessagesOfFamilies(t *testing.T) {
	for _, c := range []struct {
		family *Family
		want   string
		number int
	}{
		{family, "block block_end skipped end nop gamestate server_command download snapshot voice voice", 91},
		{testFamily, "block block_end skipped end nop gamestate server_command download snapshot players", 201},
	} {
		text := c.family.textForm()
		var names []string
		for _, m := range text.Messages() {
			names = append(names, text.MessageName(m))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("messages %s, want %s", got, c.want)
		}
		if !text.HasProtocol(c.number) || text.HasProtocol(1) {
			t.Errorf("protocol %d: %v, protocol 1: %v", c.number, text.HasProtocol(c.number), text.HasProtocol(1))
		}
	}
	if len(Messages()) != 11 {
		t.Errorf("%d messages", len(Messages()))
	}
}
