package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"fragscope/formats"
	"fragscope/formats/base/outlet"
	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
	"fragscope/formats/text"
)

type dumpCmd struct {
	File string `arg:"" help:"The demo; sample: is the built-in one."`
	JSON bool   `name:"json" help:"One JSON object per block, a line each; pack makes the demo of them again, see help text."`

	following `embed:""`
	limits    `embed:""`
}

// dumpers drive the decoder of each format with a handler that prints.
var dumpers = map[formats.Format]func(*formats.Demo, *dumper) ([]damage.Damage, error){
	formats.NetQuake: func(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
		return drive[netquake.Handler](netquake.NewDecoder(demo.Data, netquake.Options{}), netquake.HandlerFunc(printer(d, netquake.Name)))
	},
	formats.QuakeWorld:          dumpQuakeworld,
	formats.QuakeWorldMultiView: dumpQuakeworld,
	formats.Quake2:              dumpQuake2,
	formats.Quake2MultiView:     dumpQuake2,
	formats.Quake3: func(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
		o := quake3.Options{Name: demo.Name}
		return drive[quake3.Handler](quake3.NewDecoder(demo.Data, o), quake3.HandlerFunc(printer(d, quake3.Name)))
	},
}

func dumpQuakeworld(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
	o := quakeworld.Options{MultiView: demo.Format == formats.QuakeWorldMultiView}
	return drive[quakeworld.Handler](quakeworld.NewDecoder(demo.Data, o), quakeworld.HandlerFunc(printer(d, quakeworld.Name)))
}

func dumpQuake2(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
	return drive[quake2.Handler](quake2.NewDecoder(demo.Data, quake2.Options{}), quake2.HandlerFunc(printer(d, quake2.Name)))
}

// printer prints a game's messages under their names.
func printer[M any](d *dumper, name func(M) string) func(M) {
	return func(m M) { d.message(name(m), m) }
}

// Run prints every message of the demo in the order of the file.
func (c *dumpCmd) Run(out *output) (err error) {
	if err := c.await(c.File); err != nil {
		return about(c.File, err)
	}
	demo, mapped, ok := mapDemo(c.File)
	defer mapped.release()
	if !ok {
		if demo, err = openDemo(c.File); err != nil {
			return err
		}
	}
	start, ok := dumpers[demo.Format]
	if !ok {
		return fmt.Errorf(msgNoDump, demo.Name, demo.Format)
	}
	w := bufio.NewWriterSize(&dropping{Writer: out.out, m: mapped}, 1<<16)
	var damage []damage.Damage
	if c.JSON {
		damage, err = text.Write(w, demo)
	} else {
		damage, err = start(demo, &dumper{w: w})
	}
	for _, hurt := range append(demo.Damage, damage...) {
		out.warn("%s: %s", c.File, damageSentence(hurt))
	}
	return flushed(err, w)
}

// decoder is a decoder of a game's demos, which drives that game's handler.
type decoder[H any] interface {
	Next(H) error
	Damage() []damage.Damage
}

// drive has a decoder drive a handler until the demo ends.
func drive[H any](dec decoder[H], handler H) ([]damage.Damage, error) {
	for {
		switch err := dec.Next(handler); {
		case errors.Is(err, io.EOF):
			return dec.Damage(), nil
		case err != nil:
			return dec.Damage(), err
		}
	}
}

// dumper prints messages. Fields are found by reflection, so that a message
// with a new field is dumped whole without a change here.
type dumper struct {
	w *bufio.Writer
	// offset is that of the block whose messages come: of the last message that has one.
	offset int64
}

// pair is a named value.
type pair struct {
	name  string
	value any
}

type object []pair

// message prints one message: a struct, or a pointer to one.
func (d *dumper) message(name string, m any) {
	fields, _ := plain(reflect.ValueOf(m)).(object)
	if i := slices.IndexFunc(fields, func(p pair) bool { return p.name == "offset" }); i >= 0 {
		d.offset, _ = fields[i].value.(int64)
		fields = slices.Delete(fields, i, i+1)
	}
	d.w.WriteString(strconv.FormatInt(d.offset, 10) + " " + outlet.Terminal(name))
	for _, f := range fields {
		d.w.WriteString("\n\t" + outlet.Terminal(f.name) + " ")
		writePlain(d.w, f.value, "\t\t")
	}
	d.w.WriteByte('\n')
}

