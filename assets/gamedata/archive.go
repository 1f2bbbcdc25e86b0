package gamedata

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"fragscope/formats/base/regular"
)

// errArchive is the error for damaged archives.
var errArchive = errors.New("damaged archive")

// Limits on archives.
const (
	maxPakEntries = 1 << 16
	maxZipEntries = 1 << 17
	maxZipTable   = 32 << 20 // bytes
)

// member is a file in an archive.
type member struct {
	name         string
	offset, size int64     // in a pak
	zipped       *zip.File // in a zip
}

// table lists the files of an archive, and finds them by their clean names. If several files have the same name, the
// first takes precedence, as in the games.
type table struct {
	members []member
	asked   atomic.Int32
	byName  func() map[string]int
}

func newTable(members []member) *table {
	t := &table{members: members}
	t.byName = sync.OnceValue(func() map[string]int {
		index := make(map[string]int, len(members))
		for i := range members {
			if name, ok := cleanName(members[i].name); ok {
				if _, twice := index[name]; !twice {
					index[name] = i
				}
			}
		}
		return index
	})
	return t
}

// fewAsked is the number of names that are looked up one by one. A search for a map looks up only a name or two, which
// is faster than building an index of thousands of names.
const fewAsked = 8

// find returns the file with a clean name, or nil.
func (t *table) find(clean string) *member {
	if t.asked.Add(1) > fewAsked {
		if i, ok := t.byName()[clean]; ok {
			return &t.members[i]
		}
		return nil
	}
	for i := range t.members {
		if isClean(t.members[i].name, clean) {
			return &t.members[i]
		}
	}
	return nil
}

// isClean reports whether clean is the clean form of name.
func isClean(name, clean string) bool {
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= utf8.RuneSelf:
			got, ok := cleanName(name)
			return ok && got == clean
		case c == '\\':
			c = '/'
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		if i >= len(clean) || c != clean[i] {
			return false
		}
	}
	return len(name) == len(clean)
}

// archive is a .pak, .pk3 or .kpf. The file is reopened to read from it, so that a hundred archives do not keep a
// hundred files open.
type archive struct {
	dir   string
	file  string
	table *table
	zip   *zipTable // nil for a pak
	sum   int32     // of a pk3
	pk3   bool
}

func openArchive(root *os.Root, dir, name string) (*archive, error) {
	f, info, err := regular.OpenIn(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rank := archiveRank(name)
	a := &archive{dir: dir, file: name, pk3: rank == pk3Archive}
	var members []member
	if rank == pakArchive {
		members, err = readPak(f, info.Size())
	} else {
		members, a.zip, a.sum, err = readPK3(f, info.Size())
	}
	a.table = newTable(members)
	return a, err
}

// readPak reads the table of a .pak: after "PACK" its offset and size, and in it, for each file, a name of 56 bytes,
// the offset and the size.
func readPak(r io.ReaderAt, size int64) ([]member, error) {
	var head [12]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	if string(head[:4]) != "PACK" {
		return nil, fmt.Errorf("%w: it is not a pak", errArchive)
	}
	const entry = 64
	offset, length := int64(binary.LittleEndian.Uint32(head[4:])), int64(binary.LittleEndian.Uint32(head[8:]))
	if offset+length > size || length/entry > maxPakEntries {
		return nil, fmt.Errorf("%w: its table of contents cannot be right: %d bytes at byte %d of %d", errArchive,
			length, offset, size)
	}
	table := make([]byte, length/entry*entry)
	if _, err := r.ReadAt(table, offset); err != nil && len(table) > 0 {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	members := make([]member, 0, len(table)/entry)
	for at := 0; at < len(table); at += entry {
		raw, _, _ := strings.Cut(string(table[at:at+56]), "\x00")
		m := member{name: raw, offset: int64(binary.LittleEndian.Uint32(table[at+56:])),
			size: int64(binary.LittleEndian.Uint32(table[at+60:]))}
		if m.offset+m.size <= size {
			members = append(members, m)
		}
	}
	return members, nil
}

func (a *archive) find(clean string) (string, bool) { return clean, a.table.find(clean) != nil }

func (a *archive) names(folder string) []string {
	var out []string
	for name := range a.table.byName() {
		if path.Dir(name) == folder {
			out = append(out, path.Base(name))
		}
	}
	return out
}

func (a *archive) read(entry string, limit int64) ([]byte, error) {
	m := a.table.find(entry)
	if m == nil {
		return nil, fs.ErrNotExist
	}
	f, _, err := openBelow(a.dir, a.file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if a.zip == nil {
		return readAll(io.NewSectionReader(f, m.offset, min(m.size, MaxFile+1)), limit)
	}
	return a.zip.read(f, m.zipped, limit)
}

func (a *archive) where(entry string) string {
	return filepath.Join(a.dir, a.file) + ": " + a.table.find(entry).name
}

func (a *archive) promises(w Want) bool {
	if w.MapChecksum != 0 {
		return true
	}
	return a.pk3 && (len(w.Paks) > 0 || len(w.PakNames) > 0) && doubtPak(w, a.file, a.sum) == ""
}

func (a *archive) doubt(w Want, found *content) string {
	if warning := doubtMap(w, found); warning != "" {
		return warning
	}
	if !a.pk3 {
		return ""
	}
	return doubtPak(w, a.file, a.sum)
}
