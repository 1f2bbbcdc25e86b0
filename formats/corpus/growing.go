package corpus

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"fragscope/formats/codec"
)

// Growing checks that a decoder and an encoder produce the same results whether a demo arrives in pieces or is complete
// from the start. It uses at most the first 40,000 bytes of data, and repeats the check with a damaged copy.
func Growing(t *testing.T, name string, format *codec.Codec, data []byte) {
	t.Helper()
	data = data[:min(len(data), 40000)]
	damaged := slices.Delete(bytes.Clone(data), len(data)/2, len(data)/2+min(200, len(data)/4))
	damaged[len(damaged)*3/4] ^= 0xff
	grows(t, name, format, data)
	grows(t, "damaged "+name, format, damaged)
}

// grows compares the demo read in pieces with the demo read at once.
func grows(t *testing.T, name string, format *codec.Codec, data []byte) {
	t.Helper()
	read := func(o codec.Options, data []byte) (messages []string, written []byte, damage string) {
		d := format.NewDecoder(data, o)
		var b bytes.Buffer
		e := format.NewEncoder(&b, d.Options())
		for d.Next(func(m any) {
			messages = append(messages, fmt.Sprint(format.Text.MessageName(m), d.Offset(), d.Time()))
			e.Handle(m)
		}) != io.EOF {
		}
		if err := e.Finish(); err != nil {
			t.Error(name, err)
		}
		return messages, b.Bytes(), fmt.Sprint(d.Damage())
	}
	want, whole, damage := read(codec.Options{}, data)
	got, grown, found := read(codec.Options{More: Pieces(data)}, nil)
	if !slices.Equal(got, want) || found != damage {
		t.Errorf("%s: %d messages with damage %s in pieces, %d with %s at once", name, len(got), found, len(want), damage)
	}
	if !bytes.Equal(whole, data) || !bytes.Equal(grown, data) {
		t.Errorf("%s: %d bytes are written as %d, and as %d if read in pieces", name, len(data), len(whole), len(grown))
	}
}

// Pieces returns a function that delivers data in pieces of different sizes. The function can be used as
// [codec.Options.More].
func Pieces(data []byte) func(have int) ([]byte, bool) {
	step := 0
	return func(have int) ([]byte, bool) {
		step = step*5%997 + 1
		n := min(have+step, len(data))
		return data[:n:n], n == len(data)
	}
}
