package watch

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgOneStorey   = "This map has only one storey."
	msgNobody      = "Nobody in this demo is called %q."
	msgNoNumber    = "There is no player number %d; %s and %s go through all players."
	msgTurnNotKept = "The turn of the map could not be saved: %s."
	msgTrails      = "Trails of %g s."
)
