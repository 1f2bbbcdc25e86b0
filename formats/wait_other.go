//go:build !unix

package formats

// noWait is nothing where names in folders do not stand for pipes.
const noWait = 0
