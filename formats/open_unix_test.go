//go:build unix

package formats

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe under a demo's name is no demo; opening it does not wait for who writes into it.
func TestOpenPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.dem")
	if err := syscall.Mkfifo(name, 0o644); err != nil {
		t.Skip(err)
	}
	var not *NotDemoError
	if _, err := Open(name); !errors.As(err, &not) {
		t.Errorf("open: %v", err)
	}
	if _, err := Members(name); !errors.As(err, &not) {
		t.Errorf("members: %v", err)
	}
}
