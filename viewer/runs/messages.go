package runs

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgFollow = "Follow a player to see how fast he is."
)
