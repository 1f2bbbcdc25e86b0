package runs

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgFollow   = "Follow a player to see how fast he is."
	msgNoKeys   = "This demo does not contain his keys."
	msgNoStrafe = "Fragscope does not know this game's rules for moving in the air."
)
