package text

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// form is the text form of a type: how its values are written and read.
type form struct {
	put  func(b []byte, v reflect.Value) []byte
	take func(t *tree, n *node, v reflect.Value) error
	// empty reports whether a value is omitted. It is nil if values never are.
	empty func(v reflect.Value) bool
	// names are the names of the fields, for structs with their own form.
	names []string
}

// field names a field of a struct.
type field struct {
	of   reflect.Type
	name string
}

// coder makes forms by reflection, so that a new field of a message is written without a change here. A game lists the
// exceptions to what its types imply.
type coder struct {
	// asUTF8 is set if strings may be UTF-8.
	asUTF8 bool
	// sparse are the types whose fields are written only if they have unusual values.
	sparse map[reflect.Type]bool
	// usual holds the values of missing fields, which are zero for types that are not in it.
	usual map[reflect.Type]reflect.Value
	// types and fields with their own forms.
	types  map[reflect.Type]*form
	fields map[field]*form

	made map[reflect.Type]*form
}

// The tags of fields; see [codec.Text].
const (
	tagText    = "text"
	tagDerived = "-"
	tagAlways  = "always"
	tagHex     = "hex"
	tagZeroes  = "zeroes"
)

// member is a named part of a struct's form.
type member struct {
	name  string
	index []int
	form  *form
	usual []byte // as written, in which case it is omitted; nil if always written
}

func (c *coder) of(t reflect.Type) *form {
	f := c.made[t]
	if f == nil {
		f = new(form)
		c.made[t] = f
		*f = c.make(t)
	}
	return f
}

var stringer = reflect.TypeFor[fmt.Stringer]()

func (c *coder) make(t reflect.Type) form {
	if f := c.types[t]; f != nil {
		return *f
	}
	switch t.Kind() {
	case reflect.Bool:
		return form{put: putBool, take: takeBool}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return form{put: func(b []byte, v reflect.Value) []byte { return appendInt(b, v.Int()) }, take: takeInt}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if t.Implements(stringer) {
			return named(t)
		}
		return form{put: func(b []byte, v reflect.Value) []byte { return appendUint(b, v.Uint()) }, take: takeUint}
	case reflect.Float32:
		return form{put: func(b []byte, v reflect.Value) []byte { return appendFloat(b, float32From(v)) },
			take: takeFloat}
	case reflect.String:
		return form{put: func(b []byte, v reflect.Value) []byte { return appendChars(b, []byte(v.String()), true) },
			take: takeString}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return c.chars(false)
		}
		return c.slice(t)
	case reflect.Array:
		if t.Len() > longArray {
			return numbered(t, strconv.Itoa)
		}
		return c.array(t)
	case reflect.Pointer:
		return c.pointer(t)
	case reflect.Struct:
		return c.structure(t)
	}
	panic(fmt.Sprintf("%v has no text form", t)) // no message has such a type; a test makes the forms of all
}

// longArray is the length up to which an array is written as a list.
const longArray = 16

// float32From keeps the bits of a NaN, which a conversion may change.
func float32From(v reflect.Value) float32 {
	if v.CanAddr() {
		return *(v.Addr().Interface().(*float32))
	}
	return float32(v.Float())
}

func putBool(b []byte, v reflect.Value) []byte { return strconv.AppendBool(b, v.Bool()) }

func takeBool(_ *tree, n *node, v reflect.Value) error {
	is, err := boolOf(n)
	v.SetBool(is)
	return err
}

func boolOf(n *node) (bool, error) {
	if n.kind != isTrue && n.kind != isFalse {
		return false, fmt.Errorf("it must be true or false, not %v", n.kind)
	}
	return n.kind == isTrue, nil
}

func takeInt(_ *tree, n *node, v reflect.Value) error {
	i, err := intOf(n, v.Type().Bits())
	v.SetInt(i)
	return err
}

func takeUint(_ *tree, n *node, v reflect.Value) error {
	u, err := uintOf(n, v.Type().Bits())
	v.SetUint(u)
	return err
}

// intOf and uintOf read a number of at most that many bits.
func intOf(n *node, bits int) (int64, error) {
	return parse(n, bits, strconv.ParseInt, -1<<(bits-1), 1<<(bits-1)-1)
}

func uintOf(n *node, bits int) (uint64, error) {
	return parse(n, bits, strconv.ParseUint, 0, ^uint64(0)>>(64-bits))
}

