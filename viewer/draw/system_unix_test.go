//go:build unix

package draw

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/go-text/typesetting/fontscan"
)

// TestPipeIsNoFont checks that a pipe with the name of a font is not used as one, and that nobody waits for its writer.
func TestPipeIsNoFont(t *testing.T) {
	name := filepath.Join(t.TempDir(), "font.otf")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	for _, file := range []string{name, "/dev/zero"} {
		if load(fontscan.Location{File: file}) != nil {
			t.Errorf("%s is a font", file)
		}
	}
}
