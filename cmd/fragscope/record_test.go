package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/formats/codec"
	"fragscope/formats/corpus"
	simload "fragscope/sim/load"
)

func TestRecord(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, sample.DemoName), filepath.Join(dir, "out"+filepath.Ext(sample.DemoName))
	if err := os.WriteFile(in, sample.Demo(), 0o600); err != nil {
		t.Fatal(err)
	}
	answer(t, 0, "record", in, "-o", out, "--for", "10s")
	if got, err := os.ReadFile(out); err != nil || !bytes.Equal(got, sample.Demo()) {
		t.Errorf("%d bytes, want %d; %v", len(got), len(sample.Demo()), err)
	}
	for _, test := range []struct {
		args []string
		exit int
		want string
	}{
		{[]string{in, "-o", out}, exitUsage, "already exists"},
		{[]string{in, "-o", filepath.Join(dir, "x.dm2")}, exitUsage, "a name that ends in"},
		{[]string{"http://x/", "-o", filepath.Join(dir, "x.mvd")}, exitUsage, "qtv://host:port"},
		{[]string{"qtv://user:secret@127.0.0.1:1/", "-o", filepath.Join(dir, "x.mvd")}, exitUnread,
			"no server listens"},
		{[]string{filepath.Join(dir, "none.mvd"), "-o", filepath.Join(dir, "x.mvd")}, exitUnread, "does not exist"},
		{[]string{in, "-o", out, "--for", "-1s"}, exitUsage, "--for"},
	} {
		_, said := answer(t, test.exit, append([]string{"record"}, test.args...)...)
		if !strings.Contains(said, test.want) || strings.Contains(said, "secret") {
			t.Errorf("%q: %s", test.args, said)
		}
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 2 {
		t.Errorf("files are left: %v", left)
	}
}

// TestEventsLive holds that the events of a demo that comes through a pipe are those of the file.
func TestEventsLive(t *testing.T) {
	in := filepath.Join(t.TempDir(), sample.DemoName)
	if err := os.WriteFile(in, sample.Demo(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"--json", "--csv", ""} {
		args := []string{"events", in}
		if form != "" {
			args = append(args, form)
		}
		want, _ := answer(t, 0, args...)
		if got, _ := answer(t, 0, append(args, "--live")...); got != want {
			t.Errorf("%s: %d bytes, want %d", form, len(got), len(want))
		}
	}
}

// TestCutFollows cuts a part of a demo that is still being written when the verb begins.
func TestCutFollows(t *testing.T) {
	dir := t.TempDir()
	in, out, want := filepath.Join(dir, sample.DemoName), filepath.Join(dir, "live.dm_68"),
		filepath.Join(dir, "whole.dm_68")
	f, err := os.Create(in)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data := sample.Demo()
	f.Write(data[:len(data)/3])
	time.AfterFunc(300*time.Millisecond, func() { f.Write(data[len(data)/3:]) })
	answer(t, 0, "cut", in, "--live", "--from", "0:05", "-o", out)
	answer(t, 0, "cut", "sample:", "--from", "0:05", "-o", want)
	a, err := os.ReadFile(out)
	b, err2 := os.ReadFile(want)
	if err != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Errorf("the part has %d bytes and not the %d of the whole demo's; %v, %v", len(a), len(b), err, err2)
	}
}

// TestAddresses are refused by the verbs that read files.
func TestAddresses(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"info"}, {"info", "--live"}, {"events"}, {"events", "--live"}, {"positions"}, {"dump"}, {"report"},
		{"cut", "-o", filepath.Join(dir, "a.mvd")}, {"shot", "-o", filepath.Join(dir, "a.png")},
	} {
		_, said := answer(t, exitUsage, append(args, "qtv://user:secret@127.0.0.1:1/")...)
		if !strings.Contains(said, "fragscope record") || strings.Contains(said, "secret") {
			t.Errorf("%q: %s", args, said)
		}
	}
}

// recorderEnv has the test's own program record its standard input to the file that it names.
const recorderEnv = "FRAGSCOPE_TEST_RECORDER"

func TestRecorderProcess(*testing.T) {
	if name := os.Getenv(recorderEnv); name != "" {
		os.Exit(run([]string{"record", "-", "-o", name}, io.Discard, os.Stderr))
	}
}

var kills = flag.Int("kills", 6, "how often TestKilledRecordings kills a recorder")

// TestKilledRecordings kills recorders at random moments: what they leave is a demo that plays.
func TestKilledRecordings(t *testing.T) {
	var list []*formats.Demo
	kinds := map[*codec.Codec]int{}
	for _, name := range corpus.Demos(t, []string{"nq", "qw", "q2", "q3", "recorded"}, "*.*") {
		d, err := formats.Read(strings.TrimSuffix(path.Base(name), ".gz"), "", corpus.Load(t, name))
		if err == nil && len(d.Data) > 80<<10 && len(d.Data) < 2<<20 && d.Container == formats.Plain &&
			kinds[d.Format] < 2 {
			kinds[d.Format]++
			list = append(list, d)
		}
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range *kills {
		d := list[i%len(list)]
		out := filepath.Join(t.TempDir(), d.Name)
		cmd := exec.Command(os.Args[0], "-test.run=^TestRecorderProcess$")
		cmd.Env = append(os.Environ(), recorderEnv+"="+out)
		pipe, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		go func() {
			for rest := d.Data; len(rest) > 0; {
				n := min(1+i*37%3000, len(rest))
				if _, err := pipe.Write(rest[:n]); err != nil {
					return
				}
				rest = rest[n:]
				time.Sleep(time.Millisecond)
			}
		}()
		for info, err := os.Stat(out); err != nil || info.Size() < 16<<10; info, err = os.Stat(out) {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(rng.IntN(200_000)) * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		killed(t, d, out)
	}
}

// killed looks at what a recorder left of a demo.
func killed(t *testing.T, d *formats.Demo, out string) {
	kept, err := os.ReadFile(out)
	if err != nil || !bytes.HasPrefix(d.Data, kept) {
		t.Fatalf("%s: the file is no part of the demo, %v", d.Name, err)
	}
	rec, err := simload.File(context.Background(), out)
	if err != nil {
		t.Fatalf("%s, %d of %d bytes: %v", d.Name, len(kept), len(d.Data), err)
	}
	rec.Wait()
	t.Logf("%s: %d of %d bytes, %d snapshots, damage %v", d.Name, len(kept), len(d.Data), rec.Frames(), rec.Damage())
	if len(rec.Damage()) > 0 || rec.Err() != nil || rec.Frames() == 0 {
		t.Errorf("%s, %d bytes: %v, %v", d.Name, len(kept), rec.Damage(), rec.Err())
	}
}
