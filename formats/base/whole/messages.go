package whole

// messages are texts of this package that users may see.
const (
	msgTooMany = "%s: there are too many files of that name"
	msgSwept   = "a file could not be kept while it is written"
)
