package codec

import "encoding/binary"

// Kind is a kind of file as desktops distinguish them. A format has several if they have names of their own.
type Kind struct {
	// ID is short and unique: "quake3-demo".
	ID string
	// Name is the kind's name for users.
	Name string
	// Extensions are without a dot, in lower case.
	Extensions []string
	// Magic are alternative conditions on the bytes of such a file; nil if only the name identifies it.
	Magic []Match
	// Wrapped is set if the blocks of such files are wrapped, see [Codec.Unwrap].
	Wrapped bool
}

// Match is a condition on the bytes of a file: Value is found, under Mask if there is one, at an offset from First to
// Last, and one of the conditions in And, if there are any, holds as well.
type Match struct {
	Value, Mask []byte
	First, Last int
	And         []Match
}

// At returns the condition that value is at offset, and that one of the others holds if there are any.
func At(offset int, value string, and ...Match) Match { return Within(offset, offset, value, and...) }

// Within returns the condition that value is at an offset from first to last, and that one of the others holds if there
// are any.
func Within(first, last int, value string, and ...Match) Match {
	return Match{Value: []byte(value), First: first, Last: last, And: and}
}

// Long returns the bytes of a little-endian int32.
func Long(v int32) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(v))) }

// Foreign is a game, or an engine's games, whose demos may be mistaken for those that are read here.
type Foreign struct {
	// ID is short and unique: "source-demo".
	ID string
	// Name is the game's name, to follow "a demo of".
	Name string
	// Plays names a program that plays such demos, with the command.
	Plays string
	// Marks are alternative starts of such files.
	Marks []string
	// Extensions are without a dot, in lower case.
	Extensions []string
	// Versions are the beginnings of the version in their serverinfo (qcommon.h, Q3_VERSION, and what other games made
	// of it).
	Versions []string
}
