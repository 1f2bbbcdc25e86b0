package text

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/formats/codec"
	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
)

// open is the demo in a file, or nil for what is none; of an archive it is the first.
func open(t testing.TB, name string) *formats.Demo {
	t.Helper()
	demo, err := formats.Open(corpus.Path(t, "demos/"+name))
	var several *formats.SeveralError
	var none *formats.NotDemoError
	if errors.As(err, &several) {
		demo, err = formats.OpenMember(corpus.Path(t, "demos/"+name), several.Members[0].Name)
	}
	switch {
	case errors.As(err, &none):
		return nil
	case err != nil:
		t.Fatal(err)
	}
	return demo
}

// textOf is a demo as text.
func textOf(t testing.TB, demo *formats.Demo) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := Write(&b, demo); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// written returns the names of the demos that are written as text: a sample of the intact ones, and the broken ones.
func written(t testing.TB) (names []string) {
	for _, e := range corpus.Sample(t) {
		names = append(names, e.Name)
	}
	return append(names, corpus.Demos(t, []string{"broken"}, "*")...)
}

// TestRoundTrip holds that every demo, also a broken one, comes back from its text byte for byte.
func TestRoundTrip(t *testing.T) {
	const short = 1 << 18 // bytes of the demos that are tried in a hurry
	var demos, size, lines int
	var writing, packing time.Duration
	for _, name := range written(t) {
		demo := open(t, name)
		if demo == nil || testing.Short() && len(demo.Data) > short {
			continue
		}
		start := time.Now()
		text := textOf(t, demo)
		writing += time.Since(start)
		start = time.Now()
		var packed bytes.Buffer
		format, err := Pack(&packed, bytes.NewReader(text))
		packing += time.Since(start)
		if err != nil || format != demo.Format {
			t.Errorf("%s: %v, %v", name, format, err)
			continue
		}
		corpus.SameBytes(t, name, packed.Bytes(), demo.Data)
		demos, size, lines = demos+1, size+len(demo.Data), lines+len(text)
	}
	t.Logf("%d demos of %.1f MB make %.1f MB of text, written at %.1f MB/s and packed at %.1f MB/s of demo", demos,
		mega(size), mega(lines),
		mega(size)/writing.Seconds(), mega(size)/packing.Seconds())
}

// TestRecorded holds the same of the demos that were recorded for the tests of the formats: engines that leave open how
// their protocol is filled, and the rerelease.
func TestRecorded(t *testing.T) {
	var names []string
	for _, pattern := range []string{"../netquake/testdata/recorded/*.dem.gz", "../quake2/testdata/rerelease/*.*2.gz"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d, %v", pattern, len(found), err)
		}
		names = append(names, found...)
	}
	variants := 0
	for _, name := range names {
		demo, err := formats.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text := textOf(t, demo)
		variants += bytes.Count(text, []byte(`"message":"variant"`))
		if bytes.Contains(text, []byte(`"exact":`)) || bytes.Contains(text, []byte(`"message":"raw"`)) {
			t.Errorf("%s: not all of it is told by its messages", name)
		}
		var packed bytes.Buffer
		if _, err := Pack(&packed, bytes.NewReader(text)); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		corpus.SameBytes(t, name, packed.Bytes(), demo.Data)
	}
	if variants == 0 {
		t.Error("no demo has a variant")
	}
}

func mega(n int) float64 { return float64(n) / 1e6 }

// Every format has a text.
func TestGamesAreComplete(t *testing.T) {
	for _, f := range formats.Codecs() {
		if len(newGame(f).messages) == 0 {
			t.Errorf("%v has no text", f)
		}
	}
}

