package quake3

import "encoding/binary"

// Since version 4.2, Urban Terror records Quake III demos in its own wrapping, with the extension .urtdemo: a header
// with the length and text of the game's version, the protocol number and two words of 0; then blocks, each followed by
// its length again, for playing backwards. The facts are from the published source of its engine.

// Bounds on an Urban Terror demo.
const (
	urbanVersion = 64      // bytes of the version
	urbanBlock   = 1 << 17 // bytes of a block
	blockHead    = 8       // bytes of a block's number and length
)

// urbanHeader returns the length of the header, 0 if there is none.
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

// urbanNext returns the length of the block at the start of data, without the length after it; ok is false if the block
// is not complete.
func urbanNext(data []byte) (length int, ok bool) {
	if len(data) < blockHead {
		return 0, false
	}
	n := int(int32At(data, 4))
	length = blockHead + n
	return length, n > 0 && n <= urbanBlock && len(data) >= length+4 && int(int32At(data, length)) == n
}

// unwrapUrbanTerror returns the Quake III demo inside an Urban Terror demo. From the first block that is cut off or
// damaged, the bytes remain unchanged. ok is false for other demos.
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
