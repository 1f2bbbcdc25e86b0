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

// checkWhole returns an error for a film that another program has not written completely. Depending on its kind, such a
// film has no index, no length, or sections beyond its end. Kinds without a name always pass.
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

// checkBoxes checks a film that consists of boxes, each with a size (32 bits, or 64 after the type) and a type
// (ISO/IEC 14496-12, 4.2): they must fill the file, with one for the pictures (mdat) and one for the index (moov),
// which contains the length (in mvhd).
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

// The Matroska elements that are looked for (RFC 9559, 5.1).
const (
	elementSegment  = 0x18538067
	elementInfo     = 0x1549a966
	elementDuration = 0x4489
	elementCluster  = 0x1f43b675
	elementCues     = 0x1c53bb6b
)

// checkElements checks a film that consists of elements, each with a number and a length (RFC 8794, 4): the segment
// must have a length, and its parts must fill it up to the end of the file, including pictures (Cluster), an index
// (Cues) and the film's length (Info, Duration).
func checkElements(f io.ReaderAt, size int64) error {
	need := []uint64{elementSegment, elementInfo, elementDuration, elementCluster, elementCues}
	for at := int64(0); at < size; {
		id, body, length := element(f, at)
		if body == 0 || length < 0 || length > size-body {
			return errCutShort
		}
		need = slices.DeleteFunc(need, func(n uint64) bool { return n == id })
		if id == elementSegment || id == elementInfo { // look inside
			length = 0
		}
		at = body + length
	}
	if len(need) > 0 {
		return errCutShort
	}
	return nil
}

// element returns the number of the element at an offset, the offset of its content and the content's length, which is
// negative if unknown. body is 0 if there is no element.
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

// variable reads a number whose first byte announces, by its leading zeros, how many bytes follow. In a length the
// marker bit is removed, and all bits set stand for an unknown length, -1. n is 0 if there is no number.
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
