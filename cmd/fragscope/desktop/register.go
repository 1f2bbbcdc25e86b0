package desktop

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Program returns the path from which desktops should start the program that is running.
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

// Register makes the user's desktop open demos with the program at the given path. It reports what it does to w.
func Register(program string, w io.Writer) error { return register(program, w) }

// Unregister undoes what Register did, and nothing else. It reports what it does to w.
func Unregister(w io.Writer) error { return unregister(w) }
