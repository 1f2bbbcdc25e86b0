// Package notice manages the messages that the program shows to the user.
package notice

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	"fragscope/viewer/panel"
)

// Brief is how long a message is shown if it requires no response.
const Brief = 5 * time.Second

// Long is how long a message about a failure is shown. Such messages take longer to read.
const Long = 20 * time.Second

// failure begins the keys of failures; the kind follows.
const failure = "failed: "

// most is the maximum number of messages shown at the same time.
const most = 4

// Notice is a message to the user.
type Notice struct {
	panel.NoticeView
	For time.Duration // how long it is shown; 0 for until it is closed
	Key string        // replaces an earlier message with the same key
	// Closed is called if the user closes the message. It may be nil.
	Closed func()

	until time.Time
}

// List is a list of messages, newest last. It is not safe for concurrent use.
type List struct {
	now     time.Time
	list    []Notice
	changed func()
}

// New returns an empty list. now is the current time. The list calls changed whenever its messages change.
func New(now time.Time, changed func()) *List { return &List{now: now, changed: changed} }

// Say shows text for a few seconds.
func (l *List) Say(text string) {
	l.Add(Notice{NoticeView: panel.NoticeView{Text: text}, For: Brief, Key: "say"})
}

// Warn shows text as a warning until the user closes it.
func (l *List) Warn(text string) {
	l.Add(Notice{NoticeView: panel.NoticeView{Text: text, Error: true, Sticky: true}})
}

// Failed shows text, a message about a failure, for the duration [Long]. It replaces any earlier failure message of the
// given kind.
func (l *List) Failed(kind, text string) {
	l.Add(Notice{NoticeView: panel.NoticeView{Text: text, Error: true}, For: Long, Key: failure + kind})
}

// Done shows text, a message about a success, for a few seconds. It also removes any failure message of the given kind.
func (l *List) Done(kind, text string) {
	l.Drop(failure + kind)
	l.Say(text)
}

// Add shows the message n, replacing any message with the same key or text. If the list is full, the oldest message is
// removed.
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

// Drop removes the message with the given key.
func (l *List) Drop(key string) { l.Keep(func(n *Notice) bool { return n.Key != key }) }

// Keep removes the messages for which keep returns false.
func (l *List) Keep(keep func(*Notice) bool) {
	n := len(l.list)
	l.list = slices.DeleteFunc(l.list, func(n Notice) bool { return !keep(&n) })
	if len(l.list) != n {
		l.changed()
	}
}

// Advance sets the current time and removes expired messages.
func (l *List) Advance(now time.Time) {
	l.now = now
	l.Keep(func(n *Notice) bool { return n.until.IsZero() || !now.After(n.until) })
}

// Close removes the message at index i, as if the user had closed it.
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

// CloseLast closes the newest message that stays until the user closes it. It reports whether there was one.
func (l *List) CloseLast() bool {
	for i, n := range slices.Backward(l.list) {
		if n.Sticky {
			l.Close(i)
			return true
		}
	}
	return false
}

// Clear removes all messages.
func (l *List) Clear() { l.list = nil }

// Len returns the number of messages.
func (l *List) Len() int { return len(l.list) }

// Views returns the messages for display.
func (l *List) Views() []panel.NoticeView {
	out := make([]panel.NoticeView, len(l.list))
	for i := range l.list {
		out[i] = l.list[i].NoticeView
	}
	return out
}

// Reason returns the text of err, formatted for use in a message.
func Reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Path + ": " + pe.Err.Error()
	}
	return err.Error()
}
