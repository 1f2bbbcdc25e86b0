package notes

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgNotRead     = "The drawings of this demo could not be read: %s."
	msgNotKept     = "The drawings could not be kept: %s."
	msgNotSaved    = "The notes could not be exported: %s."
	msgSaved       = "The notes are in %s."
	msgNotImported = "Nothing was imported from %s: %s."
	msgImported    = "Imported: %d drawings, %d bookmarks."
	msgNothing     = "There is nothing drawn to take back."
	msgMany        = "There are %d drawings already: take some away first."
)
