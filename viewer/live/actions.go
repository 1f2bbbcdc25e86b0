package live

import (
	"slices"

	"fragscope/viewer/action"
)

// Actions for matches in progress.
const (
	IDCatchUp action.ID = "catch-up"
	IDEnd     action.ID = "end-stream"
)

// Actions returns the table of actions for matches in progress.
func Actions() []action.Action {
	return slices.Concat(
		action.Behind("end",
			action.Row(action.Playback, IDCatchUp, "", "Catch up", "Play faster behind what happens now in a match that is being played, until that is reached, on or off."),
		),
		action.Behind("sample",
			action.Row(action.Files, IDEnd, "", "End the recording", "Leave the match that is being played; what was recorded stays open."),
		),
	)
}
