//go:build !unix

package viewer

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
