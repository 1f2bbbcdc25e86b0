package settings

// Messages of this package to the user, collected here to be read side by side.
const (
	msgNotChanged     = "%s could not be saved in the settings file: first fix the lines that cannot be read"
	msgBadLine        = "line %d cannot be read (%w): fix or remove it"
	msgLoop           = "it is a link to itself"
	msgNothingWritten = "nothing was written, because the existing file cannot be read: %w"
	msgLocked         = "%s is in use by another window or cannot be written to: %w"
	msgNotAutoOnOff   = "%q is not auto, on or off"
	msgNoNumber       = "%q is not a number from %g to %g"
	msgNoSize         = "%q is not a size such as 1280x720"
	msgNotOnOff       = "%q is neither on nor off"
	msgMoreLines      = "there are %d more such lines"
	msgNoSetting      = "this version has no such setting; the line is left as it is"
	msgOtherKind      = "its value is of the wrong kind; the line is left as it is"
	msgListUnread     = "%s, %w: fix it, or start a new list, which replaces the file; a copy of the old file is then kept next to it"
	msgListLine       = "line %d, cannot be read (%w)"
	msgNoCopy         = "the file cannot be read, and a copy of it could not be saved: %w"
	msgCopiesExist    = "copies up to %s already exist: remove some"
	msgNoColumn       = "%q is not a column of the library"
	msgNoTime         = "%d ms is not a valid time in a demo"
)
