// Package macos packages programs for macOS. It combines them into a universal binary and signs the binary together
// with its bundle.
//
// The signature is "ad hoc": it proves that the program has not changed since it was signed, but does not identify the
// signer. Programs for Apple's own processors do not start without a signature. If the resources of a bundle are not
// covered by the signature, macOS considers the bundle damaged and does not let the user open it. The signature is a
// list of big-endian blobs after the program. The format is defined by Apple's xnu (osfmk/kern/cs_blobs.h) and Security
// (OSX/libsecurity_codesigning/lib/codedirectory.h).
package macos

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

// From cs_blobs.h.
const (
	magicRequirements  = 0xfade0c01
	magicCodeDirectory = 0xfade0c02
	magicSignature     = 0xfade0cc0 // the list of blobs
	magicCMS           = 0xfade0b01

	slotCodeDirectory = 0
	slotRequirements  = 2
	slotCMS           = 0x10000

	directoryVersion = 0x20400 // the first with the text segment's position
	flagAdHoc        = 2
	hashSHA256       = 2
	pageBits         = 12
	textOfProgram    = 1 // CS_EXECSEG_MAIN_BINARY
)

// specialSlots is the number of hashes before those of the pages: Info.plist, requirements and resources, counted
// backwards.
const specialSlots = 3

// directorySize is the size, in bytes, of the directory before the identifier.
const directorySize = 88

// Seal holds the files that a signature covers in addition to the program.
type Seal struct {
	Identifier string
	InfoPlist  []byte
	Resources  []byte // the result of [Resources]
}

// Sign returns a copy of program with an ad hoc signature, which replaces any existing signature. program must be a
// 64-bit program for a single processor.
func (s Seal) Sign(program []byte) ([]byte, error) {
	program = bytes.Clone(program)
	h, err := readHeader(program)
	if err != nil {
		return nil, err
	}
	if h.signature == 0 {
		if headerSize+h.size+16 > h.firstSection {
			return nil, errors.New("there is no room for another load command")
		}
		h.signature = headerSize + int(h.size)
		order.PutUint32(program[16:], h.commands+1)
		order.PutUint32(program[20:], h.size+16)
		order.PutUint32(program[h.signature:], loadCodeSignature)
		order.PutUint32(program[h.signature+4:], 16)
	} else {
		program = program[:order.Uint32(program[h.signature+8:])]
	}
	program = append(program, make([]byte, roundUp(len(program), 16)-len(program))...)
	end := len(program)
	size := len(s.blobs(program, h))
	order.PutUint32(program[h.signature+8:], uint32(end))
	order.PutUint32(program[h.signature+12:], uint32(size))
	inFile := uint64(end+size) - order.Uint64(program[h.linkEdit+segmentOffset:])
	order.PutUint64(program[h.linkEdit+segmentFileSize:], inFile)
	order.PutUint64(program[h.linkEdit+segmentVMSize:], uint64(roundUp(int(inFile), 1<<sliceAlign)))
	return append(program, s.blobs(program, h)...), nil
}

// blobs returns the signature for a program without one.
func (s Seal) blobs(program []byte, h *header) []byte {
	requirements := blob(magicRequirements, []byte{0, 0, 0, 0}) // none
	list := []struct {
		slot uint32
		data []byte
	}{
		{slotCodeDirectory, s.directory(program, h, requirements)},
		{slotRequirements, requirements},
		{slotCMS, blob(magicCMS, nil)}, // empty
	}
	index := binary.BigEndian.AppendUint32(nil, uint32(len(list)))
	var all []byte
	for _, b := range list {
		index = binary.BigEndian.AppendUint32(index, b.slot)
		index = binary.BigEndian.AppendUint32(index, uint32(12+8*len(list)+len(all)))
		all = append(all, b.data...)
	}
	return blob(magicSignature, append(index, all...))
}

// directory returns the CodeDirectory: the hashes of the program's pages and of the files around it.
func (s Seal) directory(program []byte, h *header, requirements []byte) []byte {
	hashes := directorySize + len(s.Identifier) + 1 + specialSlots*sha256.Size
	pages := (len(program) + 1<<pageBits - 1) >> pageBits
	var b []byte
	for _, v := range []uint32{
		directoryVersion, flagAdHoc, uint32(hashes), directorySize, specialSlots, uint32(pages), uint32(len(program)),
		// one byte each: size and type of the hashes, platform, log2 of the page size
		sha256.Size<<24 | hashSHA256<<16 | pageBits,
		0, 0, 0, 0, // spare, scatter, team, spare
	} {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	for _, v := range []uint64{0, order.Uint64(program[h.text+segmentOffset:]),
		order.Uint64(program[h.text+segmentFileSize:]), textOfProgram} {
		b = binary.BigEndian.AppendUint64(b, v)
	}
	b = append(b, s.Identifier+"\x00"...)
	for _, special := range [specialSlots][]byte{s.Resources, requirements, s.InfoPlist} {
		sum := sha256.Sum256(special)
		b = append(b, sum[:]...)
	}
	for at := 0; at < len(program); at += 1 << pageBits {
		sum := sha256.Sum256(program[at:min(at+1<<pageBits, len(program))])
		b = append(b, sum[:]...)
	}
	return blob(magicCodeDirectory, b)
}

// blob prepends a magic number and the length to data.
func blob(magic uint32, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, magic)
	b = binary.BigEndian.AppendUint32(b, uint32(len(data)+8))
	return append(b, data...)
}