// TestTextOfText holds that the text of a demo that was packed is the text that it was packed of.
func TestTextOfText(t *testing.T) {
	demo, err := formats.Read(sample.DemoName, "", sample.Demo())
	if err != nil {
		t.Fatal(err)
	}
	text := textOf(t, demo)
	var packed bytes.Buffer
	if _, err := Pack(&packed, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	corpus.SameBytes(t, "the sample", packed.Bytes(), demo.Data)
	demo.Data = packed.Bytes()
	corpus.SameBytes(t, "its text", textOf(t, demo), text)
}

// TestForms holds that all fields of all messages come back from their text, whatever is in them.
func TestForms(t *testing.T) {
	for _, format := range formats.Codecs() {
		g := newGame(format)
		l := newLiner(g, codec.Options{Protocol: 68})
		for name, typ := range g.messages {
			want := reflect.New(typ)
			fill(want.Elem(), new(int), &l.coder)
			text := l.put(nil, want.Interface())
			if m, ok := want.Interface().(*quake3.SnapshotDelta); ok && m.Player.Lists != nil {
				m.Player.Stats, m.Player.Ammo = quake3.ArrayDelta{}, quake3.ArrayDelta{} // its family writes lists
			}
			var tr tree
			root, err := tr.read(text)
			if err != nil {
				t.Fatalf("%v %s: %v: %s", format, name, err, text)
			}
			got := reflect.New(typ)
			if err := l.coder.of(typ).take(&tr, root, got.Elem()); err != nil {
				t.Errorf("%v %s: %v: %s", format, name, err, text)
			}
			if again := l.put(nil, got.Interface()); !bytes.Equal(again, text) {
				t.Errorf("%v %s: %s comes back as %s", format, name, text, again)
			}
			if !reflect.DeepEqual(got.Interface(), want.Interface()) {
				t.Errorf("%v %s:\n got %+v\nwant %+v", format, name, got, want)
			}
		}
	}
}

// fill sets all fields that are written to values that differ.
func fill(v reflect.Value, n *int, c *coder) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(-int64(*n % 100))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n % 100))
	case reflect.Float32:
		v.SetFloat(float64(*n) / 8)
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte{'a', 0xe1, '\n', byte(*n)%100 + 1, 0x80, 0xff})
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n, c)
		fill(v.Index(1), n, c)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n, c)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n, c)
	case reflect.Struct:
		fillStruct(v, n, c)
	}
}

func fillStruct(v reflect.Value, n *int, c *coder) {
	switch d := v.Addr().Interface().(type) {
	case *quake3.EntityDelta:
		*d = quake3.EntityDelta{Number: 7, FieldDelta: fullDelta()}
		return
	case *quake3.PlayerDelta:
		*d = quake3.PlayerDelta{FieldDelta: fullDelta()}
		d.Ammo = quake3.ArrayDelta{Sent: true, Changed: []quake3.ElementChange{{Value: -5}, {Value: 9, Index: 15}}}
		d.Stats = quake3.ArrayDelta{Sent: true}
		return
	}
	if c.types[v.Type()] != nil { // the tests of its game fill it
		return
	}
	if u, ok := c.usual[v.Type()]; ok {
		v.Set(u)
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.IsExported() && f.Tag.Get("json") != "-" && f.Tag.Get(tagText) != tagDerived && f.Name != "Fields" {
			fill(v.Field(i), n, c)
		}
	}
}

func fullDelta() quake3.FieldDelta {
	return quake3.FieldDelta{Count: 50, Changed: []quake3.FieldChange{
		{Field: uint8(quake3.EntPosTime), Form: quake3.FullZero},
		{Value: math.Float32bits(-1.5), Field: uint8(quake3.EntPosBaseX), Form: quake3.FullFloat},
		{Field: uint8(quake3.EntPosBaseY), Form: quake3.FullFloat | quake3.FullZero},
		{Value: 0xffffffff, Field: uint8(quake3.EntEvent)},
	}}
}

// TestTexts has each kind of byte and of character, and what is written of it.
func TestTexts(t *testing.T) {
	for _, test := range []struct {
		text   string
		asUTF8 bool
		want   string
	}{
		{"plain", false, `"plain"`},
		{"say \"\\\n\x01\x7f", false, `"say \"\\\n\u0001\u007f"`},
		{"\xf2\xe5\xe4", false, `"ｒｅｄ"`},
		{"\x80\xa0\xff", false, "\"\ue080\ue0a0\ue0ff\""},
		{"é", false, `"Ｃ）"`},
		{"é漢\U0001f600", true, `"é漢😀"`},
		{"\u202e\u2028", true, `"\u202e\u2028"`},
		{"\U000e0001", true, `"\udb40\udc01"`},
		{"a\xf6\xc3", true, "\"aｖＣ\""},
		{"ｒ", true, "\"ｏ\uff1d\ue092\""}, // bytes ef bd 92, of a letter that stands for a byte
	} {
		got := appendChars(nil, []byte(test.text), test.asUTF8)
		if string(got) != test.want {
			t.Errorf("%q is written as %s, want %s", test.text, got, test.want)
		}
		back, err := chars(&node{kind: isString, raw: got[1 : len(got)-1]}, test.asUTF8, false)
		if err != nil || string(back) != test.text {
			t.Errorf("%q comes back as %q, %v", test.text, back, err)
		}
	}
	var every []byte
	for c := range 256 {
		every = append(every, byte(c))
	}
	for _, asUTF8 := range []bool{false, true} {
		s := appendChars(nil, every, asUTF8)
		if back, err := chars(&node{kind: isString, raw: s[1 : len(s)-1]}, asUTF8, true); err != nil ||
			!bytes.Equal(back, every) {
			t.Errorf("all bytes come back as %q, %v", back, err)
		}
	}
}

