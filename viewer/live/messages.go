package live

// Messages about streams to the user, collected here to be read side by side.
const (
	msgState     = "%s."
	msgEnded     = "The match is no longer being received."
	msgEndedAs   = "The match is no longer being received: %s."
	msgKept      = " The recording was saved as %s."
	msgNotKept   = "%s."
	msgNoStream  = "This is not a live match."
	msgEdgeTip   = "Go to the live moment"
	msgBehindTip = "%s behind the live moment; click to go there"

	msgNoStreams = "A browser cannot connect to live matches; the installed program can."
	msgAsking    = "Asking %s what is being played…   Press Esc to cancel"
	msgNobody    = "Nobody is playing there."
	msgOnNow     = "%d of %s"
	msgAgain     = "as of %s: %s"
	msgNoWatch   = "no stream known"
)
