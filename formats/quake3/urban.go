package quake3

import "encoding/binary"

// From version 4.2 on, Urban Terror records demos of Quake III in a wrapping of
// its own, with the extension .urtdemo: in front stand the length and the text of
// the game's version, the number of the protocol and two words of 0; behind each
// block stands its length once more, for playing backwards. The facts are those
// of the published source of its engine.

// Bounds of what is taken for such a demo.
const (
	urbanVersion = 64      // bytes of the version's text
	urbanBlock   = 1 << 17 // bytes of a block
	blockHead    = 8       // bytes of the number and the length in front of a block
)

// urbanHeader is the length of the header; 0 where there is none.
func urbanHeader(data []byte) int {
	if len(data) < 4 {
		return 0
	}
	n := int(int32At(data, 0))
	if n <= 0 || n > urbanVersion || len(data) < 4+n+12+blockHead {
		return 0
	}
	for _, c := range data[4 : 4+n] {
		if c < ' ' || c > '~' {
			return 0
		}
	}
	if p := int32At(data, 4+n); p < 43 || p > 99 || int32At(data, 8+n) != 0 || int32At(data, 12+n) != 0 {
		return 0
	}
	if _, ok := urbanNext(data[16+n:]); !ok {
		return 0
	}
	return 16 + n
}

// urbanNext is the length of the block at the start of data, without what
// stands behind it; ok is false where there is no whole one.
func urbanNext(data []byte) (length int, ok bool) {
	if len(data) < blockHead {
		return 0, false
	}
	n := int(int32At(data, 4))
	length = blockHead + n
	return length, n > 0 && n <= urbanBlock && len(data) >= length+4 && int(int32At(data, length)) == n
}

// unwrapUrbanTerror is the demo of Quake III inside one of Urban Terror. From a block that is cut or
// damaged onwards the bytes stay as they are. ok is false for other demos.
func unwrapUrbanTerror(data []byte) (plain []byte, ok bool) {
	start := urbanHeader(data)
	if start == 0 {
		return nil, false
	}
	data = data[start:]
	plain = make([]byte, 0, len(data))
	for {
		n, ok := urbanNext(data)
		if !ok {
			return append(plain, data...), true
		}
		plain, data = append(plain, data[:n]...), data[n+4:]
	}
}

func int32At(b []byte, i int) int32 { return int32(binary.LittleEndian.Uint32(b[i:])) }
