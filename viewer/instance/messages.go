package instance

// messages are what this package says, one below the other so that they can be read aloud.
const (
	msgNone        = "no window is open"
	msgTaken       = "another window is open"
	msgFolder      = "the folder for handing over files: %w"
	msgHandingOver = "handing over the files: %w"
	msgNoAnswer    = "handing over the files: the window does not answer (%w)"
	msgLock        = "the lock of the window: %w"
	msgListening   = "listening for files to open: %w"
	msgShared      = "other users can write there, so nothing is handed over through it"
)
