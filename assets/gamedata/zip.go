package gamedata

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"fragscope/formats/base/regular"
)

// zipTable is the table of a zip, kept while its file is closed.
type zipTable struct {
	mu   sync.Mutex // held while something is read
	file regular.Metered
}

// readPK3 reads the table of a zip, and the checksum that Quake III makes of the CRCs of all files that are not empty.
func readPK3(r io.ReaderAt, size int64) ([]member, *zipTable, int32, error) {
	t := &zipTable{file: regular.Metered{R: r, Left: maxZipTable}}
	defer t.close()
	z, err := zip.NewReader(&t.file, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, nil, 0, fmt.Errorf("%w: %w", errArchive, err)
	}
	if len(z.File) > maxZipEntries {
		return nil, nil, 0, fmt.Errorf("%w: %d files", errArchive, len(z.File))
	}
	members := make([]member, 0, len(z.File))
	crcs := make([]byte, 0, 4*len(z.File))
	for _, f := range z.File {
		if f.UncompressedSize64 > 0 {
			crcs = binary.LittleEndian.AppendUint32(crcs, f.CRC32)
		}
		if n := len(f.Name); n > 0 && f.Name[n-1] != '/' {
			members = append(members, member{name: f.Name, zipped: f})
		}
	}
	return members, t, int32(BlockChecksum(crcs)), nil
}

func (t *zipTable) close() { t.file.R = nil }

// read unpacks up to limit bytes of a file, given the reopened zip. It fails if the zip has changed since.
func (t *zipTable) read(zipFile io.ReaderAt, m *zip.File, limit int64) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.file = regular.Metered{R: zipFile, Left: math.MaxInt64}
	defer t.close()
	r, err := m.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errArchive, err)
	}
	defer r.Close()
	return readAll(r, limit)
}
