package settings

// messages are what a user can come to read of this package, one below the other so that they can be read aloud.
const (
	msgNotChanged     = "%s could not be changed in the file: mend the lines in it that cannot be read"
	msgBadLine        = "line %d cannot be read (%w): mend it or take it out"
	msgLoop           = "it is a link that leads to itself"
	msgNothingWritten = "nothing was written, as what is there cannot be read: %w"
	msgLocked         = "another window is writing in %s, or it may not be written to: %w"
	msgNotAutoOnOff   = "%q is none of auto, on, off"
	msgNoNumber       = "%q is no number from %g to %g"
	msgNoSize         = "%q is no size like 1280x720"
	msgNotOnOff       = "%q is neither on nor off"
	msgMoreLines      = "there are %d more such lines"
	msgNoSetting      = "this version has no such setting; the line is left as it is"
	msgOtherKind      = "its value is of another kind; the line is left as it is"
	msgListUnread     = "%s, %w: mend it, or begin a new list by which it is replaced; a copy is then kept beside it"
	msgListLine       = "line %d, cannot be read (%w)"
	msgNoCopy         = "a copy of what cannot be read could not be kept: %w"
	msgCopiesExist    = "%s and all before it are there already"
	msgNoTime         = "%d ms is no time of a demo"
)
