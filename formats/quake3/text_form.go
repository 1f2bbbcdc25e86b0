package quake3

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"

	"fragscope/formats/codec"
)

// textForm describes these demos for the text form.
var textForm = codec.Text{
	Messages:    func() []any { return codec.Messages(Messages()) },
	MessageName: func(m any) string { return Name(m.(Message)) },
	HasProtocol: func(number int) bool { return ProtocolOf(number) != nil },
	UTF8:        true,
	EndBlock:    "block_end", EndFields: true, Unfinished: true,
	Sparse: []any{BlockEnd{}},
	Forms:  func(o codec.Options) []codec.Form { return deltaForms(ProtocolOf(o.Protocol)) },
	Loose: func(m any) (int, bool) {
		switch m := m.(type) {
		case *Skipped:
			return len(m.Data), true
		case *End:
			return len(m.Rest), true
		}
		return 0, false
	},
	Piece: func(m any, from, to int) any {
		switch m := m.(type) {
		case *Skipped:
			piece := *m
			piece.Offset, piece.Data = m.Offset+int64(from), m.Data[from:to]
			return &piece
		case *End:
			piece := End{Offset: m.Offset + int64(from), Rest: m.Rest[from:to]}
			if from == 0 {
				piece.Marker, piece.Sequence, piece.Length = m.Marker, m.Sequence, m.Length
			}
			return &piece
		}
		return m
	},
	Show: func(v any, _ func(bool) codec.Object) (codec.Object, bool) {
		switch m := v.(type) {
		case *EntityDelta:
			return showEntity(m), true
		case *PlayerDelta:
			return showPlayer(m), true
		}
		return nil, false
	},
}

// The keys of a delta besides the names of its fields, which are those in the engine's sources.
const (
	numberKey     = "number"
	removedKey    = "removed"
	unchangedKey  = "unchanged"
	countKey      = "count"
	fullZeroKey   = "full_zero"
	fullFloatKey  = "full_float"
	arraysSentKey = "arrays_sent"
)

// fieldID is an [EntityField] or a [PlayerField].
type fieldID interface {
	EntityField | PlayerField
	IsFloat() bool
	String() string
}

// fieldNames is the fields of a state by name.
type fieldNames[F fieldID] struct {
	byName map[string]F
	// table lists the fields of a protocol in order of transmission. It is nil if deltas do not count them.
	table []Field
}

func namesOf[F fieldID](end F, table []Field) *fieldNames[F] {
	names := &fieldNames[F]{map[string]F{}, table}
	for f := range end {
		names.byName[f.String()] = f
	}
	return names
}

// keys returns all keys that a delta can have.
func (names *fieldNames[F]) keys() []string {
	return append([]string{countKey, fullZeroKey, fullFloatKey}, slices.Sorted(maps.Keys(names.byName))...)
}

// count returns the number of fields in the table that a delta covers. An encoder works it out by itself.
func (names *fieldNames[F]) count(changed *[NumFields]*FieldChange) int {
	for i := len(names.table); i > 0; i-- {
		if changed[names.table[i-1].ID] != nil {
			return i
		}
	}
	return 0
}

// put writes the changes of a delta, and their forms if not the shortest.
func (names *fieldNames[F]) put(w codec.Writer, d *FieldDelta) {
	changed := d.ByField()
	if int(d.Count) != names.count(&changed) && d.Count != 0 {
		w.Uint(countKey, uint64(d.Count))
	}
	for i, c := range changed {
		if c == nil {
			continue
		}
		if f := F(i); f.IsFloat() {
			w.Float(f.String(), math.Float32frombits(c.Value))
		} else {
			w.Int(f.String(), int64(int32(c.Value)))
		}
	}
	putForm[F](w, fullZeroKey, &changed, FullZero)
	putForm[F](w, fullFloatKey, &changed, FullFloat)
}

// putForm writes the names of the fields that were sent in a form, unless there are none.
func putForm[F fieldID](w codec.Writer, key string, changed *[NumFields]*FieldChange, form Form) {
	var list []string
	for i, c := range changed {
		if c != nil && c.Form&form != 0 {
			list = append(list, F(i).String())
		}
	}
	if len(list) > 0 {
		w.Words(key, list)
	}
}

// forms are the forms of fields, which may come before their values.
type forms [NumFields]Form

// of sets the forms of a delta's fields.
func (list *forms) of(d *FieldDelta) {
	for i := range d.Changed {
		d.Changed[i].Form = list[d.Changed[i].Field]
	}
}

// take reads the value that put wrote under a key.
func (names *fieldNames[F]) take(r codec.Reader, key string, d *FieldDelta, list *forms) error {
	switch key {
	case countKey:
		n, err := r.Uint(8)
		d.Count = uint8(n)
		return err
	case fullZeroKey:
		return names.takeForm(r, list, FullZero)
	case fullFloatKey:
		return names.takeForm(r, list, FullFloat)
	}
	f, ok := names.byName[key]
	if !ok {
		return errors.New("there is no such field")
	}
	c := FieldChange{Field: uint8(f)}
	var err error
	if f.IsFloat() {
		var v float32
		v, err = r.Float()
		c.Value = math.Float32bits(v)
	} else {
		var v int64
		v, err = r.Int(32)
		c.Value = uint32(v)
	}
	d.Changed = append(d.Changed, c)
	return err
}

