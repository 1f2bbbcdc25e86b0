// Package winres writes what Windows shows of a program: its icon, version and manifest,
// as an object file that the linker takes in (.syso).
//
// Resources are a tree of three levels: type, name, language. A level is a table of 16
// bytes followed by entries of 8: a number, and the offset of the next level (high bit
// set) or of a data entry of 16 bytes: address, size, code page, 0. All of it is one
// section, .rsrc, of a COFF object; the linker relocates the addresses.
package winres

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"

	"fragscope/assets/icon"
)

// Info is what the resources say.
type Info struct {
	// Version is like "1.2.0": up to four numbers up to 65535; what follows them is only shown.
	Version string
	Name    string // of the product
	About   string // what it is, shown as the program's description
	File    string // the program's usual file name
	Rights  string // copyright
	Icon    []icon.Image
}

// The types of resources.
const (
	typeIcon      = 3
	typeGroupIcon = 14
	typeVersion   = 16
	typeManifest  = 24
)

const (
	english   = 0x0409
	firstName = 1
)

// machine is what an architecture of Go is in a COFF object: its number and that of the
// relocation to an address without the image's base.
var machine = map[string]struct{ number, relocation uint16 }{
	"amd64": {0x8664, 3},
	"arm64": {0xaa64, 2},
}

type resource struct {
	kind, name uint32
	data       []byte
}

// Object is the object file for an architecture of Go.
func Object(arch string, info Info) ([]byte, error) {
	m, ok := machine[arch]
	if !ok {
		return nil, fmt.Errorf("no resources for architecture %s", arch)
	}
	version, err := versionInfo(info)
	if err != nil {
		return nil, err
	}
	var list []resource
	for i, img := range info.Icon {
		list = append(list, resource{typeIcon, firstName + uint32(i), img.Data})
	}
	list = append(list,
		resource{typeGroupIcon, firstName, groupIcon(info.Icon)},
		resource{typeVersion, firstName, version},
		resource{typeManifest, firstName, []byte(manifest)})
	section, relocations := tree(list)
	return object(m.number, m.relocation, section, relocations), nil
}

// tree lays the resources out, sorted by type and name as they come; relocations
// are the offsets of the addresses.
func tree(list []resource) (section []byte, relocations []uint32) {
	var kinds []uint32
	byKind := map[uint32][]resource{}
	for _, r := range list {
		if byKind[r.kind] == nil {
			kinds = append(kinds, r.kind)
		}
		byKind[r.kind] = append(byKind[r.kind], r)
	}
	const table, entry, dataEntry, subtree = 16, 8, 16, 1 << 31
	names := table + entry*len(kinds)
	languages := names + table*len(kinds) + entry*len(list)
	entries := languages + (table+entry)*len(list)
	data := entries + dataEntry*len(list)

	var b writer
	b.table(len(kinds))
	at := names
	for _, k := range kinds {
		b.long(k, uint32(at)|subtree)
		at += table + entry*len(byKind[k])
	}
	at = languages
	for _, k := range kinds {
		b.table(len(byKind[k]))
		for _, r := range byKind[k] {
			b.long(r.name, uint32(at)|subtree)
			at += table + entry
		}
	}
	at = entries
	for range list {
		b.table(1)
		b.long(english, uint32(at))
		at += dataEntry
	}
	at = data
	for _, r := range list {
		relocations = append(relocations, uint32(b.Len()))
		b.long(uint32(at), uint32(len(r.data)), 0, 0)
		at += (len(r.data) + 7) &^ 7
	}
	for _, r := range list {
		b.Write(r.data)
		b.align(8)
	}
	return b.Bytes(), relocations
}

// object wraps the section into a COFF file: header, section header, section,
// relocations, one symbol for the section, an empty string table.
func object(machine, relocation uint16, section []byte, relocations []uint32) []byte {
	const header, sectionHeader, initializedReadable = 20, 40, 0x40000040
	raw := uint32(header + sectionHeader)
	relocated := raw + uint32(len(section))
	symbols := relocated + 10*uint32(len(relocations))
	var b writer
	b.short(machine, 1)
	b.long(0, symbols, 1) // no time: the same bytes every time
	b.short(0, 0)
	b.WriteString(".rsrc\x00\x00\x00")
	b.long(0, 0, uint32(len(section)), raw, relocated, 0)
	b.short(uint16(len(relocations)), 0)
	b.long(initializedReadable)
	b.Write(section)
	for _, at := range relocations {
		b.long(at, 0)
		b.short(relocation)
	}
	b.WriteString(".rsrc\x00\x00\x00")
	b.long(0)
	b.short(1, 0)
	b.Write([]byte{3, 0}) // static, nothing more
	b.long(4)
	return b.Bytes()
}

