package session

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgOpening       = "Opening %s…   Esc cancels"
	msgReading       = "Reading %s: %d %%   Press Esc to stop"
	msgNoDemo        = "There is no demo in this folder."
	msgLastDemo      = "This is the last demo."
	msgFirstDemo     = "This is the first demo."
	msgNext          = "Next: %s"
	msgOfMany        = "%s, %d of %d"
	msgRecent        = "The list of recent demos could not be read: %s."
	msgStopped       = "Reading was stopped at %s. The demo plays up to this point."
	msgCutOff        = "The file is cut off or damaged at %s: %s. The demo plays up to this point."
	msgSecondsLost   = "The file is damaged at %s: %s. %.1f s are lost; the rest plays."
	msgDamaged       = "The file is damaged at %s: %s. The rest plays."
	msgManyPlaces    = " It is damaged in %d places; the timeline marks them."
	msgNotKept       = "The recording is kept only in memory: %s."
	msgReadingFailed = "Reading stopped at %s: %s. The demo plays up to this point."

	// Several points of view.
	msgOneView         = "This is a single demo. Open it with others of the same match to see all points of view as one."
	msgAllEyes         = "Showing everything that the %d recordings contain"
	msgEyes            = "Showing only what %s knew; players he could not see are ghosts"
	msgOneMatch        = "These %d demos show the same match."
	msgMergedAlready   = "All points of view are already shown."
	msgNoOthers        = "There is no other demo of this match in the folder."
	msgLookingForViews = "Comparing with %s in the folder…"
	msgNoSample        = "this build contains no sample"
	msgNothing         = "it contains nothing that can be shown"
	msgNoFile          = "%s does not exist."
	msgNothingLeft     = "There is no unfinished demo to continue."
	msgBadOne          = "%s cannot be played."
	msgBadMany         = "%d files cannot be played: %s and %d more."
	msgNoLevel         = "it contains no level"
)
