package quake3

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"

	"fragscope/formats/codec"
)

// textForm returns what the text form needs to know about a family's demos.
func (f *Family) textForm() codec.Text {
	return codec.Text{
		Messages:    func() []any { return codec.Messages(f.messages()) },
		MessageName: func(m any) string { return Name(m.(Message)) },
		HasProtocol: func(number int) bool { return f.ProtocolOf(number) != nil },
		UTF8:        true,
		EndBlock:    "block_end", EndFields: true, Unfinished: true,
		Sparse: []any{BlockEnd{}, Download{}},
		Forms:  func(o codec.Options) []codec.Form { return f.deltaForms(f.ProtocolOf(o.Protocol)) },
		Loose:  looseBytes, Piece: looseFrom,
		Show: f.show,
	}
}

// looseBytes returns the number of bytes outside blocks that a message holds.
func looseBytes(m any) (int, bool) {
	switch m := m.(type) {
	case *Skipped:
		return len(m.Data), true
	case *End:
		return len(m.Rest), true
	}
	return 0, false
}

// looseFrom returns a message that holds a part of such bytes.
func looseFrom(m any, from, to int) any {
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

	// In other games.
	ammoSentKey = "ammo_sent"
	currentKey  = "current"
	sharedKey   = "shared"
	clientKey   = "client"
)

// fieldNames is the fields of a state by number and by name.
type fieldNames struct {
	all    []FieldInfo
	byName map[string]uint8
	// table is the fields of a protocol in order of transmission; nil if deltas do not count them.
	table []Field
}

func namesOf(all []FieldInfo, table []Field) *fieldNames {
	names := &fieldNames{all, map[string]uint8{}, table}
	for i, f := range all {
		names.byName[f.Name] = uint8(i)
	}
	return names
}

// keys returns all keys that a delta can have.
func (names *fieldNames) keys() []string {
	return append([]string{countKey, fullZeroKey, fullFloatKey}, slices.Sorted(maps.Keys(names.byName))...)
}

// count returns the number of the table's fields that a delta covers. An encoder determines it by itself.
func (names *fieldNames) count(changed *[MaxFields]*FieldChange) int {
	for i := len(names.table); i > 0; i-- {
		if changed[names.table[i-1].ID] != nil {
			return i
		}
	}
	return 0
}

// put writes the changes of a delta, and the forms of those that were not sent in the shortest form.
func (names *fieldNames) put(w codec.Writer, d *FieldDelta) {
	changed := d.ByField()
	if int(d.Count) != names.count(&changed) && d.Count != 0 {
		w.Uint(countKey, uint64(d.Count))
	}
	for i, f := range names.all {
		switch c := changed[i]; {
		case c == nil:
		case f.Float:
			w.Float(f.Name, math.Float32frombits(c.Value))
		default:
			w.Int(f.Name, int64(int32(c.Value)))
		}
	}
	names.putForm(w, fullZeroKey, &changed, FullZero)
	names.putForm(w, fullFloatKey, &changed, FullFloat)
}

// putForm writes the names of the fields that were sent in a form, unless there are none.
func (names *fieldNames) putForm(w codec.Writer, key string, changed *[MaxFields]*FieldChange, form Form) {
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

// forms holds the forms of fields, which may precede the fields' values.
type forms [MaxFields]Form

// of sets the forms of a delta's fields.
func (list *forms) of(d *FieldDelta) {
	for i := range d.Changed {
		d.Changed[i].Form = list[d.Changed[i].Field]
	}
}

// take reads what put wrote under a key.
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
	f, ok := names.byName[key]
	if !ok {
		return errors.New("there is no such field")
	}
	c := FieldChange{Field: f}
	var err error
	if names.all[f].Float {
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
		f, ok := names.byName[word]
		if !ok {
			return errors.New("it is not the name of a field")
		}
		list[f] |= form
		return nil
	})
}

