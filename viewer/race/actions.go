package race

import "fragscope/viewer/action"

// The actions of the race.
const (
	IDRace  action.ID = "race"
	IDWith  action.ID = "race-with"
	IDAxis  action.ID = "race-axis"
	IDStart action.ID = "race-start"
	IDMark  action.ID = "race-mark"
	IDLoop  action.ID = "race-loop"
)

// letters are the keys of the race while it has the keys.
var letters = map[action.Chord]action.ID{{Key: "A"}: IDWith, {Key: "X"}: IDAxis, {Key: "S"}: IDStart, {Key: "W"}: IDMark, {Key: "Q"}: IDLoop}

// Actions returns the table of the actions of the race.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDRace, "Alt+R", "Race", "Runs over the same map beside each other: ghosts, splits, speeds and who is ahead, on or off."),
		action.Row(action.Players, IDWith, "", "Race with…", "Add the demo of another run over this map to the race."),
		action.Row(action.Players, IDAxis, "", "Race by distance", "The curves of the race over the way of the first run, or over its time."),
		action.Row(action.Players, IDStart, "", "Start of the race", "What all runs start with: the game's timer, the level, the first move."),
		action.Row(action.Players, IDMark, "", "Race from here", "All runs start at the place where the first is now."),
		action.Row(action.Players, IDLoop, "", "Race the loop", "Keep the loop, then race another against it, of this or of another demo."),
	)
}
