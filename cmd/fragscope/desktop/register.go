package desktop

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Program returns the path that desktops should use to start the running program.
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

// Register sets the user's default program for opening demos to the program at the given path. It writes a description
// of each step to w.
func Register(program string, w io.Writer) error { return register(program, w) }

// Unregister undoes the changes made by Register. It writes a description of each step to w.
func Unregister(w io.Writer) error { return unregister(w) }
