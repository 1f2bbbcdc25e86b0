package wolfenstein

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
		w := objectWriter{open: []codec.Object{nil}}
		switch m := v.(type) {
		case *EntityDelta:
			putEntity(&w, m, entityNames(nil))
		case *NumberedPlayer:
			w.Uint(clientKey, uint64(m.Client))
			putPlayer(&w, m, playerNames(nil))
		case *PlayerDelta:
			putPlayer(&w, &NumberedPlayer{PlayerDelta: *m}, playerNames(nil))
		default:
			return nil, false
		}
		return w.open[0], true
	},
}

// The keys of a delta besides the names of its fields, which are those in the engine's sources.
const (
	clientKey     = "client"
	numberKey     = "number"
	removedKey    = "removed"
	unchangedKey  = "unchanged"
	sharedKey     = "shared"
	countKey      = "count"
	fullZeroKey   = "full_zero"
	fullFloatKey  = "full_float"
	arraysSentKey = "arrays_sent"
	ammoSentKey   = "ammo_sent"
)

// fieldNames holds the fields of a state by name. table lists those of a protocol in order of transmission.
type fieldNames struct {
	all    []Field
	byName map[string]*Field
	table  []Field
}

func namesOf(all, table []Field) *fieldNames {
	n := &fieldNames{all, map[string]*Field{}, table}
	for i := range all {
		n.byName[all[i].Name] = &all[i]
	}
	return n
}

func entityNames(p *Protocol) *fieldNames {
	if p == nil {
		return namesOf(entityFields, nil)
	}
	return namesOf(entityFields, p.Entity)
}

func playerNames(p *Protocol) *fieldNames {
	if p == nil {
		return namesOf(playerFields, nil)
	}
	return namesOf(playerFields, p.Player)
}

// keys returns all keys that a delta can have.
func (names *fieldNames) keys() []string {
	return append([]string{countKey, fullZeroKey, fullFloatKey}, slices.Sorted(maps.Keys(names.byName))...)
}

// put writes the changes of a delta, and their forms if not the shortest.
func (names *fieldNames) put(w codec.Writer, d *FieldDelta) {
	if n := d.fields(names.table); int(d.Count) != n && d.Count != 0 && names.table != nil {
		w.Uint(countKey, uint64(d.Count))
	}
	changed := d.byField()
	for i, f := range names.all {
		switch c := changed[i]; {
		case c == nil:
		case f.Bits == 0:
			w.Float(f.Name, math.Float32frombits(c.Value))
		default:
			w.Int(f.Name, int64(int32(c.Value)))
		}
	}
	names.putForm(w, fullZeroKey, &changed, FullZero)
	names.putForm(w, fullFloatKey, &changed, FullFloat)
}

// putForm writes the names of the fields that were sent in a form, unless there are none.
func (names *fieldNames) putForm(w codec.Writer, key string, changed *[256]*FieldChange, form Form) {
	var list []string
	for i, f := range names.all {
		if c := changed[i]; c != nil && c.Form&form != 0 {
			list = append(list, f.Name)
		}
	}
	if len(list) > 0 {
		w.Words(key, list)
	}
}

// forms are the forms of fields, which may come before their values.
type forms [256]Form

// of sets the forms of a delta's fields.
func (list *forms) of(d *FieldDelta) {
	for i := range d.Changed {
		d.Changed[i].Form = list[d.Changed[i].Field]
	}
}

