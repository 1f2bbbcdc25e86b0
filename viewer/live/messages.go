package live

// Messages about streams to the user, collected here to be read side by side.
const (
	msgState     = "%s."
	msgEnded     = "The match is no longer received."
	msgEndedAs   = "The match is no longer received: %s."
	msgKept      = " It is kept as %s."
	msgNotKept   = "%s."
	msgNoStream  = "This demo is not being played now."
	msgEdgeTip   = "Go to what happens now"
	msgBehindTip = "%s behind what happens now; go there"
)
