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

// letters are the keys of the heat map while it has the keys.
var letters = map[action.Chord]action.ID{{Key: "W"}: IDKind, {Key: "Q"}: IDFilter, {Key: "E"}: IDWeapon, {Key: "A"}: IDLibrary, {Key: "S"}: IDStage}

// Actions returns the table of the actions of the heat map.
func Actions() []action.Action {
	return action.Behind("next_eyes",
		action.Row(action.Players, IDMap, "H", "Heat map", "Heat map on or off."),
		action.Row(action.Players, IDKind, "", "Heat map of…", "What the heat map shows: presence, deaths, kills or pickups."),
		action.Row(action.Players, IDFilter, "", "Heat map by…", "Whom the heat map shows: everyone, the followed player, or his team."),
		action.Row(action.Players, IDWeapon, "", "Heat map with…", "With which weapon players died or killed on the heat map."),
		action.Row(action.Players, IDLibrary, "", "Heat map of the library", "The heat map of all demos of the library on this map, or of this demo; a click lists the moments there."),
		action.Row(action.Players, IDStage, "", "Heat map of which phase", "The phase of the matches of the library that the heat map counts: all, warm-up, the first minute, the match, overtime."),
	)
}
