//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package whole

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

const (
	// renamesOpen is set where files that are open can be renamed.
	renamesOpen = true
	// abandoned is the age at which a file that cannot be locked is nobody's any more.
	abandoned = time.Hour
)

// lock marks a file as being written, until it is closed. It reports false if the file is being swept or was.
func lock(f *os.File) bool {
	if errors.Is(tryLock(f), syscall.EWOULDBLOCK) {
		return false
	}
	var stat syscall.Stat_t
	return syscall.Fstat(int(f.Fd()), &stat) != nil || stat.Nlink > 0
}

// tryLock locks a file if nobody else has.
func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// left reports whether nobody is writing a file.
func left(name string, info fs.FileInfo) bool {
	f, err := os.OpenFile(name, os.O_RDWR|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	switch err := tryLock(f); {
	case err == nil:
		return true
	case errors.Is(err, syscall.EWOULDBLOCK):
		return false
	}
	return time.Since(info.ModTime()) > abandoned // a file system without locks
}

// notSynced reports whether an error means that the file system has no way to wait for the disk.
func notSynced(err error) bool { return errors.Is(err, syscall.EINVAL) }
