//go:build unix

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/sim/simtest/script"
	"fragscope/viewer"
	"fragscope/viewer/page"
	"fragscope/viewer/settings"
)

// roomFor names the environment variable that limits the size of the files that the program writes, in bytes.
const roomFor = "FRAGSCOPE_ROOM_TEST"

// limitRoom bounds the files of this process, and of those that it starts, as a full disk would.
func limitRoom(room string) {
	tellFileSize()
	bytes, err := strconv.ParseUint(room, 10, 64)
	if err != nil {
		panic(err)
	}
	limit := syscall.Rlimit{Cur: bytes, Max: bytes}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		panic(err)
	}
}

// keepers write what the window keeps, as it does.
var keepers = map[string]func(settings.Store) error{
	"settings": func(s settings.Store) error {
		set, errs := s.Load()
		set.Scale = 2
		return errors.Join(append(errs, s.Save(&set))...)
	},
	"bookmarks": func(s settings.Store) error {
		return s.AddBookmark("a demo", settings.Mark{At: settings.Millis(time.Second), Note: "here"})
	},
	"recent":  func(s settings.Store) error { return s.AddRecent("a demo") },
	"notes":   func(s settings.Store) error { return s.SetNotes("a demo", bytes.Repeat([]byte(" "), 100000)) },
	"turned":  func(s settings.Store) error { return s.SetTurn("a map", 1) },
	"learned": func(s settings.Store) error { return s.KeepLearned("a map", bytes.Repeat([]byte("x"), 100000), 1) },
}

// keep has the keeper that is named last write, as the window would.
func keep() int {
	out := &output{err: os.Stderr}
	defer out.untilStopped()()
	if err := keepers[os.Args[len(os.Args)-1]](viewer.UserStore()); err != nil {
		out.fail(err)
		return exitUnread
	}
	return 0
}

// writer is a verb that writes files.
type writer struct {
	name string
	// args are its arguments; DEMO, MVD, DUMP and LIST stand for what it reads, OUT for what it writes.
	args []string
	out  string // what OUT is in a folder of its own
	draw bool   // it needs a display
	need string // a program that it needs
	// grows is set for what is written while it comes: what there is plays.
	grows bool
	// home is set for what is written to the user's folders, as files of which each is whole; as is how the program
	// is run for that.
	home bool
	as   string
}

