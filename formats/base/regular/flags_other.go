//go:build !unix

package regular

// noWait is 0 where file names cannot be pipes.
const noWait = 0
