package load

// Messages of this package to the user, collected here to be read side by side.
const (
	msgNotPlayed    = "%s is a demo in format %s, which cannot be played yet"
	msgNoMatch      = "it is not a match file: its first line is not %s"
	msgMatchSize    = "it is longer than %d KiB, too long for a match file"
	msgMatchPath    = "it names %q: a match file names demos by paths relative to its own folder, on the same disk"
	msgMatchDemos   = "it names %d demos; a match can have at most %d"
	msgOneDemo      = "a page in a browser opens one demo at a time"
	msgTooManyDemos = "a match can have at most %[2]d demos, not %[1]d"
)