// writers are all verbs that write files, in each of their forms.
var writers = []writer{
	{name: "picture", args: []string{"shot", "DEMO", "--at", "0:20", "--size", "320x200", "-o", "OUT"}, out: "x.png",
		draw: true},
	{name: "JPEG", args: []string{"shot", "DEMO", "--at", "0:20", "--size", "320x200", "-o", "OUT"}, out: "x.jpg",
		draw: true},
	{name: "GIF", args: []string{"shot", "DEMO", "--at", "0:20", "--length", "0:01", "--rate", "10", "--size",
		"320x200", "-o", "OUT"}, out: "x.gif", draw: true},
	{name: "AVI", args: []string{"shot", "DEMO", "--at", "0:20", "--length", "0:01", "--rate", "10", "--size",
		"320x200", "-o", "OUT"}, out: "x.avi", draw: true},
	{name: "MP4", args: []string{"shot", "DEMO", "--at", "0:20", "--length", "0:01", "--rate", "10", "--size",
		"320x200", "-o", "OUT"}, out: "x.mp4", draw: true, need: "ffmpeg"},
	{name: "WebM", args: []string{"shot", "DEMO", "--at", "0:20", "--length", "0:01", "--rate", "10", "--size",
		"320x200", "-o", "OUT"}, out: "x.webm", draw: true, need: "ffmpeg"},
	{name: "Matroska", args: []string{"shot", "DEMO", "--at", "0:20", "--length", "0:01", "--rate", "10", "--size",
		"320x200", "-o", "OUT"}, out: "x.mkv", draw: true, need: "ffmpeg"},
	{name: "QuickTime", args: []string{"shot", "DEMO", "--at", "0:20", "--length", "0:01", "--rate", "10", "--size",
		"320x200", "-o", "OUT"}, out: "x.mov", draw: true, need: "ffmpeg"},
	{name: "clip", args: []string{"cut", "DEMO", "--from", "0:05", "--to", "0:40", "--force", "-o", "OUT"},
		out: "x.dm_68"},
	{name: "pack", args: []string{"pack", "DUMP", "--force", "-o", "OUT"}, out: "x.dm_68"},
	{name: "match", args: []string{"merge", "MVD", "MVD", "--force", "-o", "OUT"}, out: "x.match"},
	{name: "merge", args: []string{"merge", "MVD", "MVD", "--force", "-o", "OUT"}, out: "x.mvd"},
	{name: "atlas", args: []string{"learn", "DEMO", "--force", "-o", "OUT"}, out: "x.atlas"},
	{name: "export Parquet", args: []string{"export", "DEMO", "-o", "OUT"}, out: "tables"},
	{name: "export CSV", args: []string{"export", "DEMO", "--csv", "-o", "OUT"}, out: "tables"},
	{name: "recording", args: []string{"record", "DEMO", "-o", "OUT", "--for", "2s"}, out: "x.dm_68", grows: true},
	{name: "library", args: []string{"library", "add", "DEMO", "--library-file", "OUT"}, out: "library/x.db",
		grows: true},
	{name: "report", args: []string{"report", "DEMO", "--json"}},
	{name: "race", args: []string{"race", "DEMO", "DEMO", "--start", "move"}},
	{name: "events", args: []string{"events", "DEMO"}},
	{name: "dump", args: []string{"dump", "DEMO", "--json"}},
	{name: "positions", args: []string{"positions", "DEMO", "--all"}},
	{name: "page", args: []string{"page", "DEMO", "--force", "-o", "OUT"}, out: "x.html"},
	{name: "learned maps", args: []string{"learn", "DEMO"}, out: "fragscope/maps", home: true},
	{name: "register", args: []string{"register"}, out: "applications", home: true},
	{name: "settings", args: []string{"settings"}, out: "fragscope/settings.toml", home: true, as: "keep"},
	{name: "bookmarks", args: []string{"bookmarks"}, out: "fragscope/bookmarks", home: true, as: "keep"},
	{name: "recent demos", args: []string{"recent"}, out: "fragscope/recent.json", home: true, as: "keep"},
	{name: "notes", args: []string{"notes"}, out: "fragscope/notes", home: true, as: "keep"},
	{name: "turned maps", args: []string{"turned"}, out: "fragscope/turned.json", home: true, as: "keep"},
	{name: "learned map", args: []string{"learned"}, out: "fragscope/maps", home: true, as: "keep"},
}

// theatre is a folder with what writers read.
type theatre struct{ dir, program, display string }

