//go:build !amd64

package quake3

import "fragscope/formats/wire"

// read reads the fields of a table as readGeneric does.
func (room *fieldRoom) read(codes *wire.Codes, data *window, w uint64, pos uint, table []fieldCode) (n uint, rest uint64, end uint) {
	return room.readGeneric(codes, data, w, pos, table)
}
