package race

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgReading = "Reading the runs…"
	msgNobody  = "There is no other run yet: add a demo with +, or keep a loop to race against."
	msgNot     = "%s: %w"
	msgNotRun  = "The runs cannot be raced: %v."
	msgFull    = "A race can have at most %d runs."
	msgNoStart = "%s cannot start there: %w"
	msgNoRace  = "There is no race yet: use Race with… to add the demo of another run."
	msgKept    = "The loop in %s is kept. Set another loop, in this or another demo, and choose this action again to race them."
	msgNoLoop  = "Set a loop around the part to race first."
)
