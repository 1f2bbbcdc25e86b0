package heat

// messages are what users may read from this part of the window, gathered so that they can be read aloud.
const (
	msgFollow    = "Follow a player to see the heat map of that player or team."
	msgNoLibrary = "There is no library to make a heat map from."
	msgNoHeat    = "There is no heat map: %s."
)
