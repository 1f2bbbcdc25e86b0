package part

import "fragscope/viewer/panel"

// Entry is a menu entry. Choosing it calls Do, unless [panel.Entry.Why] is set.
type Entry struct {
	panel.Entry
	// Rank is the sort key of the entry. Entries with the lowest rank come first.
	Rank Rank
	Do   func()
	// Fill is the text that replaces the typed text when the entry is chosen, or "" if the entry is not a completion.
	Fill string
	// Stay is set if the menu stays open when the entry is chosen.
	Stay bool
}

// Rank is the kind of a menu entry, which determines the entry's position in menus.
type Rank uint8

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
	RankLast // what cannot be done now
)
