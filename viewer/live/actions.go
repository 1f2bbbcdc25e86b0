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

// Actions returns the actions for matches in progress.
func Actions() []action.Action {
	return slices.Concat(
		action.Behind("end",
			action.Row(action.Playback, IDCatchUp, "", "Catch up",
				"In a live match, play faster until you reach the live moment."),
		),
		action.Behind("open",
			action.Row(action.Files, action.Address, "Ctrl+L", "Watch live…",
				"List the matches being played at addresses that you name, or watch one of them: qtv://host:port/stream or gtv://host:port."),
		),
		action.Behind("sample",
			action.Row(action.Files, IDEnd, "", "End the recording", "Leave the live match. The recording stays open."),
		),
	)
}
