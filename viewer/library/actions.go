package library

import (
	"slices"

	"fragscope/viewer/action"
)

// Actions for the library.
const (
	IDLibrary  action.ID = "library"
	IDAsk      action.ID = "library-ask"
	IDNextClip action.ID = "next-clip"
	IDPrevClip action.ID = "previous-clip"
)

// clipKeys are the keys while clips are played.
var clipKeys = map[action.Chord]action.ID{{Mods: action.Alt, Key: "PgDn"}: IDNextClip,
	{Mods: action.Alt, Key: "PgUp"}: IDPrevClip}

// Actions returns the actions for the library.
func Actions() []action.Action {
	return slices.Concat(
		action.Behind("recent",
			action.Row(action.Files, IDLibrary, "", "Library",
				"Show all your demos as a table: type to filter, click a column to sort, press Enter to watch."),
		),
		action.Behind("find-previous",
			action.Row(action.Search, action.MomentsLike, "", "Moments like this",
				"Find the moments in the library most similar to this one, judged by every player's position, health and weapons."),
			action.Row(action.Search, IDAsk, "", "Find in the library",
				"Search all demos in the library, as Find searches this one. Enter plays from a hit."),
			action.Repeat(action.Row(action.Search, IDNextClip, "", "Next clip",
				"Play the next hit from the library.")),
			action.Repeat(action.Row(action.Search, IDPrevClip, "", "Previous clip",
				"Play the previous hit from the library.")),
		),
	)
}
