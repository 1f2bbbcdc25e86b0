//go:build !unix

package gamedata

import "io/fs"

// openToOthers is not known where permissions are lists of their own.
func openToOthers(_, _ fs.FileInfo) bool { return false }
