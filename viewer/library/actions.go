package library

import (
	"slices"

	"fragscope/viewer/action"
)

// The actions of the library.
const (
	IDLibrary  action.ID = "library"
	IDLikeThis action.ID = "moments-like-this"
	IDAsk      action.ID = "library-ask"
	IDNextClip action.ID = "next-clip"
	IDPrevClip action.ID = "previous-clip"
)

// clipKeys are the keys while clips are played.
var clipKeys = map[action.Chord]action.ID{{Mods: action.Alt, Key: "PgDn"}: IDNextClip, {Mods: action.Alt, Key: "PgUp"}: IDPrevClip}

// Actions returns the table of the actions of the library.
func Actions() []action.Action {
	return slices.Concat(
		action.Behind("recent",
			action.Row(action.Files, IDLibrary, "Ctrl+Shift+L", "Library", "The demos that you have as a table: typing filters it, columns sort it, Enter watches."),
		),
		action.Behind("find-previous",
			action.Row(action.Search, IDLikeThis, "", "Moments like this", "The moments of the library that are the most like this one: where everybody is, and what he has."),
			action.Row(action.Search, IDAsk, "", "Find in the library", "Ask all demos of the library a question, as Find asks this one; Enter plays from a hit."),
			action.Repeat(action.Row(action.Search, IDNextClip, "", "Next clip", "Play the next of the hits in the library.")),
			action.Repeat(action.Row(action.Search, IDPrevClip, "", "Previous clip", "Play the hit before.")),
		),
	)
}
