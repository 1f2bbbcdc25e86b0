// Package text converts the demos of all games to lines of JSON. It can restore the demos from these lines byte for
// byte. [Form] describes the lines.
package text

import (
	_ "embed" // of the description
	"maps"
	"reflect"
	"slices"
	"strings"

	"fragscope/formats"
	"fragscope/formats/codec"
)

//go:embed form.txt
var formText string

// Form returns a description of the text form, for people who read or edit it. The description covers all messages and
// their fields.
func Form() string {
	var b strings.Builder
	b.WriteString(formText)
	told := map[string]bool{}
	for _, c := range formats.Codecs() {
		if told[c.Game] {
			continue
		}
		told[c.Game] = true
		g := newGame(c)
		b.WriteString("\nMessages of " + g.Game + "\n\n")
		for _, name := range slices.Sorted(maps.Keys(g.messages)) {
			if name != g.EndBlock && !g.isEnd(name) {
				b.WriteString(described(g, name))
			}
		}
	}
	return b.String()
}

// described returns a message with its fields, and below each its own.
func described(g *game, name string) string {
	c := g.coder(codec.Options{})
	return c.described(name, g.messages[name], "    ")
}

func (c *coder) described(name string, t reflect.Type, indent string) string {
	names, inner := c.fieldNames(t), ""
	if c.types[t] == nil {
		for _, m := range c.members(t, nil, false) {
			f := t.FieldByIndex(m.index).Type
			for f.Kind() == reflect.Slice || f.Kind() == reflect.Array || f.Kind() == reflect.Pointer {
				f = f.Elem()
			}
			if f.Kind() == reflect.Struct {
				inner += c.described(m.name, f, indent+"    ")
			}
		}
	}
	if len(names) == 0 {
		return indent + name + "\n"
	}
	return wrapped(indent+name+": "+strings.Join(names, ", "), indent+"    ") + inner
}

// fieldNames returns the names of all fields that a type can have.
func (c *coder) fieldNames(t reflect.Type) (names []string) {
	if own := c.types[t]; own != nil {
		return own.names
	}
	for _, m := range c.members(t, nil, false) {
		names = append(names, m.name)
	}
	return names
}

// wrapped breaks a line to fit a terminal.
func wrapped(line, indent string) string {
	const width = 118
	var b strings.Builder
	for len(line) > width {
		at := strings.LastIndexByte(line[:width], ' ')
		if at <= len(indent) {
			break
		}
		b.WriteString(line[:at] + "\n")
		line = indent + line[at+1:]
	}
	return b.String() + line + "\n"
}
