package paths

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgFollow   = "Follow a player to see only his paths or his team's."
	msgSaved    = "Positions saved: %s"
	msgNotSaved = "The positions could not be saved: %s."
	msgNoPaths  = "The paths could not be determined: %v."
)
