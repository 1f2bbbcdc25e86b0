package vision

import "fragscope/viewer/action"

// The actions of what a player knows.
const (
	IDSight action.ID = "sight"
)

// Actions is the table of the actions of what a player knows.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDSight, "V", "What he knows", "What the followed player sees and hears: all else is dimmed, on or off."),
	)
}
