package field

// Messages of fields to the user.
const (
	msgNotCopied = "The clipboard cannot be reached (%s)."
	msgNotPasted = "The clipboard cannot be read (%s)."
)
