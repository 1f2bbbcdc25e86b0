package runs

// Messages of the part to the user, collected here to be read side by side.
const (
	msgFollow   = "Follow a player to see how fast he is."
	msgNoKeys   = "This demo does not have his keys."
	msgNoStrafe = "How this game moves players in the air is not known."
)
