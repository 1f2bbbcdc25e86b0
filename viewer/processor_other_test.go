//go:build !unix

package viewer

import "time"

// processorTime is unknown on this system.
func processorTime() time.Duration { return 0 }

// processMemory returns the memory used by this process in MiB, or 0 if unknown.
func processMemory() float64 { return 0 }
