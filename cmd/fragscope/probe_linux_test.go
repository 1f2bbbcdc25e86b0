package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fragscope/assets/sample"
	"fragscope/cmd/fragscope/confine"
)

// probeScene is the variable that names the folder in which the probe tries things; it holds all that a verb may be
// given. With probeFree set the probe is not confined.
const probeScene, probeFree = "FRAGSCOPE_PROBE_TEST", "FRAGSCOPE_PROBE_TEST_FREE"

// The places of a scene.
const (
	probeDemo  = "games/mod/demos/x.dm_68"
	probeText  = "games/mod/demos/beside.txt"
	probeMap   = "games/baseq3/maps/" + sample.MapName
	probeHome  = "home"
	probeOut   = "out"
	probeStore = "library"
	// Two servers, of which a verb is given the first.
	probeServer, probeOther = "127.0.0.1:27399", "127.0.0.1:27398"
	probeOtherPort          = 27398
)

// attempt is one thing that the probe tries, and what SECURITY.md calls it.
type attempt struct {
	column, word string
	try          func() error
}

// attempts are what the probe tries, in the order of the words in the table. Those without a column are allowed to no
// verb.
func attempts(dir string) []attempt {
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	list := []attempt{
		{"reads", "everything", func() error {
			return errors.Join(reading(at(probeHome+"/secret")),
				reading("/etc/passwd"))
		}},
		{"reads", "the demo", func() error { return reading(at(probeDemo)) }},
		{"reads", "its folder", func() error { return reading(at(probeText)) }},
		{"reads", "maps", func() error { return reading(at(probeMap)) }},
		{"reads", "names of files", func() error { _, err := os.ReadDir(at(probeHome)); return err }},
		{"reads", "the library", func() error { return reading(at(probeStore + "/x.db")) }},
		{"reads", "drivers and fonts", func() error { return reading("/usr/share") }},
		{"writes", "`-o`'s folder", func() error { return making(at(probeOut + "/made")) }},
		{"writes", "the library's", func() error { return making(at(probeStore + "/made")) }},
		{"writes", "caches", func() error { return making(at(probeHome + "/cache/fragscope/made")) }},
		{"network", "the server's port", func() error { return dialing("tcp", probeServer) }},
		{"network", "packets", func() error { return dialing("udp", probeOther) }},
		{"local sockets", "yes", func() error { return dialing("unix", at("socket")) }},
		{"starts", "ffmpeg", func() error { return starting(at("bin/ffmpeg")) }},

		{"", "read another program's environment",
			func() error { return reading(fmt.Sprintf("/proc/%d/environ", os.Getppid())) }},
		{"", "write in the home folder", func() error { return making(at(probeHome + "/made")) }},
		{"", "write elsewhere", func() error { return making(at("made")) }},
		{"", "write to the demo", func() error { return opening(at(probeDemo), os.O_WRONLY) }},
		{"", "truncate the demo", func() error { return os.Truncate(at(probeDemo), 0) }},
		{"", "rename the demo", func() error { return os.Rename(at(probeDemo), at(probeDemo+".x")) }},
		{"", "remove what is beside the demo", func() error { return os.Remove(at(probeText)) }},
		{"", "make a symbolic link", func() error { return os.Symlink("/", at(probeOut+"/link")) }},
		{"", "make a pipe", func() error { return unix.Mkfifo(at(probeOut+"/pipe"), 0o600) }},
		{"", "control a device", func() error { return opening("/dev/full", os.O_RDWR) }},
		{"", "connect elsewhere", func() error { return dialing("tcp", probeOther) }},
		{"", "connect elsewhere by MPTCP", func() error { return connecting(unix.IPPROTO_MPTCP) }},
		{"", "connect elsewhere with the first data", fastOpening},
		{"", "listen", listening},
		{"", "open other kinds of sockets", func() error { return socket(unix.AF_NETLINK, unix.SOCK_RAW) }},
		{"", "open raw sockets", func() error { return socket(unix.AF_INET, unix.SOCK_RAW) }},
		{"", "start another program", func() error { return starting("/bin/true") }},
		{"", "gain privileges", gaining},
	}
	for _, name := range []string{probeDemo, probeHome + "/secret", probeOut + "/mine"} {
		list = append(list, touching(name, at(name))...)
	}
	return append(list, reaching()...)
}

