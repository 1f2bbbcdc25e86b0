//go:build unix

package gamedata

import (
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// openToOthers reports whether others can write to a folder. Others are all users except this one, root, and those who
// can write to the demo's folder, which is searched in any case. near describes the demo's folder; it is nil if there
// is no demo. The user's own group does not count as others, because on many systems it contains only the user.
func openToOthers(folder, near fs.FileInfo) bool {
	const group, all = 0o020, 0o002
	stat, ok := folder.Sys().(*syscall.Stat_t)
	if !ok {
		return true
	}
	users, groups := []int{0, os.Getuid()}, []int{0, os.Getgid()}
	if near != nil {
		if beside, ok := near.Sys().(*syscall.Stat_t); ok {
			users = append(users, int(beside.Uid))
			if near.Mode()&group != 0 {
				groups = append(groups, int(beside.Gid))
			}
		}
	}
	mode := folder.Mode()
	return mode&all != 0 || !slices.Contains(users, int(stat.Uid)) || mode&group != 0 && !slices.Contains(groups,
		int(stat.Gid))
}
