package vision

// messages are what users may read from this part of the window, gathered so that they can be read aloud.
const (
	msgFollow  = "Follow a player to see what he knows: click one, or press his number."
	msgNoSight = "What is in sight on this map cannot be told: %s."
)
