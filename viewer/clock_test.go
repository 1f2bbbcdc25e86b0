package viewer

import (
	"strings"
	"testing"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// TestOneClock holds that all that is told of times is told by the match clock, and by that of the demo if one wants to.
func TestOneClock(t *testing.T) {
	late := duel
	late.levels, late.delay = 1, 10*time.Second
	d := open(t, -1280, -720, late, 40*time.Second)
	clicks := func() (tips []string) {
		for _, l := range d.a.screen.layout.layers {
			for _, h := range l.HitAreas {
				if at, ok := strings.CutPrefix(h.Tip, "Go to "); ok && h.Do.Verb == panel.VerbEvent {
					tips = append(tips, at)
					if want := panel.FormatTime(d.a.timeline.Moment(h.Do.Time)); at != want {
						t.Errorf("what happened at %s is told at %s", want, at)
					}
				}
			}
		}
		return tips
	}
	for _, c := range []struct {
		demo                      bool
		top, transport, of, hover string
		chapter, bookmark         string
	}{
		{false, "0:30", "0:30.0", "/ 0:50", "0:20.", "-0:10", "0:30.0"},
		{true, "0:40", "0:40.0", "/ 1:00", "0:30.", "0:00", "0:40.0"},
	} {
		if c.demo {
			d.key("W")
		}
		if d.a.prefs.set.DemoTime != c.demo || d.a.parts.On(action.DemoTime) != c.demo {
			t.Fatalf("demo time is %v", d.a.prefs.set.DemoTime)
		}
		if !shows(d, layerTop, c.top) || !shows(d, layerTransport, c.transport) || !shows(d, layerTransport, c.of) {
			t.Errorf("want %q, %q %q in:\n%s", c.top, c.transport, c.of, d.texts())
		}
		if len(clicks()) < 5 {
			t.Error("the feed is empty")
		}
		d.move(d.lineX(30*time.Second), d.lineY())
		d.tick(2)
		if said := d.hoverTexts(); !strings.Contains(said, c.hover) {
			t.Errorf("over the time line: %q; want %q", said, c.hover)
		}
		d.move(-50, -50)
		d.key("C")
		if !strings.Contains(d.texts(), c.chapter+"\nyard1") {
			t.Errorf("the chapters do not begin with %s:\n%s", c.chapter, d.texts())
		}
		d.key("Esc")
		d.key("M")
		if !d.says("Bookmark at " + c.bookmark + ".") {
			t.Error("the bookmark's time is another")
		}
		d.key("Shift+M")
		if !strings.Contains(d.texts(), c.bookmark+"\nyard1") {
			t.Errorf("the list of bookmarks does not show %s:\n%s", c.bookmark, d.texts())
		}
		d.key("Esc")
		d.key("M") // it is gone again
		d.key("Ctrl+F")
		d.write("amber")
		clicks()
		d.key("Esc")
		d.key("Ctrl+Shift+C")
		d.until("the position is copied", func() bool { return strings.Contains(d.platform.clip.text(), "--at 0:40.000") })
	}
	d.button(action.DemoTime) // on the bar
	if d.a.prefs.set.DemoTime {
		t.Error("a click on the time does not switch it")
	}
}

// hoverTexts is what is said about the place under the mouse.
func (d *driver) hoverTexts() (s string) {
	for _, op := range d.a.screen.layout.layers[layerHover].Ops {
		s += op.Text + "\n"
	}
	return s
}

func (d *driver) tipText() (s string) {
	for _, op := range d.a.screen.layout.layers[layerTip].Ops {
		s += op.Text
	}
	return s
}
