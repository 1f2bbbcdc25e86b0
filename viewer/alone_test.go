package viewer

import (
	"testing"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/platform"
)

func TestTwoClicksInOnePlaceAreADoubleClick(t *testing.T) {
	now := time.Unix(0, 0)
	for _, test := range []struct {
		after time.Duration
		x     float32
		want  bool
	}{{100 * time.Millisecond, 12, true}, {100 * time.Millisecond, 40, false}, {doubleClick, 10, false}} {
		var c clicks
		if c.double(now, 10, 10, clickSlack) {
			t.Error("the first click is a double click")
		}
		if got := c.double(now.Add(test.after), test.x, 10, clickSlack); got != test.want {
			t.Errorf("after %v at %v: %v", test.after, test.x, got)
		}
	}
	var c clicks
	c.double(now, 10, 10, clickSlack)
	c.double(now, 10, 10, clickSlack)
	if c.double(now, 10, 10, clickSlack) {
		t.Error("the third click ends a second double click")
	}
}

func TestTheScoreboardIsPagedWhileShown(t *testing.T) {
	list := &panel.Scroll{Room: 500}
	var b scoreboard
	if b.stroke(action.Chord{Key: "PgDn"}, list, 200) || list.At != 0 {
		t.Error("a scoreboard that is not shown takes a key")
	}
	b.pinned = true
	if !b.stroke(action.Chord{Key: "PgDn"}, list, 200) || list.At != 200 {
		t.Errorf("PgDn goes to %v", list.At)
	}
	if b.stroke(action.Chord{Key: "A"}, list, 200) {
		t.Error("it takes any key")
	}
	if !b.unpin() || b.unpin() {
		t.Error("it closes not once")
	}
}

func TestAllButTheMapFadesWhileTheHandRests(t *testing.T) {
	var q quiet
	at := func(d time.Duration) platform.Input { return platform.Input{Now: time.Unix(100, 0).Add(d)} }
	q.stir(at(0), false, true)
	if q.stir(at(quietAfter+quietFade/2), false, true); q.share != 0.5 {
		t.Errorf("half way it has faded by %v", q.share)
	}
	if q.stir(at(quietAfter+quietFade), false, false); q.share != 0 {
		t.Error("it fades where it may not")
	}
	q.stir(at(quietAfter+2*quietFade), false, true)
	if !q.stir(at(quietAfter+2*quietFade), true, true) || q.share != 0 {
		t.Error("a move of the mouse does not bring it back")
	}
}
