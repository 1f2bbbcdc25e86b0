package timeline

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgEndsBefore = "The demo ends at %s, before %s: this is its last moment."
	msgNoMoment   = "%s cannot be shown: %v."
)
