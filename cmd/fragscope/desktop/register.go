package desktop

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Program returns the path from which desktops should start the running program.
func Program() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("finding this program: %w", err)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path, nil
}

// Register makes the program at the given path the one with which the user's desktop opens demos. It writes a
// description of each step to w.
func Register(program string, w io.Writer) error { return register(program, w) }

// Unregister undoes the changes made by Register, and no others. It writes a description of each step to w.
func Unregister(w io.Writer) error { return unregister(w) }
