package macos

import (
	"debug/macho"
	"encoding/binary"
	"fmt"
)

// sliceAlign is the alignment of programs in a universal binary, as a power of two: the page size of arm64.
const sliceAlign = 14

// Universal combines programs for several processors into a single file, in the format described in Apple's
// mach-o/fat.h. The file starts with a big-endian table of contents, followed by the programs.
func Universal(programs ...[]byte) ([]byte, error) {
	out := binary.BigEndian.AppendUint32(nil, macho.MagicFat)
	out = binary.BigEndian.AppendUint32(out, uint32(len(programs)))
	offset := roundUp(8+20*len(programs), 1<<sliceAlign)
	for _, p := range programs {
		h, err := readHeader(p)
		if err != nil {
			return nil, err
		}
		for _, v := range []uint32{h.cpu, h.subCPU, uint32(offset), uint32(len(p)), sliceAlign} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		offset = roundUp(offset+len(p), 1<<sliceAlign)
	}
	for _, p := range programs {
		out = append(out, make([]byte, roundUp(len(out), 1<<sliceAlign)-len(out))...)
		out = append(out, p...)
	}
	return out, nil
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// header describes a 64-bit program for signing (mach-o/loader.h).
type header struct {
	cpu, subCPU    uint32
	commands, size uint32 // of the load commands: number, and size in bytes
	text, linkEdit int    // offsets of the segments' commands
	signature      int    // offset of LC_CODE_SIGNATURE, or 0 if there is none
	firstSection   uint32 // offset at which the load commands must end
}

// Load commands, and offsets of fields in them.
const (
	headerSize        = 32
	loadSegment64     = 0x19
	loadCodeSignature = 0x1d

	segmentVMSize   = 32
	segmentOffset   = 40
	segmentFileSize = 48
	segmentSections = 64
	segmentSize     = 72
	sectionSize     = 80
	sectionOffset   = 48
)

var order = binary.LittleEndian

// readHeader reads a program's load commands.
func readHeader(program []byte) (*header, error) {
	if len(program) < headerSize || order.Uint32(program) != macho.Magic64 {
		return nil, fmt.Errorf("it is not a 64-bit Mach-O program")
	}
	h := &header{cpu: order.Uint32(program[4:]), subCPU: order.Uint32(program[8:]),
		commands: order.Uint32(program[16:]), size: order.Uint32(program[20:])}
	h.firstSection = uint32(len(program))
	at := headerSize
	for range h.commands {
		if at+segmentSize > len(program) {
			return nil, fmt.Errorf("its load commands extend past the end of the file")
		}
		switch order.Uint32(program[at:]) {
		case loadSegment64:
			h.segment(program, at)
		case loadCodeSignature:
			h.signature = at
		}
		at += int(order.Uint32(program[at+4:]))
	}
	if h.text == 0 || h.linkEdit == 0 {
		return nil, fmt.Errorf("it has no segments __TEXT and __LINKEDIT")
	}
	return h, nil
}

// segment records the position of a segment's command.
func (h *header) segment(program []byte, at int) {
	switch string(program[at+8 : at+8+10]) {
	case "__TEXT\x00\x00\x00\x00":
		h.text = at
	case "__LINKEDIT":
		h.linkEdit = at
	}
	for i := range int(order.Uint32(program[at+segmentSections:])) {
		section := at + segmentSize + i*sectionSize
		if section+sectionSize > len(program) {
			return
		}
		if offset := order.Uint32(program[section+sectionOffset:]); offset > 0 {
			h.firstSection = min(h.firstSection, offset)
		}
	}
}
