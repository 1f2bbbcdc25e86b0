package text

import (
	"fmt"
	"reflect"
	"slices"

	"fragscope/formats"
	"fragscope/formats/codec"
)

// game is a format whose demos have a text form.
type game struct {
	*codec.Codec
	codec.Text
	// messages are the types of the messages by name.
	messages map[string]reflect.Type
}

func newGame(c *codec.Codec) *game {
	g := &game{Codec: c, Text: c.Text, messages: map[string]reflect.Type{}}
	for _, m := range g.Messages() {
		g.messages[g.MessageName(m)] = reflect.TypeOf(m).Elem()
	}
	return g
}

// gameOf returns the game of the format with a name, or nil.
func gameOf(format string) *game {
	for _, c := range formats.Codecs() {
		if c.Name == format {
			return newGame(c)
		}
	}
	return nil
}

// make makes a message by name. It returns nil if there is none.
func (g *game) make(name string) any {
	if t := g.messages[name]; t != nil {
		return reflect.New(t).Interface()
	}
	return nil
}

// isEnd reports whether a message ends another one.
func (g *game) isEnd(name string) bool {
	for _, end := range g.Ends {
		if end == name {
			return true
		}
	}
	return false
}

// outside reports whether a message is outside the blocks even though a block is open. This is possible only if blocks
// have no end mark.
func (g *game) outside(m any) bool {
	_, loose := g.Loose(m)
	return loose && g.EndBlock == ""
}

// head returns a block without the length that follows from its messages.
func (g *game) head(m any) any {
	if g.Head == nil {
		return m
	}
	return g.Head(m)
}

// coder returns a coder of the game's messages.
func (g *game) coder(o codec.Options) coder {
	c := coder{asUTF8: g.UTF8, sparse: map[reflect.Type]bool{}, usual: map[reflect.Type]reflect.Value{},
		types: map[reflect.Type]*form{}, fields: map[field]*form{}, made: map[reflect.Type]*form{}}
	for _, v := range g.Sparse {
		c.sparse[reflect.TypeOf(v)] = true
	}
	for _, v := range g.Usual {
		c.usual[reflect.TypeOf(v)] = reflect.ValueOf(v)
	}
	if g.Forms != nil {
		for _, f := range g.Forms(o) {
			own := ownForm(f)
			c.types[reflect.TypeOf(f.Of)] = &own
		}
	}
	for _, f := range g.Fields {
		t := reflect.TypeOf(f.Of)
		own := fieldForm(t, f)
		c.fields[field{t, f.Name}] = &own
	}
	return c
}

// fieldForm returns the form of a field whose numbers have names.
func fieldForm(t reflect.Type, f codec.Field) form {
	of, ok := t.FieldByName(f.Name)
	switch {
	case !ok:
		panic(fmt.Sprintf("%v has no %s", t, f.Name)) // in a table covered by a test
	case f.Shown != 0:
		return shownBits(named(of.Type), f.Shown)
	case of.Type.Kind() == reflect.Array:
		return numbered(of.Type, f.Number)
	}
	return wordForm(f.Numbers, func(n uint64) string { return f.Number(int(n)) })
}

// shownBits returns the form of a mask that writes only some of its bits.
func shownBits(all form, shown uint64) form {
	masked := func(v reflect.Value) reflect.Value {
		m := reflect.New(v.Type()).Elem()
		m.SetUint(v.Uint() & shown)
		return m
	}
	return form{
		put:   func(b []byte, v reflect.Value) []byte { return all.put(b, masked(v)) },
		take:  all.take,
		empty: func(v reflect.Value) bool { return v.Uint()&shown == 0 },
	}
}

// ownForm returns the form of a type that has its own.
func ownForm(f codec.Form) form {
	w := new(writing)
	return form{
		put: func(b []byte, v reflect.Value) []byte {
			w.b = append(b, '{')
			f.Put(w, v.Addr().Interface())
			return append(w.b, '}')
		},
		take:  func(t *tree, n *node, v reflect.Value) error { return f.Take(&reading{t, n}, v.Addr().Interface()) },
		names: slices.Clone(f.Keys),
	}
}

// writing is a [codec.Writer] that writes JSON.
type writing struct{ b []byte }

func (w *writing) Int(key string, v int64)     { w.b = appendInt(appendKey(w.b, key), v) }
func (w *writing) Uint(key string, v uint64)   { w.b = appendUint(appendKey(w.b, key), v) }
func (w *writing) Float(key string, v float32) { w.b = appendFloat(appendKey(w.b, key), v) }
func (w *writing) True(key string)             { w.b = append(appendKey(w.b, key), "true"...) }
func (w *writing) Begin(key string)            { w.b = append(appendKey(w.b, key), '{') }
func (w *writing) End()                        { w.b = append(w.b, '}') }

func (w *writing) Words(key string, list []string) {
	w.b = append(appendKey(w.b, key), '[')
	for i, word := range list {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.b = appendString(w.b, word)
	}
	w.b = append(w.b, ']')
}

// reading is a [codec.Reader] of JSON.
type reading struct {
	t *tree
	n *node
}

func (r *reading) Members(f func(key string) error) error {
	object := r.n
	defer func() { r.n = object }()
	return members(r.t, object, func(key string, n *node) error {
		r.n = n
		return f(key)
	})
}

func (r *reading) Int(bits int) (int64, error)   { return intOf(r.n, bits) }
func (r *reading) Uint(bits int) (uint64, error) { return uintOf(r.n, bits) }
func (r *reading) Float() (float32, error)       { return float(r.n) }
func (r *reading) Bool() (bool, error)           { return boolOf(r.n) }

func (r *reading) Words(of string, f func(word string) error) error {
	if r.n.kind != isArray {
		return fmt.Errorf("it must be a list of %[2]s, not %[1]s", r.n.kind, of)
	}
	return r.t.each(r.n, func(n *node) error {
		if n.kind != isString {
			return fmt.Errorf("it must be a string, not %v", n.kind)
		}
		return f(string(n.raw))
	})
}
