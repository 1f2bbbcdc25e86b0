package bookmarks

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgNotRead  = "The bookmarks of this demo could not be read: %s."
	msgRemoved  = "Bookmark removed."
	msgSet      = "Bookmark at %s."
	msgNotSaved = "The bookmarks could not be saved and stay as they were: %s."
)
