//go:build !unix

package regular

// noWait is nothing where names in folders do not stand for pipes.
const noWait = 0
