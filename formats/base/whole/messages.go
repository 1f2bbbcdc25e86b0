package whole

// Messages of this package to the user.
const (
	msgTooMany = "%s: there are too many files with that name"
	msgSwept   = "a temporary file was removed by another program"
)
