package filming

import "fragscope/viewer/action"

// Actions for films.
const (
	IDFilm   action.ID = "film"
	IDCancel action.ID = "film-cancel"
)

// Actions returns the actions that make films.
func Actions() []action.Action {
	return action.Behind("caption",
		action.Row(action.Share, IDFilm, "", "Save film…",
			"Save a film of the selection or, if there is none, of what comes next."),
		action.Row(action.Share, IDCancel, "", "Cancel the film", "Stop saving the film and discard it."),
	)
}
