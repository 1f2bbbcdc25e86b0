package timeline

// Messages of the timeline to the user.
const (
	msgEndsBefore = "The demo ends at %s, before %s: this is its last moment."
	msgOdd        = "Odd: %s. Possible reason: %s."
	msgNoMoment   = "%s cannot be shown: %v."
)
