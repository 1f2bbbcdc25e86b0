package library

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgNoFiles  = "There is no library in a browser: the program has one."
	msgNoFile   = "There is no place for a library: the user has no data folder."
	msgUnopened = "The library cannot be opened: %s"
	msgUnread   = "The library cannot be read: %s"
	msgReading  = "Reading the library…"
	msgEmpty    = "The library has no folders yet: Add folder… reads the demos in one."
	msgCount    = "%d of %d demos. Enter watches, Insert marks, Esc closes."
	msgMarked   = "%d of %d demos, %d marked: Enter shows marked demos of one match as one."
	msgScanning = "Reading: %d files, %d of them new, %d demos, %.0f MB, %.1f MB/s. Esc stops."
	msgScanned  = "Library: %d files, %d of them new, %d demos read, %d unreadable"
	msgNotAdded = "%s cannot be added: %s"
)
