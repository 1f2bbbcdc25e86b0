package winres

import (
	"debug/pe"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Key is the place of a resource in a program.
type Key struct{ Kind, Name uint32 }

var errBroken = errors.New("the resources lead out of their section")

// Read reads the resources of a Windows program, the first language of each.
func Read(r io.ReaderAt) (map[Key][]byte, error) {
	f, err := pe.NewFile(r)
	if err != nil {
		return nil, fmt.Errorf("reading the program: %w", err)
	}
	s := f.Section(".rsrc")
	if s == nil {
		return nil, errors.New("the program has no resources")
	}
	data, err := s.Data()
	if err != nil {
		return nil, fmt.Errorf("reading the resources: %w", err)
	}
	out := map[Key][]byte{}
	kinds, err := level(data, 0)
	if err != nil {
		return nil, err
	}
	for _, k := range kinds {
		names, err := level(data, k.at)
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			languages, err := level(data, n.at)
			if err != nil || len(languages) == 0 {
				return nil, errors.Join(err, errBroken)
			}
			at := int(languages[0].at)
			if at < 0 || at+8 > len(data) {
				return nil, errBroken
			}
			start, size := binary.LittleEndian.Uint32(data[at:])-s.VirtualAddress, binary.LittleEndian.Uint32(data[at+4:])
			if uint64(start)+uint64(size) > uint64(len(data)) {
				return nil, errBroken
			}
			out[Key{k.number, n.number}] = data[start : start+size]
		}
	}
	return out, nil
}

type branch struct{ number, at uint32 }

// level reads a table at an offset, with the high bits of the offsets taken off.
func level(data []byte, at uint32) ([]branch, error) {
	if uint64(at)+16 > uint64(len(data)) {
		return nil, errBroken
	}
	n := int(binary.LittleEndian.Uint16(data[at+12:])) + int(binary.LittleEndian.Uint16(data[at+14:]))
	rest := data[at+16:]
	if n*8 > len(rest) {
		return nil, errBroken
	}
	out := make([]branch, n)
	for i := range out {
		out[i] = branch{binary.LittleEndian.Uint32(rest[8*i:]), binary.LittleEndian.Uint32(rest[8*i+4:]) &^ (1 << 31)}
	}
	return out, nil
}
