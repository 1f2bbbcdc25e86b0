package moments

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgFollow     = "Follow a player first: click him."
	msgNoNext     = "There is no later %s."
	msgNoPrevious = "There is no earlier %s."
)
