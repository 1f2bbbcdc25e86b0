//go:build linux && !amd64

package confine

import "errors"

// restrictThreads fails: there is no handler for this processor.
func restrictThreads(int) error { return errors.ErrUnsupported }