// touching are attempts to change what is known of a file, by its path.
func touching(what, name string) []attempt {
	return []attempt{
		{"", "chmod " + what, func() error { return os.Chmod(name, 0o644) }},
		{"", "fchmodat2 " + what, func() error {
			return unix.Fchmodat(unix.AT_FDCWD, name, 0o644,
				unix.AT_SYMLINK_NOFOLLOW)
		}},
		{"", "chown " + what, func() error { return os.Chown(name, os.Getuid(), os.Getgid()) }},
		{"", "lchown " + what, func() error { return os.Lchown(name, os.Getuid(), os.Getgid()) }},
		{"", "utimes " + what, func() error { return os.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0)) }},
		{"", "utime " + what, func() error { return unix.Utime(name, &unix.Utimbuf{}) }},
		{"", "setxattr " + what, func() error { return unix.Setxattr(name, "user.x", []byte("x"), 0) }},
	}
}

// reaching are attempts to reach into other processes, by a number that no process has: what is not refused does
// not find it.
func reaching() []attempt {
	const nobody = 1 << 30
	call := func(number uintptr, args ...uintptr) func() error {
		return func() error {
			args = append(args, 0, 0, 0, 0, 0, 0)
			_, _, errno := unix.Syscall6(number, args[0], args[1], args[2], args[3], args[4], args[5])
			if errno != 0 {
				return errno
			}
			return nil
		}
	}
	return []attempt{
		{"", "ptrace", call(unix.SYS_PTRACE, unix.PTRACE_ATTACH, nobody)},
		{"", "read another process", call(unix.SYS_PROCESS_VM_READV, nobody)},
		{"", "write another process", call(unix.SYS_PROCESS_VM_WRITEV, nobody)},
		{"", "take another's files", call(unix.SYS_PIDFD_GETFD, nobody)},
		{"", "io_uring", call(unix.SYS_IO_URING_SETUP, 1)},
	}
}

func opening(name string, flag int) error {
	f, err := os.OpenFile(name, flag, 0o600)
	if err == nil {
		f.Close()
	}
	return err
}

func reading(name string) error { return opening(name, os.O_RDONLY) }

func making(name string) error {
	if err := opening(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL); err != nil {
		return err
	}
	return os.Remove(name)
}

func dialing(network, address string) error {
	c, err := net.Dial(network, address)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Write([]byte("x"))
	return err
}

// connecting connects by a protocol to the server that a verb was not given.
func connecting(protocol int) error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, protocol)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Connect(fd, &unix.SockaddrInet4{Port: probeOtherPort, Addr: [4]byte{127, 0, 0, 1}})
}

// fastOpening connects to it by sending.
func fastOpening() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Sendto(fd, []byte("x"), unix.MSG_FASTOPEN, &unix.SockaddrInet4{Port: probeOtherPort,
		Addr: [4]byte{127, 0, 0, 1}})
}

func listening() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		l.Close()
	}
	return err
}

// starting runs a program, whose output goes through pipes: the device that takes none is out of reach.
func starting(name string) error {
	cmd := exec.Command(name)
	cmd.Stdout, cmd.Stderr = new(strings.Builder), new(strings.Builder)
	return cmd.Run()
}

func socket(family, kind int) error {
	fd, err := unix.Socket(family, kind, 0)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

// gaining is an error if the process cannot gain privileges by a program that it starts.
func gaining() error {
	if set, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); err != nil || set == 1 {
		return errors.Join(err, syscall.EPERM)
	}
	return nil
}

// refused reports whether an error says that something is not allowed. Any other means that it was tried.
func refused(err error) bool { return errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EXDEV) }