func newTheatre(t *testing.T) theatre {
	dir := t.TempDir()
	putFile(t, filepath.Join(dir, sample.DemoName), sample.Demo())
	for _, f := range script.Formats() {
		if filepath.Ext(f.File()) == ".mvd" {
			putFile(t, filepath.Join(dir, "a.mvd"), f.Demo())
		}
	}
	putFile(t, filepath.Join(dir, "data", "fragscope", page.FileName), []byte(page.Sign+page.Title+page.Content))
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	th := theatre{dir, program, display(t)}
	dump, err := os.Create(filepath.Join(dir, "dump.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer dump.Close()
	cmd := th.command(writers[0], "")
	cmd.Args = []string{program, "dump", "--json", filepath.Join(dir, sample.DemoName)}
	cmd.Stdout = dump
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return th
}

// display is that of the system, or a virtual one until the test ends; empty where there is none.
func display(t *testing.T) string {
	if name := os.Getenv("DISPLAY"); name != "" {
		return name
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x720x24", "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{write}
	err = x.Start()
	write.Close()
	if err != nil {
		return ""
	}
	t.Cleanup(func() { x.Process.Kill(); x.Wait() })
	number := 0
	if _, err := fmt.Fscanln(read, &number); err != nil {
		return ""
	}
	return fmt.Sprintf(":%d", number)
}

// command is a writer that writes to a folder.
func (th theatre) command(w writer, dir string, env ...string) *exec.Cmd {
	stands := map[string]string{
		"DEMO": filepath.Join(th.dir, sample.DemoName), "MVD": filepath.Join(th.dir, "a.mvd"),
		"DUMP": filepath.Join(th.dir, "dump.jsonl"), "OUT": filepath.Join(dir, w.out),
	}
	args := make([]string, len(w.args))
	for i, a := range w.args {
		if args[i] = a; stands[a] != "" {
			args[i] = stands[a]
		}
	}
	cmd := exec.Command(th.program, args...)
	data, config := filepath.Join(th.dir, "data"), filepath.Join(th.dir, "config")
	if w.home {
		data, config, env = dir, dir, append(env, "PATH=") // without the desktop's programs
	}
	cmd.Env = append(append(os.Environ(), asProgram+"="+cmp.Or(w.as, "1"), "XDG_DATA_HOME="+data,
		"XDG_CONFIG_HOME="+config, "DISPLAY="+th.display, "LIBGL_ALWAYS_SOFTWARE=1"), env...)
	return cmd
}

// outcome is what a writer left.
type outcome struct {
	exit   int
	said   string
	files  map[string]string // by name below its folder, with a slash
	out    []byte            // what was printed
	ended  bool              // by a signal
	killed bool
}

// run runs a writer and looks at what is left in its folder.
func (th theatre) run(t *testing.T, cmd *exec.Cmd, dir string) outcome {
	t.Helper()
	var out, said bytes.Buffer
	if cmd.Stdout == nil {
		cmd.Stdout = &out
	}
	cmd.Stderr = &said
	watchdog := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	defer watchdog.Stop()
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{exit: cmd.ProcessState.ExitCode(), said: said.String(), out: out.Bytes(), files: filesIn(t, dir),
		ended: cmd.ProcessState.ExitCode() < 0}
}

// filesIn are the files below a folder and what is in them.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	list := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		// with which an export goes on the next time
		if strings.Contains(filepath.ToSlash(name), "_manifest/unfinished-") {
			return err
		}
		list[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// stage begins a folder for a writer: with an older file of its name, where it replaces one.
func (w writer) stage(t *testing.T) (dir string) {
	dir = t.TempDir()
	if w.out != "" && !w.grows && !w.home && filepath.Ext(w.out) != "" {
		putFile(t, filepath.Join(dir, w.out), []byte(old))
	}
	if !w.home {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, w.out)), 0o700)
	}
	return dir
}

// old is what is in a file that is replaced.
const old = "the old file"

// skip skips a writer that lacks something here.
func (w writer) skip(t *testing.T, th theatre) {
	if w.need != "" {
		if _, err := exec.LookPath(w.need); err != nil {
			t.Skip(err)
		}
	}
	if w.draw && th.display == "" {
		t.Skip("no display")
	}
}

// wrong is what is wrong with an outcome: a file that is neither old nor whole, litter, an exit status or words
// that do not fit; empty for nothing. Whole is what the writer writes undisturbed.
func (w writer) wrong(got, whole outcome) string {
	done := got.exit == 0
	switch {
	case strings.Contains(got.said, "panic:") || strings.Contains(got.said, "goroutine "):
		return "it panicked: " + got.said
	case !done && !got.ended && (got.exit != exitUnread || !strings.Contains(got.said, "fragscope: ")):
		return "it failed without saying so"
	case w.grows:
		return ""
	case w.out == "":
		if done && !bytes.Equal(got.out, whole.out) {
			return "not all was printed, and it says nothing"
		}
		return ""
	}
	if done {
		if len(got.files) != len(whole.files) {
			return fmt.Sprintf("it succeeded and left %d files of %d", len(got.files), len(whole.files))
		}
		for name, data := range whole.files {
			if g, ok := got.files[name]; !ok || len(g) == 0 && len(data) > 0 || g == old || w.need == "" && g != data {
				return fmt.Sprintf("it succeeded, and %s has %d bytes of %d", name, len(g), len(data))
			}
		}
		return ""
	}
	if g := got.files[w.out]; strings.Contains(got.said, msgInterrupted) && (maps.Equal(got.files, whole.files) ||
		// two films of ffmpeg are not the same
		w.need != "" && len(got.files) == 1 && len(g) >= len(whole.files[w.out])*9/10) {
		return "" // it was stopped when all was written
	}
	for name, data := range got.files {
		if w.home && (data == whole.files[name] || filepath.Base(name) == ".lock") {
			continue
		}
		if strings.HasPrefix(name, filepath.Join("tables", "_manifest", "rows-")) {
			continue // what an export has read, which the next one uses
		}
		if name != w.out || data != old && !(got.killed || got.ended) {
			return fmt.Sprintf("it failed and left %s, %d bytes", name, len(data))
		}
	}
	return ""
}

// TestFullDisk has each writer write to a disk that gets full, and to a folder that can only be read: what is there
// then is the old file or the whole new one, and the program says which.
func TestFullDisk(t *testing.T) {
	th := newTheatre(t)
	for _, w := range writers {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			w.skip(t, th)
			dir := w.stage(t)
			whole := th.run(t, th.command(w, dir), dir)
			if whole.exit != 0 {
				t.Fatalf("undisturbed: exit status %d: %s", whole.exit, whole.said)
			}
			largest := len(whole.out)
			for _, data := range whole.files {
				largest = max(largest, len(data))
			}
			rooms := []int{largest / 2}
			if testing.Verbose() && os.Getenv(envTorture) != "" {
				rooms = nil
				for i := range 10 {
					rooms = append(rooms, largest*i/10)
				}
			}
			failed := 0
			for _, room := range rooms {
				dir := w.stage(t)
				cmd := th.command(w, dir, fmt.Sprintf("%s=%d", roomFor, room))
				var printed *os.File
				if w.out == "" {
					printed, _ = os.Create(filepath.Join(t.TempDir(), "printed"))
					cmd.Stdout = printed
				}
				got := th.run(t, cmd, dir)
				if printed != nil {
					got.out, _ = os.ReadFile(printed.Name())
					printed.Close()
				}
				if what := w.wrong(got, whole); what != "" {
					t.Errorf("room for %d of %d bytes: %s (exit status %d, %s)", room, largest, what,
						got.exit, got.said)
				}
				if got.exit != 0 {
					failed++
				} else if w.need == "" && room <= largest/2 { // a list of paths is shorter where these are
					t.Errorf("room for %d of %d bytes: it succeeded: %s", room, largest, got.said)
				}
			}
			w.readOnly(t, th, whole)
			t.Logf("%d tried, %d failed and said so: all whole", len(rooms), failed)
		})
	}
}

