//go:build !unix

package gamedata

import "io/fs"

// openToOthers returns false: it cannot tell where permissions are access control lists.
func openToOthers(_, _ fs.FileInfo) bool { return false }