// probe runs the program with its arguments until it has confined itself, and prints what it can do then.
func probe() int {
	tell := func() {
		for _, a := range attempts(os.Getenv(probeScene)) {
			if err := a.try(); !refused(err) {
				fmt.Println(a.word)
			}
		}
		os.Exit(0)
	}
	if os.Getenv(probeFree) != "" {
		tell()
	}
	runWith(func(places func() confine.Places) error {
		if err := confine.Process(places); err != nil {
			return err
		}
		tell()
		return nil
	}, os.Args[1:], os.Stderr, os.Stderr)
	fmt.Fprintln(os.Stderr, "it was not confined")
	return 9
}

// probed are the verbs that are confined, with what they are given, in the order of the table; a verb may have
// several forms.
var probed = []struct{ name, args string }{
	{"info", "info DEMO"},
	{"events", "events DEMO"},
	{"events --sight", "events DEMO --sight"},
	{"find", "find DEMO frag"},
	{"find --cut", "find DEMO frag --cut OUT/"},
	{"find --shot", "find DEMO frag --shot OUT/"},
	{"find --library", "find --library frag --library-file STORE"},
	{"report", "report DEMO"},
	{"library", "library list --library-file STORE"},
	{"library add", "library add FOLDER --library-file STORE"},
	{"heat", "heat dm6 --library-file STORE"},
	{"export", "export FOLDER -o OUT/"},
	{"export -", "export - -o OUT/"},
	{"positions", "positions DEMO"},
	{"dump", "dump DEMO"},
	{"pack", "pack DEMO -o OUT/x.dm_68"},
	{"cut", "cut DEMO --from 1 -o OUT/x.dm_68"},
	{"merge", "merge DEMO DEMO -o OUT/x.match"},
	{"race", "race DEMO DEMO"},
	{"learn", "learn FOLDER -o OUT/x.atlas"},
	{"page", "page DEMO -o OUT/x.html"},
	{"shot", "shot DEMO --at 1 -o OUT/x.png"},
	{"shot of an MP4", "shot DEMO --at 1 --length 1 -o OUT/x.mp4"},
	{"record of a file", "record DEMO -o OUT/x.dm_68"},
	{"record of servers", "record qtv://SERVER/1 -o OUT/x.mvd"},
	{"proxy", "proxy quakeworld SERVER --listen 127.0.0.1:0 --dir OUT/"},
}

