//go:build !unix

package regular

// noWait is 0 on systems on which a file name cannot refer to a pipe.
const noWait = 0
