package text

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fragscope/formats"
	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// TestForm holds that the description has every message of every game, in lines that fit a terminal.
func TestForm(t *testing.T) {
	form := Form()
	for line := range strings.Lines(form[len(formText):]) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 118 {
			t.Errorf("a line has %d characters: %s", n, line)
		}
	}
	words := strings.FieldsFunc(form, func(r rune) bool { return strings.ContainsRune(" ,:\n", r) })
	slices.Sort(words)
	has := func(word string) bool { _, ok := slices.BinarySearch(words, word); return ok }
	for _, c := range formats.Codecs() {
		g := newGame(c)
		if strings.Count(form, "\nMessages of "+g.Game+"\n") != 1 {
			t.Errorf("the messages of %s are not there once", g.Game)
		}
		for name := range g.messages {
			if name == g.EndBlock || g.isEnd(name) {
				continue
			}
			if !strings.Contains(form, "\n    "+name+"\n") && !strings.Contains(form, "\n    "+name+": ") {
				t.Errorf("%s has no message %s", g.Game, name)
			}
		}
	}
	for _, field := range []string{"command_sequence", "pos.trBase[0]", "full_float", "powerups", "weapon_frame"} {
		if !has(field) {
			t.Errorf("there is no field %s", field)
		}
	}
}

// TestWrapped breaks lines at the last space that fits.
func TestWrapped(t *testing.T) {
	word := strings.Repeat("x", 50)
	for line, want := range map[string]string{
		"  a: b, c":                                  "  a: b, c\n",
		"  a: " + word + ", " + word + ", last":      "  a: " + word + ", " + word + ", last\n",
		"  a: " + word + ", " + word + ", late last": "  a: " + word + ", " + word + ", late last\n",
		"  a: " + word + ", " + word + ", " + word:   "  a: " + word + ", " + word + ",\n    " + word + "\n",
		"  " + word + word + word + " end":           "  " + word + word + word + " end\n", // nowhere to break it
	} {
		if got := wrapped(line, "    "); got != want {
			t.Errorf("%q is wrapped to %q, want %q", line, got, want)
		}
	}
}

// unwrittenZero returns a code that is read as the byte 0 and that no engine writes.
func unwrittenZero(t *testing.T) (code, size uint) {
	t.Helper()
	usual, n := wire.Huffman().Encode(0)
	for w := range uint64(1 << 11) {
		c := wire.Huffman().Next(w)
		if c.Byte() == 0 && w&(1<<n-1) != uint64(usual) {
			return uint(w) & (1<<c.Len() - 1), c.Len()
		}
	}
	t.Fatal("there is none")
	return 0, 0
}

// TestExact has a block that an encoder writes otherwise: its bytes are in its line, and count unless it is edited.
func TestExact(t *testing.T) {
	block := func(code, size uint) []byte {
		var w wire.BitWriter
		w.Reset(wire.Huffman())
		w.Raw(uint64(code), size) // the first byte of the acknowledge
		for range 3 {
			w.Uint8(0)
		}
		w.Uint8(5) // server command
		w.Int32(1)
		w.Chars([]byte("print hi"))
		w.Uint8(8) // end
		out := []byte{1, 0, 0, 0}
		return append(binary.LittleEndian.AppendUint32(out, uint32(len(w.Data()))), w.Data()...)
	}
	usual, n := wire.Huffman().Encode(0)
	plain, odd := block(uint(usual), uint(n)), block(unwrittenZero(t))
	end := bytes.Repeat([]byte{0xff}, 8)
	demo := &formats.Demo{Format: quake3.Codec, Name: "x.dm_68", Data: slices.Concat(plain, odd, end)}
	text := string(textOf(t, demo))
	if n := strings.Count(text, `"exact":`); n != 1 {
		t.Fatalf("%d blocks have their bytes in the text:\n%s", n, text)
	}
	pack := func(text string) []byte {
		var packed bytes.Buffer
		if _, err := Pack(&packed, strings.NewReader(text)); err != nil {
			t.Error(err, text)
		}
		return packed.Bytes()
	}
	if got := pack(text); !bytes.Equal(got, demo.Data) {
		t.Errorf("% x comes back as % x", demo.Data, got)
	}
	edited := strings.ReplaceAll(text, "print hi", "print ho")
	demo.Data = pack(edited)
	if again := string(textOf(t, demo)); strings.Count(again, "print ho") != 2 || strings.Contains(again, `"exact":`) {
		t.Errorf("what was edited is packed as\n%s", again)
	}
	wrong := strings.Replace(text, `"exact":"`, `"exact":"xy`, 1)
	if _, err := Pack(new(bytes.Buffer), strings.NewReader(wrong)); err == nil || !strings.Contains(err.Error(), "exact") {
		t.Errorf("bytes that are none: %v", err)
	}
}
