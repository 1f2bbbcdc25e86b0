package viewer

import (
	"strings"
	"testing"
	"time"

	"fragscope/viewer/panel"
)

// TestOneClock checks that all times are shown by the match clock, next to which are the elapsed time and the length of
// the demo.
func TestOneClock(t *testing.T) {
	late := duel
	late.levels, late.delay = 1, 10*time.Second
	d := open(t, -1280, -720, late, 40*time.Second)
	clicks := func() (tips []string) {
		for _, l := range d.a.screen.layout.layers {
			for _, h := range l.HitAreas {
				if at, ok := strings.CutPrefix(h.Tip, "Go to "); ok && h.Do.Verb == panel.VerbEvent {
					tips = append(tips, at)
					if want := d.a.timeline.Moment(h.Do.Time).Short(); at != want {
						t.Errorf("what happened at %s is told at %s", want, at)
					}
				}
			}
		}
		return tips
	}
	for _, text := range []string{"0:30.0", "0:40 / 1:00"} {
		if !shows(d, layerTransport, text) {
			t.Errorf("want %q in:\n%s", text, d.texts())
		}
	}
	if !shows(d, layerTop, "0:30") || len(clicks()) < 5 {
		t.Errorf("the top line has another clock, or the feed is empty:\n%s", d.texts())
	}
	d.move(d.lineX(30*time.Second), d.lineY())
	d.tick(2)
	if said := d.hoverTexts(); !strings.Contains(said, "0:20.") {
		t.Errorf("over the timeline: %q", said)
	}
	d.move(-50, -50)
	d.key("C")
	if !strings.Contains(d.texts(), "-0:10.0\nyard1") {
		t.Errorf("the chapters do not begin before the match:\n%s", d.texts())
	}
	d.key("Esc")
	d.key("M")
	if !d.says("Bookmark at 0:30.0.") {
		t.Error("the bookmark's time is another")
	}
	d.key("Shift+M")
	if !strings.Contains(d.texts(), "0:30.0\nyard1") {
		t.Errorf("the list of bookmarks has another time:\n%s", d.texts())
	}
	d.key("Esc")
	d.key("M") // removes it again
	d.key("Ctrl+F")
	d.write("amber")
	clicks()
	d.key("Esc")
	d.key("Ctrl+Shift+C")
	d.until("the position is copied", func() bool { return strings.Contains(d.platform.clip.text(), "--at=0:30.000") })
}

// hoverTexts returns the texts about the place under the mouse.
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
