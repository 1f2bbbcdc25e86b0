package find

import "fragscope/viewer/action"

// Actions for the search.
const (
	IDNext     action.ID = "find-next"
	IDPrev     action.ID = "find-previous"
	IDCommands action.ID = "find-commands"
)

// Actions returns the actions for the search.
func Actions() []action.Action {
	return []action.Action{
		action.Row(action.Search, action.Find, "Ctrl+F", "Find…",
			"Find players and moments by words or conditions, such as RA, by:NAME with:rl or health<30; see `fragscope help find`."),
		action.Repeat(action.Row(action.Search, IDNext, "F3", "Next hit", "Go to the next hit.")),
		action.Repeat(action.Row(action.Search, IDPrev, "Shift+F3", "Previous hit", "Go to the previous hit.")),
		action.Row(action.Search, IDCommands, "", "Console commands",
			"List the console commands in the demo. They are never run."),
	}
}