// take reads the value that put wrote under a key.
func (names *fieldNames) take(r codec.Reader, key string, d *FieldDelta, list *forms) error {
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
	f := names.byName[key]
	if f == nil {
		return errors.New("there is no such field")
	}
	c := FieldChange{Field: f.ID}
	var err error
	if f.Bits == 0 {
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

func (names *fieldNames) takeForm(r codec.Reader, list *forms, form Form) error {
	return r.Words("fields", func(word string) error {
		f := names.byName[word]
		if f == nil {
			return errors.New("it names no field")
		}
		list[f.ID] |= form
		return nil
	})
}

// deltaForms returns the text forms of deltas, which show the changes.
func deltaForms(p *Protocol) []codec.Form {
	entity, player, shared := entityNames(p), playerNames(p), sharedNames()
	playerKeys := append([]string{arraysSentKey, ammoSentKey}, player.keys()...)
	for _, a := range arrays {
		playerKeys = append(playerKeys, a.key)
	}
	return []codec.Form{
		{
			Of:   EntityDelta{},
			Keys: slices.Concat([]string{numberKey, removedKey, unchangedKey, sharedKey}, entity.keys(), shared.keys()),
			Put:  func(w codec.Writer, v any) { putEntity(w, v.(*EntityDelta), entity) },
			Take: func(r codec.Reader, v any) error { return takeEntity(r, v.(*EntityDelta), entity) },
		},
		{
			Of: PlayerDelta{}, Keys: playerKeys,
			Put: func(w codec.Writer, v any) {
				putPlayer(w, &NumberedPlayer{PlayerDelta: *v.(*PlayerDelta)}, player)
			},
			Take: func(r codec.Reader, v any) error {
				var p NumberedPlayer
				err := takePlayer(r, &p, player)
				*v.(*PlayerDelta) = p.PlayerDelta
				return err
			},
		},
		{
			Of: NumberedPlayer{}, Keys: append([]string{clientKey}, playerKeys...),
			Put: func(w codec.Writer, v any) {
				w.Uint(clientKey, uint64(v.(*NumberedPlayer).Client))
				putPlayer(w, v.(*NumberedPlayer), player)
			},
			Take: func(r codec.Reader, v any) error { return takePlayer(r, v.(*NumberedPlayer), player) },
		},
	}
}

func sharedNames() *fieldNames { return namesOf(sharedFields, sharedFields) }

func putState(w codec.Writer, d *StateDelta, names *fieldNames) {
	switch {
	case d.Removed:
		w.True(removedKey)
	case d.Unchanged:
		w.True(unchangedKey)
	default:
		names.put(w, &d.FieldDelta)
	}
}

func putEntity(w codec.Writer, d *EntityDelta, names *fieldNames) {
	w.Uint(numberKey, uint64(d.Number))
	putState(w, &d.StateDelta, names)
	if s := &d.Shared; s.Removed || s.Unchanged || s.Count > 0 || len(s.Changed) > 0 {
		w.Begin(sharedKey)
		putState(w, &s.StateDelta, sharedNames())
		w.End()
	}
}

func takeState(r codec.Reader, key string, d *StateDelta, names *fieldNames, list *forms) (err error) {
	switch key {
	case removedKey:
		d.Removed, err = r.Bool()
	case unchangedKey:
		d.Unchanged, err = r.Bool()
	default:
		err = names.take(r, key, &d.FieldDelta, list)
	}
	return err
}

func takeEntity(r codec.Reader, d *EntityDelta, names *fieldNames) error {
	var list forms
	defer list.of(&d.FieldDelta)
	return r.Members(func(key string) error {
		switch key {
		case numberKey:
			n, err := r.Uint(16)
			d.Number = uint16(n)
			return err
		case sharedKey:
			var own forms
			defer own.of(&d.Shared.FieldDelta)
			shared := sharedNames()
			return r.Members(func(key string) error { return takeState(r, key, &d.Shared.StateDelta, shared, &own) })
		}
		return takeState(r, key, &d.StateDelta, names, &list)
	})
}

// arrays are the keys of the lists of a playerstate. Elements are numbered from first.
var arrays = [NumArrays]struct {
	key   string
	first int
}{{"stats", 0}, {"persistant", 0}, {"holdable", 0}, {"powerups", 0}, {"ammo", 0}, {"ammo16", 16}, {"ammo32", 32},
	{"ammo48", 48}, {"clip", 0}, {"clip16", 16}, {"clip32", 32}, {"clip48", 48}}

func putPlayer(w codec.Writer, d *NumberedPlayer, names *fieldNames) {
	names.put(w, &d.FieldDelta)
	var sent [2]bool // before, and among the ammunition
	for i, a := range arrays {
		list := &d.Arrays[i]
		if !list.sent() {
			continue
		}
		if i < Clip {
			sent[i/Ammo] = true
		}
		w.Begin(a.key)
		for _, c := range list.Changed {
			w.Int(strconv.Itoa(a.first+int(c.Index)), int64(c.Value))
		}
		w.End()
	}
	if d.ArraysSent && !sent[0] {
		w.True(arraysSentKey)
	}
	if d.AmmoSent && !sent[1] {
		w.True(ammoSentKey)
	}
}

func takePlayer(r codec.Reader, d *NumberedPlayer, names *fieldNames) error {
	var list forms
	defer list.of(&d.FieldDelta)
	return r.Members(func(key string) (err error) {
		switch key {
		case clientKey:
			var n uint64
			n, err = r.Uint(8)
			d.Client = uint8(n)
			return err
		case arraysSentKey:
			d.ArraysSent, err = r.Bool()
			return err
		case ammoSentKey:
			d.AmmoSent, err = r.Bool()
			return err
		}
		for i, a := range arrays {
			if a.key == key {
				return takeArray(r, &d.Arrays[i], a.first)
			}
		}
		return names.take(r, key, &d.FieldDelta, &list)
	})
}

func takeArray(r codec.Reader, a *ArrayDelta, first int) error {
	a.Sent = true
	return r.Members(func(key string) error {
		i, err := strconv.Atoi(key)
		if err != nil || i < first || i >= first+ArraySize {
			return errors.New("there is no such element")
		}
		v, err := r.Int(32)
		a.Changed = append(a.Changed, ElementChange{Value: int32(v), Index: uint8(i - first)})
		return err
	})
}

// objectWriter is a [codec.Writer] that makes the object that dump prints.
type objectWriter struct {
	open []codec.Object // the objects begun, the outermost first
	keys []string
}

func (w *objectWriter) put(key string, v any) {
	o := &w.open[len(w.open)-1]
	*o = append(*o, codec.Pair{Name: key, Value: v})
}

func (w *objectWriter) Int(key string, v int64)         { w.put(key, v) }
func (w *objectWriter) Uint(key string, v uint64)       { w.put(key, v) }
func (w *objectWriter) Float(key string, v float32)     { w.put(key, v) }
func (w *objectWriter) True(key string)                 { w.put(key, true) }
func (w *objectWriter) Words(key string, list []string) { w.put(key, len(list)) }

func (w *objectWriter) Begin(key string) {
	w.open, w.keys = append(w.open, nil), append(w.keys, key)
}

func (w *objectWriter) End() {
	o, key := w.open[len(w.open)-1], w.keys[len(w.keys)-1]
	w.open, w.keys = w.open[:len(w.open)-1], w.keys[:len(w.keys)-1]
	w.put(key, o)
}
