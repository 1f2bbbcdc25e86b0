//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package whole

import (
	"os"
	"time"
)

// renamesOpen is set if open files can be renamed.
const renamesOpen = false

// lock does nothing: here an open file cannot be removed.
func lock(*os.File) bool { return true }

// sweepFile removes a file unless a program is writing it: then removal fails, unless the file is about to be renamed.
func sweepFile(name string) {
	const closedFor = time.Minute
	info, err := os.Lstat(name)
	if err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()).Abs() > closedFor {
		os.Remove(name)
	}
}

func notSynced(error) bool { return false }
