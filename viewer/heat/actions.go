package heat

import "fragscope/viewer/action"

// Actions for the heat map.
const (
	IDMap     action.ID = "heat-map"
	IDKind    action.ID = "heat-map-kind"
	IDFilter  action.ID = "heat-map-filter"
	IDWeapon  action.ID = "heat-map-weapon"
	IDLibrary action.ID = "heat-map-library"
	IDStage   action.ID = "heat-map-phase"
)

// letters are the keys of the heat map while it has the keys.
var letters = map[action.Chord]action.ID{{Key: "W"}: IDKind, {Key: "Q"}: IDFilter, {Key: "E"}: IDWeapon,
	{Key: "A"}: IDLibrary, {Key: "S"}: IDStage}

// Actions returns the actions for the heat map.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDMap, "H", "Heat map", "Show or hide the heat map."),
		action.Row(action.Players, IDKind, "", "Heat map type…",
			"Choose what the heat map shows: presence, deaths, kills or pickups."),
		action.Row(action.Players, IDFilter, "", "Heat map players…",
			"Choose whose heat map to show: everyone's, the followed player's or his team's."),
		action.Row(action.Players, IDWeapon, "", "Heat map weapon…",
			"Limit the deaths or kills on the heat map to one weapon."),
		action.Row(action.Players, IDLibrary, "", "Heat map of the library",
			"Switch between the heat map of this demo and that of all demos in the library on this map. Click a cell to list its moments."),
		action.Row(action.Players, IDStage, "", "Heat map phase…",
			"Choose which phase of the matches the library's heat map covers: all, warm-up, first minute, match or overtime."),
	)
}
