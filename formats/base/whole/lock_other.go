//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package whole

import (
	"io/fs"
	"os"
	"time"
)

// renamesOpen is set where files that are open can be renamed.
const renamesOpen = false

// lock does nothing: here a file that is open cannot be removed.
func lock(*os.File) bool { return true }

// left reports whether nobody is writing a file, as far as its removal would not find out.
func left(_ string, info fs.FileInfo) bool {
	const closedFor = time.Minute // it may be about to get its name
	return time.Since(info.ModTime()) > closedFor
}

func notSynced(error) bool { return false }
