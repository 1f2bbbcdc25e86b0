package merge

// Messages of this package to the user, collected here to be read side by side.
const (
	msgOtherGame     = "one is a demo of %s, the other of %s"
	msgOtherMap      = "one is on %s, the other on %s"
	msgOtherMatch    = "the server reports two different matches on %s"
	msgNothingShared = "nothing in the two demos shows that they are of the same match on %s"
	msgNoFit         = "both are on %s, but they do not fit together (%s)"
	msgNoLevel       = "they have no level in common"
	msgOneDemo       = "a merge needs at least two demos"
)
