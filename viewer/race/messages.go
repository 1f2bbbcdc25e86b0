package race

// messages are what users may read from this part of the window, gathered so that they can be read aloud.
const (
	msgReading = "Reading the runs…"
	msgNobody  = "No other run yet: + adds a demo, and a loop can be kept to race against."
	msgNot     = "%s: %w"
	msgNotRun  = "The runs cannot race: %v."
	msgFull    = "A race has at most %d runs."
	msgNoStart = "%s has no such start: %w"
	msgNoRace  = "No runs are racing: Race with… adds the demo of another."
	msgKept    = "The loop of %s is kept. Set another loop, in this or another demo, and choose this again to race them."
	msgNoLoop  = "Set a loop first, around the part to race."
)
