package gamedata

import (
	"bytes"
	"io"
	"math"
	"path"
	"strings"
)

// ArchivedMap describes a map inside an archive.
type ArchivedMap struct {
	Name string // in lower case, without folder and extension
	Read func() ([]byte, error)
}

// MapsIn lists the maps in a .pak, .pk3 or other zip archive. r provides the archive's contents, and size is its size
// in bytes. A map's own data is read from r only when it is needed.
func MapsIn(r io.ReaderAt, size int64) ([]ArchivedMap, error) {
	var members []member
	var zipped *zipTable
	var magic [4]byte
	_, err := r.ReadAt(magic[:], 0)
	switch {
	case err != nil:
	case bytes.Equal(magic[:], []byte("PACK")):
		members, err = readPak(r, size)
	default:
		members, zipped, _, err = readPK3(r, size)
	}
	if err != nil {
		return nil, err
	}
	var out []ArchivedMap
	for _, m := range members {
		clean, ok := cleanName(m.name)
		name, isMap := strings.CutSuffix(path.Base(clean), ".bsp")
		if !ok || !isMap {
			continue
		}
		out = append(out, ArchivedMap{name, func() ([]byte, error) {
			if zipped != nil {
				return zipped.read(r, m.zipped, math.MaxInt64)
			}
			return readAll(io.NewSectionReader(r, m.offset, min(m.size, MaxFile+1)), math.MaxInt64)
		}})
	}
	return out, nil
}
