// Package formats identifies demo files by their content and opens them. It supports plain files, gzipped files, and
// files in a zip archive (such as a pk3).
//
// The decoders are in subpackages:
//
//	formats/netquake    Quake .dem
//	formats/quakeworld  QuakeWorld .qwd and .mvd
//	formats/quake2      Quake II .dm2 and Q2PRO .mvd2
//	formats/quake3      Quake III and Quake Live, .dm3 to .dm_91; .urtdemo
//	formats/wolfenstein Enemy Territory .dm_84 and .tv_84, Return to Castle Wolfenstein .dm_57 to .dm_60
//
// Each of these packages exports its formats as codecs, a type defined in formats/codec. [Codecs] returns all of them.
// The decoders share formats/damage, which describes damage in a demo; formats/wire, which reads and writes bytes and
// bits; and formats/quaketext, which converts Quake's character set. Package formats/corpus provides real demos for
// tests.
package formats

import (
	"fragscope/formats/codec"
	"fragscope/formats/damage"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
	"fragscope/formats/wolfenstein"
)

// codecs lists the codecs of all formats. If a demo matches two formats equally well, the later one is chosen.
var codecs = [...]*codec.Codec{
	netquake.Codec,
	quakeworld.Codec,
	quakeworld.MultiViewCodec,
	quake2.Codec,
	quake2.MultiViewCodec,
	quake3.Codec,
	wolfenstein.Codec,
	wolfenstein.MultiViewCodec,
}

// Codecs returns the codecs of all formats.
func Codecs() []*codec.Codec { return codecs[:] }

// Container describes how a demo is packed in its file.
type Container string

// The kinds of containers; a pk3 is a Zip.
const (
	Plain Container = "plain"
	Gzip  Container = "gzip"
	Zip   Container = "zip"
)

// Growing is the source of a demo that is still growing. It provides new data, and the positions of any gaps.
type Growing interface {
	// More is a [fragscope/formats/wire.More] that also returns when done is closed, as if the demo had ended.
	More(have int, done <-chan struct{}) (data []byte, last bool)
	// Gaps returns the positions between blocks at which data is missing. Their offsets are set; their times are unknown.
	Gaps() []damage.Damage
}

// Demo holds the contents of a demo and describes where they came from.
type Demo struct {
	// Name is the base name of the file or archive member, without a trailing ".gz".
	Name string
	// Path is the path of the opened file, or "" if the bytes are not from a file.
	Path      string
	Container Container
	// Member is the name of the archive member, or "" if the file is not a zip archive.
	Member string
	// Format is the demo's format, or nil if unknown.
	Format *codec.Codec
	Data   []byte
	// Damage lists damage to the container, such as a truncated gzip stream.
	Damage []damage.Damage
	// Growing, if not nil, provides the data that follows Data. It is nil for a complete demo.
	Growing Growing

	unpacked int64 // bytes unpacked from archives and streams so far
}

// Options returns the options for decoding d.
func (d *Demo) Options() codec.Options { return codec.Options{Name: d.Name} }
