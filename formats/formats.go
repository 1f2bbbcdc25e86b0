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
// Each exports its codecs, values of the type in formats/codec, which [Codecs] lists. Beside them are formats/damage, the type for what is wrong with a demo,
// formats/wire, the bytes and bits under all of them, formats/quaketext, the
// character set of Quake, and formats/corpus, which gives tests the real demos.
package formats

import (
	"fragscope/formats/codec"
	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
)

// codecs are all formats. Where a demo is as likely of two, the one further down counts.
var codecs = [...]*codec.Codec{
	netquake.Codec,
	quakeworld.Codec,
	quakeworld.MultiViewCodec,
	quake2.Codec,
	quake2.MultiViewCodec,
	quake3.Codec,
}

// Codecs returns the codecs of all formats.
func Codecs() []*codec.Codec { return codecs[:] }

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
	// Format is nil where it is not known.
	Format *codec.Codec
	Data   []byte
	// Damage is what was wrong with the container, such as a cut gzip stream.
	Damage []damage.Damage
	// Growing gives what is behind Data of a demo that is still growing; nil for one that is there in full.
	Growing Growing

	unpacked int64 // bytes that came out of archives and streams on the way
}

// Options returns what a decoder is told of the demo.
func (d *Demo) Options() codec.Options { return codec.Options{Name: d.Name} }
