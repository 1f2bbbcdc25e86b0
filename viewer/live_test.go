package viewer

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/viewer/live"
	"fragscope/viewer/panel"
	"fragscope/viewer/session"
)

// TestLive watches a demo while it is being written: the existing part, new data, and its end.
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

// TestWhatIsOn asks game servers and a proxy what is being played there and checks that the answers are rows to choose
// from, which can be shown again with one key.
func TestWhatIsOn(t *testing.T) {
	server := func(answer string) string {
		c, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { c.Close() })
		go func() {
			buf := make([]byte, 100)
			for {
				n, from, err := c.ReadFrom(buf)
				if err != nil {
					return
				}
				if strings.HasPrefix(string(buf[4:n]), "status") {
					c.WriteTo([]byte("\xff\xff\xff\xffn"+answer), from)
				}
			}
		}()
		return c.LocalAddr().String()
	}
	two := server("\\hostname\\Two\\map\\dm3\\teamplay\\2\\mode\\2on2\\status\\9 min left\\maxclients\\4\n" +
		"1 11 2 25 \"Ann\" \"\" 4 4 \"red\"\n2 7 2 13 \"Bob\" \"\" 13 13 \"blue\"\nqtv 1 \"Two\" \"2@127.0.0.1:1\" 0\n")
	one := server("\\hostname\\One\\map\\dm6\\maxclients\\2\n1 3 2 25 \"Cat\" \"\" 4 4\n")
	d := drive(t, -1280, -720, Options{Files: []string{"/demos/a.dm_68"}})
	d.until("it is open", d.a.open)
	lists := func(text string) bool {
		return slices.ContainsFunc(d.a.screen.layout.layers[layerSheet].Ops, func(op panel.Op) bool {
			return strings.Contains(op.Text, text)
		})
	}
	ask := func(addresses string) {
		d.key("Ctrl+L")
		d.write(addresses)
		d.key("Enter")
		d.until("it is answered", func() bool { return shows(d, layerSheet, "On now") })
	}
	ask(two + ", " + one + " qtv://127.0.0.1:1")
	for _, text := range []string{"2 of 2 servers", "Ask again", "dm3", "2on2, 9 min left", "2/4", "red 11 : 7 blue", "Two",
		"Cat 3", "One", "no server listens"} {
		if !lists(text) {
			t.Errorf("%q is not in the list", text)
		}
	}
	if set, _ := d.a.prefs.store.Load(); !strings.Contains(set.LiveAddresses, one+" qtv://127.0.0.1:1") {
		t.Errorf("the addresses are kept as %q", set.LiveAddresses)
	}
	d.key("Down", "Enter") // it has no known stream
	if !lists("no stream known") || !lists("Cat") {
		t.Error("it is not told who plays")
	}
	d.key("Esc", "Ctrl+L", "Enter") // the list stays, and its first match is watched
	d.until("the stream is opened", func() bool { return d.says("no server listens") })
	d.key("Ctrl+L")
	if !shows(d, layerSheet, "On now") {
		t.Error("the list is not one key away")
	}
	d.a.prefs.set.HideScore = true
	if d.key("Esc", "Ctrl+L"); lists("red 11") {
		t.Error("a hidden score is shown")
	}
	d.key("Up", "Up", "Enter")
	d.until("it is asked again", func() bool { return shows(d, layerSheet, "On now") && shows(d, layerSheet, "Two") })
}