// groupIcon lists the pictures of the icon: as the directory of an .ico file, with names
// in the place of offsets.
func groupIcon(images []icon.Image) []byte {
	var b writer
	b.short(0, 1, uint16(len(images)))
	for i, m := range images {
		b.Write([]byte{byte(m.Size), byte(m.Size), 0, 0})
		b.short(1, 32)
		b.long(uint32(len(m.Data)))
		b.short(firstName + uint16(i))
	}
	return b.Bytes()
}

// versionInfo is a tree of blocks: length, length of the value, 1 for text, a key in
// UTF-16, the value, further blocks; all aligned to four bytes.
func versionInfo(info Info) ([]byte, error) {
	numbers, err := versionNumbers(info.Version)
	if err != nil {
		return nil, err
	}
	var fixed writer
	fixed.long(0xfeef04bd, 0x10000)
	for range 2 { // of the file and of the product
		fixed.long(uint32(numbers[0])<<16|uint32(numbers[1]), uint32(numbers[2])<<16|uint32(numbers[3]))
	}
	fixed.long(0x3f, 0, 0x40004, 1, 0, 0, 0) // for Windows, a program, no date
	var texts [][]byte
	for _, p := range [][2]string{
		{"FileDescription", info.About}, {"FileVersion", info.Version}, {"InternalName", info.Name}, {"LegalCopyright", info.Rights},
		{"OriginalFilename", info.File}, {"ProductName", info.Name}, {"ProductVersion", info.Version},
	} {
		value := utf16z(p[1])
		texts = append(texts, block(p[0], 1, len(value)/2, value))
	}
	const unicodeEnglish = "040904b0"
	return block("VS_VERSION_INFO", 0, fixed.Len(), fixed.Bytes(),
		block("StringFileInfo", 1, 0, nil, block(unicodeEnglish, 1, 0, nil, texts...)),
		block("VarFileInfo", 1, 0, nil, block("Translation", 0, 4, []byte{0x09, 0x04, 0xb0, 0x04}))), nil
}

func block(key string, kind uint16, valueLength int, value []byte, children ...[]byte) []byte {
	var b writer
	b.short(0, uint16(valueLength), kind)
	b.Write(utf16z(key))
	b.align(4)
	b.Write(value)
	for _, c := range children {
		b.align(4)
		b.Write(c)
	}
	out := b.Bytes()
	binary.LittleEndian.PutUint16(out, uint16(len(out)))
	return out
}

// versionNumbers are the numbers that a version begins with.
func versionNumbers(version string) (out [4]uint16, err error) {
	plain, _, _ := strings.Cut(version, "-")
	plain, _, _ = strings.Cut(plain, "+")
	parts := strings.Split(plain, ".")
	if len(parts) > len(out) {
		return out, fmt.Errorf("version %q has more than four numbers", version)
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return out, fmt.Errorf("version %q: %w", version, err)
		}
		out[i] = uint16(n)
	}
	return out, nil
}

func utf16z(s string) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(s + "\x00")) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}

// manifest says that the program knows Windows 10 and later, sharp screens and long paths.
const manifest = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
<compatibility xmlns="urn:schemas-microsoft-com:compatibility.v1"><application><supportedOS Id="{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"/></application></compatibility>
<trustInfo xmlns="urn:schemas-microsoft-com:asm.v3"><security><requestedPrivileges><requestedExecutionLevel level="asInvoker" uiAccess="false"/></requestedPrivileges></security></trustInfo>
<application xmlns="urn:schemas-microsoft-com:asm.v3"><windowsSettings>
<dpiAware xmlns="http://schemas.microsoft.com/SMI/2005/WindowsSettings">true</dpiAware>
<dpiAwareness xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">PerMonitorV2, PerMonitor</dpiAwareness>
<longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
</windowsSettings></application>
</assembly>
`

// writer writes little-endian numbers.
type writer struct{ bytes.Buffer }

func (w *writer) short(list ...uint16) {
	for _, v := range list {
		w.Write(binary.LittleEndian.AppendUint16(nil, v))
	}
}

func (w *writer) long(list ...uint32) {
	for _, v := range list {
		w.Write(binary.LittleEndian.AppendUint32(nil, v))
	}
}

func (w *writer) align(n int) {
	for w.Len()%n != 0 {
		w.WriteByte(0)
	}
}

// table is the head of a level whose entries all have numbers.
func (w *writer) table(entries int) {
	w.long(0, 0, 0)
	w.short(0, uint16(entries))
}
