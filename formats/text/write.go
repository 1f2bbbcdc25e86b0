package text

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"reflect"
	"slices"

	"fragscope/formats"
	"fragscope/formats/codec"
	"fragscope/formats/damage"
)

// The header's schema and version.
const (
	schema  = "fragscope.demo"
	version = 1
)

// The keys of a line, and of a message besides its fields.
const (
	offsetKey   = "offset"
	timeKey     = "time_ms"
	damageKey   = "damage"
	blockKey    = "block"
	endKey      = "end"
	exactKey    = "exact"
	exactForKey = "exact_for"
	messageKey  = "message"
	messagesKey = "messages"
	unendedKey  = "unended"
)

// chunk is the maximum number of bytes outside blocks on one line. It keeps lines short.
const chunk = 1 << 16

// Write writes the text form of demo to w, one line at a time. It returns the damage found in the demo, and the first
// write error.
func Write(w io.Writer, demo *formats.Demo) ([]damage.Damage, error) {
	if demo.Format == nil {
		return nil, fmt.Errorf("%s: demos of kind %v have no text form", demo.Name, demo.Format)
	}
	g, d := newGame(demo.Format), demo.Format.NewDecoder(demo.Data, demo.Options())
	wr := newWriter(w, demo.Data, g, d)
	if _, err := w.Write(headerLine(g, d.Options())); err != nil {
		return nil, err
	}
	for {
		end := wr.next()
		switch {
		case wr.err != nil:
			return nil, wr.err
		case errors.Is(end, io.EOF):
			return d.Damage(), nil
		}
	}
}

// writer writes the lines of a demo. It also encodes each block and compares it with the demo's bytes: encoders write
// what recorders write, but there may be other encodings of the same messages.
type writer struct {
	w     io.Writer
	data  []byte
	g     *game
	d     codec.Decoder
	liner *liner
	found findings
	err   error

	lines []encodedLine
	text  []byte // the lines
	bytes []byte // the encoder's output for them
}

// encodedLine is the end of a line in the writer's text, and of its encoding in bytes.
type encodedLine struct {
	text, bytes int
	block       bool
}

func newWriter(w io.Writer, data []byte, g *game, d codec.Decoder) *writer {
	wr := &writer{w: w, data: data, g: g, d: d, liner: newLiner(g, d.Options()), found: findings{d: d}}
	l := wr.liner
	var packed bytes.Buffer
	l.enc = g.NewEncoder(&packed, d.Options())
	l.print = func(core []byte) {
		if !g.Unfinished {
			wr.err = errors.Join(wr.err, l.enc.Finish())
		}
		wr.text = append(append(append(wr.text, wr.found.prefix(l.offset)...), core...), '\n')
		wr.bytes = append(wr.bytes, packed.Bytes()...)
		packed.Reset()
		wr.lines = append(wr.lines, encodedLine{len(wr.text), len(wr.bytes), l.inBlock})
	}
	return wr
}

// next writes the decoder's next block.
func (w *writer) next() error {
	w.lines, w.text, w.bytes = w.lines[:0], w.text[:0], w.bytes[:0]
	from := w.d.Offset()
	end := w.d.Next(w.liner.message)
	w.liner.flush()
	want := w.data[from:w.d.Offset()]
	same := bytes.Equal(w.bytes, want)
	text, done := 0, 0
	for _, line := range w.lines {
		b := w.text[text:line.text]
		if !same && line.block {
			until := len(want) - (len(w.bytes) - line.bytes)
			if done > until {
				return errors.Join(end, w.fail(from))
			}
			b = appendExact(slices.Clone(b), want[done:until], w.bytes[done:line.bytes])
			same = true
		}
		w.print(b)
		text, done = line.text, line.bytes
	}
	if !same {
		return errors.Join(end, w.fail(from))
	}
	return end
}

