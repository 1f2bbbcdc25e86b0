package merge

// messages are what users may read from this package, gathered so that they can be read aloud.
const (
	msgOtherGame     = "one is of %s, the other of %s"
	msgOtherMap      = "one is on %s, the other on %s"
	msgOtherMatch    = "the server says that they are two matches on %s"
	msgNothingShared = "nothing that both saw shows that they are of one match on %s"
	msgNoFit         = "they are on %s, but do not fit together (%s)"
	msgNoLevel       = "no level is in both"
	msgOneDemo       = "a merge needs at least two demos"
)
