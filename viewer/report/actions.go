package report

import (
	"slices"

	"fragscope/viewer/action"
)

// Actions of the report.
const (
	IDAdvantage action.ID = "advantage"
	IDDeaths    action.ID = "worst-deaths"
	IDTaken     action.ID = "items-taken"
	IDNextTable action.ID = "report-next"
	IDPrevTable action.ID = "report-previous"
)

// letters are the keys of the report while it has the keys.
var letters = map[action.Chord]action.ID{{Key: "W"}: IDNextTable, {Key: "Q"}: IDPrevTable, {Key: "D"}: IDDeaths,
	{Key: "S"}: IDTaken}

// Actions returns the actions for the report.
func Actions() []action.Action {
	return slices.Concat(
		action.Behind("scoreboard",
			action.Row(action.Players, action.MatchReport, "Shift+R", "Match report",
				"Show the match in numbers: players, weapons, who killed whom, items and their timing."),
			action.Row(action.Players, IDDeaths, "", "Worst deaths",
				"Show the costliest deaths of the followed player or the recorder: what was lost, to whom, and why."),
			action.Row(action.Players, IDTaken, "", "Items taken",
				"Show who took each armour, mega health, powerup and flag, how often and how late."),
			action.Row(action.Players, IDNextTable, "", "Next table", "Show the next table of the report."),
			action.Row(action.Players, IDPrevTable, "", "Previous table", "Show the previous table of the report."),
		),
		action.Behind("panel-heights",
			action.Row(action.View, IDAdvantage, "", "Advantage",
				"Show a curve on the timeline of who is ahead in health, armour and weapons."),
		),
	)
}
