//go:build !linux && !windows && !darwin

package desktop

import (
	"errors"
	"io"
)

var errNoDesktop = errors.New("there is no desktop to register with")

func register(string, io.Writer) error { return errNoDesktop }
func unregister(io.Writer) error       { return errNoDesktop }