// deltaForms returns the text forms of deltas, which show what changes.
func (f *Family) deltaForms(p *Protocol) []codec.Form {
	var entities, players, besides []Field
	if p != nil && !p.MaskedDeltas {
		entities, players, besides = p.Entity, p.Player, p.Shared
	}
	entity, shared, player := namesOf(f.Entity, entities), namesOf(f.Shared, besides), namesOf(f.Player, players)
	playerKeys := append([]string{arraysSentKey, ammoSentKey, clientKey}, player.keys()...)
	for _, a := range f.arraysOf(new(PlayerDelta)) {
		playerKeys = append(playerKeys, a.key)
	}
	return []codec.Form{
		{
			Of: EntityDelta{},
			Keys: slices.Concat([]string{numberKey, removedKey, unchangedKey, currentKey, sharedKey}, entity.keys(),
				shared.keys()),
			Put:  func(w codec.Writer, v any) { putEntity(w, v.(*EntityDelta), entity, shared) },
			Take: func(r codec.Reader, v any) error { return takeEntity(r, v.(*EntityDelta), entity, shared) },
		},
		{
			Of:   PlayerDelta{},
			Keys: playerKeys,
			Put:  func(w codec.Writer, v any) { f.putPlayer(w, v.(*PlayerDelta), player) },
			Take: func(r codec.Reader, v any) error { return f.takePlayer(r, v.(*PlayerDelta), nil, player) },
		},
		{
			Of:   NumberedPlayer{},
			Keys: playerKeys,
			Put: func(w codec.Writer, v any) {
				w.Uint(clientKey, uint64(v.(*NumberedPlayer).Client))
				f.putPlayer(w, &v.(*NumberedPlayer).PlayerDelta, player)
			},
			Take: func(r codec.Reader, v any) error {
				return f.takePlayer(r, &v.(*NumberedPlayer).PlayerDelta, &v.(*NumberedPlayer).Client, player)
			},
		},
	}
}

func putEntity(w codec.Writer, d *EntityDelta, names, shared *fieldNames) {
	w.Uint(numberKey, uint64(d.Number))
	if d.Current {
		w.True(currentKey)
	}
	putState(w, d.Removed, d.Unchanged, &d.FieldDelta, names)
	if s := d.Shared; s != nil {
		w.Begin(sharedKey)
		putState(w, s.Removed, s.Unchanged, &s.FieldDelta, shared)
		w.End()
	}
}

func putState(w codec.Writer, removed, unchanged bool, d *FieldDelta, names *fieldNames) {
	switch {
	case removed:
		w.True(removedKey)
	case unchanged:
		w.True(unchangedKey)
	default:
		names.put(w, d)
	}
}

func takeEntity(r codec.Reader, d *EntityDelta, names, shared *fieldNames) error {
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
		case currentKey:
			d.Current, err = r.Bool()
		case sharedKey:
			d.Shared = new(SharedDelta)
			err = takeShared(r, d.Shared, shared)
		default:
			err = names.take(r, key, &d.FieldDelta, &list)
		}
		return err
	})
}

