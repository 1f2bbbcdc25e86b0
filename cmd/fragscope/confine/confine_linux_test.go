package confine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// asked is the environment variable that makes the test program confine itself. It holds two folders: one to read and
// one to write.
const asked = "FRAGSCOPE_CONFINE_TEST"

// askedAnew is set if it has to restart itself to do so.
const askedAnew = "FRAGSCOPE_CONFINE_TEST_ANEW"

func TestMain(m *testing.M) {
	if text := os.Getenv(asked); text != "" {
		read, write, _ := strings.Cut(text, ":")
		places := func() Places {
			return Places{Read: []string{read}, Write: []string{write}, Devices: []string{"/dev/ptmx"},
				Run: []string{"/bin/cat"}}
		}
		anew, restrict := confined(), restrictThreads
		if os.Getenv(askedAnew) != "" {
			restrict = func(int) error { return errors.ErrUnsupported }
		}
		signal.Notify(make(chan os.Signal, 1), os.Interrupt) // as the program has: a thread waits for it
		before := stir(filepath.Join(filepath.Dir(read), "secret"))
		if err := process(places, restrict); err != nil {
			fmt.Println("process:", err)
			os.Exit(1)
		}
		fmt.Printf("started anew: %t\nthreads from before that read outside: %d\n", anew, before())
		try(read, write)
		return
	}
	os.Exit(m.Run())
}

// stir has threads come and go, and starts some that stay, all before the process is confined. What it returns ends
// them and counts those that could read a file after it was called.
func stir(secret string) (end func() int) {
	stop, reached := make(chan struct{}), atomic.Int32{}
	var stays, goes sync.WaitGroup
	for range 16 {
		stays.Go(func() {
			runtime.LockOSThread()
			<-stop
			if _, err := os.ReadFile(secret); err == nil {
				reached.Add(1)
			}
		})
	}
	goes.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			var short sync.WaitGroup
			short.Go(runtime.LockOSThread) // the thread ends with the goroutine
			short.Wait()
		}
	})
	return func() int {
		close(stop)
		stays.Wait()
		goes.Wait()
		return int(reached.Load())
	}
}

// try prints what can be done, on many threads.
func try(read, write string) {
	tell := func(what string, err error) {
		fmt.Printf("%s: %t\n", what, err == nil)
		if err != nil && !errors.Is(err, fs.ErrPermission) {
			fmt.Printf("%s: %v\n", what, err)
		}
	}
	_, err := os.ReadFile(filepath.Join(read, "in"))
	tell("read", err)
	tell("write", os.WriteFile(filepath.Join(write, "out"), nil, 0o600))
	tell("write what is read", os.WriteFile(filepath.Join(read, "in"), nil, 0o600))
	_, err = os.ReadFile(filepath.Join(filepath.Dir(read), "secret"))
	tell("read outside", err)
	_, err = os.ReadDir(filepath.Dir(read))
	tell("list outside", err)
	tell("device", control("/dev/ptmx"))
	tell("other device", control("/dev/full"))
	other := exec.Command("/bin/true")
	other.Stdout, other.Stderr = io.Discard, io.Discard
	tell("run", other.Run())
	for _, name := range []string{filepath.Join(read, "in"), filepath.Join(filepath.Dir(read), "secret")} {
		text, err := exec.Command("/bin/cat", name).Output()
		fmt.Printf("a program reads %s: %q %t\n", filepath.Base(name), text, err == nil)
	}
	_, err = net.Dial("tcp", "127.0.0.1:9")
	tell("tcp", err)
	_, err = net.Dial("udp", "127.0.0.1:9")
	tell("udp", err)
	_, err = net.Dial("unix", filepath.Join(filepath.Dir(read), "socket"))
	tell("local socket", err)
	secret := filepath.Join(filepath.Dir(read), "secret")
	tell("permissions", os.Chmod(secret, 0o600))
	tell("times", os.Chtimes(secret, time.Now(), time.Now()))
	tell("owner", os.Chown(secret, os.Getuid(), os.Getgid()))
	if f, err := os.Create(filepath.Join(write, "mine")); err == nil {
		tell("permissions of an open file", f.Chmod(0o644))
		f.Close()
	}
	privileges, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
	fmt.Printf("no_new_privs: %d %v\n", privileges, err)

	var wait sync.WaitGroup
	var mu sync.Mutex
	opened := 0
	for range 64 {
		wait.Go(func() {
			if _, err := os.ReadFile(filepath.Join(filepath.Dir(read), "secret")); err == nil {
				mu.Lock()
				opened++
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	fmt.Printf("threads that read outside: %d\n", opened)
}

// control opens a device as drivers do, to read, write and control it.
func control(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPTN)
	return err
}

// A confined process reads and writes what it was given, and nothing else, on any thread: whether its threads were
// restricted or it was started anew.
func TestProcess(t *testing.T) {
	if landlock() == 0 {
		t.Skip("this kernel has no landlock")
	}
	inPlace := runtime.GOARCH == "amd64" && !signalsScoped()
	t.Run("threads", func(t *testing.T) { testProcess(t, !inPlace) })
	t.Run("anew", func(t *testing.T) { testProcess(t, true, askedAnew+"=1") })
}

func testProcess(t *testing.T, anew bool, env ...string) {
	dir := t.TempDir()
	read, write := filepath.Join(dir, "read"), filepath.Join(dir, "write")
	for _, d := range []string{read, write} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{filepath.Join(dir, "secret"), filepath.Join(read, "in")} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	socket, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Env = append(append(os.Environ(), "FRAGSCOPE_CONFINED=1", asked+"="+read+":"+write), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, stderr.String())
	}
	want := []string{"read: true", "write: true", "write what is read: false", "read outside: false",
		"list outside: false", "run: false", `a program reads in: "x" true`, `a program reads secret: "" false`,
		"device: true", "other device: false",
		`no_new_privs: 1 <nil>`, "threads that read outside: 0",
		"threads from before that read outside: 0", fmt.Sprintf("started anew: %t", anew)}
	if auditArch != 0 {
		want = append(want, "tcp: false", "udp: false", "local socket: false", "permissions: false", "times: false",
			"owner: false", "permissions of an open file: true")
	} else if landlock() >= 4 {
		want = append(want, "tcp: false")
	}
	for _, line := range want {
		if !strings.Contains("\n"+string(out), "\n"+line+"\n") {
			t.Errorf("no line %q in\n%s", line, out)
		}
	}
}

// On a kernel without landlock nothing is asked of it; one that is newer than is known of gets what is known.
func TestVersions(t *testing.T) {
	for version, want := range map[int][3]uint64{0: {}, 1: {1<<13 - 1}, 4: {1<<15 - 1, 3}, 7: {1<<16 - 1, 3, 3},
		99: {1<<17 - 1, 15, 3}} {
		set, _ := Places{}.rules(version)
		if got := [3]uint64{set.Handled_access_fs, set.Handled_access_net, set.Scoped}; got != want {
			t.Errorf("version %d: %b, want %b", version, got, want)
		}
	}
}
