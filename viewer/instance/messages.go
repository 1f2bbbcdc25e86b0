package instance

// Messages of this package to the user, collected here to be read side by side.
const (
	msgNone        = "no window is open"
	msgTaken       = "another window is open"
	msgFolder      = "cannot use the folder for handing over files: %w"
	msgHandingOver = "handing over the files: %w"
	msgNoAnswer    = "handing over the files: the window does not respond (%w)"
	msgLock        = "cannot check the window's lock: %w"
	msgListening   = "listening for files to open: %w"
	msgShared      = "other users can write to it, so files are not passed through it"
)