// parse reads an integer between least and limit.
func parse[T int64 | uint64](n *node, bits int, read func(s string, base, bits int) (T, error), least,
	limit T) (T, error) {
	s, err := whole(n)
	if err != nil {
		return 0, err
	}
	v, err := read(s, 10, bits)
	if err != nil {
		return 0, fmt.Errorf("%s is out of range: it must be from %d to %d", outlet(s), least, limit)
	}
	return v, nil
}

func takeFloat(_ *tree, n *node, v reflect.Value) error {
	f, err := float(n)
	*(v.Addr().Interface().(*float32)) = f
	return err
}

func takeString(_ *tree, n *node, v reflect.Value) error {
	s, err := chars(n, true, true)
	v.SetString(string(s))
	return err
}

// chars returns the form of a text, which may contain zeroes if that is set.
func (c *coder) chars(zeroes bool) form {
	return form{
		put: func(b []byte, v reflect.Value) []byte { return appendChars(b, v.Bytes(), c.asUTF8) },
		take: func(_ *tree, n *node, v reflect.Value) error {
			s, err := chars(n, c.asUTF8, zeroes)
			v.SetBytes(s)
			return err
		},
	}
}

// hexadecimal is the form of bytes that are not text.
var hexadecimal = form{
	put: func(b []byte, v reflect.Value) []byte { return appendHex(b, v.Bytes()) },
	take: func(_ *tree, n *node, v reflect.Value) error {
		data, err := bytesOfHex(n)
		v.SetBytes(data)
		return err
	},
	empty: func(v reflect.Value) bool { return v.Len() == 0 },
}

func (c *coder) slice(t reflect.Type) form {
	inner := c.of(t.Elem())
	return form{
		put: func(b []byte, v reflect.Value) []byte { return putList(b, v, inner) },
		take: func(t *tree, n *node, v reflect.Value) error {
			if n.kind != isArray {
				return fmt.Errorf("it must be a list, not %v", n.kind)
			}
			return t.each(n, func(n *node) error {
				i := v.Len()
				v.Grow(1)
				v.SetLen(i + 1)
				v.Index(i).SetZero()
				return within(fmt.Sprintf("[%d]", i), inner.take(t, n, v.Index(i)))
			})
		},
		empty: func(v reflect.Value) bool { return v.Len() == 0 },
	}
}

func putList(b []byte, v reflect.Value, inner *form) []byte {
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = inner.put(b, v.Index(i))
	}
	return append(b, ']')
}

func (c *coder) array(t reflect.Type) form {
	inner := c.of(t.Elem())
	return form{
		put: func(b []byte, v reflect.Value) []byte { return putList(b, v, inner) },
		take: func(t *tree, n *node, v reflect.Value) error {
			if n.kind != isArray {
				return fmt.Errorf("it must be a list, not %v", n.kind)
			}
			i := 0
			err := t.each(n, func(n *node) error {
				if i++; i > v.Len() {
					return fmt.Errorf("the list has more than %d elements", v.Len())
				}
				return within(fmt.Sprintf("[%d]", i-1), inner.take(t, n, v.Index(i-1)))
			})
			if err == nil && i < v.Len() {
				err = fmt.Errorf("the list has %d elements instead of %d", i, v.Len())
			}
			return err
		},
	}
}

// numbered returns the form of long arrays: an object with the nonzero elements, by name.
func numbered(t reflect.Type, name func(int) string) form {
	places := map[string]int{}
	for i := range t.Len() {
		places[name(i)] = i
	}
	return form{
		put: func(b []byte, v reflect.Value) []byte {
			b = append(b, '{')
			for i := range v.Len() {
				if e := v.Index(i); !e.IsZero() {
					b = appendInt(appendKey(b, name(i)), e.Int())
				}
			}
			return append(b, '}')
		},
		take: func(t *tree, n *node, v reflect.Value) error {
			return members(t, n, func(key string, n *node) error {
				i, ok := places[key]
				if !ok {
					return errors.New("there is no such element")
				}
				return takeInt(t, n, v.Index(i))
			})
		},
		empty: func(v reflect.Value) bool { return v.IsZero() },
	}
}