func (w *writer) fail(at int64) error {
	w.err = errors.Join(w.err, fmt.Errorf("the bytes from offset %d have no text form", at))
	return w.err
}

func (w *writer) print(line []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(line)
	}
}

// appendExact adds a line's bytes in the demo to the line if an encoder would produce different bytes.
func appendExact(line, exact, encoded []byte) []byte {
	line = appendHex(appendKey(line[:len(line)-len("}\n")], exactKey), exact)
	return append(appendString(appendKey(line, exactForKey), checksum(encoded)), "}\n"...)
}

// checksum returns the checksum of a line's encoding.
func checksum(encoded []byte) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE(encoded)) }

// headerLine returns the first line.
func headerLine(g *game, o codec.Options) []byte {
	b := appendString(appendKey([]byte{'{'}, "schema"), schema)
	b = appendInt(appendKey(b, "version"), version)
	b = appendString(appendKey(b, "game"), g.Game)
	b = appendString(appendKey(b, "format"), g.Name)
	if g.HasProtocol != nil {
		b = appendInt(appendKey(b, "protocol"), int64(o.Protocol))
	}
	return append(b, "}\n"...)
}

// findings holds the parts of a line other than the block: its offset, time and damage.
type findings struct {
	d    codec.Decoder
	told int // damage
	b    []byte
}

// prefix returns the part of a line before the block.
func (f *findings) prefix(offset int64) []byte {
	b := appendInt(appendKey(append(f.b[:0], '{'), offsetKey), offset)
	b = appendInt(appendKey(b, timeKey), f.d.Time().Milliseconds())
	if all := f.d.Damage(); len(all) > f.told {
		b = append(appendKey(b, damageKey), '[')
		for i, d := range all[f.told:] {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendChars(b, []byte(d.What), true)
		}
		f.told, b = len(all), append(b, ']')
	}
	f.b = append(b, ',')
	return f.b
}

// liner makes lines from messages.
type liner struct {
	g     *game
	coder coder
	// print receives a line without its offset, time and damage.
	print func(core []byte)
	// enc encodes the messages on the lines. It is nil if they need not be encoded.
	enc codec.Encoder

	offset  int64
	begun   bool // the line has content
	inBlock bool
	head    []byte // the block's fields
	body    []byte // the block's messages
	end     []byte // the fields of the block's end
	core    []byte
	open    []any // copies of messages that others are inside
	broken  bool  // the block's length is not the one that it announces
	rest    []any
}

func newLiner(g *game, o codec.Options) *liner {
	return &liner{g: g, coder: g.coder(o)}
}

// message takes the next message.
func (l *liner) message(m any) {
	name := l.g.MessageName(m)
	size, loose := l.g.Loose(m)
	if loose && size > chunk {
		l.pieces(m, size)
		return
	}
	if !l.begun {
		l.begun, l.offset = true, offsetOf(m, l.offset)
	}
	switch {
	case name == blockKey:
		if len(l.body) > 0 || l.inBlock {
			l.flush()
			l.begun, l.offset = true, offsetOf(m, l.offset)
		}
		l.inBlock = true
		l.head = l.put(l.head[:0], l.g.head(m))
		l.broken = l.g.Broken != nil && l.g.Broken(m)
		l.encode(m)
	case name == l.g.EndBlock:
		l.close()
		if l.end = l.end[:0]; l.g.EndFields {
			l.end = l.put(l.end, m)
		} else {
			l.head = l.put(l.head[:0], l.g.head(m))
		}
		l.encode(m)
		l.flush()
	case len(l.open) > 0 && l.g.Ends[l.g.MessageName(l.open[len(l.open)-1])] == name:
		l.endMessage(m, true)
		l.encode(m)
	default:
		l.append(name, m)
		if loose && !l.inBlock || l.g.outside(m) {
			l.flush()
		}
	}
}

