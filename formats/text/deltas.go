package text

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"

	"fragscope/formats/quake3"
)

// The keys of a delta of Quake III beside the names of its fields, which are those of the engine's sources.
const (
	numberKey     = "number"
	removedKey    = "removed"
	unchangedKey  = "unchanged"
	countKey      = "count"
	fullZeroKey   = "full_zero"
	fullFloatKey  = "full_float"
	arraysSentKey = "arrays_sent"
)

// fieldID is the number of a field of an entity or of the playerstate.
type fieldID interface {
	quake3.EntityField | quake3.PlayerField
	IsFloat() bool
	String() string
}

// fieldNames are the fields of a state.
type fieldNames[F fieldID] struct {
	byName map[string]F
	// table are those that a protocol has, in the order of transmission; nil where deltas do not count them.
	table []quake3.Field
}

func namesOf[F fieldID](end F, table []quake3.Field) *fieldNames[F] {
	names := &fieldNames[F]{map[string]F{}, table}
	for f := range end {
		names.byName[f.String()] = f
	}
	return names
}

// keys are all that a delta can have.
func (names *fieldNames[F]) keys() []string {
	return append([]string{countKey, fullZeroKey, fullFloatKey}, slices.Sorted(maps.Keys(names.byName))...)
}

// count is how many fields of the table a delta takes, which an encoder finds by itself.
func (names *fieldNames[F]) count(changed *[quake3.NumFields]*quake3.FieldChange) int {
	for i := len(names.table); i > 0; i-- {
		if changed[names.table[i-1].ID] != nil {
			return i
		}
	}
	return 0
}

// put appends what a delta changes, and how it does where that is not the shortest way.
func (names *fieldNames[F]) put(b []byte, d *quake3.FieldDelta) []byte {
	changed := d.ByField()
	if int(d.Count) != names.count(&changed) && d.Count != 0 {
		b = appendUint(appendKey(b, countKey), uint64(d.Count))
	}
	for i, c := range changed {
		if c == nil {
			continue
		}
		f := F(i)
		b = appendKey(b, f.String())
		if f.IsFloat() {
			b = appendFloat(b, math.Float32frombits(c.Value))
		} else {
			b = appendInt(b, int64(int32(c.Value)))
		}
	}
	b = appendFields[F](b, fullZeroKey, &changed, quake3.FullZero)
	return appendFields[F](b, fullFloatKey, &changed, quake3.FullFloat)
}

// appendFields appends the names of the fields that were sent in a form, unless there are none.
func appendFields[F fieldID](b []byte, key string, changed *[quake3.NumFields]*quake3.FieldChange, form quake3.Form) []byte {
	none := true
	for i, c := range changed {
		if c == nil || c.Form&form == 0 {
			continue
		}
		if none {
			b = append(appendKey(b, key), '[')
		} else {
			b = append(b, ',')
		}
		b, none = appendString(b, F(i).String()), false
	}
	if none {
		return b
	}
	return append(b, ']')
}

// forms are those of fields, which may be told before their values.
type forms [quake3.NumFields]quake3.Form

// of gives the fields of a delta their forms.
func (list *forms) of(d *quake3.FieldDelta) {
	for i := range d.Changed {
		d.Changed[i].Form = list[d.Changed[i].Field]
	}
}

// take reads what put wrote under a key.
func (names *fieldNames[F]) take(t *tree, n *node, key string, d *quake3.FieldDelta, list *forms) error {
	switch key {
	case countKey:
		return takeUint(t, n, reflect.ValueOf(&d.Count).Elem())
	case fullZeroKey:
		return names.takeForm(t, n, list, quake3.FullZero)
	case fullFloatKey:
		return names.takeForm(t, n, list, quake3.FullFloat)
	}
	f, ok := names.byName[key]
	if !ok {
		return errors.New("there is no such field")
	}
	c := quake3.FieldChange{Field: uint8(f)}
	var err error
	if f.IsFloat() {
		var v float32
		v, err = float(n)
		c.Value = math.Float32bits(v)
	} else {
		var v int32
		err = takeInt(t, n, reflect.ValueOf(&v).Elem())
		c.Value = uint32(v)
	}
	d.Changed = append(d.Changed, c)
	return err
}

func (names *fieldNames[F]) takeForm(t *tree, n *node, list *forms, form quake3.Form) error {
	if n.kind != isArray {
		return fmt.Errorf("%v where a list of fields belongs", n.kind)
	}
	return t.each(n, func(n *node) error {
		f, ok := names.byName[string(n.raw)]
		if n.kind != isString || !ok {
			return errors.New("it names no field")
		}
		list[f] |= form
		return nil
	})
}

