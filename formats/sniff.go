package formats

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"fragscope/formats/codec"
	"fragscope/formats/wire"
)

// Extensions returns the file name extensions of all demo formats, in lower case and without the dot.
func Extensions() []string {
	var list []string
	for _, c := range codecs {
		list = append(list, c.Extensions()...)
	}
	return list
}

// FormatByName returns the format suggested by a file name, or nil if the name suggests no format. A ".gz" at the end
// of the name is ignored. The result is only a hint, for use if the content matches several formats equally well or if
// the start of the demo is damaged.
func FormatByName(name string) *codec.Codec {
	ext := extension(name)
	for _, c := range codecs {
		if slices.Contains(c.Extensions(), ext) {
			return c
		}
	}
	for _, c := range codecs {
		if c.Claims != nil && c.Claims(ext) {
			return c
		}
	}
	return nil
}

// extension returns a file name's extension, in lower case and without the dot, ignoring ".gz".
func extension(name string) string {
	return strings.TrimPrefix(path.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")), ".")
}

// foreignMagic holds the starts of files that are named like demos but are not demos.
var foreignMagic = []struct{ mark, what string }{
	{"\x89PNG", "it is a PNG picture"},
	{"\xff\xd8\xff", "it is a JPEG picture"},
	{"GIF8", "it is a GIF picture"},
	{"%PDF", "it is a PDF document"},
	{"RIFF", "it is a sound or a film"},
	{"OggS", "it is a sound or a film"},
	{"\x1aE\xdf\xa3", "it is a film"},
	{"BZh", "it is packed with bzip2; unpack it first"},
	{"\xfd7zXZ", "it is packed with xz; unpack it first"},
	{"\x28\xb5\x2f\xfd", "it is packed with zstd; unpack it first"},
	{"version https://git-lfs",
		"it is a pointer to a file in Git LFS storage, not the file itself; fetch it with \"git lfs pull\""},
	{"<!DOCTYPE", "it is a web page; the download probably went wrong"},
	{"<html", "it is a web page; the download probably went wrong"},
	{"Rar!", "it is a RAR archive; unpack it first"},
	{"7z\xbc\xaf", "it is a 7-Zip archive; unpack it first"},
	{"IWAD", "it is a Doom WAD file"},
	{"PWAD", "it is a Doom WAD file"},
	{"PACK", "it is a game archive (.pak), not a demo"},
	{"IBSP", "it is a map, not a demo"},
	{"\x7fELF", "it is a program"},
	{"MZ", "it is a program"},
}

// minDemo is the size of the smallest file that could be a demo.
const minDemo = 16

// Sniff determines the format of the demo in data. name is the demo's file name. If data matches no format, Sniff
// returns a [*NotDemoError].
func Sniff(name string, data []byte) (*codec.Codec, error) {
	if len(data) == 0 {
		return nil, &NotDemoError{name, "it is empty"}
	}
	for _, s := range foreignMagic {
		if bytes.HasPrefix(data, []byte(s.mark)) {
			return nil, &NotDemoError{name, s.what}
		}
	}
	if game := foreignMark(data); game != nil {
		return nil, otherGame(name, game)
	}
	promised := FormatByName(name)
	best := wire.NotThis
	var format *codec.Codec
	for _, f := range slices.Backward(codecs[:]) {
		c := f.Sniff(data)
		if c == wire.Faint && f != promised {
			continue
		}
		if c > best || c == best && c != wire.NotThis && f == promised {
			best, format = c, f
		}
	}
	if game := foreignGame(name, data, format, best); game != nil {
		return nil, otherGame(name, game)
	}
	switch {
	case len(data) >= minDemo && format != nil:
		return format, nil
	case isText(data):
		return nil, &NotDemoError{name, "it is a text, not a demo"}
	case utf8Mangled(data):
		return nil, &NotDemoError{name, "it was once converted as if it were text, which destroyed its bytes"}
	case len(data) < minDemo && promised != nil:
		return nil, &NotDemoError{name, fmt.Sprintf("it has only %d bytes; the rest is missing", len(data))}
	case promised != nil:
		return nil, &NotDemoError{name, "its beginning is not that of a demo"}
	}
	return nil, &NotDemoError{name, "it is not a demo of any game that is read here"}
}

// utf8Mangled reports whether binary data was converted to UTF-8: valid text with many non-ASCII characters, which no
// demo is.
func utf8Mangled(data []byte) bool {
	head := data[:min(len(data), 4096)]
	wide := 0
	for len(head) > utf8.UTFMax {
		r, n := utf8.DecodeRune(head)
		if r == utf8.RuneError && n == 1 {
			return false
		}
		if n > 1 {
			wide++
		}
		head = head[n:]
	}
	return wide > 16
}
