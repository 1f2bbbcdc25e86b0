//go:build !js

package archive

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/formats"
	"fragscope/formats/base/regular"
	"fragscope/sim/load"
)

// print identifies a content without unpacking or decoding it. All copies have the same print, packed or not.
type print struct {
	Member    string `json:",omitempty"` // the name in an archive of several demos
	Sum       uint32 // CRC-32 of the bytes, unpacked
	Size      int64  // how many those are; of gzip modulo 2^32
	Extension string
	// Name is set instead of the other fields if the content cannot be read. It is the path of the file or, if there is
	// one, of the archive member.
	Name string `json:",omitempty"`
}

// nested reports whether p is the print of an archive inside an archive.
func (p print) nested() bool { return p.Name != "" && p.Member != "" }

// content returns the part that is the same for all copies.
func (p print) content() print {
	p.Member = ""
	return p
}

// shard returns the number, from 0 to n-1, of the shard to which the content belongs.
func (p print) shard(n int) int {
	h := fnv.New64a()
	fmt.Fprint(h, p.Sum, p.Size, p.Extension, p.Name)
	return int(h.Sum64() % uint64(n))
}

// printsOf returns the prints of the demos in the file with the given name. It reads plain files; for packed files it
// uses the data stored by the packer.
func printsOf(name string) []print {
	file, member := load.SplitMember(name)
	f, info, err := regular.Open(file)
	if err != nil {
		return []print{{Name: name}}
	}
	defer f.Close()
	base := filepath.Base(file)
	a, err := formats.ArchiveAt(base, f, info.Size())
	var list []print
	switch {
	case err != nil:
	case a != nil && len(a.Members()) > 0:
		list = printsOfMembers(a.Members())
	default:
		list, err = printOfFile(base, f, info.Size())
	}
	if err != nil {
		return []print{{Name: name}}
	}
	if member == "" {
		if a != nil {
			for _, m := range a.Nested() {
				list = append(list, print{Member: m, Name: memberPath(name, m)})
			}
		}
		return list
	}
	for _, p := range list {
		if p.Member == member {
			p.Member = ""
			return []print{p}
		}
	}
	return []print{{Name: name}}
}

// memberPath returns the path of a member of an archive.
func memberPath(name, member string) string { return name + ":" + member }

// rename replaces the path of a local copy of a file by the file's name.
func rename(list []print, name string) {
	for i := range list {
		switch p := &list[i]; {
		case p.nested():
			p.Name = memberPath(name, p.Member)
		case p.Name != "":
			p.Name = name
		}
	}
}

func printsOfMembers(members []formats.Member) (list []print) {
	for _, m := range members {
		list = append(list, print{Member: m.Name, Sum: m.Sum, Size: m.Size,
			Extension: strings.ToLower(filepath.Ext(m.Name))})
	}
	return list
}

// printOfFile returns the print of a file that is not an archive of demos.
func printOfFile(name string, f io.ReaderAt, size int64) ([]print, error) {
	var head, tail [8]byte
	if n, _ := f.ReadAt(head[:], 0); n > 2 && head[0] == 0x1f && head[1] == 0x8b {
		if _, err := f.ReadAt(tail[:], max(size-8, 0)); err != nil {
			return nil, err
		}
		base := strings.TrimSuffix(strings.ToLower(name), ".gz")
		return []print{{Sum: binary.LittleEndian.Uint32(tail[:]), Size: int64(binary.LittleEndian.Uint32(tail[4:])),
			Extension: filepath.Ext(base)}}, nil
	}
	sum := crc32.NewIEEE()
	if _, err := io.Copy(sum, io.NewSectionReader(f, 0, size)); err != nil {
		return nil, err
	}
	return []print{{Sum: sum.Sum32(), Size: size & 0xffffffff, Extension: strings.ToLower(filepath.Ext(name))}}, nil
}

// Shards returns the numbers (1 to n) of the export shards that read the demos in the named file. file is the path of a
// local copy of the named file. If file is empty, Shards returns only the shard that reports the named file as
// unreadable.
func Shards(file, name string, n int) (list []int) {
	prints := []print{{Name: name}}
	if file != "" {
		prints = printsOf(file)
	}
	rename(prints, name)
	for _, p := range prints {
		if i := p.shard(n) + 1; !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}
