package whole

// messages are what users may read of this package.
const (
	msgTooMany = "%s: there are too many files of that name"
	msgSwept   = "a file could not be kept while it is written"
)
