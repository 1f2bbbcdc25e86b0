package quake3

import (
	"golang.org/x/sys/cpu"

	"fragscope/formats/wire"
)

// shifts is set if the processor can shift by the number in any register, as those since 2015 can. Each field waits for the length of
// the one before, so a shift by one register alone, which has to be moved there first, takes longer.
var shifts = cpu.X86.HasBMI1 && cpu.X86.HasBMI2

// readFields is readGeneric for a table of at most maxFields, if shifts is set.
//
//go:noescape
func readFields(room *fieldRoom, codes *wire.Codes, data *window, w uint64, pos uint, table []fieldCode) (n uint, rest uint64, end uint)

// read reads the fields of a table as readGeneric does.
func (room *fieldRoom) read(codes *wire.Codes, data *window, w uint64, pos uint, table []fieldCode) (n uint, rest uint64, end uint) {
	if shifts && len(table) <= maxFields {
		return readFields(room, codes, data, w, pos, table)
	}
	return room.readGeneric(codes, data, w, pos, table)
}