// TestFloats holds that every float comes back with all its bits.
func TestFloats(t *testing.T) {
	for bits, want := range map[uint32]string{
		0: "0", 0x80000000: "-0", 0x3dcccccd: "0.1", 0x7f800000: `"inf"`, 0xff800000: `"-inf"`,
		0x7fc00000: `"nan:7fc00000"`, 0x7f800001: `"nan:7f800001"`, 0xffffffff: `"nan:ffffffff"`, 1: "1e-45",
		0x7f7fffff: "3.4028235e+38", 0x49742400: "1000000",
	} {
		f := math.Float32frombits(bits)
		got := appendFloat(nil, f)
		if string(got) != want {
			t.Errorf("%08x is written as %s, want %s", bits, got, want)
		}
		n := &node{kind: isNumber, raw: got}
		if got[0] == '"' {
			n = &node{kind: isString, raw: got[1 : len(got)-1]}
		}
		if back, err := float(n); err != nil || math.Float32bits(back) != bits {
			t.Errorf("%s comes back as %08x, %v", got, math.Float32bits(back), err)
		}
	}
}

const mvdHeader = `{"schema":"fragscope.demo","version":1,"game":"quakeworld","format":"mvd"}` + "\n"

// TestRefused has lines that no demo can be made of, and what is said of them.
func TestRefused(t *testing.T) {
	block := func(messages string) string { return mvdHeader + `{"block":{"code":6},"messages":[` + messages + `]}` }
	for text, want := range map[string]string{
		"":             "line 1: there is no header",
		"hello":        "line 1: it is not valid JSON, at byte 1",
		"[1]":          "line 1: a line must be an object, not a list",
		`{"schema":1}`: "line 1: json: cannot unmarshal",
		`{"schema":"fragscope.demo","version":2}`:                               "line 1, version: 2 is unknown",
		`{"schema":"fragscope.demo","version":1,"format":"bmp"}`:                `line 1, format: "bmp" is unknown`,
		`{"schema":"fragscope.demo","version":1,"format":"mvd","game":"quake"}`: "line 1, game:",
		`{"schema":"fragscope.demo","version":1,"format":"dm_68","protocol":5}`: "line 1, protocol: 5 is unknown",
		mvdHeader +
			`{"blocks":{}}`: "line 2, blocks: a line cannot have this key",
		mvdHeader +
			`{"block":{},"block":{}}`: "line 2, block: it occurs twice",
		mvdHeader +
			`{"end":{}}`: "line 2, end: the line has an end but no block",
		mvdHeader +
			`{"messages":7}`: "line 2, messages: it must be a list, not a number",
		mvdHeader +
			`{"block":{"code":600}}`: `line 2, block.code: "600" is out of range: it must be from 0 to 255`,
		mvdHeader + "\n\n" +
			`{"block":{"code":"six"}}`: `line 4, block.code: "six" is not a whole number`,
		block(
			`{"message":"prunt"}`): `line 2, messages[0].message: quakeworld has no message "prunt"`,
		block(
			`{"text":"x"}`): "line 2, messages[0].message: a message needs a name",
		block(
			`{"message":"block"}`): "line 2, messages[0].message: block: it cannot be listed, because the line itself stands for it",
		block(
			`{"message":"print","level":3,"texts":"x"}`): "line 2, messages[0].texts: there is no such field",
		block(
			`{"message":"print","level":3,"text":5}`): "line 2, messages[0].text: it must be a string, not a number",
		block(
			`{"message":"print","level":3,"text":"é"}`): "line 2, messages[0].text: 'é' is not in the game's character set",
		block(
			`{"message":"print","level":3,"text":"\u0000"}`): "line 2, messages[0].text: a string in a demo ends at a zero",
		block(
			`{"message":"print","level":3,"text":"\ud800"}`): `line 2, messages[0].text: \ud800 is half a character`,
		block(
			`{"message":"print","level":256,"text":"x"}`): `line 2, messages[0].level: "256" is out of range: it must be from 0 to 255`,
		block(`{"message":"nop"},{"message":"update_frags","player":1,"frags":-32769}`): `line 2, messages[1].frags: "-32769" is out of range: it must be from -32768 to 32767`,
		block(
			`{"message":"damage","origin":[1,2]}`): "line 2, messages[0].origin: the list has 2 elements instead of 3",
		block(
			`{"message":"damage","origin":[1,2,3,4]}`): "line 2, messages[0].origin: the list has more than 3 elements",
		block(
			`{"message":"damage","origin":[1,2,"x"]}`): "line 2, messages[0].origin[2]: it must be a number",
		block(
			`{"message":"damage","origin":[1,2,3.3]}`): "line 2, messages[0].origin[2]: 3.3 cannot be encoded: it would be read back as 3.25",
		block(
			`{"message":"damage","origin":[1,2,5000]}`): "line 2, messages[0].origin[2]: 5000 cannot be encoded: it would be read back as -3192",
		block(
			`{"message":"stop_sound","entity":9000,"channel":1}`): "line 2, messages[0].entity: 9000 cannot be encoded: it would be read back as 808",
		block(`{"message":"player_info","player":1,"flags":0,"origin":[8,0,0]}`):          "line 2, messages[0].origin: [8,0,0] is not encoded",
		block(`{"message":"set_info","player":1,"key":"name","value":"x","messages":[]}`): "line 2, messages[0].messages: set_info cannot contain messages",
		block(
			`{"message":"temp_entity","type":200}`): "line 2: temporary entity of type 200: unknown",
		strings.Repeat("[",
			100000): "line 1: values are nested too deep",
		mvdHeader +
			`{"block":{"code":6},"messages":[{"message":"print","text":"x"}]`: "line 2: it is not valid JSON, at byte",
	} {
		_, err := Pack(new(bytes.Buffer), strings.NewReader(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.90s\n got %v\nwant %s", text, err, want)
		}
	}
}

// TestPackedByHand makes a demo of lines that a program could write, with other spaces, orders and forms of numbers.
func TestPackedByHand(t *testing.T) {
	const lines = mvdHeader +
		` { "messages" : [ { "text" : "hi", "level" : 2e0, "message" : "print" } ,{"message":"nop"}], "block":{"delta":5.0,"code":6} } ` +
		"\r\n"
	var b bytes.Buffer
	if _, err := Pack(&b, strings.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	want := []byte{5, 6, 6, 0, 0, 0, 8, 2, 'h', 'i', 0, 1}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("got % x, want % x", b.Bytes(), want)
	}
}

// failing is a writer without room.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestWriterFails(t *testing.T) {
	full := errors.New("the disk is full")
	demo := &formats.Demo{Format: quakeworld.MultiViewCodec, Data: []byte{5, 6, 2, 0, 0, 0, 1, 1}}
	if _, err := Write(failing{full}, demo); !errors.Is(err, full) {
		t.Errorf("writing: %v", err)
	}
	var wrong *Error
	if _, err := Pack(failing{full}, bytes.NewReader(textOf(t, demo))); !errors.Is(err, full) ||
		errors.As(err, &wrong) {
		t.Errorf("packing: %v", err)
	}
}

// TestShortLines holds that what cannot be read does not make lines without end.
func TestShortLines(t *testing.T) {
	for _, demo := range []*formats.Demo{
		{Format: quake3.Codec, Name: "x.dm_68", Data: bytes.Repeat([]byte("garbage?"), 1<<16)},
		{Format: netquake.Codec, Data: bytes.Repeat([]byte("garbage?"), 1<<16)},
		{Format: quakeworld.Codec, Data: bytes.Repeat([]byte("garbage?"), 1<<16)},
		{Format: quake2.Codec, Data: append([]byte{0x34, 0x12, 0, 0}, bytes.Repeat([]byte("garbage?"), 1<<16)...)},
	} {
		text := textOf(t, demo)
		for line := range bytes.Lines(text) {
			if len(line) > 1<<18 {
				t.Errorf("%v: a line of %d bytes", demo.Format, len(line))
			}
		}
		var packed bytes.Buffer
		if _, err := Pack(&packed, bytes.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		corpus.SameBytes(t, demo.Format.String(), packed.Bytes(), demo.Data)
	}
}
