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

// Actions returns the table of the actions of the library.
func Actions() []action.Action {
	return slices.Concat(
		action.Behind("recent",
			action.Row(action.Files, IDLibrary, "Ctrl+Shift+L", "Library", "The demos that you have as a table: typing filters it, columns sort it, Enter watches."),
		),
		action.Behind("find-previous",
			action.Row(action.Search, IDLikeThis, "Ctrl+Shift+F", "Moments like this", "The moments of the library that are the most like this one: where everybody is, and what he has."),
			action.Row(action.Search, IDAsk, "Alt+F", "Find in the library", "Ask all demos of the library a question, as Find asks this one; Enter plays from a hit."),
			action.Repeat(action.Row(action.Search, IDNextClip, "Alt+PgDn", "Next clip", "Play the next of the hits in the library.")),
			action.Repeat(action.Row(action.Search, IDPrevClip, "Alt+PgUp", "Previous clip", "Play the hit before.")),
		),
	)
}
