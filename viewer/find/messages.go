package find

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgSearching = "Searching…"
	msgNothing   = "Nothing found."
	msgFromStart = "Continued from the start."
	msgFromEnd   = "Continued from the end."
	msgUpToNow   = "The score is hidden, so nothing still to come is listed."
)
