package settings

// messages are what users may read from this package, gathered so that they can be read aloud.
const (
	msgNotChanged     = "%s could not be changed in the file: fix the lines that cannot be read"
	msgBadLine        = "line %d cannot be read (%w): fix or remove it"
	msgLoop           = "it is a link that leads to itself"
	msgNothingWritten = "nothing was written, as what is there cannot be read: %w"
	msgLocked         = "%s is in use by another window or cannot be written to: %w"
	msgNotAutoOnOff   = "%q is not auto, on or off"
	msgNoNumber       = "%q is not a number from %g to %g"
	msgNoSize         = "%q is not a size such as 1280x720"
	msgNotOnOff       = "%q is neither on nor off"
	msgMoreLines      = "there are %d more such lines"
	msgNoSetting      = "this version has no such setting; the line is left as it is"
	msgOtherKind      = "its value is of another kind; the line is left as it is"
	msgListUnread     = "%s, %w: fix it, or begin a new list, which replaces it; a copy is then kept beside it"
	msgListLine       = "line %d, cannot be read (%w)"
	msgNoCopy         = "a copy of what cannot be read could not be kept: %w"
	msgCopiesExist    = "%s and all lower numbers exist already"
	msgNoColumn       = "%q is no column of the library"
	msgNoTime         = "%d ms is not a time in a demo"
)
