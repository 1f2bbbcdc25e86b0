// Package notice keeps the messages that the program shows at the foot of the map.
package notice

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	"fragscope/viewer/panel"
)

// Brief is how long a message stays that asks for nothing.
const Brief = 5 * time.Second

// most is how many messages are shown at once.
const most = 4

// Notice is a message.
type Notice struct {
	panel.NoticeView
	For time.Duration // how long it stays; 0: until it is closed
	Key string        // a later message of the same key takes its place
	// Closed is called if the user closes the message; it may be nil.
	Closed func()

	until time.Time
}

// List is the messages that are shown, the latest last. It is not safe for concurrent use.
type List struct {
	now     time.Time
	list    []Notice
	changed func()
}

// New returns an empty list; changed is called each time that other messages are to be shown.
func New(now time.Time, changed func()) *List { return &List{now: now, changed: changed} }

// Say shows a text for a few seconds.
func (l *List) Say(text string) {
	l.Add(Notice{NoticeView: panel.NoticeView{Text: text}, For: Brief, Key: "say"})
}

// Warn shows what went wrong until it is closed.
func (l *List) Warn(text string) {
	l.Add(Notice{NoticeView: panel.NoticeView{Text: text, Error: true, Sticky: true}})
}

// Add shows a message, in the place of one with the same key or text; the oldest goes where there are too many.
func (l *List) Add(n Notice) {
	l.changed()
	if n.For > 0 {
		n.until = l.now.Add(n.For)
	}
	for i := range l.list {
		if n.Key != "" && l.list[i].Key == n.Key || l.list[i].Text == n.Text {
			l.list[i] = n
			return
		}
	}
	if len(l.list) == most {
		l.list = slices.Delete(l.list, 0, 1)
	}
	l.list = append(l.list, n)
}

// Drop takes away the message of a key.
func (l *List) Drop(key string) { l.Keep(func(n *Notice) bool { return n.Key != key }) }

// Keep takes away the messages for which keep is false.
func (l *List) Keep(keep func(*Notice) bool) {
	n := len(l.list)
	l.list = slices.DeleteFunc(l.list, func(n Notice) bool { return !keep(&n) })
	if len(l.list) != n {
		l.changed()
	}
}

// Advance takes away the messages whose time has passed.
func (l *List) Advance(now time.Time) {
	l.now = now
	l.Keep(func(n *Notice) bool { return n.until.IsZero() || !now.After(n.until) })
}

// Close takes away the message at index i.
func (l *List) Close(i int) {
	if i >= 0 && i < len(l.list) {
		closed := l.list[i].Closed
		l.list = slices.Delete(l.list, i, i+1)
		l.changed()
		if closed != nil {
			closed()
		}
	}
}

// CloseLast takes away the last message that waits to be closed. It reports whether there was one.
func (l *List) CloseLast() bool {
	for i, n := range slices.Backward(l.list) {
		if n.Sticky {
			l.Close(i)
			return true
		}
	}
	return false
}

// Clear takes away all messages.
func (l *List) Clear() { l.list = nil }

// Len is how many messages there are.
func (l *List) Len() int { return len(l.list) }

// Views are the messages as they are shown.
func (l *List) Views() []panel.NoticeView {
	out := make([]panel.NoticeView, len(l.list))
	for i := range l.list {
		out[i] = l.list[i].NoticeView
	}
	return out
}

// Reason is an error in words.
func Reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Path + ": " + pe.Err.Error()
	}
	return err.Error()
}
