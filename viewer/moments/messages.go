package moments

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgFollow     = "Follow a player first: click one on the map."
	msgNoNext     = "There is no later %s."
	msgNoPrevious = "There is no earlier %s."
)
