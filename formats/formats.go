// Package formats tells demo files apart by what is in them and opens them,
// plain, gzipped or from a zip archive (a pk3 is one).
//
// The decoders themselves are the packages below this one:
//
//	formats/netquake    Quake .dem
//	formats/quakeworld  QuakeWorld .qwd and .mvd
//	formats/quake2      Quake II .dm2, and .mvd2 of Q2PRO
//	formats/quake3      Quake III and Quake Live, .dm3 to .dm_91; .urtdemo
//
// Beside them are formats/damage, the type for what is wrong with a demo,
// formats/wire, the bytes and bits under all of them, formats/quaketext, the
// character set of Quake, and formats/corpus, which gives tests the real demos.
package formats

import "fragscope/formats/damage"

// Format is a kind of demo file.
type Format uint8

// The kinds of demo files.
const (
	Unknown             Format = iota
	NetQuake                   // .dem
	QuakeWorld                 // .qwd, of one client
	QuakeWorldMultiView        // .mvd, of a server
	Quake2                     // .dm2
	Quake2MultiView            // .mvd2, of Q2PRO
	Quake3                     // .dm3 and .dm_48 to .dm_91, also of Quake Live and, as .urtdemo, of Urban Terror
)

var formatNames = [...]string{
	Unknown: "unknown", NetQuake: "dem", QuakeWorld: "qwd", QuakeWorldMultiView: "mvd",
	Quake2: "dm2", Quake2MultiView: "mvd2", Quake3: "dm_68",
}

// String is the format's usual file name extension, without the dot.
func (f Format) String() string {
	if int(f) >= len(formatNames) {
		return formatNames[Unknown]
	}
	return formatNames[f]
}

// Container is how the demo's bytes are wrapped in the file.
type Container string

// The kinds of containers; a pk3 is a Zip.
const (
	Plain Container = "plain"
	Gzip  Container = "gzip"
	Zip   Container = "zip"
)

// Growing is a demo that is still growing.
type Growing interface {
	// More is a [fragscope/formats/wire.More] that also returns, as if the demo had ended, when done is closed.
	More(have int, done <-chan struct{}) (data []byte, last bool)
	// Gaps are the places where something is missing between the blocks, by their offsets; their times are not known.
	Gaps() []damage.Damage
}

// Demo is the bytes of one demo and where they came from.
type Demo struct {
	// Name is the file's base name, or that of the archive's member; a
	// trailing ".gz" is taken off.
	Name string
	// Path is the file that was opened; empty for bytes from elsewhere.
	Path      string
	Container Container
	// Member is the name inside a zip archive; empty otherwise.
	Member string
	Format Format
	Data   []byte
	// Damage is what was wrong with the container, such as a cut gzip stream.
	Damage []damage.Damage
	// Growing gives what is behind Data of a demo that is still growing; nil for one that is there in full.
	Growing Growing

	unpacked int64 // bytes that came out of archives and streams on the way
}