// newProbeScene is a folder with all that the probe tries to reach, and the servers.
func newProbeScene(t *testing.T) string {
	dir := t.TempDir()
	for name, data := range map[string][]byte{probeDemo: sample.Demo(), probeText: nil, probeMap: sample.Map(),
		probeHome + "/secret": nil,
		probeOut + "/mine":    nil, probeHome + "/cache/fragscope/x": nil} {
		putFile(t, filepath.Join(dir, filepath.FromSlash(name)), data)
	}
	program, err := os.ReadFile("/bin/true")
	if err != nil {
		t.Skip(err)
	}
	if run([]string{"library", "add", filepath.Dir(filepath.Join(dir, probeDemo)), "--library-file",
		filepath.Join(dir, probeStore, "x.db")}, io.Discard, io.Discard) != 0 {
		t.Fatal("no library can be made")
	}
	if err := os.Chmod(putFile(t, filepath.Join(dir, "bin", "ffmpeg"), program), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return dir
}

// probeRun is what the probe can do as a verb.
func probeRun(t *testing.T, args string, env ...string) []string {
	dir := newProbeScene(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	stands := strings.NewReplacer("DEMO", filepath.Join(dir, probeDemo), "FOLDER",
		filepath.Dir(filepath.Join(dir, probeDemo)), "STORE", filepath.Join(dir, probeStore, "x.db"), "OUT/",
		filepath.Join(dir, probeOut)+"/", "SERVER", probeServer)
	cmd := exec.Command(program, strings.Fields(stands.Replace(args))...)
	home := filepath.Join(dir, probeHome)
	cmd.Env = append(os.Environ(), asProgram+"=probe", probeScene+"="+dir, "FRAGSCOPE_CONFINED=1", "HOME="+home,
		"XDG_CACHE_HOME="+home+"/cache", "XDG_DATA_HOME="+home+"/data", "XDG_CONFIG_HOME="+home+"/config",
		"PATH="+dir+"/bin:"+os.Getenv("PATH"), "DISPLAY=:99")
	cmd.Env = append(cmd.Env, env...)
	cmd.Stdin = strings.NewReader("")
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", args, err, said.String())
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// TestSecurity has every verb confine itself, tries what it can do then, and compares that with the table in
// SECURITY.md.
func TestSecurity(t *testing.T) {
	version := 0
	if fmt.Sscanf(confine.Offer(), "verbs are confined by landlock %d", &version); version < 4 ||
		!strings.Contains(confine.Offer(), "seccomp") || runtime.GOARCH != "amd64" {
		t.Skip("this kernel does not offer all that the table tells of")
	}
	for _, address := range []string{probeServer, probeOther} {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { l.Close() })
	}
	free := probeRun(t, "", probeFree+"=1")
	for _, a := range attempts("") {
		if !slices.Contains(free, a.word) { // nor would it show anything
			t.Logf("not confined it cannot do this here, either: %s", a.word)
		}
	}
	if all := len(attempts("")); len(free) < all-5 {
		t.Fatalf("not confined, the probe can do %d of %d things", len(free), all)
	}
	can := make([][]string, len(probed))
	t.Run("verbs", func(t *testing.T) {
		for i, v := range probed {
			t.Run(v.name, func(t *testing.T) {
				t.Parallel()
				can[i] = probeRun(t, v.args)
				for _, a := range attempts("") {
					if a.column == "" && slices.Contains(can[i], a.word) {
						t.Errorf("it can %s", a.word)
					}
				}
			})
		}
	})
	text, err := os.ReadFile(filepath.Join("..", "..", "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	if want := securityTable(t, can); !t.Failed() && !strings.Contains(string(text), want) {
		t.Errorf("SECURITY.md does not have this table:\n%s", want)
	}
}

// securityTable is the table in SECURITY.md, of what each row of probed can do. Verbs that can do the same have one
// line.
func securityTable(t *testing.T, can [][]string) string {
	columns := []string{"reads", "writes", "network", "local sockets", "starts"}
	var lines []string // without the verbs
	verbs := map[string][]string{}
	add := func(verb, line string) {
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
		verbs[line] = append(verbs[line], "`"+strings.Replace(verb, " of ", "` of ", 1))
		if list := verbs[line]; !strings.Contains(verb, " of ") {
			list[len(list)-1] += "`"
		}
	}
	for i, v := range probed {
		cells := map[string][]string{}
		for _, a := range attempts("") {
			if slices.Contains(can[i], a.word) && !slices.Contains(cells[a.column], "everything") {
				cells[a.column] = append(cells[a.column], a.word)
			}
		}
		line := ""
		for _, c := range columns {
			line += " " + strings.Join(cells[c], ", ") + " |"
		}
		add(v.name, line)
	}
	for _, verb := range verbsOf(t) {
		if !verb.confined {
			add(verb.name, " *not confined* |||||")
		} else if !slices.ContainsFunc(probed,
			func(p struct{ name, args string }) bool { return strings.Fields(p.args)[0] == verb.name }) {
			t.Errorf("what %s can do is not tried", verb.name)
		}
	}
	table := "| | " + strings.Join(columns, " | ") + " |\n|---|" + strings.Repeat("---|", len(columns)) + "\n"
	for _, line := range lines {
		table += "| " + strings.Join(verbs[line], ", ") + " |" + line + "\n"
	}
	return table
}

// verbsOf are the program's verbs, and whether they are confined.
func verbsOf(t *testing.T) (list []struct {
	name     string
	confined bool
}) {
	all := reflect.TypeFor[cli]()
	for i := range all.NumField() {
		f := all.Field(i)
		if _, ok := f.Tag.Lookup("cmd"); ok {
			_, confined := f.Type.FieldByName("Unconfined")
			list = append(list, struct {
				name     string
				confined bool
			}{strings.ToLower(f.Name), confined})
		}
	}
	if len(list) < 20 {
		t.Fatalf("only %d verbs", len(list))
	}
	return list
}
