//go:build !unix

package gamedata

import "io/fs"

// openToOthers returns false, because permissions that are access control lists cannot be judged here.
func openToOthers(_, _ fs.FileInfo) bool { return false }
