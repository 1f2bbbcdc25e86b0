package formats

import (
	"bytes"
	"io"
	"reflect"
	"slices"
	"testing"

	"fragscope/formats/codec"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
	"fragscope/formats/wire"
	"fragscope/formats/wolfenstein"
)

// optional are the functions of a codec that may be nil.
var optional = []string{"Claims", "Extension", "Unwrap", "ServerVersion", "HasProtocol", "Forms", "Head", "Broken", "Show"}

// TestCodecs checks what the list promises: every codec is complete, and no name, extension or kind of file is there twice.
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
				if f := v.Type().Field(i); f.Type.Kind() == reflect.Func && v.Field(i).IsNil() && !slices.Contains(optional, f.Name) {
					t.Errorf("%v has no %s", c, f.Name)
				}
			}
		}
	}
}

// TestCodecsOfExamples checks, of a small demo of each format, that its codec alone takes it for one of its own, finds the ends of its
// blocks, and writes the bytes that it reads.
func TestCodecsOfExamples(t *testing.T) {
	examples := map[*codec.Codec][]byte{
		netquake.Codec: join([]byte("-1\n"), bytes.Repeat(demBlocks(), 4)), quakeworld.Codec: qwdBlocks(), quakeworld.MultiViewCodec: mvdBlocks(),
		quake2.Codec: join(dm2Blocks(), quake2.Codec.End), quake2.MultiViewCodec: []byte("MVD2\x01\x00\x01\x00\x00"), quake3.Codec: quake3Blocks(),
		wolfenstein.Codec: wolfensteinBlocks(t, 84), wolfenstein.MultiViewCodec: wolfensteinBlocks(t, 284),
	}
	for _, c := range Codecs() {
		data := examples[c]
		if data == nil {
			t.Errorf("%v has no example", c)
			continue
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

// elder reports whether a format is that of the elder game of one engine, whose blocks are alike, and is less sure of data.
func elder(format, of *codec.Codec, sure wire.Confidence, data []byte) bool {
	return format == quake3.Codec && of.Game == wolfenstein.Codec.Game && sure < of.Sniff(data)
}

// wolfensteinBlocks is a small demo of Enemy Territory, or with protocol 284 of one of its TV servers.
func wolfensteinBlocks(t *testing.T, protocol int) []byte {
	t.Helper()
	var b bytes.Buffer
	e := wolfenstein.NewEncoder(&b, wolfenstein.Options{Protocol: wolfenstein.ProtocolOf(protocol)})
	e.Handle(&wolfenstein.Block{Sequence: 1})
	e.Handle(&wolfenstein.Gamestate{
		Configstrings: []wolfenstein.Configstring{{Index: 0, Text: []byte(`\version\ET 2.60b linux-i386 May  8 2006\protocol\84`)}},
		Baselines: []wolfenstein.EntityDelta{{Number: 70, StateDelta: wolfenstein.StateDelta{FieldDelta: wolfenstein.FieldDelta{
			Changed: []wolfenstein.FieldChange{{Value: 4}}}}}},
	})
	e.Handle(&wolfenstein.BlockEnd{})
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
