package gamedata

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"fragscope/assets/regular"
)

// zipped is what the table of a zip tells of a file beside its name and place.
type zipped struct {
	method uint16
	crc    uint32
	length int64 // when unpacked

	rare  bool // it takes the standard library to read it, by its index
	index int
}

// Parts of a zip, as PKWARE's APPNOTE.TXT describes them: the signature and the size of each without what varies in length.
const (
	zipLocalMark, zipLocalSize = 0x04034b50, 30 // before each file
	zipEntryMark, zipEntrySize = 0x02014b50, 46 // of the table, a file each
	zipEndMark, zipEndSize     = 0x06054b50, 22 // behind the table
)

// readPK3 reads the table of a zip, and the checksum that Quake III makes of the CRCs of all
// files that are not empty.
func readPK3(r io.ReaderAt, size int64) ([]member, int32, error) {
	members, ok := readZipTable(r, size)
	if !ok { // damaged, or of one of the rarer kinds
		var err error
		if members, err = listZip(r, size); err != nil {
			return nil, 0, err
		}
	}
	var crcs []byte
	files := members[:0]
	for _, m := range members {
		if m.zipped.length > 0 {
			crcs = binary.LittleEndian.AppendUint32(crcs, m.zipped.crc)
		}
		if n := len(m.name); n > 0 && m.name[n-1] != '/' {
			files = append(files, m)
		}
	}
	return files, int32(BlockChecksum(crcs)), nil
}

// readZipTable reads the table of a zip as games and their players pack them: nothing behind its end, nothing before its
// beginning, no file of 4 GiB. ok is false for others.
func readZipTable(r io.ReaderAt, size int64) (members []member, ok bool) {
	var end [zipEndSize]byte
	if _, err := r.ReadAt(end[:], size-zipEndSize); err != nil || binary.LittleEndian.Uint32(end[:]) != zipEndMark {
		return nil, false
	}
	count, length, start := int(binary.LittleEndian.Uint16(end[10:])), int64(binary.LittleEndian.Uint32(end[12:])), int64(binary.LittleEndian.Uint32(end[16:]))
	if start+length+zipEndSize != size || length > maxZipTable || length < int64(count)*zipEntrySize {
		return nil, false
	}
	table := make([]byte, length)
	if _, err := r.ReadAt(table, start); err != nil {
		return nil, false
	}
	texts := string(table) // of which the names are parts
	members = make([]member, 0, count)
	details := make([]zipped, count)
	for at := 0; len(members) < count; {
		if len(table)-at < zipEntrySize || binary.LittleEndian.Uint32(table[at:]) != zipEntryMark {
			return nil, false
		}
		e := table[at:]
		name := at + zipEntrySize
		next := name + int(binary.LittleEndian.Uint16(e[28:]))
		d := &details[len(members)]
		*d = zipped{method: binary.LittleEndian.Uint16(e[10:]), crc: binary.LittleEndian.Uint32(e[16:]), length: int64(binary.LittleEndian.Uint32(e[24:]))}
		m := member{offset: int64(binary.LittleEndian.Uint32(e[42:])), size: int64(binary.LittleEndian.Uint32(e[20:])), zipped: d}
		const elsewhere = 1<<32 - 1 // in a longer form
		if next > len(table) || m.offset == elsewhere || m.size == elsewhere || d.length == elsewhere {
			return nil, false
		}
		m.name = texts[name:next]
		members = append(members, m)
		at = next + int(binary.LittleEndian.Uint16(e[30:])) + int(binary.LittleEndian.Uint16(e[32:]))
	}
	return members, true
}

// listZip is the table of any zip that the standard library reads.
func listZip(r io.ReaderAt, size int64) ([]member, error) {
	z, err := openZip(&regular.Metered{R: r, Left: maxZipTable}, size)
	if err != nil {
		return nil, err
	}
	members := make([]member, len(z.File))
	for i, f := range z.File {
		members[i] = member{name: f.Name, zipped: &zipped{length: int64(min(f.UncompressedSize64, math.MaxInt64)), crc: f.CRC32, rare: true, index: i}}
	}
	return members, nil
}

func openZip(r io.ReaderAt, size int64) (*zip.Reader, error) {
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	if len(z.File) > maxZipEntries {
		return nil, fmt.Errorf("%w: %d files", errArchive, len(z.File))
	}
	return z, nil
}

// errChanged: the file is another than the one whose table was read.
var errChanged = fmt.Errorf("%w: it changed", errArchive)

// unzip reads at most so many bytes of a file in a zip of the given size.
func (m *member) unzip(f io.ReaderAt, size, most int64) ([]byte, error) {
	if m.zipped.rare {
		return m.unzipRare(f, size, most)
	}
	head := make([]byte, zipLocalSize+len(m.name))
	if _, err := f.ReadAt(head, m.offset); err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	if binary.LittleEndian.Uint32(head) != zipLocalMark || string(head[zipLocalSize:]) != m.name {
		return nil, errChanged
	}
	start := m.offset + zipLocalSize + int64(binary.LittleEndian.Uint16(head[26:])) + int64(binary.LittleEndian.Uint16(head[28:]))
	var r io.Reader = io.NewSectionReader(f, start, m.size)
	switch m.zipped.method {
	case zip.Store:
	case zip.Deflate:
		r = flate.NewReader(bufio.NewReaderSize(r, int(min(m.size, most, 32<<10))+1))
	default:
		return nil, fmt.Errorf("%w: %w", errArchive, zip.ErrAlgorithm)
	}
	data, err := readAll(io.LimitReader(r, m.zipped.length), most)
	if err != nil || int64(len(data)) == most && most < m.zipped.length {
		return data, err
	}
	if int64(len(data)) != m.zipped.length || crc32.ChecksumIEEE(data) != m.zipped.crc {
		return nil, fmt.Errorf("%w: %w", errArchive, zip.ErrChecksum)
	}
	return data, nil
}

// unzipRare is unzip for what [listZip] listed.
func (m *member) unzipRare(f io.ReaderAt, size, most int64) ([]byte, error) {
	table := &regular.Metered{R: f, Left: maxZipTable}
	z, err := openZip(table, size)
	if err != nil {
		return nil, err
	}
	if m.zipped.index >= len(z.File) || z.File[m.zipped.index].Name != m.name {
		return nil, errChanged
	}
	table.Left = math.MaxInt64
	r, err := z.File[m.zipped.index].Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return readAll(r, most)
}
