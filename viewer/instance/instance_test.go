package instance

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/sim/moment"
)

// place returns a separate place for a test; the path of a socket must be short.
func place(t *testing.T) Place {
	t.Helper()
	dir, err := os.MkdirTemp("", "fs")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	p, err := At(filepath.Join(dir, "meet"), "window")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func own(t *testing.T, p Place) *Window {
	t.Helper()
	w, err := p.Own()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

func TestHandOver(t *testing.T) {
	p := place(t)
	if err := p.Send(Request{Files: []string{"/a"}}); !errors.Is(err, ErrNone) {
		t.Fatalf("without a window: %v", err)
	}
	w := own(t, p)
	if _, err := p.Own(); !errors.Is(err, ErrTaken) {
		t.Errorf("a second window: %v", err)
	}
	want := Request{Files: []string{"/demos/one.dm_68", "/demos/t\nwo.mvd"},
		At: &moment.Moment{Round: 7, Time: 92 * time.Second}, Follow: "a \"b\"", Speed: 0.5, Paused: true}
	sent := make(chan error, 1)
	go func() { sent <- p.Send(want) }()
	if got := <-w.Requests(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
	w.Close()
	if err := p.Send(want); !errors.Is(err, ErrNone) {
		t.Errorf("after the window was closed: %v", err)
	}
	own(t, p)
}

// TestStaleSocket checks that a window can replace one that died and left its socket file.
func TestStaleSocket(t *testing.T) {
	p := place(t)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: p.socket(), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	if _, err := os.Lstat(p.socket()); err != nil {
		t.Fatal("no stale socket to test with: ", err)
	}
	start := time.Now()
	if err := p.Send(Request{}); !errors.Is(err, ErrNone) {
		t.Errorf("a dead window: %v", err)
	}
	if took := time.Since(start); took > patience/2 {
		t.Errorf("finding that out took %v", took)
	}
	w := own(t, p)
	go func() { _ = p.Send(Request{Follow: "x"}) }()
	if got := <-w.Requests(); got.Follow != "x" {
		t.Errorf("got %+v", got)
	}
}

// TestRace checks that, of many programs started at the same time, exactly one opens a window and receives all
// requests.
func TestRace(t *testing.T) {
	p := place(t)
	const n = 12
	var wg sync.WaitGroup
	windows, requests := make(chan *Window, n), make(chan Request, n)
	for range n {
		wg.Go(func() {
			for {
				if p.Send(Request{}) == nil {
					return
				}
				w, err := p.Own()
				if err != nil {
					continue
				}
				windows <- w
				go func() {
					for r := range w.Requests() {
						requests <- r
					}
				}()
				return
			}
		})
	}
	wg.Wait()
	for i := range n - 1 { // the last ones may still be on their way
		select {
		case <-requests:
		case <-time.After(5 * time.Second):
			t.Fatalf("%d of %d requests arrived", i, n-1)
		}
	}
	if len(windows) != 1 || len(requests) != 0 {
		t.Errorf("%d windows, %d requests too many", len(windows), len(requests))
	}
	(<-windows).Close()
}

func TestRubbish(t *testing.T) {
	p := place(t)
	w := own(t, p)
	for _, text := range []string{"", "\n", "{}", "nonsense\n", "[1,2]\n", strings.Repeat("x", maxRequest+10)} {
		conn, err := net.Dial("unix", p.socket())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = conn.Write([]byte(text)) // the window may close the connection before everything is written
		conn.(*net.UnixConn).CloseWrite()
		reply := make([]byte, 8)
		if n, _ := conn.Read(reply); n > 0 {
			t.Errorf("%.20q is answered by %q", text, reply[:n])
		}
		conn.Close()
	}
	select {
	case r := <-w.Requests():
		t.Errorf("rubbish became %+v", r)
	default:
	}
}

func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders have no modes")
	}
	p := place(t)
	if err := os.Chmod(p.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := At(p.dir, "window"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(p.dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is open to others: %v, %v", info.Mode(), err)
	}
	link := p.dir + "-link"
	if err := os.Symlink(p.dir, link); err != nil {
		t.Fatal(err)
	}
	if _, err := At(link, "window"); err == nil {
		t.Error("a link is taken for a folder of the user's own")
	}
}
