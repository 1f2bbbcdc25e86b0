package viewer

import (
	"testing"
	"time"

	"fragscope/viewer/instance"
)

func TestRequestsOpenInTheWindow(t *testing.T) {
	requests := make(chan instance.Request, 1)
	d := drive(t, 800, 500, Options{Files: []string{"/demos/a.dm_68"}, Requests: requests})
	d.until("the first demo is open", func() bool { return d.a.open() })
	requests <- instance.Request{Files: []string{"/demos/b.dm_68", "/demos/c.dm_68"}, At: 20 * time.Second, Follow: "cob", Speed: 0.5, Paused: true}
	d.until("the demo is open", func() bool { return d.a.session.Demo().Path == "/demos/b.dm_68" && d.a.watch.Slot() >= 0 })
	d.wantPos(20 * time.Second)
	wantSpeed(t, d, 0.5)
	if d.a.timeline.Play.Playing() || !d.a.host.Platform.(*fakePlatform).raised {
		t.Errorf("playing %v, raised %v", d.a.timeline.Play.Playing(), d.a.host.Platform.(*fakePlatform).raised)
	}
	d.key("Ctrl+PgDn")
	d.until("the playlist goes on", func() bool { return d.a.session.Demo().Path == "/demos/c.dm_68" })
	if d.pos() > 10*time.Second {
		t.Errorf("the next demo starts at %v", d.pos())
	}
}
