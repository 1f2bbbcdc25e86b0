package codec

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"testing"
	"time"

	"fragscope/formats/damage"
)

var (
	plain   = &Codec{Name: "dem", Kinds: []Kind{{Extensions: []string{"dem"}}}}
	several = &Codec{Name: "dm_68", Kinds: []Kind{
		{Extensions: []string{"dm3", "dm_68"}}, {Extensions: []string{"dm_73"}},
		{Extensions: []string{"urtdemo"}, Wrapped: true},
	}}
)

// TestNames has the names and the file name extensions of codecs, and of an unknown format.
func TestNames(t *testing.T) {
	var none *Codec
	if got := fmt.Sprint(plain, several, none); got != "dem dm_68 unknown" {
		t.Error(got)
	}
	if got := several.Extensions(); !slices.Equal(got, []string{"dm3", "dm_68", "dm_73", "urtdemo"}) {
		t.Errorf("extensions %v", got)
	}
	for extension, want := range map[string]bool{"urtdemo": true, "dm_68": false, "": false, "URTDEMO": false} {
		if got := several.Wrapped(extension); got != want {
			t.Errorf("%q is wrapped: %v", extension, got)
		}
	}
	if plain.Wrapped("urtdemo") {
		t.Error("a codec without such files has wrapped ones")
	}
}

// TestMatches has conditions on the bytes of files.
func TestMatches(t *testing.T) {
	inner := At(5, "\x0c")
	for _, c := range []struct{ got, want Match }{
		{inner, Match{Value: []byte{12}, First: 5, Last: 5}},
		{Within(2, 9, "ab", inner), Match{Value: []byte("ab"), First: 2, Last: 9, And: []Match{inner}}},
		{At(0, Long(-2)), Match{Value: []byte{0xfe, 0xff, 0xff, 0xff}}},
		{At(0, Long(0x01020304)), Match{Value: []byte{4, 3, 2, 1}}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%+v, want %+v", c.got, c.want)
		}
	}
}

// gameHandler is a handler of an invented game, whose messages are numbers.
type gameHandler func(n int)

// gameOf decodes a demo of an invented game: each byte is a block, which has as many messages as the byte says.
type gameOf struct {
	data []byte
	pos  int64
}

func (d *gameOf) Next(h gameHandler) error {
	if int(d.pos) == len(d.data) {
		return io.EOF
	}
	for n := range int(d.data[d.pos]) {
		h(n)
	}
	d.pos++
	return nil
}

func (d *gameOf) Offset() int64           { return d.pos }
func (d *gameOf) Time() time.Duration     { return time.Duration(d.pos) * time.Second }
func (d *gameOf) Damage() []damage.Damage { return []damage.Damage{{Offset: 7}} }
func (d *gameOf) Reset(data []byte)       { d.data, d.pos = data, 0 }

// TestDecoderOf holds that an adapted decoder passes on what the game's has.
func TestDecoderOf(t *testing.T) {
	options := Options{Protocol: 34, Name: "a"}
	d := DecoderOf(&gameOf{data: []byte{2, 0, 3}}, func(handle func(any)) gameHandler {
		return func(n int) { handle(n) }
	}, options)
	var got []any
	read := func() error { return d.Next(func(m any) { got = append(got, m) }) }
	for read() == nil {
	}
	if !slices.Equal(got, []any{0, 1, 0, 1, 2}) || d.Offset() != 3 || d.Time() != 3*time.Second || len(d.Damage()) != 1 {
		t.Errorf("messages %v, at %d and %v, damage %v", got, d.Offset(), d.Time(), d.Damage())
	}
	if d.Options().Protocol != options.Protocol || d.Options().Name != options.Name {
		t.Errorf("options %+v", d.Options())
	}
	got = nil
	if d.Reset([]byte{1}); read() != nil || read() != io.EOF || !slices.Equal(got, []any{0}) {
		t.Errorf("after a reset: %v", got)
	}
}

// gameEncoder encodes an invented game, whose messages are numbers.
type gameEncoder struct{ sum int }

var errTooMuch = errors.New("too much")

func (e *gameEncoder) Handle(n int) { e.sum += n }
func (e *gameEncoder) Finish() error {
	if e.sum > 9 {
		return errTooMuch
	}
	return nil
}

// TestEncoderOf holds that an adapted encoder passes on messages and errors.
func TestEncoderOf(t *testing.T) {
	game := new(gameEncoder)
	e := EncoderOf[int](game)
	e.Handle(4)
	if e.Handle(5); game.sum != 9 || e.Finish() != nil {
		t.Errorf("the sum is %d, %v", game.sum, e.Finish())
	}
	if e.Handle(1); e.Finish() != errTooMuch {
		t.Errorf("finished with %v", e.Finish())
	}
}

// TestDrive reads a whole demo, with and without a function for blocks.
func TestDrive(t *testing.T) {
	var got []string
	handler := gameHandler(func(n int) { got = append(got, fmt.Sprint(n)) })
	Drive(&gameOf{data: []byte{1, 0, 2}}, handler, func(begin, end int64) {
		got = append(got, fmt.Sprintf("block %d to %d", begin, end))
	})
	want := []string{"0", "block 0 to 1", "block 1 to 2", "0", "1", "block 2 to 3"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	got = nil
	if Drive(&gameOf{data: []byte{2}}, handler, nil); !slices.Equal(got, []string{"0", "1"}) {
		t.Errorf("without a function: %q", got)
	}
}

// TestMessages holds that messages stay what they are.
func TestMessages(t *testing.T) {
	if got := Messages([]error{io.EOF, errTooMuch}); !slices.Equal(got, []any{io.EOF, errTooMuch}) {
		t.Errorf("%v", got)
	}
	if got := Messages[error](nil); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