// deltaForms are the forms of deltas, which show what they change.
func deltaForms(p *quake3.Protocol) map[reflect.Type]*form {
	var entities, players []quake3.Field
	if p != nil && !p.MaskedDeltas {
		entities, players = p.Entity, p.Player
	}
	entity := namesOf(quake3.EntityField(quake3.NumEntityFields), entities)
	player := namesOf(quake3.PlayerField(quake3.NumPlayerFields), players)
	return map[reflect.Type]*form{
		reflect.TypeFor[quake3.EntityDelta](): {
			put: func(b []byte, v reflect.Value) []byte {
				return putEntity(b, v.Addr().Interface().(*quake3.EntityDelta), entity)
			},
			take: func(t *tree, n *node, v reflect.Value) error {
				return takeEntity(t, n, v.Addr().Interface().(*quake3.EntityDelta), entity)
			},
			names: append([]string{numberKey, removedKey, unchangedKey}, entity.keys()...),
		},
		reflect.TypeFor[quake3.PlayerDelta](): {
			put: func(b []byte, v reflect.Value) []byte {
				return putPlayer(b, v.Addr().Interface().(*quake3.PlayerDelta), player)
			},
			take: func(t *tree, n *node, v reflect.Value) error {
				return takePlayer(t, n, v.Addr().Interface().(*quake3.PlayerDelta), player)
			},
			names: append([]string{"stats", "persistant", "ammo", "powerups", arraysSentKey}, player.keys()...),
		},
	}
}

func putEntity(b []byte, d *quake3.EntityDelta, names *fieldNames[quake3.EntityField]) []byte {
	b = appendUint(appendKey(append(b, '{'), numberKey), uint64(d.Number))
	switch {
	case d.Removed:
		b = append(appendKey(b, removedKey), "true"...)
	case d.Unchanged:
		b = append(appendKey(b, unchangedKey), "true"...)
	default:
		b = names.put(b, &d.FieldDelta)
	}
	return append(b, '}')
}

func takeEntity(t *tree, n *node, d *quake3.EntityDelta, names *fieldNames[quake3.EntityField]) error {
	var list forms
	defer list.of(&d.FieldDelta)
	return members(t, n, func(key string, n *node) error {
		switch key {
		case numberKey:
			return takeUint(t, n, reflect.ValueOf(&d.Number).Elem())
		case removedKey:
			return takeBool(t, n, reflect.ValueOf(&d.Removed).Elem())
		case unchangedKey:
			return takeBool(t, n, reflect.ValueOf(&d.Unchanged).Elem())
		}
		return names.take(t, n, key, &d.FieldDelta, &list)
	})
}

// array is one of the arrays of the playerstate.
type array struct {
	key   string
	delta *quake3.ArrayDelta
}

func arraysOf(d *quake3.PlayerDelta) [4]array {
	return [...]array{{"stats", &d.Stats}, {"persistant", &d.Persistant}, {"ammo", &d.Ammo}, {"powerups", &d.Powerups}}
}

func putPlayer(b []byte, d *quake3.PlayerDelta, names *fieldNames[quake3.PlayerField]) []byte {
	b = names.put(append(b, '{'), &d.FieldDelta)
	sent := false
	for _, a := range arraysOf(d) {
		if len(a.delta.Changed) == 0 && !a.delta.Sent {
			continue
		}
		sent = true
		b = append(appendKey(b, a.key), '{')
		for _, c := range a.delta.Changed {
			b = appendInt(appendKey(b, strconv.Itoa(int(c.Index))), int64(c.Value))
		}
		b = append(b, '}')
	}
	if d.ArraysSent && !sent {
		b = append(appendKey(b, arraysSentKey), "true"...)
	}
	return append(b, '}')
}

func takePlayer(t *tree, n *node, d *quake3.PlayerDelta, names *fieldNames[quake3.PlayerField]) error {
	var list forms
	defer list.of(&d.FieldDelta)
	return members(t, n, func(key string, n *node) error {
		if key == arraysSentKey {
			return takeBool(t, n, reflect.ValueOf(&d.ArraysSent).Elem())
		}
		for _, a := range arraysOf(d) {
			if a.key == key {
				return takeArray(t, n, a.delta)
			}
		}
		return names.take(t, n, key, &d.FieldDelta, &list)
	})
}

func takeArray(t *tree, n *node, a *quake3.ArrayDelta) error {
	a.Sent = true
	return members(t, n, func(key string, n *node) error {
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= quake3.ArraySize {
			return errors.New("there is no such element")
		}
		var v int32
		err = takeInt(t, n, reflect.ValueOf(&v).Elem())
		a.Changed = append(a.Changed, quake3.ElementChange{Value: v, Index: uint8(i)})
		return err
	})
}
