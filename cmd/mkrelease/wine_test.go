package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// forwarder is a library for Windows of one function, which is another's: Go's programs want bcryptprimitives.dll,
// which Wine before 8.13 lacks.
func forwarder(library, function, to string) []byte {
	const at = 0x1000 // where the only section is loaded; its bytes are at 0x200
	le := binary.LittleEndian
	export := make([]byte, 52, 512)
	text := func(s string) uint32 {
		offset := uint32(at + len(export))
		export = append(export, s+"\x00"...)
		return offset
	}
	put := func(offset int, v uint32) { le.PutUint32(export[offset:], v) }
	put(12, text(library))
	// base, functions, names, and where the three tables are
	for i, v := range []uint32{1, 1, 1, at + 40, at + 44, at + 48} {
		put(16+4*i, v)
	}
	put(44, text(function))
	put(40, text(to)) // within the export directory: a forwarder

	b := make([]byte, 0x200)
	copy(b, "MZ")
	le.PutUint32(b[60:], 64)
	copy(b[64:], "PE\x00\x00")
	for offset, v := range map[int]uint16{68: 0x8664, 70: 1, 84: 240, 86: 0x2022, 88: 0x20b, 128: 6, 136: 6, 156: 3} {
		le.PutUint16(b[offset:], v) // machine, sections, size of what follows, DLL; PE32+, versions of Windows, console
	}
	for offset, v := range map[int]uint32{120: 0x1000, 124: 0x200, 144: 0x2000, 148: 0x200, 196: 16, 200: at,
		204: uint32(len(export))} {
		le.PutUint32(b[offset:], v) // alignments, sizes, directories, of which the first is the exports'
	}
	le.PutUint64(b[112:], 0x180000000)
	section := b[328:]
	copy(section, ".edata")
	for i, v := range []uint32{uint32(len(export)), at, 0x200, 0x200} {
		le.PutUint32(section[8+4*i:], v)
	}
	le.PutUint32(section[36:], 0x40000040) // read, data
	return append(b, export[:512]...)
}

// wine is a program on a fresh Windows of Wine.
type wine struct {
	dir string
	env []string
}

func newWine(t *testing.T) wine {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	if _, err := exec.LookPath("wine"); err != nil {
		t.Skip("no Wine here")
	}
	dir := t.TempDir()
	w := wine{dir, append(os.Environ(), "WINEPREFIX="+filepath.Join(dir, "prefix"), "WINEDEBUG=-all", "HOME="+dir,
		"DISPLAY=")}
	t.Cleanup(func() {
		cmd := exec.Command("wineserver", "-k", "-w")
		cmd.Env = w.env
		_ = cmd.Run() // it may have ended by itself
	})
	if out, err := w.command("wineboot", "-i").CombinedOutput(); err != nil {
		t.Skipf("Wine does not start here: %v\n%s", err, out)
	}
	name := filepath.Join(dir, "prefix", "drive_c", "windows", "system32", "bcryptprimitives.dll")
	if _, err := os.Stat(name); err != nil {
		if err := os.WriteFile(name, forwarder("bcryptprimitives.dll", "ProcessPrng", "advapi32.SystemFunction036"),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w wine) command(args ...string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = w.env, w.dir, time.Minute
	return cmd
}

// TestProgramForWindows runs the program as it is released under Wine, but for the compiler's profile, with which
// everything would be compiled once more.
func TestProgramForWindows(t *testing.T) {
	w := newWine(t)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	r := &release{root: root, version: "1.2.3", commit: "0123456789ab"}
	program, err := r.buildFor(target{"windows", "amd64"}, []string{"-pgo=off"})
	if err != nil {
		t.Fatal(err)
	}
	image, err := pe.NewFile(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	if h := image.OptionalHeader.(*pe.OptionalHeader64); h.Subsystem != pe.IMAGE_SUBSYSTEM_WINDOWS_GUI {
		t.Errorf("subsystem %d: a double click opens a console, too", h.Subsystem)
	}
	if err := os.WriteFile(filepath.Join(w.dir, "fragscope.exe"), program, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args string
		want string // in what it prints
		code int
	}{
		{"--version", "fragscope 1.2.3, commit 0123456789ab", 0},
		{"info sample:", "quake3, protocol 68", 0},
		{"shoot sample:", `did you mean "shot"?`, 2},
		{"info missing.dem", "missing.dem does not exist", 1},
		{"register", "Demos open with", 0},
		{"unregister", "Undone", 0},
	} {
		cmd := w.command(append([]string{"wine", "fragscope.exe"}, strings.Fields(test.args)...)...)
		out, _ := cmd.CombinedOutput() // the code is looked at below
		if code := cmd.ProcessState.ExitCode(); code != test.code || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: %d, %s", test.args, code, out)
		}
	}
	// Under the console of cmd, whose output is its own.
	if out,
		err := w.command("wine", "cmd", "/c",
		"fragscope.exe --version > out.txt & type out.txt").CombinedOutput(); err != nil ||
		!strings.Contains(string(out), "fragscope 1.2.3") {
		t.Errorf("from cmd: %v, %s", err, out)
	}
}