// readOnly has the writer write to a folder in which nothing can be made.
func (w writer) readOnly(t *testing.T, th theatre, whole outcome) {
	if w.out == "" {
		return
	}
	dir := w.stage(t)
	cmd := th.command(w, dir)
	if os.Geteuid() == 0 { // to whom nothing is forbidden
		program, err := exec.LookPath("setpriv")
		if err != nil {
			t.Log("read-only folders are not tried:", err)
			return
		}
		cmd.Args = append([]string{program, "--bounding-set=-dac_override,-dac_read_search"}, cmd.Args...)
		cmd.Path = program
	}
	locked := []string{dir}
	if sub := filepath.Dir(filepath.Join(dir, w.out)); sub != dir && !w.home {
		locked = append(locked, sub)
	}
	for _, d := range locked {
		if err := os.Chmod(d, 0o500); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(d, 0o700)
	}
	got := th.run(t, cmd, dir)
	if what := w.wrong(got, whole); what != "" || got.exit == 0 {
		t.Errorf("a folder that can only be read: %s (exit status %d, %s)", what, got.exit, got.said)
	}
}

// stopping are the signals that end a program, and how it is ended by them.
var stopping = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL}

// TestStopped stops each writer at random moments: what is there then is the old file or the whole new one, and
// nothing else; what a killed one leaves is gone when the next has written.
func TestStopped(t *testing.T) {
	const moments = 10
	if os.Getenv(envTorture) == "" {
		t.Skip("make torture stops every writer at random moments")
	}
	th := newTheatre(t)
	for _, w := range writers {
		if w.out == "" {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			w.skip(t, th)
			dir := w.stage(t)
			begun := time.Now()
			whole := th.run(t, th.command(w, dir), dir)
			took := time.Since(begun)
			tried, cut := 0, 0
			for _, s := range stopping {
				for range moments {
					dir := w.stage(t)
					cmd := th.command(w, dir)
					after := time.AfterFunc(time.Duration(rand.Int64N(int64(took))), func() {
						if cmd.Process != nil {
							cmd.Process.Signal(s)
						}
					})
					got := th.run(t, cmd, dir)
					after.Stop()
					tried++
					if got.exit != 0 {
						cut++
					}
					got.killed = got.ended // before the program could say anything
					what := ""
					if got.ended && !w.grows {
						w.swept(t, th, dir, whole)
					} else {
						what = w.wrong(got, whole)
					}
					if what != "" {
						t.Errorf("%v: %s (exit status %d, %s)", s, what, got.exit, got.said)
					}
				}
			}
			t.Logf("%d tried, %d stopped, all whole", tried, cut)
		})
	}
}

