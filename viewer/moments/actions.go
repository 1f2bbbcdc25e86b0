package moments

import "fragscope/viewer/action"

// Actions of the followed player's moments.
const (
	IDNextFrag  action.ID = "next-frag"
	IDPrevFrag  action.ID = "previous-frag"
	IDNextDeath action.ID = "next-death"
	IDPrevDeath action.ID = "previous-death"
	IDNextItem  action.ID = "next-item"
	IDPrevItem  action.ID = "previous-item"
	IDKillLines action.ID = "kill-lines"
)

// Actions returns the table of the actions of the followed player's moments.
func Actions() []action.Action {
	return action.Behind("scoreboard",
		action.Repeat(action.Row(action.Players, IDNextFrag, "U", "His next frag", "Go to the followed player's next frag.")),
		action.Repeat(action.Row(action.Players, IDPrevFrag, "", "His previous frag", "Go to his previous frag.")),
		action.Repeat(action.Row(action.Players, IDNextDeath, "Y", "His next death", "Go to his next death.")),
		action.Repeat(action.Row(action.Players, IDPrevDeath, "", "His previous death", "Go to his previous death.")),
		action.Repeat(action.Row(action.Players, IDNextItem, "", "His next item", "Go to the next armour, mega health, powerup, weapon or flag that he takes.")),
		action.Repeat(action.Row(action.Players, IDPrevItem, "", "His previous item", "Go to the one before.")),
		action.Row(action.Players, IDKillLines, "", "Kill lines", "Lines from killer to victim, with the distance: for a moment, of all of the followed player's life, or off."),
	)
}
