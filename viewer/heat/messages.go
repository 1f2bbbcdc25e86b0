package heat

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgFollow    = "Follow a player to see the heat map of that player or team."
	msgNoLibrary = "There is no library here to make a heat map of."
	msgNoHeat    = "There is no heat map: %s."
)
