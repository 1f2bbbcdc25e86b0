//go:build unix

package regular

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

func TestPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pak0.pak")
	if err := syscall.Mkfifo(name, 0o644); err != nil {
		t.Skip(err)
	}
	for _, what := range []string{name, "/dev/zero"} {
		if _, _, err := Open(what); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
