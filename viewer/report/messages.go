package report

// Messages of the report to the user, collected here to be read side by side.
const (
	msgMaking  = "Counting…"
	msgFaint   = "Faint numbers were counted from what the demo shows; the others were reported by the game."
	msgCounted = "All numbers were counted from the demo."
	msgClick   = "Click an underlined number to list its moments."
	msgRow     = "Click a row, or press Enter on it, to see it."
	msgDeaths  = "Worst deaths of %s: %d of %d, costliest first"
	msgPart    = "Counted over the selection. Grey numbers cover the whole match, because the game reported them only for all of it."
	msgNotMade = "The report could not be made: %v."
	msgHidden  = "The score is hidden, and so is the report. %s shows both."
	msgNoLead  = "The demo does not show who is ahead: that takes two sides and everyone's health and armour."
	msgOnly    = "Limited to the search: %s. Click here to count everything."
	// Tables that cannot count what the search asks for.
	msgAllHere   = "Everything is counted, because this table cannot be limited to the search. Press Esc or click here to end the search."
	msgAllStates = "Everything is counted, because the search (such as health<30) finds periods, not events. Press Esc or click here to end the search."

	msgWholeTip   = "This number covers the whole match: the demo has none for the selection"
	msgToldTip    = "; counted: %.4g"
	msgCountedTip = "Counted from the demo; the game reported %.4g"
	msgReported   = "%d in all; the demo shows %d of them being taken; click to list those"
	msgSpan       = "The reported and counted numbers differ: %s"
	msgToldBefore = "Last reported by the game at %s"

	msgLateTold    = "As reported by the game, it was available for %.1f s on average before it was taken, not counting items present from the start of the match"
	msgLateCounted = "It was available for %.1f s on average before it was taken, known for %d of %d pickups"

	msgBack = "Opened from %s. %s goes back to the table."

	msgSmall = "The window is too small for the report."

	// Tables without rows.
	msgNobody    = "There are no players in this demo."
	msgNoWeapons = "The demo does not show which weapons the players used."
	msgNoDeaths  = "He did not die. Follow another player to see his deaths, or follow nobody to see all deaths."
	msgNoFights  = "There are no fights in this demo."
	msgClosed    = "The report is closed."
	msgNoKills   = "Nobody was killed."
	msgNoItems   = "The demo does not show anyone taking armour, mega health, a powerup or a flag."
	msgNoSplits  = "The demo has neither checkpoints nor a finish."
)
