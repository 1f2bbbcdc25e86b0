package viewer

import (
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// scoreboard is whether the scoreboard is shown.
type scoreboard struct {
	held   bool // its key is down
	pinned bool // it stays
}

// shown reports whether the scoreboard is on the screen.
func (b *scoreboard) shown() bool { return b.held || b.pinned }

// unpin closes a scoreboard that stays; it reports whether there was one.
func (b *scoreboard) unpin() bool {
	pinned := b.pinned
	b.pinned = false
	return pinned
}

// stroke lets PgUp and PgDn go by pages through a scoreboard that has more players than fit; it reports whether the key was for that.
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
