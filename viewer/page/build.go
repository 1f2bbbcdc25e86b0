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

// Builder returns what builds the part with the program, from the sources in whose folder this program lies; nil where that is in none, as
// after it was installed, or where there is no Go.
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

// build builds it to where the user has it.
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
