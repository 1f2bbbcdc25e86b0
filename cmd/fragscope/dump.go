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
	"fragscope/formats/codec"
	"fragscope/formats/damage"
	"fragscope/formats/text"
)

type dumpCmd struct {
	File string `arg:"" help:"The demo; sample: is the built-in one."`
	JSON bool   `name:"json" help:"One JSON object per block, a line each; pack makes the demo of them again, see help text."`

	following `embed:""`
	limits    `embed:""`
}

// Run prints every message of the demo in file order.
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
	w := bufio.NewWriterSize(&dropping{Writer: out.out, m: mapped}, 1<<16)
	var damage []damage.Damage
	if c.JSON {
		damage, err = text.Write(w, demo)
	} else {
		damage, err = dump(demo, &dumper{w: w, text: &demo.Format.Text})
	}
	for _, hurt := range append(demo.Damage, damage...) {
		out.warn("%s: %s", c.File, damageSentence(hurt))
	}
	return flushed(err, w)
}

// dump prints every message of a demo.
func dump(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
	dec, print := demo.Format.NewDecoder(demo.Data, demo.Options()), d.message
	for {
		switch err := dec.Next(print); {
		case errors.Is(err, io.EOF):
			return dec.Damage(), nil
		case err != nil:
			return dec.Damage(), err
		}
	}
}

// dumper prints messages. It finds fields by reflection, so a new field of a message is dumped without a change
// here.
type dumper struct {
	w    *bufio.Writer
	text *codec.Text
	// offset is the offset of the current block: that of the last message that has one.
	offset int64
}

// message prints one message: a struct or a pointer to one.
func (d *dumper) message(m any) {
	fields, _ := d.plain(reflect.ValueOf(m)).(codec.Object)
	if i := slices.IndexFunc(fields, func(p codec.Pair) bool { return p.Name == "offset" }); i >= 0 {
		d.offset, _ = fields[i].Value.(int64)
		fields = slices.Delete(fields, i, i+1)
	}
	d.w.WriteString(strconv.FormatInt(d.offset, 10) + " " + outlet.Terminal(d.text.MessageName(m)))
	for _, f := range fields {
		d.w.WriteString("\n\t" + outlet.Terminal(f.Name) + " ")
		writePlain(d.w, f.Value, "\t\t")
	}
	d.w.WriteByte('\n')
}

// writePlain prints a value as text, each nested object on one line.
func writePlain(w *bufio.Writer, v any, indent string) {
	switch v := v.(type) {
	case codec.Object:
		for i, p := range v {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.WriteString(outlet.Terminal(p.Name) + "=")
			writePlain(w, p.Value, indent)
		}
	case []any:
		for _, e := range v {
			if o, ok := e.(codec.Object); ok {
				w.WriteString("\n" + indent)
				writePlain(w, o, indent+"\t")
				continue
			}
			writePlain(w, e, indent)
			w.WriteByte(' ')
		}
	case string:
		w.WriteString(strconv.Quote(v))
	case float32: // the shortest digits that parse to the same value
		w.WriteString(strconv.FormatFloat(float64(v), 'g', -1, 32))
	default:
		w.WriteString(outlet.Terminal(fmt.Sprint(v)))
	}
}

// plain converts a value to objects, lists, strings and numbers.
func (d *dumper) plain(v reflect.Value) any {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if v.CanAddr() && v.Kind() == reflect.Struct && d.text.Show != nil {
		fields := func(sparse bool) codec.Object {
			return d.fields(v, func(f reflect.Value) bool { return !sparse || !f.IsZero() })
		}
		if o, ok := d.text.Show(v.Addr().Interface(), fields); ok {
			return o
		}
	}
	if s, ok := v.Interface().(fmt.Stringer); ok && (v.CanInt() || v.CanUint()) {
		return codec.Word(s.String())
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.fields(v, func(reflect.Value) bool { return true })
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 && v.Kind() == reflect.Slice {
			return shownText(v.Bytes())
		}
		list := make([]any, v.Len())
		for i := range list {
			list[i] = d.plain(v.Index(i))
		}
		return list
	case reflect.Float32:
		return float32(v.Float())
	case reflect.String:
		return shownText([]byte(v.String()))
	default:
		return v.Interface()
	}
}

// fields returns the fields of a struct for which take returns true.
func (d *dumper) fields(v reflect.Value, take func(reflect.Value) bool) codec.Object {
	o := codec.Object{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case !f.IsExported() || f.Tag.Get("json") == "-":
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			o = append(o, d.fields(v.Field(i), take)...)
		case !take(v.Field(i)):
		case f.Type == reflect.TypeFor[time.Duration]():
			o = append(o, codec.Pair{Name: text.Key(f.Name) + "_ms",
				Value: v.Field(i).Interface().(time.Duration).Milliseconds()})
		default:
			o = append(o, codec.Pair{Name: text.Key(f.Name), Value: d.plain(v.Field(i))})
		}
	}
	return o
}

// shownText formats bytes as text, or in hexadecimal if there is a zero among them. Bytes above 127 that are not
// UTF-8 are shown as Latin-1.
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
