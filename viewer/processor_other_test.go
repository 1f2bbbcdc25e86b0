//go:build !unix

package viewer

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }

// processMemory is the memory that this process holds, in MiB; 0 where the system does not tell.
func processMemory() float64 { return 0 }
