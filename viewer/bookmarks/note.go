package bookmarks

import (
	"slices"
	"strings"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// noteMost is how many characters a note has at most.
const noteMost = 200

// note begins a note on the bookmark that is here, or on a new one.
func (b *bookmarks) note() {
	b.noted = b.host.Clock.Position().Truncate(time.Millisecond)
	b.noting = &part.Line{Most: noteMost}
	if i := b.here(); i >= 0 {
		b.noted = time.Duration(b.list[i].At)
		b.noting.Insert([]rune(b.list[i].Note))
	}
	b.host.Relayout()
}

// here is the bookmark within a quarter of a second of where a note is written, -1 for none.
func (b *bookmarks) here() int {
	return slices.IndexFunc(b.list, func(m settings.Mark) bool {
		gap := time.Duration(m.At) - b.noted
		return gap > -250*time.Millisecond && gap < 250*time.Millisecond
	})
}

func (b *bookmarks) typed(text []rune) {
	if b.noting != nil {
		b.noting.Insert(text)
		b.host.Relayout()
	}
}

// stroke takes all keys while a note is written.
func (b *bookmarks) stroke(c action.Chord) bool {
	if b.noting == nil {
		return false
	}
	switch {
	case c.Key == "Esc":
		b.noting = nil
	case c.Key == "Enter":
		b.keepNote(strings.TrimSpace(string(b.noting.Text)))
	default:
		b.noting.Stroke(c)
	}
	b.host.Relayout()
	return true
}

func (b *bookmarks) keepNote(text string) {
	i, mark := b.here(), settings.Mark{At: settings.Millis(b.noted), Note: text}
	var old []settings.Mark
	if i >= 0 {
		old = b.list[i : i+1]
	}
	if !b.saved(b.host.Store.AddBookmark(b.host.Demo.Key(), mark, old...)) {
		return // the text stays, to be kept once more
	}
	b.noting = nil
	if i >= 0 {
		b.list = slices.Delete(b.list, i, i+1)
	}
	b.list = append(b.list, mark)
}

// legend shows the note that is being written.
func (b *bookmarks) legend() *panel.Legend {
	if b.noting == nil {
		return nil
	}
	return &panel.Legend{Icon: draw.IconBookmark, Close: action.Escape, Tip: "Leave it", Parts: []panel.LegendPart{
		{Text: "note at " + panel.FormatTenths(b.host.Clock.Moment(b.noted)) + ": " + string(b.noting.Text) + "▏   (Enter keeps it)"},
	}}
}
