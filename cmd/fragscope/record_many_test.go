//go:build unix

package main

import (
	"bufio"
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fragscope/formats/corpus"
)

// qtvServer serves a recorded QTV stream, at a number of bytes per second, to all who connect. It returns its address.
func qtvServer(t *testing.T, stream []byte, rate int) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				for in := bufio.NewReader(conn); ; {
					if line, err := in.ReadString('\n'); err != nil || line == "\n" {
						break
					}
				}
				const steps = 77 // a second, as servers have frames
				for rest, n := stream, max(rate/steps, 1); len(rest) > 0; time.Sleep(time.Second / steps) {
					sent, err := conn.Write(rest[:min(n, len(rest))])
					if err != nil {
						return
					}
					rest = rest[sent:]
				}
			}()
		}
	}()
	return "qtv://" + ln.Addr().String()
}

// processorTime returns the time that this process has taken of the processors.
func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestRecordEight records eight streams at once, each as busy as a match of sixteen, beside one that is not there. The
// processor time includes that of the servers.
func TestRecordEight(t *testing.T) {
	stream, err := os.ReadFile(corpus.Path(t, "live/qtv1_with_header.bin"))
	if err != nil {
		t.Skip("no recorded streams: ", err)
	}
	const rate, lasts = 20 << 10, 3 * time.Second
	dir := t.TempDir()
	args := []string{"record", "-o", dir, "--for", lasts.String(), "qtv://127.0.0.1:1/x"}
	for range 8 {
		args = append(args, qtvServer(t, stream, rate))
	}
	before := processorTime(t)
	_, said := answer(t, exitUnread, args...)
	took := processorTime(t) - before
	if !strings.Contains(said, "no server listens") || strings.Count(said, ": live") != 8 {
		t.Error(said)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.mvd"))
	if len(files) != 8 {
		t.Fatalf("%d demos: %v", len(files), files)
	}
	const head = len("QTVSV 1\nBEGIN\n\n")
	for _, f := range files {
		if got, err := os.ReadFile(f); err != nil || len(got) < rate || !bytes.HasPrefix(stream[head:], got) {
			t.Errorf("%s has %d bytes, which the server did not send; %v", f, len(got), err)
		}
	}
	share := 100 * took.Seconds() / lasts.Seconds()
	t.Logf("eight streams take %.1f %% of a core", share)
	if share > 25 {
		t.Errorf("eight streams take %.1f %% of a core", share)
	}
	for _, wrong := range [][]string{{"a.mvd", "b.mvd", "-o", filepath.Join(dir, "none")}, {"a.mvd", "-", "-o", dir}} {
		answer(t, exitUsage, append([]string{"record"}, wrong...)...)
	}
}
