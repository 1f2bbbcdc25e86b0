package turns

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgHidden       = "The score is hidden, and who leads with it."
	msgNoLeads      = "The lead never changes in this demo."
	msgNoNext       = "The lead does not change later."
	msgNoPrevious   = "The lead does not change earlier."
	msgTurningPoint = "A turning point, at %s."
	msgLead         = "A change of the lead, at %s."
)
