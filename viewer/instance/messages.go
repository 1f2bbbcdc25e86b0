package instance

// Messages of this package to the user, collected here to be read side by side.
const (
	msgNone        = "no window is open"
	msgTaken       = "another window is open"
	msgFolder      = "the folder for handing over files cannot be used: %w"
	msgHandingOver = "handing over the files: %w"
	msgNoAnswer    = "handing over the files: the window does not respond (%w)"
	msgLock        = "the window's lock cannot be checked: %w"
	msgListening   = "listening for files to open: %w"
	msgShared      = "other users can write to it, so files are not passed through it"
)
