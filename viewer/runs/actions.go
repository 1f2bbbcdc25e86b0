package runs

import "fragscope/viewer/action"

// Actions of the runs.
const (
	IDSpeeds action.ID = "speeds"
	IDStrafe action.ID = "strafe"
	IDKeys   action.ID = "keys"
)

// Actions returns the actions that show a player's runs against the clock.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDSpeeds, "", "Speeds",
			"Show the followed player's speed along his path, with jumps and splits."),
		action.Row(action.Players, IDStrafe, "", "Strafe gauge",
			"Colour the followed player's path by how much of the possible speed he gained in the air."),
		action.Row(action.Players, IDKeys, "", "Keys",
			"Show the keys held by the followed player, and his jumps on the timeline, if the demo contains them."),
	)
}
