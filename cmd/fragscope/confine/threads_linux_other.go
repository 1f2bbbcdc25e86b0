//go:build linux && !amd64

package confine

import "errors"

// restrictThreads does nothing: there is no handler for this processor.
func restrictThreads(int) error { return errors.ErrUnsupported }
