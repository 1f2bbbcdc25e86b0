package vision

import "fragscope/viewer/action"

// The IDs of the actions that show what a player knows.
const (
	IDSight action.ID = "sight"
)

// Actions returns the actions that show what a player knows.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDSight, "", "Sight",
			"Show only what the player knows: what the followed player sees and hears. The rest is dim."),
	)
}
