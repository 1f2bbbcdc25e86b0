package instance

// Messages of the package to the user, collected here to be read side by side.
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
