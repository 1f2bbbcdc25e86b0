package paths

import "fragscope/viewer/action"

// Actions of the paths.
const (
	IDPaths     action.ID = "paths"
	IDWhose     action.ID = "paths-whose"
	IDPositions action.ID = "save-positions"
)

// letters are the keys of the paths while they have the keys.
var letters = map[action.Chord]action.ID{{Key: "Q"}: IDWhose}

// Actions returns the actions that show and save players' paths.
func Actions() []action.Action {
	paths := action.Behind("next_eyes",
		action.Row(action.Players, IDPaths, "", "Paths", "Show or hide all paths taken during the selection."),
		action.Row(action.Players, IDWhose, "", "Paths of…",
			"Choose whose paths to show: everyone's, the followed player's or his team's."),
	)
	return append(paths, action.Row(action.Share, IDPositions, "", "Save positions…",
		"Save a table of everybody's positions in the selection, or in the whole demo."))
}
