package part

import "fragscope/viewer/panel"

// Entry is something that the menu finds, and what choosing it does. While [panel.Entry.Why] is set it does
// nothing.
type Entry struct {
	panel.Entry
	// Rank orders the entries, lowest first.
	Rank Rank
	Do   func()
	// Fill replaces the text when the entry is chosen, if the entry continues it; otherwise empty.
	Fill string
	// Stay is set if the menu stays open.
	Stay bool
}

// Rank is the order of what the menu finds.
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
)
