package library

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgNoFiles  = "The library is not available in the browser, only in the installed program."
	msgNoFile   = "There is no place for a library: you have no data folder."
	msgUnopened = "The library cannot be opened: %s"
	msgUnread   = "The library cannot be read: %s"
	msgReading  = "Reading the library…"
	msgEmpty    = "The library has no folders yet: Add folder… reads all demos in a folder."
	msgCount    = "%d of %s%s. Enter watches, Insert marks, Ctrl+F searches them all, Esc closes."
	msgRace     = "First mark the runs to race: Insert marks the chosen one."
	msgSorting  = "Sorting…"
	msgViews    = "%s  %s"

	msgFolded      = "; %d of them are further points of view of a match: Right lists them"
	msgFoldedOne   = "; one of them is a further point of view of a match: Right lists it"
	msgNotRemarked = "The note could not be saved: %s"
	msgHit         = "Hit %d of %d for %s"
	msgDateTip     = "Sort by date. A date in brackets is the file's own, used if neither the demo nor its name has one"
	msgStateTip    = "Sort by state. Filter with is:damaged, is:unreadable, is:copy or is:new"

	msgFilterHint = "map, player, server, mode, folder, #tag, is:damaged"
	msgAskHint    = "by:NAME with:rl of:*   item:ra late>5s   health<30"
	msgAsk        = "Search all demos, as Find searches one: Enter searches, then plays from the chosen hit. Ctrl+F goes back."
	msgNoQuestion = "Type a question first: by:NAME with:rl finds a player's frags with rockets."
	msgAsking     = "Searching all demos… Esc stops."
	msgAskingMore = "Searching all demos: %d still have to be opened. Esc stops."
	msgComparing  = "Comparing with the moments in the library… Esc stops."
	msgHits       = "%d: %s. Enter plays from there, Ctrl+Enter plays all as clips."
	msgNobody     = "No players are visible at this moment."
	msgLike       = "moments like %s in %s"
	msgDistance   = "%.0f %% similar   %s"
	msgThere      = "%d %s at this spot on %s"

	msgClip     = "Clip %d of %d   %s   %s"
	msgNoClips  = "No clips are being played: press Ctrl+Enter in the library's hits to play them."
	msgLastClip = "There are no more clips."

	msgExporting     = "Exporting: %d of %s. Esc stops."
	msgExportStopped = "The export was stopped; nothing was written."
	msgNotExported   = "The tables could not be written: %s"
	msgExported      = "Tables of %s, of which %d could not be read: %s"
	msgMarked        = "%d of %s, %d marked: Enter opens marked demos of the same match as one."
	msgScanning      = "Reading: %s, %d of them new, %s, %.0f MB, %.1f MB/s. Esc stops."
	msgScanned       = "Library: %s, %d of them new, %s read, %d unreadable"
	msgNotAdded      = "%s cannot be added: %s"
	msgMoreHits      = "there are more hits than are listed"
)
