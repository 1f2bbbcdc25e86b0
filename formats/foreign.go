package formats

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fragscope/formats/codec"
	"fragscope/formats/wire"
)

// ForeignGames returns the unsupported games whose demos this package recognises, so that errors can name the game.
// Several games may share an extension such as ".dm_15", because the number in the extension identifies a protocol, not
// a game.
func ForeignGames() []codec.Foreign {
	list := []codec.Foreign{
		{ID: "source-demo", Name: "a Source engine game (Half-Life 2, Team Fortress 2, Counter-Strike)",
			Plays: "the game plays it: playdemo", Marks: []string{"HL2DEMO"}},
		{ID: "source2-demo", Name: "a Source 2 game (Dota 2, Counter-Strike 2)", Plays: "the game plays it: playdemo",
			Marks: []string{"PBDEMS2"}},
		{ID: "dota2-demo", Name: "Dota 2", Plays: "the game plays it", Marks: []string{"PBUFDEM"}},
		{ID: "goldsrc-demo", Name: "a GoldSrc game (Half-Life, Counter-Strike 1.6)",
			Plays: "the game plays it: playdemo, or viewdemo with a panel", Marks: []string{"HLDEMO"}},
		{ID: "callofduty-demo", Name: "Call of Duty", Plays: "the game plays it: demo",
			Extensions: []string{"dm_1", "dm_6", "dm_13"}, Versions: []string{"CoD", "COD", "Call of Duty"}},
		{ID: "jediknight2-demo", Name: "Jedi Knight II", Plays: "the game and JK2MV play it: demo",
			Extensions: []string{"dm_15", "dm_16"}, Versions: []string{"JK2"}},
		{ID: "jediacademy-demo", Name: "Jedi Knight: Jedi Academy", Plays: "the game, OpenJK and jaMME play it: demo",
			Extensions: []string{"dm_25", "dm_26"}, Versions: []string{"JAmp", "OpenJK"}},
		{ID: "soldieroffortune2-demo", Name: "Soldier of Fortune II", Plays: "the game plays it: demo",
			Extensions: []string{"dm_2001", "dm_2002", "dm_2003", "dm_2004"}, Versions: []string{"SOF2"}},
		{ID: "medalofhonor-demo", Name: "Medal of Honor: Allied Assault", Plays: "the game plays it: demo",
			Extensions: []string{"dm_8", "dm_17"}, Versions: []string{"Medal of Honor"}},
		{ID: "eliteforce-demo", Name: "Star Trek: Elite Force", Plays: "the game plays it: demo",
			Extensions: []string{"efdemo"}, Versions: []string{"ST:V HM", "ioEF"}},
		{ID: "warsow-demo", Name: "Warsow", Plays: "the game plays it: demo",
			Extensions: []string{"wd10", "wd11", "wd12", "wd15", "wd16", "wd17", "wd20", "wd21", "wd22"}},
	}
	for _, c := range codecs {
		list = append(list, c.Refused...)
	}
	return list
}

// foreignWhere returns the first foreign game for which is reports true, or nil.
func foreignWhere(is func(g *codec.Foreign) bool) *codec.Foreign {
	games := ForeignGames()
	for i := range games {
		if is(&games[i]) {
			return &games[i]
		}
	}
	return nil
}

// foreignMark returns the foreign game whose demos start like data, or nil.
func foreignMark(data []byte) *codec.Foreign {
	return foreignWhere(func(g *codec.Foreign) bool {
		return slices.ContainsFunc(g.Marks, func(mark string) bool { return bytes.HasPrefix(data, []byte(mark)) })
	})
}

// foreignGame returns the foreign game that a demo comes from, or nil, given its format and the confidence in that
// format. The version sent by the server takes precedence over the file name.
func foreignGame(name string, data []byte, format *codec.Codec, sure wire.Confidence) *codec.Foreign {
	if format != nil && format.ServerVersion != nil {
		version := format.ServerVersion(data)
		game := foreignWhere(func(g *codec.Foreign) bool {
			return slices.ContainsFunc(g.Versions, func(start string) bool { return strings.HasPrefix(version, start) })
		})
		if game != nil || version != "" {
			return game
		}
	}
	if sure == wire.Certain {
		return nil
	}
	ext := extension(name)
	return foreignWhere(func(g *codec.Foreign) bool { return slices.Contains(g.Extensions, ext) })
}

// otherGame returns the error for a demo of a foreign game.
func otherGame(name string, game *codec.Foreign) error {
	return &NotDemoError{name, "it is a demo of " + game.Name + ", which is another game; " + game.Plays}
}

// isText reports whether data starts like text, with letters and without characters that never occur in text. The first
// bytes of every demo include some of those characters.
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
