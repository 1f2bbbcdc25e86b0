package report

// Messages of the report to the user, collected here to be read side by side.
const (
	msgMaking  = "Counting…"
	msgSources = "Faint numbers were counted from what the demo shows; the others the game told. Click a number for its moments."
	msgPart    = "Of the selected part, counted. Grey numbers are of the whole match: the game tells them for all of it only."
	msgNotMade = "The report could not be made: %v."
	msgHidden  = "The score is hidden, and the report with it. %s shows both."
	msgNoLead  = "The demo does not tell who is ahead: that takes two sides, and the health and armour of all."
	msgOnly    = "A click here counts all; now only what the search finds: %s"
	// Tables that cannot count what the search asks for.
	msgAllHere   = "Counts everything: this table cannot be limited to the search. Esc or a click here ends it."
	msgAllStates = "Counts everything: the search asks for states, not for events. Esc or a click here ends it."

	msgWholeTip   = "Of the whole match: the demo does not tell it for a part"
	msgToldTip    = "; counted: %.4g"
	msgCountedTip = "Counted; the game told %.4g"
	msgSpan       = "What the game told and what was counted differ: %s"
	msgToldBefore = "Told by the game at %s, and no more after that"

	msgLateTold    = "It had lain there for %.1f s on average, as the game tells; it leaves out what was there from the start of the match"
	msgLateCounted = "It had lain there for %.1f s on average, counted over %d of %d"

	msgSmall = "The window is too small for the report."

	// Tables without rows.
	msgNobody    = "The demo shows no players."
	msgNoWeapons = "The demo does not tell with which weapons they fought."
	msgNoDeaths  = "He did not die. Follow another player to see his deaths, or nobody to see all."
	msgNoFights  = "Nobody fights in this demo."
	msgClosed    = "The report is closed."
	msgNoKills   = "Nobody was killed."
	msgNoItems   = "No armour, mega health, powerup or flag was seen taken."
	msgNoSplits  = "The demo has no checkpoint and no finish."
)