// swept has the writer write once more where it was killed, and checks that the file is whole and alone.
func (w writer) swept(t *testing.T, th theatre, dir string, whole outcome) {
	t.Helper()
	if data, err := os.ReadFile(filepath.Join(dir, w.out)); err == nil && w.need == "" && string(data) != old &&
		string(data) != whole.files[w.out] {
		t.Errorf("a killed program leaves a file of %d bytes, neither old nor whole", len(data))
	}
	if got := th.run(t, th.command(w, dir), dir); got.exit != 0 && !strings.Contains(got.said, "already exists") ||
		len(got.files) != len(whole.files) {
		t.Errorf("after one that was killed: exit status %d, %d files of %d: %s", got.exit, len(got.files),
			len(whole.files), got.said)
	}
}

// TestSecondInterrupt stops a verb that does not end when it is asked to.
func TestSecondInterrupt(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stopping[:3] {
		if signal.Ignored(s) {
			continue // as under nohup, where programs do not end by it
		}
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), asProgram+"=stuck")
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		watchdog := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
		lines := bufio.NewReader(out)
		for _, want := range []string{"begun\n", "ending\n"} {
			if got, err := lines.ReadString('\n'); got != want {
				t.Fatalf("%v: %q, %v: %s", s, got, err, said.String())
			}
			cmd.Process.Signal(s)
		}
		stopped := time.Now()
		cmd.Wait()
		watchdog.Stop()
		if took := time.Since(stopped); took > time.Second || cmd.ProcessState.ExitCode() != exitUnread ||
			!strings.Contains(said.String(), msgInterrupted) {
			t.Errorf("%v: it ends after %v, exit status %d: %s", s, took, cmd.ProcessState.ExitCode(), said.String())
		}
	}
}

// TestRecordStops stops recorders of servers that pour and of those that fall silent: they end within a second and
// report what they recorded.
func TestRecordStops(t *testing.T) {
	for _, peer := range []struct {
		name string
		talk func(net.Conn)
	}{
		{"silent", func(c net.Conn) { io.Copy(io.Discard, c) }},
		{"pours", func(c net.Conn) {
			c.Read(make([]byte, 4096))
			c.Write([]byte("QTVSV 1\nBEGIN: x\n\n"))
			for err := error(nil); err == nil; _, err = c.Write(bytes.Repeat([]byte{0, 1, 4, 0, 0, 0, 1, 1, 1, 1},
				5000)) {
			}
		}},
	} {
		t.Run(peer.name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			reached := make(chan bool, 100)
			go func() {
				for c, err := l.Accept(); err == nil; c, err = l.Accept() {
					reached <- true
					go peer.talk(c)
				}
			}()
			program, _ := os.Executable()
			cmd := exec.Command(program, "record", "qtv://"+l.Addr().String()+"/1", "-o",
				filepath.Join(t.TempDir(), "x.mvd"))
			cmd.Env = append(os.Environ(), asProgram+"=1")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			<-reached
			time.Sleep(500 * time.Millisecond)
			stopped := time.Now()
			cmd.Process.Signal(syscall.SIGTERM)
			watchdog := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
			cmd.Wait()
			watchdog.Stop()
			if took := time.Since(stopped); took > time.Second || cmd.ProcessState.ExitCode() < 0 {
				t.Errorf("it ends after %v, exit status %d", took, cmd.ProcessState.ExitCode())
			}
		})
	}
}
