package find

// Messages of the search to the user, collected here to be read side by side.
const (
	msgSearching = "Searching…"
	msgNothing   = "Nothing found."
	msgTry       = "Nothing found. Try, for example:"
	msgFromStart = "Continued from the start."
	msgFromEnd   = "Continued from the end."
	msgUpToNow   = "The score is hidden, so only hits up to this moment are listed."
)
