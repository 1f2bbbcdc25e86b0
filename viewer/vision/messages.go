package vision

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgFollow  = "Follow a player to see what he knows: click one, or press his number."
	msgNoSight = "Lines of sight are not available for this map: %s."
)
