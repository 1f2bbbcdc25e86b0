//go:build !unix && !windows

package instance

import (
	"errors"
	"os"
)

var errNoLocks = errors.New("there is only one window here")

func tryLock(*os.File) (bool, error) { return false, errNoLocks }
func private(string) error           { return errNoLocks }
