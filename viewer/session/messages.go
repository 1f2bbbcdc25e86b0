package session

// messages are what users may read from this part of the window, gathered so that they can be read aloud.
const (
	msgOpening       = "Opening %s …   Esc cancels"
	msgReading       = "Reading %s: %d %%   Esc stops"
	msgNoDemo        = "There is no demo in this folder."
	msgLastDemo      = "This is the last demo."
	msgFirstDemo     = "This is the first demo."
	msgNext          = "Next: %s"
	msgOfMany        = "%s, %d of %d"
	msgRecent        = "The list of recent demos could not be read: %s."
	msgStopped       = "Reading was stopped at %s; the demo plays up to there."
	msgCutOff        = "The file is cut off or damaged at %s: %s; the demo plays up to there."
	msgSecondsLost   = "The file is damaged at %s: %s; %.1f s are lost, the rest plays."
	msgDamaged       = "The file is damaged at %s: %s; the rest plays."
	msgManyPlaces    = " It is damaged in %d places; the time line marks them."
	msgNoAddress     = "%s is not the address of a stream: write qtv://host:port/stream or gtv://host:port."
	msgNotKept       = "The recording is kept in memory only: %s."
	msgReadingFailed = "Reading stopped at %s: %s; the demo plays up to there."

	// Several points of view.
	msgOneView         = "This is one demo. With others of the same match open, all points of view are shown as one."
	msgAllEyes         = "All that the %d recordings know"
	msgEyes            = "As %s knew it; the others are ghosts"
	msgOneMatch        = "These %d demos are of one match."
	msgMergedAlready   = "All points of view are shown already."
	msgNoOthers        = "There is no other demo of this match in the folder."
	msgLookingForViews = "Comparing with %s in the folder …"
	msgNoSample        = "this build has no sample"
	msgNothing         = "there is nothing to see in it"
	msgNoFile          = "There is no file %s."
	msgNoStreams       = "A browser cannot connect to live matches; the installed program can."
	msgNothingLeft     = "There is no unfinished demo to continue."
	msgBadOne          = "%s cannot be played."
	msgBadMany         = "%d files cannot be played: %s and %d more."
	msgNoLevel         = "it has no level"
)
