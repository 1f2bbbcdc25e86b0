package part

import "fragscope/viewer/panel"

// Entry is something that the menu finds, and what is done when it is chosen. While [panel.Entry.Why] is set nothing is.
type Entry struct {
	panel.Entry
	// Rank orders what was found: the lowest first.
	Rank Rank
	Do   func()
	// Fill is what the text becomes when the entry is chosen, for a way in which it can go on; empty for all others.
	Fill string
	// Stay is set if the menu stays open.
	Stay bool
}

// Rank is the order of what the menu finds.
type Rank uint8

// The ranks.
const (
	RankTime Rank = iota
	RankQuestion
	RankAction
	RankPlayer
	RankChapter
	RankKey // of questions
	RankMoment
	RankDemo
	RankSetting
)
