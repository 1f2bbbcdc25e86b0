package page

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// Builder returns a function that builds the page runtime from the source tree containing the running program. It
// returns nil if Go is not installed or if the program is not in a source tree, for example because it was installed
// from a package.
func Builder() func() error {
	info, ok := debug.ReadBuildInfo()
	exe, err := os.Executable()
	tool, err2 := exec.LookPath("go")
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		exe = real
	}
	if !ok || errors.Join(err, err2) != nil {
		return nil
	}
	dir := filepath.Dir(exe)
	for range 3 { // bin/first is the deepest
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(data), "module "+info.Main.Path+"\n") {
			return func() error { return build(tool, dir) }
		}
		dir = filepath.Dir(dir)
	}
	return nil
}

// build builds the page runtime in the user's data folder.
func build(tool, source string) error {
	cmd := exec.Command(tool, "run", "./cmd/mkrelease", "-page", "user")
	cmd.Dir = source
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	last := bytes.TrimSpace(out)
	last = last[bytes.LastIndexByte(last, '\n')+1:]
	return fmt.Errorf(msgNotBuilt, last, err)
}
