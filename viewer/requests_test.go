package viewer

import (
	"testing"
	"time"

	"fragscope/viewer/instance"
)

func TestRequestsOpenInTheWindow(t *testing.T) {
	requests := make(chan instance.Request, 1)
	d := drive(t, 800, 500, Options{Files: []string{"/demos/a.dm_68"}, Requests: requests})
	d.until("the first demo is open", func() bool { return d.a.demo != nil })
	requests <- instance.Request{Files: []string{"/demos/b.dm_68", "/demos/c.dm_68"}, At: 20 * time.Second, Follow: "cob", Speed: 0.5, Paused: true}
	d.until("the demo is open", func() bool { return d.a.demo.path == "/demos/b.dm_68" && d.a.follow >= 0 })
	d.wantPos(20 * time.Second)
	wantSpeed(t, d, 0.5)
	if d.a.play.Playing() || !d.a.desk.(*fakeDesk).raised {
		t.Errorf("playing %v, raised %v", d.a.play.Playing(), d.a.desk.(*fakeDesk).raised)
	}
	d.key("Ctrl+PgDn")
	d.until("the playlist goes on", func() bool { return d.a.demo.path == "/demos/c.dm_68" })
	if d.pos() > 10*time.Second {
		t.Errorf("the next demo starts at %v", d.pos())
	}
}

// A folder of a game that is handed over is looked into first, for the demo that is open and with no other.
func TestRequestsBringFolders(t *testing.T) {
	requests := make(chan instance.Request, 1)
	d := drive(t, 800, 500, Options{Files: []string{"/demos/a.dm_68"}, GameDirs: []string{"/old"}, Requests: requests})
	d.until("the demo is open", func() bool { return d.a.demo != nil })
	requests <- instance.Request{GameDirs: []string{"/games/baseq3"}}
	d.until("the window is raised", func() bool { return d.a.desk.(*fakeDesk).raised })
	if dirs := d.a.mapDirs(); len(dirs) != 2 || dirs[0] != "/games/baseq3" || d.a.demo.path != "/demos/a.dm_68" {
		t.Errorf("folders %q, demo %s", dirs, d.a.demo.path)
	}
}
