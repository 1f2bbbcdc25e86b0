package netquake

import (
	"encoding/binary"
	"math"

	"fragscope/formats/netquake"
)

// The client's messages to move the player and to leave (QuakeSpasm protocol.h).
const (
	clcDisconnect = 2
	clcMove       = 3
)

// moveLayout describes the position of the angles in a client's move.
type moveLayout struct {
	bits int // of an angle: 8, 16, or 32 for a float
	at   int // offset of the angles
	size int // size of a move if several follow each other, newest last; otherwise 0
}

var (
	byteMove  = moveLayout{bits: 8, at: 5}
	shortMove = moveLayout{bits: 16, at: 5}
	floatMove = moveLayout{bits: 32, at: 5}
)

// moveLayouts are the layouts by protocol (DarkPlaces cl_input.c, QuakeSpasm cl_input.c, CL_SendMove).
var moveLayouts = map[int32]moveLayout{
	netquake.ProtocolQuake: byteMove, netquake.ProtocolNehahra: byteMove,
	netquake.ProtocolBJP1: byteMove, netquake.ProtocolBJP2: byteMove, netquake.ProtocolBJP3: byteMove,
	netquake.ProtocolFitzQuake: shortMove, netquake.ProtocolRMQ: shortMove,
	netquake.ProtocolDarkPlaces1: shortMove, netquake.ProtocolDarkPlaces4: shortMove,
	netquake.ProtocolDarkPlaces5: shortMove, netquake.ProtocolDarkPlaces2: floatMove,
	netquake.ProtocolDarkPlaces3: floatMove, netquake.ProtocolDarkPlaces6: {bits: 16, at: 5, size: 52},
	netquake.ProtocolDarkPlaces7: {bits: 16, at: 9, size: 56}, netquake.ProtocolDarkPlaces8: {bits: 16,
		at: 9, size: 56},
}

// layoutOf returns the layout of a level's moves, or the zero layout if unknown. ProQuake's servers make their clients
// send finer angles in id's protocol.
func layoutOf(s *netquake.ServerInfo, proQuake bool) moveLayout {
	switch {
	case len(s.Extensions) > 0:
		return moveLayout{}
	case s.Protocol == netquake.ProtocolRMQ && s.Flags&netquake.RMQFloatAngle != 0:
		return floatMove
	case s.Protocol == netquake.ProtocolQuake && proQuake:
		return shortMove
	}
	return moveLayouts[s.Protocol]
}

// angles returns the angles of the newest move, if there is one.
func (l moveLayout) angles(data []byte) (a [3]float32, ok bool) {
	if l.bits == 0 || len(data) == 0 || data[0] != clcMove {
		return a, false
	}
	for l.size > 0 && len(data) >= 2*l.size && data[l.size] == clcMove {
		data = data[l.size:]
	}
	if len(data) < l.at+3*l.bits/8 {
		return a, false
	}
	for i := range a {
		at := data[l.at+i*l.bits/8:]
		switch l.bits {
		case 8:
			a[i] = float32(int8(at[0])) * 360 / 256
		case 16:
			a[i] = float32(int16(binary.LittleEndian.Uint16(at))) * 360 / 65536
		default:
			a[i] = math.Float32frombits(binary.LittleEndian.Uint32(at))
		}
		if f := float64(a[i]); math.IsNaN(f) || math.Abs(f) > 1e5 {
			return a, false
		}
	}
	return a, true
}
