package library

// messages are what users may read from this part of the window, gathered so that they can be read aloud.
const (
	msgNoFiles  = "There is no library in a browser; the installed program has one."
	msgNoFile   = "There is nowhere to keep a library: you have no data folder."
	msgUnopened = "The library cannot be opened: %s"
	msgUnread   = "The library cannot be read: %s"
	msgReading  = "Reading the library…"
	msgEmpty    = "The library has no folders yet: Add folder… reads the demos in one."
	msgCount    = "%d of %s%s. Enter watches, Insert marks, Ctrl+F asks them all, Esc closes."
	msgRace     = "Mark the runs to race first: Insert marks the chosen one."
	msgSorting  = "Sorting…"
	msgViews    = "%s  %s"

	msgFolded      = "; %d of them are further views of a match, shown by Right"
	msgFoldedOne   = "; one of them is a further view of a match, shown by Right"
	msgNotRemarked = "The note could not be saved: %s"
	msgHit         = "Hit %d of %d for %s"
	msgDateTip     = "Sort by date. In brackets: when the file was last changed, if neither the demo nor its name has a date"
	msgStateTip    = "Sort by state. Filter with is:damaged, is:unreadable, is:copy or is:new"

	msgFilterHint = "map, player, server, mode, folder, #tag, is:damaged"
	msgAskHint    = "by:NAME with:rl of:*   item:ra late>5s   health<30"
	msgAsk        = "Ask all demos, as Find asks one: Enter asks, then plays from the chosen hit. Ctrl+F goes back."
	msgNoQuestion = "Type a question first: by:NAME with:rl finds a player's frags with rockets."
	msgAsking     = "Asking all demos… Esc stops."
	msgAskingMore = "Asking all demos: %d have still to be opened. Esc stops."
	msgComparing  = "Comparing with the moments of the library… Esc stops."
	msgHits       = "%d: %s. Enter plays from there, Ctrl+Enter plays all as clips."
	msgNobody     = "Nobody is shown now."
	msgLike       = "moments like %s of %s"
	msgDistance   = "%.0f %% alike   %s"
	msgThere      = "%d %s at this place of %s"

	msgClip     = "Clip %d of %d   %s   %s"
	msgNoClips  = "No hits of the library are being played: Ctrl+Enter in the library's hits plays them."
	msgLastClip = "There are no more clips."

	msgExporting     = "Exporting: %d of %s. Esc stops."
	msgExportStopped = "The export was stopped; nothing of it is left."
	msgNotExported   = "The tables cannot be written: %s"
	msgExported      = "Tables of %s, of which %d could not be read: %s"
	msgMarked        = "%d of %s, %d marked: Enter shows marked demos of one match as one."
	msgScanning      = "Reading: %s, %d of them new, %s, %.0f MB, %.1f MB/s. Esc stops."
	msgScanned       = "Library: %s, %d of them new, %s read, %d unreadable"
	msgNotAdded      = "%s cannot be added: %s"
	msgMoreHits      = "there are more answers than are listed"
)
