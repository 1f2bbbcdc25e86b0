// Package bookmarks manages the bookmarks of the open demo.
package bookmarks

import (
	"fmt"
	"slices"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// bookmarks are the bookmarks of the open demo.
type bookmarks struct {
	host Host
	list []settings.Mark
}

// New returns the [part.Part] that manages bookmarks.
func New(host Host) part.Part {
	b := &bookmarks{host: host}
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDBookmark: {Do: b.set},
			IDList:     {Do: b.open},

			IDNote: {Do: b.note},
		},
		Opened:   b.load,
		Kept:     b.load,
		Closed:   func() { b.list = nil },
		Timeline: b.mark,
	}
}

// load reads the bookmarks of the open demo.
func (b *bookmarks) load() {
	list, err := b.host.Store.Bookmarks(b.host.Demo.Key())
	if b.list = list; err != nil {
		b.host.Notices.Warn(fmt.Sprintf(msgNotRead, notice.Reason(err)))
	}
}

// set adds a bookmark at the current time or, if there already is one, removes it.
func (b *bookmarks) set() {
	now := b.host.Clock.Position().Truncate(time.Millisecond)
	for i, m := range b.list {
		if gap := time.Duration(m.At) - now; gap > -250*time.Millisecond && gap < 250*time.Millisecond {
			if b.remove(i) {
				b.host.Notices.Say(msgRemoved)
			}
			return
		}
	}
	note := b.host.Demo.Level().Map
	if pl := b.host.Watch.Followed(); pl != nil {
		note += ", " + pl.Profile.Name.Plain
	}
	mark := settings.Mark{At: settings.Millis(now), Note: note}
	if b.saved(b.host.Store.AddBookmark(b.host.Demo.Key(), mark)) {
		b.list = append(b.list, mark)
		b.host.Notices.Say(fmt.Sprintf(msgSet, b.host.Clock.Moment(now).Short()))
	}
}

// remove removes bookmark i and reports whether it succeeded.
func (b *bookmarks) remove(i int) bool {
	if !b.saved(b.host.Store.RemoveBookmark(b.host.Demo.Key(), b.list[i])) {
		return false
	}
	b.list = slices.Delete(b.list, i, i+1)
	return true
}

// saved reports whether a change was saved. If not, it warns the user, and the caller must not change the list,
// which shows what is stored.
func (b *bookmarks) saved(err error) bool {
	if err != nil {
		b.host.Notices.Warn(fmt.Sprintf(msgNotSaved, notice.Reason(err)))
	}
	b.host.Relayout()
	return err == nil
}

// open opens the list of bookmarks.
func (b *bookmarks) open() {
	slices.SortStableFunc(b.list,
		func(p, q settings.Mark) int { return int(time.Duration(p.At-q.At) / time.Millisecond) })
	rows := make([]panel.Row, len(b.list))
	at := 0
	for i, m := range b.list {
		rows[i] = panel.Row{Lead: b.host.Clock.Moment(time.Duration(m.At)).Short(),
			Spans: panel.Plain(b.host.Theme, m.Note)}
		if time.Duration(m.At) <= b.host.Clock.Position() {
			at = i
		}
	}
	b.host.Lists.Open(part.List{
		Title: "Bookmarks", Note: b.host.KeyLabel(IDBookmark) + " sets one",
		Empty: "There is no bookmark in this demo.", Rows: rows, At: at,
		Choose: func(i int) { b.host.Clock.Seek(time.Duration(b.list[i].At)) },
		Remove: func(i int) { b.remove(i); b.open() },
	})
}

// mark adds the bookmarks to the timeline.
func (b *bookmarks) mark(v *panel.TimelineView) {
	t := panel.Ticks{Icon: draw.IconBookmark, Color: b.host.Theme.Accent}
	for _, m := range b.list {
		t.At = append(t.At, time.Duration(m.At))
	}
	v.Ticks = append(v.Ticks, t)
}
