//go:build unix

package instance

import (
	"errors"
	"os"
	"syscall"
)

var errShared = errors.New(msgShared)

// private ensures that no other user can enter the folder.
func private(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() || int(stat.Uid) != os.Getuid() {
		return errShared
	}
	if info.Mode().Perm()&0o077 != 0 {
		return os.Chmod(dir, 0o700)
	}
	return nil
}
