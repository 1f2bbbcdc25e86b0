package field

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgNotCopied = "The clipboard cannot be reached (%s)."
	msgNotPasted = "The clipboard cannot be read (%s)."
)
