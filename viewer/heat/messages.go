package heat

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgFollow    = "Follow a player to see the heat map of that player or his team."
	msgNoLibrary = "There is no library to make a heat map from."
	msgNoHeat    = "The heat map cannot be shown: %s."
)
