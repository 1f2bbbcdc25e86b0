package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fragscope/assets/sample"
	"fragscope/cmd/fragscope/confine"
)

// asProgram has the test program be the program itself.
const asProgram = "FRAGSCOPE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	mode := os.Getenv(asProgram)
	if mode == "" {
		os.Exit(m.Run())
	}
	if room := os.Getenv(roomFor); room != "" {
		limitRoom(room)
	}
	switch mode {
	case "probe":
		os.Exit(probe())
	case "keep":
		os.Exit(keep())
	case "stuck":
		stuck()
	case "torture":
		os.Exit(tortureWorker())
	}
	main()
}

// stuck is a verb that ends what it does when it is stopped, but takes for ever to.
func stuck() {
	out := &output{out: os.Stdout, err: os.Stderr}
	defer out.untilStopped()()
	ctx, stop := stoppable(context.Background())
	defer stop()
	fmt.Println("begun")
	<-ctx.Done()
	fmt.Println("ending")
	select {}
}

// process runs the program in a process of its own, as users do.
func process(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || cmd.ProcessState.ExitCode() != want {
		t.Fatalf("fragscope %s: %v, want exit status %d\n%s", strings.Join(args, " "), err, want, log.String())
	}
	return out.String(), log.String()
}

// putFile writes the sample, or its map, into a folder.
func putFile(t *testing.T, name string, data []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// Confined verbs answer as unconfined ones: of files, folders, links that lead out of them, and with maps found
// wherever they may be.
func TestConfinedVerbsAnswerTheSame(t *testing.T) {
	dir := t.TempDir()
	demo := putFile(t, filepath.Join(dir, "game", "mod", "demos", "x.dm_68"), sample.Demo())
	putFile(t, filepath.Join(dir, "game", "baseq3", "maps", sample.MapName), sample.Map())
	named := filepath.Join(dir, "named")
	putFile(t, filepath.Join(dir, "elsewhere", "maps", sample.MapName), sample.Map())
	linked := filepath.Join(dir, "linked")
	for _, d := range []string{named, linked} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	alone := putFile(t, filepath.Join(dir, "alone", "one", "two", "three", "four", "y.dm_68"), sample.Demo())
	if errors.Join(os.Symlink(demo, filepath.Join(linked, "z.dm_68")), os.Symlink(filepath.Join(dir, "elsewhere"),
		filepath.Join(named, "baseq3"))) != nil {
		t.Skip("no symbolic links here")
	}
	for _, args := range [][]string{
		{"info", "--json", demo}, {"info", "--json", dir, "sample:"}, {"info", "--json", linked},
		{"info", "--json", alone, "--game-dir", named},
		{"events", alone}, {"events", filepath.Join(linked, "z.dm_68")}, {"positions", alone}, {"dump", alone},
	} {
		want, _ := process(t, 0, append([]string{args[0], "--unconfined"}, args[1:]...)...)
		if got, _ := process(t, 0, args...); got != want || got == "" {
			t.Errorf("%s: %d bytes, %d unconfined", strings.Join(args, " "), len(got), len(want))
		}
	}
	if out, _ := process(t, 0, "info", "--json", demo); !strings.Contains(out, "baseq3") {
		t.Errorf("the map was not found: %s", out)
	}
}

func TestLimits(t *testing.T) {
	for _, verb := range []string{"info", "events", "dump", "positions"} {
		if _, stderr := process(t, 1, verb, "--time-limit", "1us", sampleName); !strings.Contains(stderr,
			"longer than --time-limit allows (1µs)") {
			t.Errorf("%s: %s", verb, stderr)
		}
		process(t, 0, verb, "--time-limit", "10m", "--memory-limit", "4GiB", sampleName)
	}
	demo := putFile(t, filepath.Join(t.TempDir(), "x.dm_68"), sample.Demo())
	many := []string{"info", "--memory-limit", "1M"}
	for range 200 {
		many = append(many, demo)
	}
	if _, stderr := process(t, 1, many...); !strings.Contains(stderr, "more memory than --memory-limit allows (1 MB)") {
		t.Errorf("memory: %s", stderr)
	}
	answer(t, 2, "info", "--memory-limit", "much", sampleName)
}

func TestMemorySizes(t *testing.T) {
	for text, want := range map[string]memory{"1": 1, "500M": 500 << 20, "2g": 2 << 30, "3KiB": 3 << 10, "0": 0,
		"-1": 0, "M": 0, "9999999T": 0, "1MM": 0} {
		var m memory
		if err := m.UnmarshalText([]byte(text)); m != want || (err == nil) != (want != 0) {
			t.Errorf("%q: %d, %v, want %d", text, m, err, want)
		}
	}
}

func TestDisplayPort(t *testing.T) {
	for display, want := range map[string]uint16{"": 0, ":0": 0, "unix:0": 0, "localhost:10.0": 6010, "far:1": 6001,
		"x:99999": 0, "/tmp/launch:0": 0} {
		if got := displayPort(display); got != want {
			t.Errorf("%q: %d, want %d", display, got, want)
		}
	}
}

// What every verb needs can be told without the verb having run.
func TestPlaces(t *testing.T) {
	c := &eventsCmd{File: "a.zip:b.mvd"}
	if got := c.places(); len(got.Write) != 0 || len(got.List) != 0 || len(got.Devices) != 0 {
		t.Errorf("%+v", got)
	}
	if got := confine.Offer(); runtime.GOOS == "linux" && !strings.Contains(got, "no_new_privs") {
		t.Error(got)
	}
}

// A confined picture is the unconfined one, on a display of its own; where there is none it is told what to try.
func TestConfinedShot(t *testing.T) {
	if !confine.Confines() {
		t.Skip("this system confines nothing")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	shot := func(name string, flags ...string) *exec.Cmd {
		args := []string{filepath.Join("..", "..", ".ci", "virtual-display"), program, "shot", sampleName, "--at",
			"0:20", "--size", "160x120", "-o", filepath.Join(dir, name)}
		cmd := exec.Command("sh", append(args, flags...)...)
		cmd.Env = append(os.Environ(), asProgram+"=1")
		return cmd
	}
	t.Run("drawn", func(t *testing.T) {
		if _, err := exec.LookPath("Xvfb"); err != nil {
			t.Skip(err)
		}
		for _, cmd := range []*exec.Cmd{shot("confined.png"), shot("free.png", "--unconfined")} {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		confined, err1 := os.ReadFile(filepath.Join(dir, "confined.png"))
		free, err2 := os.ReadFile(filepath.Join(dir, "free.png"))
		if err := errors.Join(err1, err2); err != nil || !bytes.Equal(confined, free) {
			t.Errorf("%d and %d bytes, %v", len(confined), len(free), err)
		}
	})
	cmd := shot("none.png")
	cmd = exec.Command(program, cmd.Args[3:]...)
	cmd.Env = append(os.Environ(), asProgram+"=1", "DISPLAY=:65000", "WAYLAND_DISPLAY=")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "--unconfined") {
		t.Errorf("without a display: %v, %s", err, out)
	}
}