func takeShared(r codec.Reader, d *SharedDelta, names *fieldNames) error {
	var list forms
	defer list.of(&d.FieldDelta)
	return r.Members(func(key string) (err error) {
		switch key {
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

// array is one of the playerstate's arrays. Its elements are numbered from first on.
type array struct {
	key   string
	first int
	delta *ArrayDelta
}

func (f *Family) arraysOf(d *PlayerDelta) (all []array) {
	lists := f.Protocols[0].Lists
	if lists == nil {
		return []array{{"stats", 0, &d.Stats}, {"persistant", 0, &d.Persistant}, {"ammo", 0, &d.Ammo},
			{"powerups", 0, &d.Powerups}}
	}
	if d.Lists == nil {
		d.Lists = make([]ArrayDelta, len(lists))
	}
	for i := range min(len(lists), len(d.Lists)) {
		all = append(all, array{lists[i].Name, lists[i].First, &d.Lists[i]})
	}
	return all
}

// announced returns the bits before arrays that are set although none of them is sent.
func (f *Family) announced(d *PlayerDelta) (arrays, ammo bool) {
	arrays, ammo = d.ArraysSent, d.AmmoSent
	all := f.arraysOf(d)
	sent := func(a array) bool { return a.delta.sent() }
	lists := f.Protocols[0].Lists
	if lists == nil {
		return arrays && !slices.ContainsFunc(all, sent), ammo
	}
	for i := range all {
		if group := lists[i].Announced; group > 0 && slices.ContainsFunc(all[i:i+group], sent) {
			arrays, ammo = arrays && i > 0, ammo && i == 0
		}
	}
	return arrays, ammo
}

func (f *Family) putPlayer(w codec.Writer, d *PlayerDelta, names *fieldNames) {
	names.put(w, &d.FieldDelta)
	for _, a := range f.arraysOf(d) {
		if !a.delta.sent() {
			continue
		}
		w.Begin(a.key)
		for _, c := range a.delta.Changed {
			w.Int(strconv.Itoa(a.first+int(c.Index)), int64(c.Value))
		}
		w.End()
	}
	arrays, ammo := f.announced(d)
	if arrays {
		w.True(arraysSentKey)
	}
	if ammo {
		w.True(ammoSentKey)
	}
}

// takePlayer reads a player's change and, if client is not nil, the player's number.
func (f *Family) takePlayer(r codec.Reader, d *PlayerDelta, client *uint8, names *fieldNames) error {
	var list forms
	defer list.of(&d.FieldDelta)
	arrays := f.arraysOf(d)
	return r.Members(func(key string) (err error) {
		switch {
		case key == arraysSentKey:
			d.ArraysSent, err = r.Bool()
			return err
		case key == ammoSentKey:
			d.AmmoSent, err = r.Bool()
			return err
		case key == clientKey && client != nil:
			n, err := r.Uint(8)
			*client = uint8(n)
			return err
		}
		for _, a := range arrays {
			if a.key == key {
				return takeArray(r, a)
			}
		}
		return names.take(r, key, &d.FieldDelta, &list)
	})
}

func takeArray(r codec.Reader, a array) error {
	a.delta.Sent = true
	return r.Members(func(key string) error {
		i, err := strconv.Atoi(key)
		if err != nil || i < a.first || i >= a.first+ArraySize {
			return errors.New("there is no such element")
		}
		v, err := r.Int(32)
		a.delta.Changed = append(a.delta.Changed, ElementChange{Value: int32(v), Index: uint8(i - a.first)})
		return err
	})
}

// show returns what dump prints of a delta.
func (f *Family) show(v any, _ func(bool) codec.Object) (codec.Object, bool) {
	switch m := v.(type) {
	case *EntityDelta:
		o := append(codec.Object{{Name: numberKey, Value: m.Number}},
			showState(m.Removed, m.Unchanged, &m.FieldDelta, f.Entity)...)
		if s := m.Shared; s != nil {
			o = append(o, codec.Pair{Name: sharedKey, Value: showState(s.Removed, s.Unchanged, &s.FieldDelta, f.Shared)})
		}
		return o, true
	case *PlayerDelta:
		return f.showPlayer(m), true
	case *NumberedPlayer:
		return append(codec.Object{{Name: clientKey, Value: m.Client}}, f.showPlayer(&m.PlayerDelta)...), true
	}
	return nil, false
}

func showState(removed, unchanged bool, d *FieldDelta, names []FieldInfo) codec.Object {
	switch {
	case removed:
		return codec.Object{{Name: removedKey, Value: true}}
	case unchanged:
		return codec.Object{{Name: unchangedKey, Value: true}}
	}
	return showFields(d, names)
}

// showPlayer returns what dump prints of changes to the playerstate.
func (f *Family) showPlayer(p *PlayerDelta) codec.Object {
	o := showFields(&p.FieldDelta, f.Player)
	for _, a := range f.arraysOf(p) {
		if len(a.delta.Changed) == 0 {
			continue
		}
		var elements codec.Object
		for _, c := range a.delta.Changed {
			elements = append(elements, codec.Pair{Name: strconv.Itoa(a.first + int(c.Index)), Value: c.Value})
		}
		o = append(o, codec.Pair{Name: a.key, Value: elements})
	}
	return o
}

// showFields returns what dump prints of the fields that a delta changes.
func showFields(d *FieldDelta, names []FieldInfo) (o codec.Object) {
	for i, c := range d.ByField() {
		if c == nil || i >= len(names) {
			continue
		}
		var v any = int32(c.Value)
		if names[i].Float {
			v = math.Float32frombits(c.Value)
		}
		o = append(o, codec.Pair{Name: names[i].Name, Value: v})
	}
	return o
}
