package film

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
)

// errCutShort is the error for a film that lacks its end or its index.
var errCutShort = errors.New(msgCutShort)

// checkWhole returns an error for a film that another program has not written whole: by its kind it has no index, no length, or parts
// beyond its end. Of kinds that are not known by name nothing is found.
func checkWhole(f *os.File, k Kind) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	switch k.Suffix {
	case ".mp4", ".mov":
		return checkBoxes(f, info.Size())
	case ".webm", ".mkv":
		return checkElements(f, info.Size())
	}
	if info.Size() == 0 {
		return errCutShort
	}
	return nil
}

// checkBoxes checks a film of boxes, each of which has its size (32 bits, or 64 behind the type) and its type (ISO/IEC 14496-12, 4.2): they
// fill the file, one has the pictures (mdat), one the index (moov), in which another (mvhd) has how long it is.
func checkBoxes(f io.ReaderAt, size int64) error {
	var pictures, index bool
	for at := int64(0); at < size; {
		var head [16]byte
		n, _ := f.ReadAt(head[:], at)
		length := int64(binary.BigEndian.Uint32(head[:]))
		if length == 1 {
			length = int64(binary.BigEndian.Uint64(head[8:]))
		}
		if n < 8 || length < 8 || length > size-at {
			return errCutShort
		}
		switch string(head[4:8]) {
		case "mdat":
			pictures = length > 16
		case "moov":
			index = hasLength(f, at+8)
		}
		at += length
	}
	if !pictures || !index {
		return errCutShort
	}
	return nil
}

// hasLength reports whether the box at an offset is an mvhd of version 0 with a length.
func hasLength(f io.ReaderAt, at int64) bool {
	var box [28]byte // size, type, version and flags, created, changed, time scale, length
	n, _ := f.ReadAt(box[:], at)
	return n == len(box) && string(box[4:8]) == "mvhd" && (box[8] != 0 || binary.BigEndian.Uint32(box[24:]) > 0)
}

// The elements of Matroska that are looked for (RFC 9559, 5.1).
const (
	elementSegment  = 0x18538067
	elementInfo     = 0x1549a966
	elementDuration = 0x4489
	elementCluster  = 0x1f43b675
	elementCues     = 0x1c53bb6b
)

// checkElements checks a film of elements, each of which has a number and a length (RFC 8794, 4): the segment has a length, which its parts
// fill to the end of the file, and among these pictures (Cluster), an index (Cues) and how long it is (Info, Duration).
func checkElements(f io.ReaderAt, size int64) error {
	need := []uint64{elementSegment, elementInfo, elementDuration, elementCluster, elementCues}
	for at := int64(0); at < size; {
		id, body, length := element(f, at)
		if body == 0 || length < 0 || length > size-body {
			return errCutShort
		}
		need = slices.DeleteFunc(need, func(n uint64) bool { return n == id })
		if id == elementSegment || id == elementInfo { // what is in it is looked at
			length = 0
		}
		at = body + length
	}
	if len(need) > 0 {
		return errCutShort
	}
	return nil
}

// element is the number of the element at an offset, where its content begins and how long that is, below 0 if that is not said. Without an
// element body is 0.
func element(f io.ReaderAt, at int64) (id uint64, body, length int64) {
	var head [12]byte
	n, _ := f.ReadAt(head[:], at)
	id, idBytes := variable(head[:n], false)
	size, sizeBytes := variable(head[min(idBytes, n):n], true)
	if idBytes == 0 || sizeBytes == 0 {
		return 0, 0, 0
	}
	return id, at + int64(idBytes+sizeBytes), int64(size)
}

// variable reads a number whose first byte says by its leading zeros how many bytes follow; for a length that bit is left out, and all bits
// set stand for one that is not known, as -1. Nothing read is 0 bytes.
func variable(b []byte, isLength bool) (v uint64, n int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	for n = 1; b[0]<<(n-1)&0x80 == 0; {
		n++
	}
	if n > len(b) {
		return 0, 0
	}
	for _, c := range b[:n] {
		v = v<<8 | uint64(c)
	}
	if isLength {
		ones := uint64(1)<<(7*n) - 1
		if v &= ones; v == ones {
			v = ^uint64(0)
		}
	}
	return v, n
}