func (names *fieldNames[F]) takeForm(r codec.Reader, list *forms, form Form) error {
	return r.Words("fields", func(word string) error {
		f, ok := names.byName[word]
		if !ok {
			return errors.New("it names no field")
		}
		list[f] |= form
		return nil
	})
}

// deltaForms returns the text forms of deltas, which show the changes.
func deltaForms(p *Protocol) []codec.Form {
	var entities, players []Field
	if p != nil && !p.MaskedDeltas {
		entities, players = p.Entity, p.Player
	}
	entity := namesOf(EntityField(NumEntityFields), entities)
	player := namesOf(PlayerField(NumPlayerFields), players)
	return []codec.Form{
		{
			Of:   EntityDelta{},
			Keys: append([]string{numberKey, removedKey, unchangedKey}, entity.keys()...),
			Put:  func(w codec.Writer, v any) { putEntity(w, v.(*EntityDelta), entity) },
			Take: func(r codec.Reader, v any) error { return takeEntity(r, v.(*EntityDelta), entity) },
		},
		{
			Of:   PlayerDelta{},
			Keys: append([]string{"stats", "persistant", "ammo", "powerups", arraysSentKey}, player.keys()...),
			Put:  func(w codec.Writer, v any) { putPlayer(w, v.(*PlayerDelta), player) },
			Take: func(r codec.Reader, v any) error { return takePlayer(r, v.(*PlayerDelta), player) },
		},
	}
}

func putEntity(w codec.Writer, d *EntityDelta, names *fieldNames[EntityField]) {
	w.Uint(numberKey, uint64(d.Number))
	switch {
	case d.Removed:
		w.True(removedKey)
	case d.Unchanged:
		w.True(unchangedKey)
	default:
		names.put(w, &d.FieldDelta)
	}
}

func takeEntity(r codec.Reader, d *EntityDelta, names *fieldNames[EntityField]) error {
	var list forms
	defer list.of(&d.FieldDelta)
	return r.Members(func(key string) (err error) {
		switch key {
		case numberKey:
			var n uint64
			n, err = r.Uint(16)
			d.Number = uint16(n)
		case removedKey:
			d.Removed, err = r.Bool()
		case unchangedKey:
			d.Unchanged, err = r.Bool()
		default:
			err = names.take(r, key, &d.FieldDelta, &list)
		}
		return err
	})
}

// array is one of the playerstate's arrays.
type array struct {
	key   string
	delta *ArrayDelta
}

func arraysOf(d *PlayerDelta) [4]array {
	return [...]array{{"stats", &d.Stats}, {"persistant", &d.Persistant}, {"ammo", &d.Ammo}, {"powerups", &d.Powerups}}
}

func putPlayer(w codec.Writer, d *PlayerDelta, names *fieldNames[PlayerField]) {
	names.put(w, &d.FieldDelta)
	sent := false
	for _, a := range arraysOf(d) {
		if len(a.delta.Changed) == 0 && !a.delta.Sent {
			continue
		}
		sent = true
		w.Begin(a.key)
		for _, c := range a.delta.Changed {
			w.Int(strconv.Itoa(int(c.Index)), int64(c.Value))
		}
		w.End()
	}
	if d.ArraysSent && !sent {
		w.True(arraysSentKey)
	}
}

func takePlayer(r codec.Reader, d *PlayerDelta, names *fieldNames[PlayerField]) error {
	var list forms
	defer list.of(&d.FieldDelta)
	return r.Members(func(key string) (err error) {
		if key == arraysSentKey {
			d.ArraysSent, err = r.Bool()
			return err
		}
		for _, a := range arraysOf(d) {
			if a.key == key {
				return takeArray(r, a.delta)
			}
		}
		return names.take(r, key, &d.FieldDelta, &list)
	})
}

func takeArray(r codec.Reader, a *ArrayDelta) error {
	a.Sent = true
	return r.Members(func(key string) error {
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= ArraySize {
			return errors.New("there is no such element")
		}
		v, err := r.Int(32)
		a.Changed = append(a.Changed, ElementChange{Value: int32(v), Index: uint8(i)})
		return err
	})
}

// showEntity returns the object that dump prints for an entity's changes.
func showEntity(e *EntityDelta) codec.Object {
	o := codec.Object{{Name: numberKey, Value: e.Number}}
	switch {
	case e.Removed:
		return append(o, codec.Pair{Name: removedKey, Value: true})
	case e.Unchanged:
		return append(o, codec.Pair{Name: unchangedKey, Value: true})
	}
	return append(o, showFields[EntityField](&e.FieldDelta)...)
}

// showPlayer returns the object that dump prints for changes to the playerstate.
func showPlayer(p *PlayerDelta) codec.Object {
	o := showFields[PlayerField](&p.FieldDelta)
	for _, a := range arraysOf(p) {
		if len(a.delta.Changed) == 0 {
			continue
		}
		var elements codec.Object
		for _, c := range a.delta.Changed {
			elements = append(elements, codec.Pair{Name: string("0123456789abcdef"[c.Index]), Value: c.Value})
		}
		o = append(o, codec.Pair{Name: a.key, Value: elements})
	}
	return o
}

// showFields returns the object that dump prints for the fields that a delta changes.
func showFields[F fieldID](d *FieldDelta) (o codec.Object) {
	for i, c := range d.ByField() {
		if c == nil {
			continue
		}
		f := F(i)
		var v any = int32(c.Value)
		if f.IsFloat() {
			v = math.Float32frombits(c.Value)
		}
		o = append(o, codec.Pair{Name: f.String(), Value: v})
	}
	return o
}
