package bookmarks

import (
	"slices"
	"time"

	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// note asks for a note on the bookmark at the current time, or on a new one.
func (b *bookmarks) note() {
	at, text := b.host.Clock.Position().Truncate(time.Millisecond), ""
	if i := b.near(at); i >= 0 {
		at, text = time.Duration(b.list[i].At), b.list[i].Note
	}
	b.ask(at, text)
}

func (b *bookmarks) ask(at time.Duration, text string) {
	b.host.Lists.Ask(part.Prompt{
		Title: "Note", Note: "at " + b.host.Clock.Moment(at).Short(), Hint: "what is to be remembered", Text: text,
		Done: func(text string) { b.keepNote(at, text) },
	})
}

// near returns the index of a bookmark within a quarter of a second of a time, or -1.
func (b *bookmarks) near(at time.Duration) int {
	return slices.IndexFunc(b.list, func(m settings.Mark) bool {
		gap := time.Duration(m.At) - at
		return gap > -250*time.Millisecond && gap < 250*time.Millisecond
	})
}

func (b *bookmarks) keepNote(at time.Duration, text string) {
	i, mark := b.near(at), settings.Mark{At: settings.Millis(at), Note: text}
	var old []settings.Mark
	if i >= 0 {
		old = b.list[i : i+1]
	}
	if !b.saved(b.host.Store.AddBookmark(b.host.Demo.Key(), mark, old...)) {
		b.ask(at, text) // keep the text so that the user can try again
		return
	}
	if i >= 0 {
		b.list = slices.Delete(b.list, i, i+1)
	}
	b.list = append(b.list, mark)
}