func (c *coder) pointer(t reflect.Type) form {
	inner := c.of(t.Elem())
	empty := func(v reflect.Value) bool { return v.IsNil() || inner.empty != nil && inner.empty(v.Elem()) }
	return form{
		put: func(b []byte, v reflect.Value) []byte {
			if v.IsNil() {
				return append(b, "null"...)
			}
			return inner.put(b, v.Elem())
		},
		take: func(tr *tree, n *node, v reflect.Value) error {
			if n.kind == isNull {
				return nil
			}
			v.Set(reflect.New(t.Elem()))
			return inner.take(tr, n, v.Elem())
		},
		empty: empty,
	}
}

// appendKey appends a key, preceded by a comma if need be.
func appendKey(b []byte, key string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(appendString(b, key), ':')
}

// members calls f for each member of an object. A repeated name is an error.
func members(t *tree, n *node, f func(key string, n *node) error) error {
	if n.kind != isObject {
		return fmt.Errorf("it must be an object, not %v", n.kind)
	}
	seen := map[string]bool{}
	return t.each(n, func(n *node) error {
		var key []byte
		if err := unescaped(n.key, func(r rune) error { key = append(key, string(r)...); return nil }); err != nil {
			return err
		}
		name := string(key)
		if seen[name] {
			return within(name, errors.New("it occurs twice"))
		}
		seen[name] = true
		return within(name, f(name, n))
	})
}

func (c *coder) structure(t reflect.Type) form {
	list := c.members(t, nil, c.sparse[t])
	places := map[string]*member{}
	for i := range list {
		places[list[i].name] = &list[i]
	}
	usual := c.usual[t]
	return form{
		put: func(b []byte, v reflect.Value) []byte {
			b = append(b, '{')
			return append(putMembers(b, list, v), '}')
		},
		take: func(t *tree, n *node, v reflect.Value) error {
			if usual.IsValid() {
				v.Set(usual)
			}
			return members(t, n, func(key string, n *node) error {
				if key == messageKey || key == messagesKey || key == unendedKey {
					return nil // of a message, whose caller has read it
				}
				m := places[key]
				if m == nil {
					return errors.New("there is no such field")
				}
				return m.form.take(t, n, v.FieldByIndex(m.index))
			})
		},
	}
}

func putMembers(b []byte, list []member, v reflect.Value) []byte {
	for i := range list {
		m := &list[i]
		value := v.FieldByIndex(m.index)
		if m.form.empty != nil && m.form.empty(value) {
			continue
		}
		before := len(b)
		b = appendKey(b, m.name)
		start := len(b)
		if b = m.form.put(b, value); m.usual != nil && bytes.Equal(b[start:], m.usual) {
			b = b[:before]
		}
	}
	return b
}

// members returns the fields of a struct, including those of embedded structs.
func (c *coder) members(t reflect.Type, index []int, sparse bool) (list []member) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(index), i)
		switch {
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			list = append(list, c.members(f.Type, at, sparse || c.sparse[f.Type])...)
		case f.IsExported() && f.Tag.Get("json") != "-" && f.Tag.Get(tagText) != tagDerived:
			m := member{name: Key(f.Name), index: at, form: c.formOf(t, f)}
			if sparse && f.Tag.Get(tagText) != tagAlways {
				m.usual = m.form.put([]byte{}, c.usually(t, f))
			}
			list = append(list, m)
		}
	}
	return list
}

// usually returns the usual value of a field.
func (c *coder) usually(t reflect.Type, f reflect.StructField) reflect.Value {
	if v := c.usual[t]; v.IsValid() {
		return v.FieldByIndex(f.Index)
	}
	return reflect.New(f.Type).Elem()
}

func (c *coder) formOf(t reflect.Type, f reflect.StructField) *form {
	if own := c.fields[field{t, f.Name}]; own != nil {
		return own
	}
	switch f.Tag.Get(tagText) {
	case tagHex:
		return &hexadecimal
	case tagZeroes:
		text := c.chars(true)
		return &text
	}
	return c.of(f.Type)
}

// Key returns the key that represents the Go struct field with the given name in the text form.
func Key(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) ||
			i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// fieldError is an error about a field.
type fieldError struct {
	path string
	err  error
}

func (e *fieldError) Error() string { return e.path + ": " + e.err.Error() }
func (e *fieldError) Unwrap() error { return e.err }

// within prefixes the path of an error with a part.
func within(part string, err error) error {
	switch e, ok := err.(*fieldError); {
	case err == nil:
		return nil
	case !ok:
		return &fieldError{part, err}
	case strings.HasPrefix(e.path, "["):
		e.path = part + e.path
		return e
	default:
		e.path = part + "." + e.path
		return e
	}
}
