package viewer

import (
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// scoreboard records whether the scoreboard is shown.
type scoreboard struct {
	held   bool // its key is held down
	pinned bool // it stays open
}

// shown reports whether the scoreboard is visible.
func (b *scoreboard) shown() bool { return b.held || b.pinned }

// unpin closes a pinned scoreboard and reports whether there was one.
func (b *scoreboard) unpin() bool {
	pinned := b.pinned
	b.pinned = false
	return pinned
}

// stroke lets PgUp and PgDn scroll a scoreboard that does not fit, and reports whether it used the key.
func (b *scoreboard) stroke(c action.Chord, list *panel.Scroll, page float32) bool {
	if !b.shown() || list.Room <= 0 || c.Mods != 0 {
		return false
	}
	switch c.Key {
	case "PgDn":
		list.By(page)
	case "PgUp":
		list.By(-page)
	default:
		return false
	}
	return true
}
