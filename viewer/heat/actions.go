package heat

import "fragscope/viewer/action"

// The actions of the heat map.
const (
	IDMap     action.ID = "heat-map"
	IDKind    action.ID = "heat-map-kind"
	IDFilter  action.ID = "heat-map-filter"
	IDWeapon  action.ID = "heat-map-weapon"
	IDLibrary action.ID = "heat-map-library"
	IDStage   action.ID = "heat-map-phase"
)

// Actions returns the table of the actions of the heat map.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDMap, "H", "Heat map", "Heat map on or off."),
		action.Row(action.Players, IDKind, "Shift+H", "Heat map of…", "What the heat map shows: presence, deaths, kills or pickups."),
		action.Row(action.Players, IDFilter, "Alt+H", "Heat map by…", "Whom the heat map shows: everyone, the followed player, or his team."),
		action.Row(action.Players, IDWeapon, "Ctrl+H", "Heat map with…", "With which weapon players died or killed on the heat map."),
		action.Row(action.Players, IDLibrary, "Ctrl+Alt+H", "Heat map of the library", "The heat map of all demos of the library on this map, or of this demo; a click lists the moments there."),
		action.Row(action.Players, IDStage, "Alt+Shift+H", "Heat map when…", "Which phase of the matches of the library the heat map shows: all, warm-up, the first minute, the match, overtime."),
	)
}
