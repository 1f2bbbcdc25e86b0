package part

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgNoDialog = "The dialog cannot be shown: %s. A file can be dropped onto the window or named on the command line."
)
