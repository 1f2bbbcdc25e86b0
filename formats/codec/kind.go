package codec

import "encoding/binary"

// Kind describes a type of demo file to desktop environments. A format may have several kinds.
type Kind struct {
	// ID is a short unique identifier: "quake3-demo".
	ID string
	// Name is the name of the kind shown to users.
	Name string
	// Extensions are in lower case, without the dot.
	Extensions []string
	// Magic lists conditions on a file's bytes; at least one must hold. It is nil if files of this kind are recognised
	// only by name.
	Magic []Match
	// Wrapped is set if files of this kind have wrapped blocks; see [Codec.Unwrap].
	Wrapped bool
}

// Match is a condition on the bytes of a file: Value must occur at an offset from First to Last. If Mask is not nil,
// only the bits set in Mask are compared. If And is not empty, at least one of the conditions in it must also be true.
type Match struct {
	Value, Mask []byte
	First, Last int
	And         []Match
}

// At returns a Match that requires value at the given offset. If further conditions are passed, at least one of them
// must also be true.
func At(offset int, value string, and ...Match) Match { return Within(offset, offset, value, and...) }

// Within is like [At], but value may occur at any offset from first to last.
func Within(first, last int, value string, and ...Match) Match {
	return Match{Value: []byte(value), First: first, Last: last, And: and}
}

// Long returns the four bytes of v in little-endian order, for use in a [Match].
func Long(v int32) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(v))) }

// Foreign describes an unsupported game or engine whose demos could be mistaken for those of a supported game.
type Foreign struct {
	// ID is a short unique identifier: "source-demo".
	ID string
	// Name is the name of the game, in the form used after "a demo of".
	Name string
	// Plays is a phrase that names a program for playing the demos, and the command to use.
	Plays string
	// Marks lists byte sequences, one of which must be at the start of the file.
	Marks []string
	// Extensions are in lower case, without the dot.
	Extensions []string
	// Versions lists possible prefixes of the version in the serverinfo of the demos (qcommon.h, Q3_VERSION, and its
	// variants in other games).
	Versions []string
}
