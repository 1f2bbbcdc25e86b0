package accessible

import (
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
)

// Host provides package accessible with access to the rest of the program.
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

// Lists provides access to the list shown over the window.
type Lists interface {
	// Shown returns the list over the window; ok is false if there is none.
	Shown() (l part.List, ok bool)
	// Choose chooses a row of the list.
	Choose(row int)
	Close()
}

// Notices provides access to the visible messages.
type Notices interface{ Views() []panel.NoticeView }