// writePlain prints a value in words: nested objects on one line each.
func writePlain(w *bufio.Writer, v any, indent string) {
	switch v := v.(type) {
	case object:
		for i, p := range v {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.WriteString(outlet.Terminal(p.name) + "=")
			writePlain(w, p.value, indent)
		}
	case []any:
		for _, e := range v {
			if o, ok := e.(object); ok {
				w.WriteString("\n" + indent)
				writePlain(w, o, indent+"\t")
				continue
			}
			writePlain(w, e, indent)
			w.WriteByte(' ')
		}
	case string:
		w.WriteString(strconv.Quote(v))
	default:
		w.WriteString(outlet.Terminal(fmt.Sprint(v)))
	}
}

// special gives the fields of the types of which not all Go fields are meant:
// deltas show what they change.
func special(m any) (object, bool) {
	switch m := m.(type) {
	case *quake3.EntityDelta:
		return entityDelta(m), true
	case *quake3.PlayerDelta:
		return playerDelta(m), true
	case *netquake.UpdateEntity, *quakeworld.EntityDelta, *quakeworld.PlayerInfo:
		return sparse(reflect.ValueOf(m).Elem()), true
	}
	return quake2Special(m)
}

// plain turns a value into objects, lists, texts and numbers.
func plain(v reflect.Value) any {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if v.CanAddr() {
		if fields, ok := special(v.Addr().Interface()); ok {
			return fields
		}
	}
	if s, ok := v.Interface().(fmt.Stringer); ok && (v.CanInt() || v.CanUint()) {
		return word(s.String())
	}
	switch v.Kind() {
	case reflect.Struct:
		return fieldsOf(v, func(reflect.Value) bool { return true })
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 && v.Kind() == reflect.Slice {
			return shownText(v.Bytes())
		}
		list := make([]any, v.Len())
		for i := range list {
			list[i] = plain(v.Index(i))
		}
		return list
	case reflect.Float32:
		return float(float32(v.Float()))
	case reflect.String:
		return shownText([]byte(v.String()))
	default:
		return v.Interface()
	}
}

// word is the name of a number.
type word string

// numbered gives the numbers of a list that are not zero, named by their places in it.
func numbered(list []int16, name func(int) string) object {
	o := object{}
	for i, n := range list {
		if n != 0 {
			o = append(o, pair{name(i), n})
		}
	}
	return o
}

// sparse gives the fields that are not zero: those of a delta that it changes,
// and the mask that tells of fields changed to zero.
func sparse(v reflect.Value) object {
	return fieldsOf(v, func(f reflect.Value) bool { return !f.IsZero() })
}

func fieldsOf(v reflect.Value, take func(reflect.Value) bool) object {
	o := object{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case !f.IsExported() || f.Tag.Get("json") == "-":
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			o = append(o, fieldsOf(v.Field(i), take)...)
		case !take(v.Field(i)):
		case f.Type == reflect.TypeFor[time.Duration]():
			o = append(o, pair{text.Key(f.Name) + "_ms", v.Field(i).Interface().(time.Duration).Milliseconds()})
		default:
			o = append(o, pair{text.Key(f.Name), plain(v.Field(i))})
		}
	}
	return o
}

// float is a number with the shortest digits that give the same float32 again.
func float(f float32) word { return word(strconv.FormatFloat(float64(f), 'g', -1, 32)) }

// shownText shows bytes as text where they can be that, and in hexadecimal where
// there is a zero among them. Bytes above 127 that are not UTF-8 show as the
// characters of Latin-1.
func shownText(b []byte) string {
	if bytes.IndexByte(b, 0) >= 0 {
		return "hex:" + hex.EncodeToString(b)
	}
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String()
}
