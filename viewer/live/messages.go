package live

// Messages about streams to the user, collected here to be read side by side.
const (
	msgState     = "%s."
	msgEnded     = "The match is no longer received."
	msgEndedAs   = "The match is no longer received: %s."
	msgKept      = " It is kept as %s."
	msgNotKept   = "%s."
	msgNoStream  = "This is not a live match."
	msgEdgeTip   = "Go to the live moment"
	msgBehindTip = "%s behind the live moment; click to go there"
)
