package runs

import "fragscope/viewer/action"

// The actions of speeds.
const (
	IDSpeeds action.ID = "speeds"
)

// Actions is the table of the actions of speeds.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDSpeeds, "Ctrl+U", "Speeds", "The followed player's speed, his whole way coloured by it, jumps and splits, on or off."),
	)
}
