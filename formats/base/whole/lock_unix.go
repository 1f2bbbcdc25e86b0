//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package whole

import (
	"errors"
	"os"
	"syscall"
	"time"
)

const (
	// renamesOpen is set if open files can be renamed.
	renamesOpen = true
	// abandoned is the age after which a file that cannot be locked is considered abandoned.
	abandoned = time.Hour
)

// lock marks a file as being written, until it is closed. It returns false if the file is being or has been swept.
func lock(f *os.File) bool {
	if errors.Is(tryLock(f), syscall.EWOULDBLOCK) {
		return false
	}
	var stat syscall.Stat_t
	return syscall.Fstat(int(f.Fd()), &stat) != nil || stat.Nlink > 0
}

// tryLock locks a file unless another process has locked it.
func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// sweepFile removes a file unless a program is writing it. The lock is held until the file is removed, so that a
// program creating the file detects that it has been swept.
func sweepFile(name string) {
	f, err := os.OpenFile(name, os.O_RDWR|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	defer f.Close()
	locked := tryLock(f)
	if errors.Is(locked, syscall.EWOULDBLOCK) {
		return
	}
	mine, err := f.Stat()
	if err != nil || !mine.Mode().IsRegular() {
		return
	}
	if locked != nil && time.Since(mine.ModTime()).Abs() < abandoned { // a file system without locks
		return
	}
	if there, err := os.Lstat(name); err == nil && os.SameFile(mine, there) {
		os.Remove(name)
	}
}

// notSynced reports whether an error means that the file system does not support syncing.
func notSynced(err error) bool { return errors.Is(err, syscall.EINVAL) }
