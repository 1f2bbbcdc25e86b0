package viewer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/viewer/live"
	"fragscope/viewer/session"
)

// TestLive watches a demo while it is written: what is there, what comes, and its end.
func TestLive(t *testing.T) {
	data := sample.Demo()
	path := filepath.Join(t.TempDir(), sample.DemoName)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Write(data[:len(data)/2])
	d := drive(t, -800, -500, Options{Files: []string{path}, Live: true, Demos: session.Files{}})
	d.until("it is open", d.a.open)
	rec := d.a.session.Recording()
	mark := func() string { return d.a.screen.topView().Live.Text }
	if mark() != "" {
		t.Error("a file that does not grow is called live")
	}
	time.Sleep(1100 * time.Millisecond)
	before := rec.Duration()
	f.Write(data[len(data)/2 : len(data)*3/4])
	d.until("more is there", func() bool { return rec.Duration() > before+time.Second })
	if !strings.HasPrefix(mark(), "LIVE −") {
		t.Errorf("far behind the mark is %q", mark())
	}
	d.until("End goes to the live edge", func() bool {
		d.key("End")
		return mark() == "LIVE" && d.pos() > rec.Duration()-time.Second
	})
	d.key("Home")
	d.a.parts.Do(live.IDCatchUp)
	if d.tick(2); d.a.timeline.Speed() != 2 {
		t.Errorf("it catches up at %v", d.a.timeline.Speed())
	}
	d.until("it goes on as before when it has caught up", func() bool {
		d.key("End")
		return d.a.timeline.Speed() == 1
	})
	if d.key("Esc"); d.a.session.Stream() == nil || mark() == "" {
		t.Error("Esc ends the stream")
	}
	d.a.parts.Do(live.IDEnd)
	d.until("the end is told", func() bool { return d.says("no longer being received") })
	if mark() != "" {
		t.Errorf("behind the end the mark is %q", mark())
	}
}
