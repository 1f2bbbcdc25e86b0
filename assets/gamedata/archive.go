package gamedata

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"

	"fragscope/assets/regular"
)

// errArchive is wrapped by errors about damaged archives.
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
	offset, size int64 // pak
	index        int   // in a zip
}

// archive is the table of a .pak, .pk3 or .kpf. The file is opened again to read from it, so
// that a hundred archives do not hold a hundred files open.
type archive struct {
	dir     string
	file    string
	members map[string]member
	sum     int32 // of a pk3
	zipped  bool
	pk3     bool
}

func openArchive(root *os.Root, dir, name string) (*archive, error) {
	f, info, err := regular.OpenIn(root, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rank := archiveRank(name)
	a := &archive{dir: dir, file: name, zipped: rank != pakArchive, pk3: rank == pk3Archive}
	if a.zipped {
		a.members, a.sum, err = readPK3(f, info.Size())
	} else {
		a.members, err = readPak(f, info.Size())
	}
	return a, err
}

// readPak reads the table of a .pak: behind "PACK" its offset and size, and in it, for each file, a name
// of 56 bytes, the offset and the size.
func readPak(r io.ReaderAt, size int64) (map[string]member, error) {
	var head [12]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	if string(head[:4]) != "PACK" {
		return nil, fmt.Errorf("%w: no pak", errArchive)
	}
	const entry = 64
	offset, length := int64(binary.LittleEndian.Uint32(head[4:])), int64(binary.LittleEndian.Uint32(head[8:]))
	if offset+length > size || length/entry > maxPakEntries {
		return nil, fmt.Errorf("%w: a table of %d bytes at %d in %d bytes", errArchive, length, offset, size)
	}
	table := make([]byte, length/entry*entry)
	if _, err := r.ReadAt(table, offset); err != nil && len(table) > 0 {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	members := make(map[string]member, len(table)/entry)
	for at := 0; at < len(table); at += entry {
		raw, _, _ := strings.Cut(string(table[at:at+56]), "\x00")
		name, ok := cleanName(raw)
		m := member{name: raw, offset: int64(binary.LittleEndian.Uint32(table[at+56:])), size: int64(binary.LittleEndian.Uint32(table[at+60:]))}
		if !ok || m.offset+m.size > size {
			continue
		}
		// The games take the first of two of one name.
		if _, twice := members[name]; !twice {
			members[name] = m
		}
	}
	return members, nil
}

// readPK3 reads the table of a zip, and the checksum that Quake III makes of the CRCs of all
// files that are not empty.
func readPK3(r io.ReaderAt, size int64) (map[string]member, int32, error) {
	z, err := zip.NewReader(&regular.Metered{R: r, Left: maxZipTable}, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, 0, fmt.Errorf("%w: %w", errArchive, err)
	}
	if len(z.File) > maxZipEntries {
		return nil, 0, fmt.Errorf("%w: %d files", errArchive, len(z.File))
	}
	members := make(map[string]member, len(z.File))
	var crcs []byte
	for i, f := range z.File {
		if f.UncompressedSize64 > 0 {
			crcs = binary.LittleEndian.AppendUint32(crcs, f.CRC32)
		}
		name, ok := cleanName(f.Name)
		if !ok || f.FileInfo().IsDir() {
			continue
		}
		if _, twice := members[name]; !twice {
			members[name] = member{name: f.Name, index: i}
		}
	}
	return members, int32(BlockChecksum(crcs)), nil
}

func (a *archive) find(clean string) (string, bool) {
	_, ok := a.members[clean]
	return clean, ok
}

func (a *archive) names(folder string) []string {
	var out []string
	for name := range a.members {
		if path.Dir(name) == folder {
			out = append(out, path.Base(name))
		}
	}
	return out
}

func (a *archive) read(entry string) ([]byte, error) {
	f, info, err := openBelow(a.dir, a.file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m := a.members[entry]
	if !a.zipped {
		return readAll(io.NewSectionReader(f, m.offset, min(m.size, MaxFile+1)))
	}
	table := &regular.Metered{R: f, Left: maxZipTable}
	z, err := zip.NewReader(table, info.Size())
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	// The file may have changed since its table was read.
	if m.index >= len(z.File) || z.File[m.index].Name != m.name {
		return nil, fmt.Errorf("%w: it changed", errArchive)
	}
	table.Left = math.MaxInt64
	r, err := z.File[m.index].Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return readAll(r)
}

func (a *archive) where(entry string) string {
	return filepath.Join(a.dir, a.file) + ": " + a.members[entry].name
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
