package notice

import (
	"testing"
	"time"
)

func TestList(t *testing.T) {
	now := time.Unix(0, 0)
	changes := 0
	l := New(now, func() { changes++ })
	l.Warn("gone")
	l.Say("one")
	l.Say("two") // in its place
	l.Warn("gone")
	if got := l.Views(); len(got) != 2 || got[1].Text != "two" {
		t.Errorf("%+v", got)
	}
	l.Advance(now.Add(Brief + 1))
	if l.Len() != 1 {
		t.Error("what is said for a while stays, or what waits to be closed does not")
	}
	before := changes
	l.Advance(now.Add(time.Hour))
	if !l.CloseLast() || l.CloseLast() || changes != before+1 {
		t.Errorf("%d changes for one message that is closed", changes-before)
	}
	for _, text := range []string{"a", "b", "c", "d", "e"} {
		l.Warn(text)
	}
	if got := l.Views(); len(got) != most || got[0].Text != "b" {
		t.Errorf("%+v", got)
	}
	l.Close(0)
	l.Close(9)
	if l.Len() != most-1 {
		t.Errorf("%d messages", l.Len())
	}
}
