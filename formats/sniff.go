package formats

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
	"fragscope/formats/wire"
)

// extensions are the file names' promises, in lower case.
var extensions = [...][]string{
	NetQuake: {"dem"}, QuakeWorld: {"qwd"}, QuakeWorldMultiView: {"mvd"}, Quake2: {"dm2"}, Quake2MultiView: {"mvd2"},
	Quake3: {"dm3", "dm_43", "dm_45", "dm_46", "dm_48", "dm_66", "dm_67", "dm_68", "dm_69", "dm_70", "dm_71", "dm_72", "dm_73", "dm_90", "dm_91", "urtdemo"},
}

// Extensions are the file name extensions that demos of all formats have, in
// lower case and without the dot.
func Extensions() []string { return slices.Concat(extensions[:]...) }

// FormatByName is the format that a file's name promises, a ".gz" behind it left
// out; Unknown where it promises none. Names only break ties and let a demo
// with a damaged start through to its decoder: what the bytes say goes first.
// Of Quake III, protocols that nobody has heard of count, too.
func FormatByName(name string) Format {
	ext := strings.TrimPrefix(path.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")), ".")
	for f, list := range extensions {
		if slices.Contains(list, ext) {
			return Format(f)
		}
	}
	if number, ok := strings.CutPrefix(ext, "dm_"); ok && len(number) == 2 {
		return Quake3
	}
	return Unknown
}

// sniffers are the formats' own, each for the start of a file.
var sniffers = []struct {
	format Format
	sniff  func([]byte) wire.Confidence
}{
	{Quake2MultiView, quake2Sniffer(quake2.MVD2)},
	{Quake2, quake2Sniffer(quake2.DM2)},
	{Quake3, quake3.Sniff},
	{QuakeWorldMultiView, func(data []byte) wire.Confidence { return quakeworld.Sniff(data, quakeworld.Options{MultiView: true}) }},
	{QuakeWorld, func(data []byte) wire.Confidence { return quakeworld.Sniff(data, quakeworld.Options{}) }},
	{NetQuake, netquake.Sniff},
}

// foreignMagic is how files that are no demos begin that are met under a demo's name.
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
	{"version https://git-lfs", "it is a pointer to a file in Git LFS storage, not the file itself; fetch it with \"git lfs pull\""},
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

// minDemo is the shortest file that could hold anything of a demo.
const minDemo = 16

// Sniff is the format of a demo called name, by its bytes. It gives a
// [*NotDemoError] where they are of none.
func Sniff(name string, data []byte) (Format, error) {
	if len(data) == 0 {
		return Unknown, &NotDemoError{name, "it is empty"}
	}
	for _, s := range foreignMagic {
		if bytes.HasPrefix(data, []byte(s.mark)) {
			return Unknown, &NotDemoError{name, s.what}
		}
	}
	if game := foreignMark(data); game != "" {
		return Unknown, otherGame(name, game)
	}
	promised := FormatByName(name)
	best, format := wire.NotThis, Unknown
	for _, s := range sniffers {
		c := s.sniff(data)
		if c == wire.Faint && s.format != promised {
			continue
		}
		if c > best || c == best && c != wire.NotThis && s.format == promised {
			best, format = c, s.format
		}
	}
	if game := foreignGame(name, data, format, best); game != "" {
		return Unknown, otherGame(name, game)
	}
	switch {
	case len(data) >= minDemo && format != Unknown:
		return format, nil
	case isText(data):
		return Unknown, &NotDemoError{name, "it is a text, not a demo"}
	case utf8Mangled(data):
		return Unknown, &NotDemoError{name, "it was once converted as if it were text, which destroyed its bytes"}
	case len(data) < minDemo && promised != Unknown:
		return Unknown, &NotDemoError{name, fmt.Sprintf("it has only %d bytes; the rest is missing", len(data))}
	case promised != Unknown:
		return Unknown, &NotDemoError{name, "its beginning is not that of a demo"}
	}
	return Unknown, &NotDemoError{name, "it is not a demo of Quake, QuakeWorld, Quake II, Quake III or Quake Live"}
}

// utf8Mangled reports whether binary data went through a conversion to UTF-8:
// valid text with many characters beyond ASCII, as no demo is.
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

// quake2Sniffer asks formats/quake2 for one of its formats.
func quake2Sniffer(format quake2.Format) func([]byte) wire.Confidence {
	return func(data []byte) wire.Confidence {
		if f, c := quake2.Sniff(data); f == format {
			return c
		}
		return wire.NotThis
	}
}
