package race

// Messages of this package to the user, collected here to be read side by side.
const (
	msgCount   = "a race needs two to %d runs"
	msgMaps    = "they are on different maps"
	msgNobody  = "no player moves in it"
	msgNoTimer = "the game's timer never runs in it"
	msgOnMap   = "%w: %s is on %s, %s on %s"
)
