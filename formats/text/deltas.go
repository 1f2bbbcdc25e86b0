package text

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
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
func (names *fieldNames[F]) count(changed uint64) int {
	for i := len(names.table); i > 0; i-- {
		if changed>>(names.table[i-1].ID&63)&1 != 0 {
			return i
		}
	}
	return 0
}

// put appends what a delta changes, and how it does where that is not the shortest way.
func (names *fieldNames[F]) put(b []byte, d *quake3.FieldDelta) []byte {
	if int(d.Count) != names.count(d.Changed) && d.Count != 0 {
		b = appendUint(appendKey(b, countKey), uint64(d.Count))
	}
	for mask := d.Changed; mask != 0; mask &= mask - 1 {
		f := F(bits.TrailingZeros64(mask))
		b = appendKey(b, f.String())
		if f.IsFloat() {
			b = appendFloat(b, math.Float32frombits(d.Values[f]))
		} else {
			b = appendInt(b, int64(int32(d.Values[f])))
		}
	}
	b = appendFields[F](b, fullZeroKey, d.FullZero)
	return appendFields[F](b, fullFloatKey, d.FullFloat)
}

// appendFields appends the names of the fields in a mask, unless it is empty.
func appendFields[F fieldID](b []byte, key string, mask uint64) []byte {
	if mask == 0 {
		return b
	}
	b = append(appendKey(b, key), '[')
	for ; mask != 0; mask &= mask - 1 {
		if b[len(b)-1] != '[' {
			b = append(b, ',')
		}
		b = appendString(b, F(bits.TrailingZeros64(mask)).String())
	}
	return append(b, ']')
}

// take reads what put wrote under a key.
func (names *fieldNames[F]) take(t *tree, n *node, key string, d *quake3.FieldDelta) error {
	switch key {
	case countKey:
		return takeUint(t, n, reflect.ValueOf(&d.Count).Elem())
	case fullZeroKey:
		return names.mask(t, n, &d.FullZero)
	case fullFloatKey:
		return names.mask(t, n, &d.FullFloat)
	}
	f, ok := names.byName[key]
	if !ok {
		return errors.New("there is no such field")
	}
	d.Changed |= 1 << f
	if f.IsFloat() {
		v, err := float(n)
		d.Values[f] = math.Float32bits(v)
		return err
	}
	var v int32
	err := takeInt(t, n, reflect.ValueOf(&v).Elem())
	d.Values[f] = uint32(v)
	return err
}

func (names *fieldNames[F]) mask(t *tree, n *node, mask *uint64) error {
	if n.kind != isArray {
		return fmt.Errorf("%v where a list of fields belongs", n.kind)
	}
	return t.each(n, func(n *node) error {
		f, ok := names.byName[string(n.raw)]
		if n.kind != isString || !ok {
			return errors.New("it names no field")
		}
		*mask |= 1 << f
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
	return members(t, n, func(key string, n *node) error {
		switch key {
		case numberKey:
			return takeUint(t, n, reflect.ValueOf(&d.Number).Elem())
		case removedKey:
			return takeBool(t, n, reflect.ValueOf(&d.Removed).Elem())
		case unchangedKey:
			return takeBool(t, n, reflect.ValueOf(&d.Unchanged).Elem())
		}
		return names.take(t, n, key, &d.FieldDelta)
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
		if a.delta.Mask == 0 && !a.delta.Sent {
			continue
		}
		sent = true
		b = append(appendKey(b, a.key), '{')
		for mask := a.delta.Mask; mask != 0; mask &= mask - 1 {
			i := bits.TrailingZeros16(mask)
			b = appendInt(appendKey(b, strconv.Itoa(i)), int64(a.delta.Values[i]))
		}
		b = append(b, '}')
	}
	if d.ArraysSent && !sent {
		b = append(appendKey(b, arraysSentKey), "true"...)
	}
	return append(b, '}')
}

func takePlayer(t *tree, n *node, d *quake3.PlayerDelta, names *fieldNames[quake3.PlayerField]) error {
	return members(t, n, func(key string, n *node) error {
		if key == arraysSentKey {
			return takeBool(t, n, reflect.ValueOf(&d.ArraysSent).Elem())
		}
		for _, a := range arraysOf(d) {
			if a.key == key {
				return takeArray(t, n, a.delta)
			}
		}
		return names.take(t, n, key, &d.FieldDelta)
	})
}

func takeArray(t *tree, n *node, a *quake3.ArrayDelta) error {
	a.Sent = true
	return members(t, n, func(key string, n *node) error {
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(a.Values) {
			return errors.New("there is no such element")
		}
		a.Mask |= 1 << i
		return takeInt(t, n, reflect.ValueOf(&a.Values[i]).Elem())
	})
}
