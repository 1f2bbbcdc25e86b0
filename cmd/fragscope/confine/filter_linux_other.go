//go:build linux && !amd64

package confine

var deniedHere []uint32
