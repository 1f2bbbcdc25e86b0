package runs

import "fragscope/viewer/action"

// Actions of runs.
const (
	IDSpeeds action.ID = "speeds"
)

// Actions returns the table of the runs' actions.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDSpeeds, "", "Speeds", "Show the followed player's speed along his path, with jumps and splits."),
	)
}
