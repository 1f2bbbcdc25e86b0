package turns

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgHidden       = "The score is hidden, and so is who leads."
	msgNoLeads      = "The lead never changes in this demo."
	msgNoNext       = "The lead does not change after this."
	msgNoPrevious   = "The lead does not change before this."
	msgTurningPoint = "The match turned at %s."
	msgLead         = "The lead changed at %s."
)
