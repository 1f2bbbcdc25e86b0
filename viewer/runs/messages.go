package runs

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgFollow   = "Follow a player to see how fast he moves."
	msgNoKeys   = "This demo does not contain the keys that he held."
	msgNoStrafe = "Fragscope does not know this game's rules for moving in the air."
)
