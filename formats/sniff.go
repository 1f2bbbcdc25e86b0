package formats

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"fragscope/formats/quake2"
)

// extensions are the file names' promises, in lower case.
var extensions = [...][]string{
	NetQuake: {"dem"}, QuakeWorld: {"qwd"}, QuakeWorldMultiView: {"mvd"}, Quake2: {"dm2"}, Quake2MultiView: {"mvd2"},
	Quake3: {"dm3", "dm_43", "dm_45", "dm_46", "dm_48", "dm_66", "dm_67", "dm_68", "dm_69", "dm_70", "dm_71", "dm_73", "dm_90", "dm_91", "urtdemo"},
}

// Extensions are the file name extensions that demos of all formats have, in
// lower case and without the dot.
func Extensions() []string { return slices.Concat(extensions[:]...) }

// Promised is the format that a file's name promises, a ".gz" behind it left
// out; Unknown where it promises none. Names only break ties and let a demo
// with a damaged start through to its decoder: what the bytes say goes first.
// Of Quake III, protocols that nobody has heard of count, too.
func Promised(name string) Format {
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

// confidence is how well bytes agree with a format.
type confidence int

const (
	no     confidence = iota
	faint             // the start looks right, what follows does not
	likely            // several blocks agree
	sure              // a mark that nothing else has
)

// tests are the formats' own tests, each on the start of a file.
var tests = []struct {
	format Format
	test   func([]byte) confidence
}{
	{Quake2MultiView, quake2Sniffer(quake2.MVD2)},
	{Quake2, quake2Sniffer(quake2.DM2)},
	{Quake3, sniffQuake3},
	{QuakeWorldMultiView, sniffMVD},
	{QuakeWorld, sniffQWD},
	{NetQuake, sniffDEM},
}

// strangers are files that are met under a demo's name, by how they begin.
var strangers = []struct{ mark, what string }{
	{"\x89PNG", "it is a PNG picture"},
	{"\xff\xd8\xff", "it is a JPEG picture"},
	{"HL2DEMO", "it is a demo of a Source engine game (Half-Life 2, Team Fortress 2, Counter-Strike), which is not of the Quake family's formats"},
	{"PBDEMS2", "it is a demo of a Source 2 game (Dota 2, Counter-Strike 2)"},
	{"PBUFDEM", "it is a demo of Dota 2"},
	{"HLDEMO", "it is a demo of a GoldSrc game (Half-Life, Counter-Strike 1.6)"},
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

// Sniff tells the format of a demo called name by its bytes. It gives a
// [*NotDemoError] where they are of none.
func Sniff(name string, data []byte) (Format, error) {
	if len(data) == 0 {
		return Unknown, &NotDemoError{name, "it is empty"}
	}
	if len(data) < minDemo {
		return Unknown, &NotDemoError{name, fmt.Sprintf("it has only %d bytes; the rest is missing", len(data))}
	}
	for _, s := range strangers {
		if bytes.HasPrefix(data, []byte(s.mark)) {
			return Unknown, &NotDemoError{name, s.what}
		}
	}
	promised := Promised(name)
	best, format := no, Unknown
	for _, t := range tests {
		c := t.test(data)
		if c == faint && t.format != promised {
			continue
		}
		if c > best || c == best && c != no && t.format == promised {
			best, format = c, t.format
		}
	}
	switch {
	case format != Unknown:
		return format, nil
	case mangled(data):
		return Unknown, &NotDemoError{name, "it was once converted as if it were text, which destroyed its bytes"}
	case promised != Unknown:
		return Unknown, &NotDemoError{name, "its beginning is not that of a demo"}
	}
	return Unknown, &NotDemoError{name, "it is not a demo of Quake, QuakeWorld, Quake II, Quake III or Quake Live"}
}

// mangled tells binary data that went through a conversion to UTF-8: valid
// text with many characters beyond ASCII, as no demo is.
func mangled(data []byte) bool {
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

func int32At(b []byte, i int) int32 { return int32(binary.LittleEndian.Uint32(b[i:])) }
func float32At(b []byte, i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(b[i:]))
}

// sniffBlocks is how many blocks in a row must look right.
const sniffBlocks = 4

// walk calls block on the rest of data until sniffBlocks were right, the data
// ends, or block says no (a length below 1). The last block may be cut.
func walk(data []byte, block func([]byte) int) confidence {
	for i := range sniffBlocks {
		n := block(data)
		switch {
		case n < 1 && i == 0:
			return no
		case n < 1:
			return faint
		case n >= len(data):
			if i == 0 {
				return faint
			}
			return likely
		}
		data = data[n:]
	}
	return likely
}

// quake2Sniffer asks formats/quake2 for one of its formats.
func quake2Sniffer(format quake2.Format) func([]byte) confidence {
	return func(data []byte) confidence {
		switch f, certain, ok := quake2.Sniff(data); {
		case !ok || f != format:
			return no
		case !certain:
			return faint
		}
		return sure
	}
}

// maxQuake3Message is above the limit of every engine (16 KiB at first).
const maxQuake3Message = 1 << 17

// sniffQuake3 walks blocks of sequence, length and message. The sequence
// rises; lost messages make it jump.
func sniffQuake3(data []byte) confidence {
	last := int32(-1)
	return walk(data, func(b []byte) int {
		if len(b) < 8 {
			return len(b)
		}
		sequence, length := int32At(b, 0), int32At(b, 4)
		if sequence == -1 && length == -1 {
			return len(b)
		}
		if last >= 0 && (sequence < last || sequence-last > 1<<16) || sequence < 0 || sequence > 1<<30 {
			return 0
		}
		if length < 1 || length > maxQuake3Message {
			if last < 0 {
				// A damaged first length: the decoder looks for what follows.
				last = sequence
				return 1
			}
			return 0
		}
		last = sequence
		return 8 + int(length)
	})
}

// sniffMVD walks blocks of a time delta, a kind with player bits, and a
// length. The first holds serverdata.
func sniffMVD(data []byte) confidence {
	first := true
	return walk(data, func(b []byte) int {
		if len(b) < 6 {
			return len(b)
		}
		head := 2
		switch b[1] & 7 {
		case 2: // sequences
			if first {
				return 0
			}
			return 2 + 8
		case 3: // several players, by a mask
			head += 4
		case 1, 4, 5, 6:
		default:
			return 0
		}
		if len(b) < head+5 {
			return len(b)
		}
		n := int32At(b, head)
		if n < 0 || n > 1<<16 {
			return 0
		}
		if first && b[0] > 1 {
			return 0
		}
		first = false
		return head + 4 + int(n)
	})
}

// sniffQWD walks blocks of a float time, a code, and what belongs to it.
func sniffQWD(data []byte) confidence {
	last := float32(0)
	return walk(data, func(b []byte) int {
		if len(b) < 9 {
			return len(b)
		}
		t := float32At(b, 0)
		if !(t >= 0 && t < 1e7) || t < last-10 {
			return 0
		}
		last = t
		switch b[4] {
		case 0:
			return 5 + 24 + 12
		case 1:
			if n := int32At(b, 5); n > 0 && n <= 1<<16 {
				return 9 + int(n)
			}
		case 2:
			return 5 + 8
		}
		return 0
	})
}

// cdTrack is the length of the line with the CD track at the start of data,
// with the white space that ends it; 0 where there is none.
func cdTrack(data []byte) int {
	i := 0
	if i < len(data) && data[i] == '-' {
		i++
	}
	digits := i
	for i < len(data) && i < 12 && data[i] >= '0' && data[i] <= '9' {
		i++
	}
	if i == digits {
		return 0
	}
	space := i
	for i < len(data) && i < space+16 && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	if i < len(data) && data[i] == '\n' {
		i++
	}
	if i == space {
		return 0
	}
	return i
}

// sniffDEM walks blocks of a length, three view angles and messages, behind
// the line with the CD track if there is one.
func sniffDEM(data []byte) confidence {
	line := cdTrack(data)
	c := walk(data[line:], func(b []byte) int {
		if len(b) < 16 {
			return len(b)
		}
		n := int32At(b, 0)
		if n < 0 || n > 1<<18 {
			return 0
		}
		for i := 4; i < 16; i += 4 {
			if a := float32At(b, i); !(a > -1e6 && a < 1e6) {
				return 0
			}
		}
		return 16 + int(n)
	})
	if c == no && line > 0 {
		return faint
	}
	return c
}
