package settings

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// document is the text of a settings file in which single values are changed. The rest, including what this version
// does not know or cannot read, stays as it was written.
type document struct {
	text    string
	entries []entry
	// tables is the offset of the first table. Names before it are complete.
	tables int
	errs   []error
}

// entry is a "name = value" and its position.
type entry struct {
	name   string // including its table: "key.play-pause"
	line   int
	inside bool // in a table
	// values holds the value as text, or those of a list; nil for kinds that no setting has.
	values           []string
	list             bool
	begin, from, end int // offsets of the name, of the value and of the value's end
}

// byteOrderMark is written by some Windows editors at the start of a file.
const byteOrderMark = "\ufeff"

// readDocument reads a text. A line that is not TOML is reported and skipped.
func readDocument(text string) *document {
	d := &document{text: text, tables: len(text)}
	offset := 0
	if strings.HasPrefix(text, byteOrderMark) {
		offset = len(byteOrderMark)
	}
	var p unstable.Parser
	data, lines := []byte(text), lineCount{text: text}
	table, bad := "", -1
	for offset < len(text) {
		p.Reset(data[offset:])
		end := 0
		for p.NextExpression() {
			node := p.Expression()
			name, last := joinKey(node.Key())
			if node.Kind != unstable.KeyValue {
				table = name + "."
				d.tables = min(d.tables, offset+lineStart(text[offset:], int(last.Offset)))
				end = int(last.Offset + last.Length)
				continue
			}
			begin := int(node.Raw.Offset)
			end = begin + int(node.Raw.Length)
			from := int(last.Offset + last.Length)
			from += len(text[offset+from:]) - len(strings.TrimLeft(text[offset+from:], " \t="))
			d.entries = append(d.entries, entry{
				name: table + name, line: lines.of(offset + begin), inside: table != "",
				values: texts(node.Value()), list: node.Value().Kind == unstable.Array, begin: offset + begin,
				from: offset + from, end: offset + end,
			})
		}
		if p.Error() == nil {
			break
		}
		// The rest of the last good line, then the blank lines before the bad one.
		if end > 0 {
			offset = nextLine(text, offset+end)
		}
		for offset < len(text) && blank(text[offset:nextLine(text, offset)]) {
			offset = nextLine(text, offset)
		}
		line := lines.of(offset)
		if line != bad+1 {
			d.errs = append(d.errs, fmt.Errorf(msgBadLine, line, p.Error()))
		}
		bad, offset = line, nextLine(text, offset)
	}
	return d
}

// joinKey returns a key with its parts joined by dots, and the position of its last part.
func joinKey(parts unstable.Iterator) (name string, last unstable.Range) {
	var out []string
	for parts.Next() {
		out, last = append(out, string(parts.Node().Data)), parts.Node().Raw
	}
	return strings.Join(out, "."), last
}

// texts returns a scalar value, or the scalar values of a list, as text.
func texts(n *unstable.Node) []string {
	switch n.Kind {
	case unstable.String, unstable.Bool, unstable.Integer, unstable.Float:
		return []string{string(n.Data)}
	case unstable.Array:
		out := []string{}
		for it := n.Children(); it.Next(); {
			if it.Node().Kind != unstable.String {
				return nil
			}
			out = append(out, string(it.Node().Data))
		}
		return out
	}
	return nil
}

// lineCount converts offsets, in ascending order, to line numbers.
type lineCount struct {
	text     string
	at, seen int
}

func (c *lineCount) of(offset int) int {
	c.seen += strings.Count(c.text[c.at:offset], "\n")
	c.at = offset
	return 1 + c.seen
}

// blank reports whether a line is blank or a comment.
func blank(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}

func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// nextLine returns the start of the line after the one at an offset.
func nextLine(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// find returns the last entry with a name, which is the one that counts.
func (d *document) find(name string) *entry {
	for i, e := range slices.Backward(d.entries) {
		if e.name == name {
			return &d.entries[i]
		}
	}
	return nil
}

// set changes a value or adds a line for it; a nil value removes the line.
func (d *document) set(name string, value any) error {
	e := d.find(name)
	text := d.text
	switch {
	case value == nil && e == nil:
		return nil
	case value == nil:
		text = text[:lineStart(text, e.begin)] + text[nextLine(text, e.end):]
	case e != nil:
		text = text[:e.from] + literal(value) + text[e.end:]
	default:
		at := d.tables
		for _, e := range d.entries {
			if !e.inside {
				at = nextLine(text, e.end)
			}
		}
		line := name + " = " + literal(value) + "\n"
		if at > 0 && text[at-1] != '\n' {
			line = "\n" + line
		}
		if strings.Contains(text, "\r\n") {
			line = strings.ReplaceAll(line, "\n", "\r\n")
		}
		text = text[:at] + line + text[at:]
	}
	changed := readDocument(text)
	if got := changed.find(name); value != nil && (got == nil || literal(value) != text[got.from:got.end]) {
		return fmt.Errorf(msgNotChanged, name)
	}
	*d = *changed
	return nil
}

// literal returns a value in TOML syntax.
func literal(value any) string {
	b, err := toml.Marshal(map[string]any{"v": value})
	if err != nil {
		return `""` // no setting has a value that TOML lacks
	}
	return string(bytes.TrimSpace(bytes.TrimPrefix(b, []byte("v = "))))
}
