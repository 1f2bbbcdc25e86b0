package race

// messages are what users may read from this package, gathered so that they can be read aloud.
const (
	msgCount   = "a race needs two to %d runs"
	msgMaps    = "runs over different maps cannot race"
	msgNobody  = "nobody moves in it"
	msgNoTimer = "the game's timer ran for nobody in it"
	msgOnMap   = "%w: %s is on %s, %s on %s"
)
