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

	unpacked int64 // bytes that came out of archives and streams on the way
}
