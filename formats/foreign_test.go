package formats

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"fragscope/formats/quake3"
)

// startOfDemo is the start of a demo of id Tech 3 with a serverinfo.
func startOfDemo(t *testing.T, serverInfo string) []byte {
	t.Helper()
	var b bytes.Buffer
	e := quake3.NewEncoder(&b, quake3.Options{Protocol: quake3.ProtocolOf(68)})
	e.Handle(&quake3.Block{Sequence: 1})
	e.Handle(&quake3.Gamestate{Configstrings: []quake3.Configstring{{Index: 0, Text: []byte(serverInfo)}}})
	e.Handle(&quake3.BlockEnd{})
	e.Handle(&quake3.End{Marker: true})
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestForeignDemos holds that demos of other games are refused by the games' names, and what is no demo at all as what
// it is.
func TestForeignDemos(t *testing.T) {
	quake := startOfDemo(t, `\version\Q3 1.32b linux-i386 Nov 14 2002\mapname\q3dm6`)
	junk := bytes.Repeat([]byte{0xA5, 0x13, 0, 7, 0xFE}, 100)
	for _, test := range []struct {
		name string
		data []byte
		want string // in the error; empty for a demo
	}{
		{"a.dm_68", quake, ""},
		{"renamed.dm_26", quake, ""},
		{"a.dm_1", junk, "is a demo of Call of Duty, which is another game; the game plays it"},
		{"a.dm_1.gz", junk, "is a demo of Call of Duty, which"},
		{"renamed.dm_68", startOfDemo(t, `\version\JAmp: v1.0.1.0 linux-i386 Nov 10 2003`),
			"is a demo of Jedi Knight: Jedi Academy, which"},
		{"a.dm_25", junk, "is a demo of Jedi Knight: Jedi Academy, which"},
		{"a.dem", append([]byte("HL2DEMO\x00"), junk...), "is a demo of a Source engine game"},
		{"a.dem", append([]byte("PBDEMS2\x00"), junk...), "is a demo of a Source 2 game"},
		{"a.dem", append([]byte("HLDEMO\x00\x00"), junk...), "is a demo of a GoldSrc game"},
		{"notes.txt", []byte("hello world\n"), "it is a text, not a demo"},
		{"notes.dem", []byte("hello world\n"), "it is a text, not a demo"},
		{"long.dm_68", []byte(strings.Repeat("A long day's \xc3\xa9 tale.\r\n", 100)), "it is a text, not a demo"},
		{"short.dem", []byte("-1\n"), "it has only 3 bytes; the rest is missing"},
		{"short.bin", []byte{1, 2, 3}, "it is not a demo"},
		{"empty.dem", nil, "it is empty"},
	} {
		_, err := Read(test.name, "", test.data)
		var not *NotDemoError
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && (!errors.As(err, &not) || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
