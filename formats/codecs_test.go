package formats

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"fragscope/formats/codec"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
	"fragscope/formats/wire"
)

// optional are the functions of a codec that may be nil.
var optional = []string{"Claims", "Extension", "Unwrap", "ServerVersion", "HasProtocol", "Forms", "Head",
	"Broken", "Show"}

// TestCodecs checks what the list promises: every codec is complete, and no name, extension or kind of file is there
// twice.
func TestCodecs(t *testing.T) {
	seen := map[string]*codec.Codec{}
	once := func(c *codec.Codec, what, name string) {
		if name == "" {
			t.Errorf("%v has an empty %s", c, what)
		} else if other := seen[what+name]; other != nil {
			t.Errorf("%v and %v have the %s %s", other, c, what, name)
		}
		seen[what+name] = c
	}
	for _, c := range Codecs() {
		once(c, "name", c.Name)
		for _, ext := range c.Extensions() {
			once(c, "extension", ext)
		}
		for _, k := range c.Kinds {
			once(c, "kind", k.ID)
		}
		if c.Game == "" || !slices.Contains(c.Extensions(), c.Name) {
			t.Errorf("%v is of the game %q and has the extensions %v", c, c.Game, c.Extensions())
		}
		for _, v := range []reflect.Value{reflect.ValueOf(*c), reflect.ValueOf(c.Text)} {
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.Type.Kind() == reflect.Func && v.Field(i).IsNil() &&
					!slices.Contains(optional, f.Name) {
					t.Errorf("%v has no %s", c, f.Name)
				}
			}
		}
	}
}

// TestCodecsOfExamples checks, of a small demo of each format, that its codec alone takes it for one of its own, finds
// the ends of its blocks, and writes the bytes that it reads.
func TestCodecsOfExamples(t *testing.T) {
	examples := map[*codec.Codec][]byte{
		netquake.Codec: join([]byte("-1\n"), bytes.Repeat(demBlocks(), 4)), quakeworld.Codec: qwdBlocks(),
		quakeworld.MultiViewCodec: mvdBlocks(), quake2.Codec: join(dm2Blocks(), quake2.Codec.End),
		quake2.MultiViewCodec: []byte("MVD2\x01\x00\x01\x00\x00"), quake3.Codec: quake3Blocks(),
	}
	for _, c := range Codecs() {
		data := examples[c]
		if data == nil {
			data = ownExample(t, c)
		}
		if got, err := Read("a."+c.Name, "", data); len(data) >= minDemo && (err != nil || got.Format != c) {
			t.Errorf("%v is opened as %v, %v", c, got, err)
		}
		for _, other := range Codecs() {
			if got := other.Sniff(data); (got > wire.Faint) != (other == c) && !elder(other, c, got, data) {
				t.Errorf("%v sniffs %d of a demo of %v", other, got, c)
			}
		}
		at, last := 0, false
		for at < len(data) && !last {
			end, mark := c.NextBlock(data, at)
			if end <= at || end > len(data) {
				t.Errorf("%v: the block at %d of %d ends at %d", c, at, len(data), end)
				break
			}
			at, last = end, mark
		}
		if last != (c.End != nil) {
			t.Errorf("%v: the demo ends with a mark: %v", c, last)
		}
		d := c.NewDecoder(data, codec.Options{})
		var out bytes.Buffer
		e := c.NewEncoder(&out, d.Options())
		for d.Next(e.Handle) != io.EOF {
		}
		if err := e.Finish(); err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%v: % x is written as % x, %v", c, data, out.Bytes(), err)
		}
	}
}

// ownExample returns the example of a format among the tests of its game.
func ownExample(t *testing.T, c *codec.Codec) []byte {
	t.Helper()
	files, err := filepath.Glob("*/testdata/example." + c.Name)
	if err != nil || len(files) != 1 {
		t.Fatalf("%v has the examples %v, %v", c, files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return data
}
