package notice

import (
	"testing"
	"time"
)

// TestFailed holds that a failure goes when the same thing succeeds, is closed by the user or has been shown for long,
// and that the success of another thing leaves it.
func TestFailed(t *testing.T) {
	now := time.Unix(0, 0)
	for name, end := range map[string]func(l *List){
		"success": func(l *List) { l.Done("film", "saved") },
		"time":    func(l *List) { l.Advance(now.Add(Long + 1)) },
		"click":   func(l *List) { l.Close(0) },
	} {
		l := New(now, func() {})
		l.Failed("film", "no room")
		l.Failed("film", "no ffmpeg")
		l.Done("clip", "saved")
		l.Advance(now.Add(Brief + 1))
		if got := l.Views(); len(got) != 1 || got[0].Text != "no ffmpeg" || !got[0].Error {
			t.Fatalf("%s: before it %+v", name, got)
		}
		end(l)
		for _, v := range l.Views() {
			if v.Error {
				t.Errorf("%s: %q stays", name, v.Text)
			}
		}
	}
}

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
