package text

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds the nesting of values: a line, its messages, those inside one, its fields.
const maxDepth = 16

// nodeKind is the kind of a JSON value.
type nodeKind uint8

const (
	isNull nodeKind = iota
	isTrue
	isFalse
	isNumber
	isString
	isArray
	isObject
)

var kindNames = [...]string{"null", "true", "false", "a number", "a text", "a list", "an object"}

func (k nodeKind) String() string { return kindNames[k] }

// node is a JSON value. The values in a list or an object are linked by their indices in the tree.
type node struct {
	kind        nodeKind
	key         []byte // within quotes, for a member of an object
	raw         []byte // of a number, or of a text within its quotes
	first, next int32  // 0 for none
}

// tree is a parsed line of JSON. Its memory is reused for the next line.
type tree struct {
	line  []byte
	at    int
	nodes []node
}

var errJSON = errors.New("it is not valid JSON")

// read parses a line and returns the object in it.
func (t *tree) read(line []byte) (*node, error) {
	t.line, t.at, t.nodes = line, 0, append(t.nodes[:0], node{})
	root, err := t.value(0)
	if err != nil {
		return nil, err
	}
	if t.space(); t.at != len(t.line) {
		return nil, t.wrong()
	}
	if t.nodes[root].kind != isObject {
		return nil, fmt.Errorf("a line must be an object, not %v", t.nodes[root].kind)
	}
	return &t.nodes[root], nil
}

func (t *tree) wrong() error { return fmt.Errorf("%w, at byte %d", errJSON, t.at+1) }

// each calls f for the values in a list or an object. It stops at the first error and returns it.
func (t *tree) each(n *node, f func(*node) error) error {
	for i := n.first; i != 0; i = t.nodes[i].next {
		if err := f(&t.nodes[i]); err != nil {
			return err
		}
	}
	return nil
}

// find returns the value with a key in an object, or nil.
func (t *tree) find(n *node, key string) *node {
	for i := n.first; i != 0; i = t.nodes[i].next {
		if string(t.nodes[i].key) == key {
			return &t.nodes[i]
		}
	}
	return nil
}

func (t *tree) space() {
	for t.at < len(t.line) && (t.line[t.at] == ' ' || t.line[t.at] == '\t' || t.line[t.at] == '\r') {
		t.at++
	}
}

// accept skips a character if it is next.
func (t *tree) accept(c byte) bool {
	if t.space(); t.at < len(t.line) && t.line[t.at] == c {
		t.at++
		return true
	}
	return false
}

// value reads a value and returns its index.
func (t *tree) value(depth int) (int32, error) {
	if depth > maxDepth {
		return 0, errors.New("values are nested too deeply")
	}
	t.space()
	if t.at >= len(t.line) {
		return 0, t.wrong()
	}
	place := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{})
	switch c := t.line[t.at]; {
	case c == '{':
		return place, t.list(place, isObject, '}', depth)
	case c == '[':
		return place, t.list(place, isArray, ']', depth)
	case c == '"':
		raw, err := t.text()
		t.nodes[place].kind, t.nodes[place].raw = isString, raw
		return place, err
	case c == '-' || c >= '0' && c <= '9':
		t.nodes[place].kind, t.nodes[place].raw = isNumber, t.number()
		return place, nil
	}
	for kind, word := range map[nodeKind]string{isNull: "null", isTrue: "true", isFalse: "false"} {
		if rest := t.line[t.at:]; len(rest) >= len(word) && string(rest[:len(word)]) == word {
			t.at += len(word)
			t.nodes[place].kind = kind
			return place, nil
		}
	}
	return 0, t.wrong()
}

// list reads the content of a list or an object.
func (t *tree) list(place int32, kind nodeKind, end byte, depth int) error {
	t.nodes[place].kind = kind
	t.at++
	if t.accept(end) {
		return nil
	}
	for last := int32(0); ; {
		var key []byte
		if kind == isObject {
			if t.space(); t.at >= len(t.line) || t.line[t.at] != '"' {
				return t.wrong()
			}
			var err error
			if key, err = t.text(); err != nil {
				return err
			}
			if !t.accept(':') {
				return t.wrong()
			}
		}
		child, err := t.value(depth + 1)
		if err != nil {
			return err
		}
		t.nodes[child].key = key
		if last == 0 {
			t.nodes[place].first = child
		} else {
			t.nodes[last].next = child
		}
		last = child
		if t.accept(end) {
			return nil
		}
		if !t.accept(',') {
			return t.wrong()
		}
	}
}

// text reads a text and returns what is within its quotes, with escapes as they are.
func (t *tree) text() ([]byte, error) {
	t.at++
	for start := t.at; t.at < len(t.line); t.at++ {
		switch c := t.line[t.at]; {
		case c == '\\':
			t.at++
		case c == '"':
			t.at++
			return t.line[start : t.at-1], nil
		case c < ' ':
			return nil, t.wrong()
		}
	}
	t.at = len(t.line)
	return nil, t.wrong()
}

func (t *tree) number() []byte {
	start := t.at
	for t.at < len(t.line) {
		c := t.line[t.at]
		if !(c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E') {
			break
		}
		t.at++
	}
	return t.line[start:t.at]
}

var escapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescaped calls f with the characters of a text, in order.
func unescaped(raw []byte, f func(rune) error) error {
	for len(raw) > 0 {
		r, size := rune(raw[0]), 1
		switch {
		case r == '\\':
			var err error
			if r, size, err = escape(raw); err != nil {
				return err
			}
		case r >= utf8.RuneSelf:
			if r, size = utf8.DecodeRune(raw); r == utf8.RuneError && size == 1 {
				return errors.New("a string is not valid UTF-8")
			}
		}
		if err := f(r); err != nil {
			return err
		}
		raw = raw[size:]
	}
	return nil
}

// escape returns the character for the escape at the start of raw, and the escape's length.
func escape(raw []byte) (r rune, size int, err error) {
	if len(raw) < 2 {
		return 0, 0, errJSON
	}
	if raw[1] != 'u' {
		r, ok := escapes[raw[1]]
		if !ok {
			return 0, 0, fmt.Errorf(`\%c is not an escape in JSON`, raw[1])
		}
		return r, 2, nil
	}
	high, ok := unit(raw)
	if !ok {
		return 0, 0, errors.New(`an escape \u is not followed by four digits`)
	}
	if !utf16.IsSurrogate(high) {
		return high, 6, nil
	}
	if low, ok := unit(raw[6:]); ok {
		if r = utf16.DecodeRune(high, low); r != utf8.RuneError {
			return r, 12, nil
		}
	}
	return 0, 0, fmt.Errorf(`\u%04x is half a character`, high)
}

// unit returns the value of an escape of four digits.
func unit(raw []byte) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(n), err == nil
}

// appendRune appends a character of a text. One that is invisible, or changes the direction of others, is escaped, so
// that a line can be viewed on a terminal.
func appendRune(b []byte, r rune) []byte {
	switch {
	case r == '"' || r == '\\':
		return append(b, '\\', byte(r))
	case r == '\n':
		return append(b, `\n`...)
	case r == '\t':
		return append(b, `\t`...)
	case r == '\r':
		return append(b, `\r`...)
	case r >= ' ' && r < 0x7f:
		return append(b, byte(r))
	case !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == rune(0x200c) || r == rune(0x200d):
		return utf8.AppendRune(b, r)
	case r < 0x10000:
		return fmt.Appendf(b, `\u%04x`, r)
	}
	high, low := utf16.EncodeRune(r)
	return fmt.Appendf(b, `\u%04x\u%04x`, high, low)
}

// appendString appends a text of our own.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		b = appendRune(b, r)
	}
	return append(b, '"')
}

// appendFloat appends the shortest number that reads back as the same float32. Values without a JSON number are texts:
// "inf", "-inf", and "nan:" with the bits in hexadecimal.
func appendFloat(b []byte, f float32) []byte {
	v := float64(f)
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return fmt.Appendf(b, `"nan:%08x"`, math.Float32bits(f))
	case math.IsInf(v, 1):
		return append(b, `"inf"`...)
	case math.IsInf(v, -1):
		return append(b, `"-inf"`...)
	case size != 0 && (size < 1e-6 || size >= 1e21):
		return strconv.AppendFloat(b, v, 'e', -1, 32)
	}
	return strconv.AppendFloat(b, v, 'f', -1, 32)
}

// float returns the number written by appendFloat, or any other JSON number, rounded.
func float(n *node) (float32, error) {
	switch {
	case n.kind == isNumber:
		v, err := strconv.ParseFloat(string(n.raw), 32)
		if err != nil {
			return 0, fmt.Errorf("%s does not fit into a float32", n.raw)
		}
		return float32(v), nil
	case n.kind == isString && string(n.raw) == "inf":
		return float32(math.Inf(1)), nil
	case n.kind == isString && string(n.raw) == "-inf":
		return float32(math.Inf(-1)), nil
	case n.kind == isString && len(n.raw) == 12 && string(n.raw[:4]) == "nan:":
		bits, err := strconv.ParseUint(string(n.raw[4:]), 16, 32)
		if f := math.Float32frombits(uint32(bits)); err == nil && f != f {
			return f, nil
		}
	}
	return 0, fmt.Errorf(`it must be a number (or "inf", "-inf", "nan:7fc00000"), not %v`, n.kind)
}

// safe is the bound below which all JSON readers keep integers exact.
const safe = 1 << 53

// appendInt appends an integer, as a text if JSON readers may round it.
func appendInt(b []byte, v int64) []byte {
	if v > safe || v < -safe {
		return append(strconv.AppendInt(append(b, '"'), v, 10), '"')
	}
	return strconv.AppendInt(b, v, 10)
}

func appendUint(b []byte, v uint64) []byte {
	if v > safe {
		return append(strconv.AppendUint(append(b, '"'), v, 10), '"')
	}
	return strconv.AppendUint(b, v, 10)
}

// whole returns a number in the digits of an integer: 1e3 and 5.0, as some programs write them, are 1000 and 5.
func whole(n *node) (string, error) {
	if n.kind != isNumber && n.kind != isString {
		return "", fmt.Errorf("it must be a whole number, not %v", n.kind)
	}
	s := string(n.raw)
	if _, err := strconv.ParseInt(s, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return s, nil
	}
	if v, err := strconv.ParseFloat(s, 64); err == nil && v == math.Trunc(v) && math.Abs(v) <= safe {
		return strconv.FormatInt(int64(v), 10), nil
	}
	return "", fmt.Errorf("%s is not a whole number", outlet(s))
}

// outlet returns text from a line as it may appear in an error.
func outlet(s string) string {
	const most = 40
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strconv.QuoteToGraphic(s)
}
