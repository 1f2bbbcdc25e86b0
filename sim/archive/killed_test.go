//go:build !js

package archive

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"fragscope/assets/sample"
)

// scanVariable has, for a process that TestScanThatWasKilledGoesOn starts, the library that it is to scan.
const scanVariable = "FRAGSCOPE_SCAN"

// TestScanInAProcess scans the library that the process is for.
func TestScanInAProcess(t *testing.T) {
	path := os.Getenv(scanVariable)
	if path == "" {
		t.Skip("it is for processes that another test starts")
	}
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	scanned(t, l)
}

// TestScanThatWasKilledGoesOn kills processes that scan, at moments all over the scan, and compares the library
// that comes of it in the end with one that was made at once. FRAGSCOPE_KILLS says how often; FRAGSCOPE_KILL_FOLDER
// which demos, instead of some made of the sample.
func TestScanThatWasKilledGoesOn(t *testing.T) {
	kills, _ := strconv.Atoi(os.Getenv("FRAGSCOPE_KILLS"))
	kills = max(kills, 4)
	whole, dir := library(t)
	if other := os.Getenv("FRAGSCOPE_KILL_FOLDER"); other != "" {
		dir = other
		if err := whole.Add(dir); err != nil {
			t.Fatal(err)
		}
	} else {
		demo, ext := sample.Demo(), filepath.Ext(sample.DemoName)
		for i := range 40 {
			write(t, filepath.Join(dir, fmt.Sprintf("%02d%s", i, ext)), demo[:len(demo)-i*997])
		}
	}
	begun := time.Now()
	scanned(t, whole)
	took := time.Since(begun)

	path := filepath.Join(t.TempDir(), "library.db")
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Add(dir); err != nil {
		t.Fatal(err)
	}
	l.Close()
	left := 0
	for i := range kills {
		c := exec.Command(os.Args[0], "-test.run=^TestScanInAProcess$")
		c.Env = append(os.Environ(), scanVariable+"="+path)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(took * time.Duration(i%5+1) / time.Duration(4*kills))
		c.Process.Kill()
		if c.Wait() == nil {
			break // it was done
		}
		left++
	}
	if l, err = Open(path); err != nil {
		t.Fatalf("after %d kills: %v", left, err)
	}
	defer l.Close()
	var sound string
	if err := l.db.QueryRow("PRAGMA integrity_check").Scan(&sound); err != nil || sound != "ok" {
		t.Errorf("after %d kills: %s, %v", left, sound, err)
	}
	scanned(t, l)
	if dump(t, l) != dump(t, whole) {
		t.Errorf("after %d kills the library is not the one made at once", left)
	}
	t.Logf("killed %d times", left)
}
