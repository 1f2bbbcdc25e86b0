package report

import (
	"slices"

	"fragscope/viewer/action"
)

// Actions of the report.
const (
	IDAdvantage action.ID = "advantage"
)

// Actions returns the table of the report's actions.
func Actions() []action.Action {
	return slices.Concat(
		action.Behind("scoreboard",
			action.Row(action.Players, action.MatchReport, "Shift+R", "Match report", "Show the match in numbers: players, weapons, who killed whom, items and their timing."),
		),
		action.Behind("panel-heights",
			action.Row(action.View, IDAdvantage, "", "Advantage", "Show who is ahead in health, armour and weapons as a curve on the time line."),
		),
	)
}