// append appends a message, and leaves it open if others follow inside it.
func (l *liner) append(name string, m any) {
	if l.g.outside(m) && l.inBlock {
		l.flush()
		l.begun, l.offset = true, offsetOf(m, l.offset)
	}
	if n := len(l.body); n > 0 && l.body[n-1] != '[' {
		l.body = append(l.body, ',')
	}
	l.body = appendString(appendKey(append(l.body, '{'), messageKey), name)
	if l.g.Ends[name] != "" {
		held := reflect.New(reflect.TypeOf(m).Elem())
		held.Elem().Set(reflect.ValueOf(m).Elem())
		l.open = append(l.open, held.Interface())
		l.body = append(appendKey(l.body, messagesKey), '[')
	} else {
		l.body = append(l.fields(l.body, m), '}')
	}
	l.encode(m)
}

// encode encodes a message. The message must already be on the line, because encoders may change it.
func (l *liner) encode(m any) {
	if l.enc != nil {
		l.enc.Handle(m)
	}
}

// endMessage ends the last open message, with the fields at its end.
func (l *liner) endMessage(m any, ended bool) {
	begun := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	l.body = append(l.body, ']')
	if !ended {
		l.body = append(appendKey(l.body, unendedKey), "true"...)
	}
	end := reflect.ValueOf(m).Convert(reflect.TypeOf(begun))
	l.body = append(l.fields(l.body, end.Interface()), '}')
}

// close ends messages left open by damage.
func (l *liner) close() {
	for len(l.open) > 0 {
		l.endMessage(l.open[len(l.open)-1], false)
	}
}

// put appends a message as an object, fields without the braces.
func (l *liner) put(b []byte, m any) []byte {
	v := reflect.ValueOf(m).Elem()
	return l.coder.of(v.Type()).put(b, v)
}

func (l *liner) fields(b []byte, m any) []byte {
	start := len(b)
	b = l.put(b, m) // {…}
	b = b[:len(b)-1]
	if len(b) == start+1 {
		return b[:start]
	}
	b[start] = ','
	return b
}

// flush prints the line.
func (l *liner) flush() {
	l.close()
	if !l.begun {
		return
	}
	b := l.core[:0]
	if l.inBlock {
		b = append(append(b, `"block":`...), l.head...)
		b = append(b, ',')
	}
	b = append(append(append(b, `"messages":[`...), l.body...), ']')
	if len(l.end) > len("{}") {
		b = append(append(b, `,"end":`...), l.end...)
	}
	l.core = append(b, '}')
	l.print(l.core)
	l.begun, l.inBlock, l.broken, l.body, l.end = false, false, false, l.body[:0], l.end[:0]
	rest := l.rest
	l.rest = nil
	for _, raw := range rest {
		l.message(raw)
	}
}

// pieces splits the data of a long message across several lines.
func (l *liner) pieces(m any, size int) {
	if l.inBlock && !l.g.outside(m) {
		l.split(m, size)
		return
	}
	l.flush()
	at := offsetOf(m, 0)
	for from := 0; from < size; from += chunk {
		piece := l.g.Piece(m, from, min(from+chunk, size))
		l.begun, l.offset = true, at+int64(from)
		l.append(l.g.MessageName(piece), piece)
		l.flush()
	}
}

// split appends loose bytes. In a block whose length is wrong, it appends only the first chunk; the rest then follows
// the block.
func (l *liner) split(m any, size int) {
	name := l.g.MessageName(m)
	if !l.broken {
		l.append(name, m)
		return
	}
	l.append(name, l.g.Piece(m, 0, chunk))
	l.rest = append(l.rest, l.g.Piece(m, chunk, size))
}

// offsetOf returns the offset of a message in the demo. If the message has no offset, it returns otherwise.
func offsetOf(m any, otherwise int64) int64 {
	if f := reflect.ValueOf(m).Elem().FieldByName("Offset"); f.IsValid() && f.CanInt() {
		return f.Int()
	}
	return otherwise
}
