package race

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgReading = "Reading the runs…"
	msgNobody  = "No other run yet: + adds the demo of one, and a loop can be kept to race against another."
	msgNot     = "%s: %w"
	msgNotRun  = "The runs cannot race: %v."
	msgFull    = "A race has at most %d runs."
	msgNoStart = "%s has no such start: %w"
	msgKept    = "This loop of %s is kept. Set another, of this or of another demo, and choose it again: they race."
	msgNoLoop  = "Set a loop first, around the part of the demo that is to race."
)
