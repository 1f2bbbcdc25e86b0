package bookmarks

// Messages of the bookmarks to the user, collected here to be read side by side.
const (
	msgNotRead  = "The bookmarks for this demo could not be read: %s."
	msgRemoved  = "Bookmark removed."
	msgSet      = "Bookmark at %s."
	msgNotSaved = "The bookmarks could not be saved; the saved ones are unchanged: %s."
)
