package moments

// Messages of the part to the user, collected here to be read side by side.
const (
	msgFollow     = "Follow a player first: click him."
	msgNoNext     = "There is no later %s."
	msgNoPrevious = "There is no earlier %s."
)
