package accessible

import (
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
)

// Host is what the buttons and sentences for screen readers ask of the program.
type Host struct {
	part.Program
	Demo     part.Demo
	Clock    part.Clock
	Watch    part.Watch
	Actions  part.Actions
	Lists    Lists
	Notices  Notices
	Platform platform.Platform
}

// Lists are the lists to choose from that lie over the window.
type Lists interface {
	// Shown is the list that lies over the window; ok is false where there is none.
	Shown() (l part.List, ok bool)
	// Choose chooses a row of it.
	Choose(row int)
	Close()
}

// Notices are the messages that are shown.
type Notices interface{ Views() []panel.NoticeView }
