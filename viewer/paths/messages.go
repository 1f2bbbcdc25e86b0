package paths

// Messages of the part to the user, collected here to be read side by side.
const (
	msgFollow   = "Follow a player to see his paths, or his team's, alone."
	msgSaved    = "Positions saved: %s"
	msgNotSaved = "The positions could not be saved: %s."
	msgNoPaths  = "The paths could not be found: %v."
)
