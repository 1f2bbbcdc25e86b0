package runs

import "fragscope/viewer/action"

// Actions of the runs.
const (
	IDSpeeds action.ID = "speeds"
	IDStrafe action.ID = "strafe"
	IDKeys   action.ID = "keys"
)

// Actions returns the table of the runs' actions.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDSpeeds, "", "Speeds", "Show the followed player's speed along his path, with jumps and splits."),
		action.Row(action.Players, IDStrafe, "", "Strafe gauge", "Colour the path by how much of the speed that was possible in the air he gained."),
		action.Row(action.Players, IDKeys, "", "Keys", "Show the keys that the followed player holds, and his jumps on the time line, in demos that have them."),
	)
}
