package race

import "fragscope/viewer/action"

// Actions of the race.
const (
	IDRace  action.ID = "race"
	IDWith  action.ID = "race-with"
	IDAxis  action.ID = "race-axis"
	IDStart action.ID = "race-start"
	IDMark  action.ID = "race-mark"
	IDLoop  action.ID = "race-loop"
)

// letters are the keys of the race while it has the keys.
var letters = map[action.Chord]action.ID{{Key: "A"}: IDWith, {Key: "X"}: IDAxis, {Key: "S"}: IDStart,
	{Key: "W"}: IDMark, {Key: "Q"}: IDLoop}

// Actions returns the actions for races.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDRace, "", "Race",
			"Compare runs on the same map: ghosts, splits, speeds and who is ahead."),
		action.Row(action.Players, IDWith, "", "Race with…", "Add another run on this map to the race."),
		action.Row(action.Players, IDAxis, "", "Race by distance",
			"Plot the race by distance along the first run, or by time."),
		action.Row(action.Players, IDStart, "", "Start of the race",
			"Choose where all runs start: when the game's timer starts, at the start of the level, or at the first move."),
		action.Row(action.Players, IDMark, "", "Race from here", "Start all runs where the first runner is now."),
		action.Row(action.Players, IDLoop, "", "Race the loop",
			"Keep this loop and race another one, from this or another demo, against it."),
	)
}
