package moments

import "fragscope/viewer/action"

// Actions for the moments of the followed player.
const (
	IDNextFrag  action.ID = "next-frag"
	IDPrevFrag  action.ID = "previous-frag"
	IDNextDeath action.ID = "next-death"
	IDPrevDeath action.ID = "previous-death"
	IDNextItem  action.ID = "next-item"
	IDPrevItem  action.ID = "previous-item"
	IDKillLines action.ID = "kill-lines"
)

// Actions returns the actions that step through the frags, deaths and items of the followed player.
func Actions() []action.Action {
	return action.Behind("scoreboard",
		action.Repeat(action.Row(action.Players, IDNextFrag, "", "His next frag",
			"Go to the followed player's next frag.")),
		action.Repeat(action.Row(action.Players, IDPrevFrag, "", "His previous frag",
			"Go to the followed player's previous frag.")),
		action.Repeat(action.Row(action.Players, IDNextDeath, "", "His next death",
			"Go to the followed player's next death.")),
		action.Repeat(action.Row(action.Players, IDPrevDeath, "", "His previous death",
			"Go to the followed player's previous death.")),
		action.Repeat(action.Row(action.Players, IDNextItem, "", "His next item",
			"Go to the next armour, mega health, powerup, weapon or flag the followed player takes.")),
		action.Repeat(action.Row(action.Players, IDPrevItem, "", "His previous item",
			"Go to the previous armour, mega health, powerup, weapon or flag the followed player took.")),
		action.Row(action.Players, IDKillLines, "", "Kill lines",
			"Draw a line from killer to victim, with the distance: briefly, for the followed player's whole life, or never."),
	)
}
