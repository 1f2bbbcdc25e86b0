package formats

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// foreignGames are the games whose demos are taken for those of the Quakes: by how the files begin, by their
// extensions, or by how the version of the server's program begins that demos made with id Tech 3 have in their
// serverinfo (qcommon.h, Q3_VERSION and what the games made of it).
var foreignGames = []struct {
	name       string
	marks      []string
	extensions []string
	versions   []string
}{
	{name: "a Source engine game (Half-Life 2, Team Fortress 2, Counter-Strike)", marks: []string{"HL2DEMO"}},
	{name: "a Source 2 game (Dota 2, Counter-Strike 2)", marks: []string{"PBDEMS2"}},
	{name: "Dota 2", marks: []string{"PBUFDEM"}},
	{name: "a GoldSrc game (Half-Life, Counter-Strike 1.6)", marks: []string{"HLDEMO"}},
	{name: "Call of Duty", extensions: []string{"dm_1"}, versions: []string{"CoD", "COD", "Call of Duty"}},
	{name: "Call of Duty: World at War", extensions: []string{"dm_6"}},
	{name: "Call of Duty: Modern Warfare 2", extensions: []string{"dm_13"}},
	{name: "Return to Castle Wolfenstein", extensions: []string{"dm_57", "dm_58", "dm_59", "dm_60"}, versions: []string{"Wolf ", "iortcw"}},
	{name: "Wolfenstein: Enemy Territory", extensions: []string{"dm_80", "dm_82", "dm_83", "dm_84"}, versions: []string{"ET "}},
	{name: "Jedi Knight II", extensions: []string{"dm_15", "dm_16"}, versions: []string{"JK2"}},
	{name: "Jedi Knight: Jedi Academy", extensions: []string{"dm_25", "dm_26"}, versions: []string{"JAmp", "OpenJK"}},
	{name: "Soldier of Fortune II", extensions: []string{"dm_2001", "dm_2002", "dm_2003", "dm_2004"}, versions: []string{"SOF2"}},
	{name: "Medal of Honor: Allied Assault", extensions: []string{"dm_8", "dm_17"}, versions: []string{"Medal of Honor"}},
	{name: "Star Trek: Elite Force", extensions: []string{"efdemo"}, versions: []string{"ST:V HM", "ioEF"}},
	{name: "Warsow", extensions: []string{"wd10", "wd11", "wd12", "wd15", "wd16", "wd17", "wd20", "wd21", "wd22"}},
}

// foreignMark is the foreign game whose demos begin as data does; empty for none.
func foreignMark(data []byte) string {
	for _, g := range foreignGames {
		if slices.ContainsFunc(g.marks, func(mark string) bool { return bytes.HasPrefix(data, []byte(mark)) }) {
			return g.name
		}
	}
	return ""
}

// foreignGame is the foreign game that a demo of a format comes from, as sure as that was found out; empty for none. What the
// server says of its program goes before the file's name.
func foreignGame(name string, data []byte, format Format, sure wire.Confidence) string {
	if format == Quake3 {
		version := quake3.ServerVersion(data)
		for _, g := range foreignGames {
			if slices.ContainsFunc(g.versions, func(start string) bool { return strings.HasPrefix(version, start) }) {
				return g.name
			}
		}
		if version != "" {
			return ""
		}
	}
	if sure == wire.Certain {
		return ""
	}
	return foreignName(name)
}

// foreignName is the foreign game whose demos are named as a file is; empty for none.
func foreignName(name string) string {
	ext := strings.TrimPrefix(path.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")), ".")
	for _, g := range foreignGames {
		if slices.Contains(g.extensions, ext) {
			return g.name
		}
	}
	return ""
}

// otherGame is the error for a demo of a foreign game.
func otherGame(name, game string) error {
	return &NotDemoError{name, "it is a demo of " + game + ", which is another game"}
}

// isText reports whether data begins as a text does, with letters and without characters that no text has. Every demo
// has some of these among its first bytes.
func isText(data []byte) bool {
	head := data[:min(len(data), 1024)]
	letters := 0
	for len(head) > 0 {
		r, n := utf8.DecodeRune(head)
		switch {
		case r == utf8.RuneError && n == 1:
			return len(head) < utf8.UTFMax && len(data) > 1024 && letters > 0
		case unicode.IsLetter(r):
			letters++
		case unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' && r != '\f':
			return false
		}
		head = head[n:]
	}
	return letters > 0
}
