package field

// Messages of fields to the user.
const (
	msgNotCopied = "The clipboard is not available (%s)."
	msgNotPasted = "The clipboard cannot be read (%s)."
)
