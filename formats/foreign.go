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

// ForeignGame is a game, or an engine's games, whose demos may be mistaken for Quake's.
type ForeignGame struct {
	// ID is short and unique: "source-demo".
	ID string
	// Name is the game's name, to follow "a demo of".
	Name string
	// Plays is what plays such demos, with the command.
	Plays string
	// Marks are alternative starts of such files.
	Marks []string
	// Extensions are without a dot, in lower case.
	Extensions []string

	versions []string // how the version in the serverinfo starts (qcommon.h, Q3_VERSION, and what the games made of it)
}

// ForeignGames returns the games whose demos are refused by name. The numbers in ".dm_" extensions are protocols, so
// several games of one family share some.
func ForeignGames() []ForeignGame {
	return []ForeignGame{
		{ID: "source-demo", Name: "a Source engine game (Half-Life 2, Team Fortress 2, Counter-Strike)", Plays: "the game plays it: playdemo", Marks: []string{"HL2DEMO"}},
		{ID: "source2-demo", Name: "a Source 2 game (Dota 2, Counter-Strike 2)", Plays: "the game plays it: playdemo", Marks: []string{"PBDEMS2"}},
		{ID: "dota2-demo", Name: "Dota 2", Plays: "the game plays it", Marks: []string{"PBUFDEM"}},
		{ID: "goldsrc-demo", Name: "a GoldSrc game (Half-Life, Counter-Strike 1.6)", Plays: "the game plays it: playdemo, or viewdemo with a panel", Marks: []string{"HLDEMO"}},
		{ID: "callofduty-demo", Name: "Call of Duty", Plays: "the game plays it: demo", Extensions: []string{"dm_1", "dm_6", "dm_13"}, versions: []string{"CoD", "COD", "Call of Duty"}},
		{ID: "enemyterritory-test-demo", Name: "a test version of Wolfenstein: Enemy Territory", Plays: "the game of that version plays it: demo", Extensions: []string{"dm_80", "dm_82", "dm_83"}, versions: []string{"ET 2.5"}},
		{ID: "etlegacy-server-demo", Name: "a server of ET: Legacy", Plays: "the server plays it: demo_play", Extensions: []string{"sv_84"}},
		{ID: "jediknight2-demo", Name: "Jedi Knight II", Plays: "the game and JK2MV play it: demo", Extensions: []string{"dm_15", "dm_16"}, versions: []string{"JK2"}},
		{ID: "jediacademy-demo", Name: "Jedi Knight: Jedi Academy", Plays: "the game, OpenJK and jaMME play it: demo", Extensions: []string{"dm_25", "dm_26"}, versions: []string{"JAmp", "OpenJK"}},
		{ID: "soldieroffortune2-demo", Name: "Soldier of Fortune II", Plays: "the game plays it: demo", Extensions: []string{"dm_2001", "dm_2002", "dm_2003", "dm_2004"}, versions: []string{"SOF2"}},
		{ID: "medalofhonor-demo", Name: "Medal of Honor: Allied Assault", Plays: "the game plays it: demo", Extensions: []string{"dm_8", "dm_17"}, versions: []string{"Medal of Honor"}},
		{ID: "eliteforce-demo", Name: "Star Trek: Elite Force", Plays: "the game plays it: demo", Extensions: []string{"efdemo"}, versions: []string{"ST:V HM", "ioEF"}},
		{ID: "warsow-demo", Name: "Warsow", Plays: "the game plays it: demo", Extensions: []string{"wd10", "wd11", "wd12", "wd15", "wd16", "wd17", "wd20", "wd21", "wd22"}},
	}
}

// foreignWhere returns the first foreign game of which is holds, or nil.
func foreignWhere(is func(g *ForeignGame) bool) *ForeignGame {
	games := ForeignGames()
	for i := range games {
		if is(&games[i]) {
			return &games[i]
		}
	}
	return nil
}

// foreignMark returns the foreign game whose demos start like data, or nil.
func foreignMark(data []byte) *ForeignGame {
	return foreignWhere(func(g *ForeignGame) bool {
		return slices.ContainsFunc(g.Marks, func(mark string) bool { return bytes.HasPrefix(data, []byte(mark)) })
	})
}

// foreignGame returns the foreign game that a demo comes from, or nil, given its format and how sure that is. The version
// sent by the server outranks the file's name.
func foreignGame(name string, data []byte, format *codec.Codec, sure wire.Confidence) *ForeignGame {
	if format != nil && format.ServerVersion != nil {
		version := format.ServerVersion(data)
		game := foreignWhere(func(g *ForeignGame) bool {
			return slices.ContainsFunc(g.versions, func(start string) bool { return strings.HasPrefix(version, start) })
		})
		if game != nil || version != "" {
			return game
		}
	}
	if sure == wire.Certain {
		return nil
	}
	ext := extension(name)
	return foreignWhere(func(g *ForeignGame) bool { return slices.Contains(g.Extensions, ext) })
}

// otherGame returns the error for a demo of a foreign game.
func otherGame(name string, game *ForeignGame) error {
	return &NotDemoError{name, "it is a demo of " + game.Name + ", which is another game; " + game.Plays}
}

// isText reports whether data starts like text, with letters and without characters that text never has. Every demo has
// some of those among its first bytes.
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
