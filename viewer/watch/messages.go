package watch

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgOneStorey   = "This map has only one storey."
	msgNobody      = "No player in this demo is called %q."
	msgNoNumber    = "There is no player number %d; %s and %s step through all players."
	msgTurnNotKept = "The rotation of the map could not be saved: %s."
	msgFollowFirst = "Follow a player first: click him on the map."
	msgTrails      = "Trails now cover %g s."
)
