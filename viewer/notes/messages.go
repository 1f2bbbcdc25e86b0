package notes

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgNotRead     = "The drawings for this demo could not be read: %s."
	msgNotKept     = "The drawings could not be saved; the saved ones are unchanged: %s."
	msgNotSaved    = "The notes could not be exported: %s."
	msgSaved       = "Notes saved: %s"
	msgNotImported = "Nothing was imported from %s: %s."
	msgImported    = "Imported: %s, %s."
	msgNothing     = "There is no drawing to undo."
	msgMany        = "There can be at most %d drawings: remove some first."
	msgNoNotes     = "this is not a notes file"
	msgVersion     = "it uses version %d of the notes format, but only version %d can be read"
	msgDrawings    = "it has %s; at most %d can be read"
	msgBookmarks   = "it has %s; at most %d can be read"
	msgDrawing     = "drawing %d: %w"
	msgPointsAll   = "the drawings have more than %d points"
	msgBookmark    = "bookmark %d has an invalid time or note"
	msgKind        = "unknown kind of drawing: %q"
	msgPoints      = "it has %s; %d to %d are allowed"
	msgTime        = "its time is invalid"
	msgStorey      = "there is no storey %d"
	msgText        = "its text cannot be shown"
	msgOutside     = "a point is too far out to be on any map"
	msgBytes       = "%w: more than %d bytes"
)
