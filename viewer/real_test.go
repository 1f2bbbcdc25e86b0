package viewer

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fragscope/sim/load"
	"fragscope/viewer/session"
)

// shared returns the folder of real demos next to the repository, or "".
func shared() string {
	if dir := os.Getenv("FRAGSCOPE_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		if _, e := os.Stat(filepath.Join(dir, "go.mod")); e == nil {
			return filepath.Join(dir, "..", "shared")
		}
		dir = filepath.Dir(dir)
	}
	return ""
}

// TestRealDemos checks that every real demo, even a broken one, is either shown or refused with a message, and that no
// text on the panels covers another.
func TestRealDemos(t *testing.T) {
	root := filepath.Join(shared(), "demos")
	var files []string
	filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && load.Named(e.Name()) {
			files = append(files, path)
		}
		return nil
	})
	if len(files) == 0 {
		t.Skip("no real demos in " + root)
	}
	every := 16
	if os.Getenv("FRAGSCOPE_ALL") != "" {
		every = 1
	}
	shown := 0
	for i := 0; i < len(files); i += every {
		rel, _ := filepath.Rel(root, files[i])
		d := drive(t, -1280, -720, Options{Files: files[i : i+1], Demos: session.Files{}, Paused: true})
		d.until(rel+" is open or refused", func() bool { return !d.a.session.Opening() })
		if d.choosing() {
			d.key("Enter")
			d.until(rel+" is open or refused", func() bool { return !d.a.session.Opening() })
		}
		if !d.a.open() {
			if d.a.notices.Len() == 0 {
				t.Errorf("%s: refused without a word", rel)
			}
			d.a.close()
			continue
		}
		shown++
		d.until(rel+" is read", func() bool { _, finished := d.a.session.Recording().Progress(); return finished })
		for share := range 4 {
			d.a.timeline.Seek(d.a.timeline.Play.End() * time.Duration(share) / 3)
			d.key("]")
			checkText(t, d, rel)
			d.down("Tab")
			checkText(t, d, rel+" with scoreboard")
			d.up()
		}
		d.a.close()
	}
	t.Logf("%d of %d demos were shown", shown, (len(files)+every-1)/every)
}
