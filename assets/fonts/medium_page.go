//go:build page

package fonts

// Medium is Regular here: another weight would make every saved page larger by 190 kB.
var Medium = Regular
