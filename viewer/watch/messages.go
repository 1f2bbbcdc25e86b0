package watch

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgOneStorey   = "This map has only one storey."
	msgNobody      = "Nobody in this demo is called %q."
	msgNoNumber    = "No player has the number %d; %s and %s go through all of them."
	msgTurnNotKept = "That the map is turned could not be kept: %s."
	msgTrails      = "Trails of %g s."
)
