package text

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"

	"fragscope/formats/codec"
)

// maxLine is the longest line allowed: longer than the text of the longest block.
const maxLine = 64 << 20

// Error describes an error in the text form of a demo.
type Error struct {
	// Line is the line number, from 1.
	Line int
	// Field is the path to the error within the line, such as "messages[3].volume", or empty for the line itself.
	Field string
	Err   error
}

// Error returns a description of the error, including its line and field.
func (e *Error) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d, %s: %v", e.Line, e.Field, e.Err)
}

// Unwrap returns the underlying error.
func (e *Error) Unwrap() error { return e.Err }

// Pack reads the text form of a demo from r and writes the demo to w. It returns the demo's format. The text must have
// been written by [Write], but may have been edited afterwards. Pack decodes each block that it writes and compares the
// result with the line that it read. If they differ, because the format cannot express the content of the line, Pack
// returns an [*Error].
func Pack(w io.Writer, r io.Reader) (*codec.Codec, error) {
	lines := &lineReader{r: bufio.NewReaderSize(r, 1<<16)}
	line, err := lines.next()
	if errors.Is(err, io.EOF) {
		err = errors.New("there is no header")
	}
	if err != nil {
		return nil, &Error{Line: max(lines.number, 1), Err: err}
	}
	p := &packer{w: w}
	if err := p.header(line); err != nil {
		return nil, lines.error(err)
	}
	for {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = p.line(line)
		}
		if err != nil {
			return p.format(), lines.error(err)
		}
	}
	return p.format(), p.finish()
}

// lineReader reads lines, skipping empty ones.
type lineReader struct {
	r      *bufio.Reader
	long   []byte
	number int
}

func (l *lineReader) next() ([]byte, error) {
	for {
		line, err := l.read()
		if err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)) {
			return nil, err
		}
		l.number++
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
	}
}

func (l *lineReader) read() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	for l.long = append(l.long[:0], line...); errors.Is(err, bufio.ErrBufferFull); l.long = append(l.long, line...) {
		if len(l.long) > maxLine {
			l.number++
			return nil, fmt.Errorf("the line is longer than %d MB", maxLine>>20)
		}
		line, err = l.r.ReadSlice('\n')
	}
	return l.long, err
}

// error adds the line to an error, and separates its field.
func (l *lineReader) error(err error) error {
	var in *fieldError
	var write *writeError
	switch {
	case errors.As(err, &write):
		return write.error
	case errors.As(err, &in):
		return &Error{l.number, in.path, in.err}
	}
	return &Error{Line: l.number, Err: err}
}

// writeError is an error of the writer, not of the text.
type writeError struct{ error }

// packer makes a demo from lines.
type packer struct {
	w    io.Writer
	g    *game
	tree tree

	forms coder
	enc   codec.Encoder
	block bytes.Buffer // the encoder's output since the last line
	check checker
}

// format returns the demo's format, or nil if the header does not state one.
func (p *packer) format() *codec.Codec {
	if p.g == nil {
		return nil
	}
	return p.g.Codec
}

// header reads the first line.
func (p *packer) header(line []byte) error {
	root, err := p.tree.read(line)
	if err != nil {
		return err
	}
	var h struct {
		Schema   string
		Version  int
		Game     string
		Format   string
		Protocol int
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return err
	}
	if h.Schema != schema {
		return within("schema", fmt.Errorf("the first line is not the header of a demo, which begins with %q", schema))
	}
	if h.Version != version {
		return within("version", fmt.Errorf("%d is unknown; this program reads version %d", h.Version, version))
	}
	p.g = gameOf(h.Format)
	switch {
	case p.g == nil:
		return within("format", fmt.Errorf("%s is unknown", outlet(h.Format)))
	case p.tree.find(root, "game") != nil && h.Game != p.g.Game:
		return within("game", fmt.Errorf("it must be %[2]s for demos in format %[3]s, not %[1]s",
			outlet(h.Game), p.g.Game, h.Format))
	case p.g.HasProtocol != nil && !p.g.HasProtocol(h.Protocol):
		return within("protocol", fmt.Errorf("%d is unknown", h.Protocol))
	}
	o := codec.Options{Protocol: h.Protocol}
	p.forms = p.g.coder(o)
	p.enc = p.g.NewEncoder(&p.block, o)
	p.check.g, p.check.o = p.g, o
	p.check.want, p.check.got = newLiner(p.g, o), newLiner(p.g, o)
	return nil
}

var lineKeys = []string{offsetKey, timeKey, damageKey, blockKey, messagesKey, endKey, exactKey, exactForKey}

