package load

// messages are what users may read from this package, gathered so that they can be read aloud.
const (
	msgNotPlayed    = "%s is a demo of format %s, which cannot be played yet"
	msgNoMatch      = "it is not a match file: the first line is not %s"
	msgMatchSize    = "it is longer than %d KiB, too long for a match file"
	msgMatchPath    = "it names %q: a match file names demos by paths from its own folder, on the same disk"
	msgMatchDemos   = "it names %d demos; a match has at most %d"
	msgOneDemo      = "a page in a browser opens one demo at a time"
	msgTooManyDemos = "a match has at most %[2]d demos, not %[1]d"
)
