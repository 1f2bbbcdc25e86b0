package ledger

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/formats"
	"fragscope/formats/codec"
	nq "fragscope/formats/netquake"
	dm2 "fragscope/formats/quake2"
	dm3 "fragscope/formats/quake3"
	qw "fragscope/formats/quakeworld"
)

// described reports whether one of the documents describes a format of the game.
func described(game string) bool {
	return slices.ContainsFunc(formats.Codecs(), func(c *codec.Codec) bool {
		return c.Game == game && slices.ContainsFunc(documents[:],
			func(d Document) bool { return slices.Contains(d.Formats, c.Name) })
	})
}

// read returns the names of all that a codec's messages have.
func read(c *codec.Codec) (names []string) {
	seen := map[reflect.Type]bool{}
	for _, m := range c.Text.Messages() {
		name := c.Text.MessageName(m)
		names = append(names, name)
		names = fields(names, name, reflect.TypeOf(m).Elem(), seen)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// fields appends the fields of a struct, and those of structs in them by their types.
func fields(names []string, of string, t reflect.Type, seen map[reflect.Type]bool) []string {
	for i := range t.NumField() {
		f := t.Field(i)
		elem := f.Type
		for elem.Kind() == reflect.Slice || elem.Kind() == reflect.Pointer || elem.Kind() == reflect.Array {
			elem = elem.Elem()
		}
		switch {
		case f.Anonymous && elem.Kind() == reflect.Struct:
			names = fields(names, of, elem, seen)
			continue
		case !f.IsExported() || f.Tag.Get("text") == "-" || f.Tag.Get("json") == "-":
			continue
		}
		names = append(names, of+"."+f.Name)
		if elem.Kind() == reflect.Struct && !seen[elem] && elem.NumField() > 0 {
			seen[elem] = true
			named, _, _ := strings.Cut(elem.Name(), "[")
			names = fields(names, named, elem, seen)
		}
	}
	return names
}

// values returns the names of values that have some, by the game of a codec.
func values(c *codec.Codec) (names []string) {
	add := func(kind, name string) {
		if _, err := strconv.Atoi(name); err != nil && !strings.HasPrefix(name, "0x") {
			names = append(names, kind+" "+name)
		}
	}
	switch c.Name {
	case "dm2", "mvd2":
		for i := range 256 {
			add("effect", dm2.Effect(i).String())
			add("event", dm2.EntityEvent(i).String())
			add("flash", dm2.FlashName(uint16(i)))
			add("stat", dm2.StatName(i))
		}
		for i := range 64 {
			add("effects", dm2.EntityEffects(1<<i).String())
		}
		for i := range 32 {
			add("render", dm2.RenderEffects(1<<i).String())
		}
	case "dem":
		for i := range 256 {
			add("temp", nq.Temp(i).String())
		}
		for i := range 32 {
			add("effects", nq.EffectName(i))
		}
	case "qwd", "mvd":
		for i := range 256 {
			add("temp", qw.Temp(i).String())
		}
		for i := range 32 {
			add("effects", qw.EffectName(i))
		}
	case "dm_68":
		for _, protocol := range []int{43, 68, 73} {
			for i := range 256 {
				add("event", dm3.ProtocolOf(protocol).EventName(i))
			}
		}
		for i := range 32 {
			add("flag", dm3.EntityFlagName(i))
		}
		for f := range dm3.EntityField(dm3.NumEntityFields) {
			add("entity", f.String())
		}
		for f := range dm3.PlayerField(dm3.NumPlayerFields) {
			add("player", f.String())
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TestEveryRowHasALine fails if a decoder reads something of which the ledger does not say what becomes of it, or if
// the ledger has two lines for it.
func TestEveryRowHasALine(t *testing.T) {
	used := map[*Line]bool{}
	for _, c := range formats.Codecs() {
		if !described(c.Game) {
			continue
		}
		for _, name := range append(read(c), values(c)...) {
			var lines []string
			for d := range documents {
				if !slices.Contains(documents[d].Formats, c.Name) {
					continue
				}
				for i := range documents[d].Lines {
					if l := &documents[d].Lines[i]; l.Covers(name) {
						lines = append(lines, fmt.Sprintf("%s %s", l.Fate, l.Section))
						used[l] = true
					}
				}
			}
			if len(lines) != 1 {
				t.Errorf("%s: %q has %d lines: %q", c.Name, name, len(lines), lines)
			}
		}
	}
	for d := range documents {
		for i := range documents[d].Lines {
			l := &documents[d].Lines[i]
			if l.How == "" || l.Fate >= fates {
				t.Errorf("%s: %q says nothing", documents[d].Title, l.Names)
			}
			if !used[l] {
				t.Errorf("%s: no decoder reads %q", documents[d].Title, l.Names)
			}
		}
	}
}