// line packs a line.
func (p *packer) line(line []byte) error {
	root, err := p.tree.read(line)
	if err != nil {
		return err
	}
	if err := members(&p.tree, root, func(key string, _ *node) error {
		if !slices.Contains(lineKeys, key) {
			return errors.New("a line cannot have this key")
		}
		return nil
	}); err != nil {
		return err
	}
	p.check.begin()
	head, err := p.begin(root)
	if err != nil {
		return err
	}
	if list := p.tree.find(root, messagesKey); list != nil {
		if err := p.messages(list, messagesKey); err != nil {
			return err
		}
	}
	if err := p.end(root, head); err != nil {
		return err
	}
	if !p.g.Unfinished {
		if err := p.enc.Finish(); err != nil {
			return reason(err)
		}
	}
	if err := p.exact(root); err != nil {
		return err
	}
	return p.write(head != nil)
}

// exact replaces the encoder's output with the exact bytes stored in the line, unless the line was edited.
func (p *packer) exact(root *node) error {
	sum, n := p.tree.find(root, exactForKey), p.tree.find(root, exactKey)
	if n == nil || sum == nil || string(sum.raw) != checksum(p.block.Bytes()) {
		return nil
	}
	data, err := bytesOfHex(n)
	p.check.odd = true
	p.block.Reset()
	p.block.Write(data)
	return within(exactKey, err)
}

// write checks and writes the encoding of a line.
func (p *packer) write(block bool) error {
	if err := p.check.end(p.block.Bytes(), block); err != nil {
		return err
	}
	_, err := p.w.Write(p.block.Bytes())
	p.block.Reset()
	if err != nil {
		return &writeError{err}
	}
	return nil
}

// reason returns an encoder's error without its position, which is not a position in the text.
func reason(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// begin begins the block of a line, if it has one.
func (p *packer) begin(root *node) (any, error) {
	n := p.tree.find(root, blockKey)
	if n == nil {
		if p.tree.find(root, endKey) != nil {
			return nil, within(endKey, errors.New("the line has an end but no block"))
		}
		return nil, nil
	}
	m := p.g.make(blockKey)
	if err := p.take(n, m); err != nil {
		return nil, within(blockKey, err)
	}
	p.handle(m)
	return m, nil
}

// end ends the block of a line.
func (p *packer) end(root *node, head any) error {
	if head == nil || p.g.EndBlock == "" {
		return nil
	}
	m := p.g.make(p.g.EndBlock)
	if !p.g.EndFields {
		reflect.ValueOf(m).Elem().Set(reflect.ValueOf(head).Elem().Convert(reflect.TypeOf(m).Elem()))
	} else if n := p.tree.find(root, endKey); n != nil {
		if err := p.take(n, m); err != nil {
			return within(endKey, err)
		}
	}
	p.handle(m)
	return nil
}

func (p *packer) take(n *node, m any) error {
	v := reflect.ValueOf(m).Elem()
	return p.forms.of(v.Type()).take(&p.tree, n, v)
}

// handle passes a message to the encoder, after noting it, as encoders may change it.
func (p *packer) handle(m any) {
	p.check.want.message(m)
	p.enc.Handle(m)
}

// messages packs a list of messages.
func (p *packer) messages(list *node, path string) error {
	if list.kind != isArray {
		return within(path, fmt.Errorf("it must be a list, not %v", list.kind))
	}
	i := 0
	return p.tree.each(list, func(n *node) error {
		i++
		return within(path+"["+strconv.Itoa(i-1)+"]", p.message(n))
	})
}

var errStructure = errors.New("it cannot be listed, because the line itself stands for it")

// message packs a message and those inside it.
func (p *packer) message(n *node) error {
	if n.kind != isObject {
		return fmt.Errorf("it must be a message, not %v", n.kind)
	}
	word := p.tree.find(n, messageKey)
	if word == nil || word.kind != isString {
		return within(messageKey, errors.New("a message needs a name"))
	}
	name := string(word.raw)
	m := p.g.make(name)
	if m == nil {
		return within(messageKey, fmt.Errorf("%s has no message %s", p.g.Game, outlet(name)))
	}
	if name == blockKey || name == p.g.EndBlock || p.g.isEnd(name) {
		return within(messageKey, fmt.Errorf("%s: %w", name, errStructure))
	}
	if err := p.take(n, m); err != nil {
		return err
	}
	end := p.g.Ends[name]
	if end == "" {
		if p.tree.find(n, messagesKey) != nil {
			return within(messagesKey, fmt.Errorf("%s cannot contain messages", name))
		}
		p.handle(m)
		return nil
	}
	return p.nested(n, m, end)
}

// nested packs a message with others inside it.
func (p *packer) nested(n *node, m any, end string) error {
	begun := reflect.ValueOf(m).Elem()
	last := p.g.make(end)
	reflect.ValueOf(last).Elem().Set(begun.Convert(reflect.TypeOf(last).Elem()))
	p.handle(m)
	if list := p.tree.find(n, messagesKey); list != nil {
		if err := p.messages(list, messagesKey); err != nil {
			return err
		}
	}
	if unended := p.tree.find(n, unendedKey); unended == nil || unended.kind != isTrue {
		p.handle(last)
	}
	return nil
}

// finish ends the demo.
func (p *packer) finish() error {
	err := p.enc.Finish()
	if err == nil {
		_, err = p.w.Write(p.block.Bytes())
	}
	return err
}
