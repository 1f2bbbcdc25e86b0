package gamedata

import (
	"encoding/binary"
	"math/bits"
)

// BlockChecksum returns the checksum of data. Quake II uses this checksum for maps, and Quake III uses it for archive
// tables. The checksum is the XOR of the four words of the data's MD4 hash (RFC 1320).
func BlockChecksum(data []byte) uint32 {
	s := md4(data)
	return s[0] ^ s[1] ^ s[2] ^ s[3]
}

// md4 returns the sum as its four little-endian words.
func md4(data []byte) [4]uint32 {
	s := [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}
	whole := len(data) / 64 * 64
	for at := 0; at < whole; at += 64 {
		md4Block(&s, data[at:at+64])
	}
	var tail [128]byte
	n := copy(tail[:], data[whole:])
	tail[n] = 0x80
	end := 64
	if n+9 > 64 {
		end = 128
	}
	binary.LittleEndian.PutUint64(tail[end-8:], uint64(len(data))*8)
	for at := 0; at < end; at += 64 {
		md4Block(&s, tail[at:at+64])
	}
	return s
}

// md4Rounds are the three rounds: the order of words, the shifts and the constant.
var md4Rounds = [3]struct {
	order [16]int
	shift [4]int
	add   uint32
}{
	{[16]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, [4]int{3, 7, 11, 19}, 0},
	{[16]int{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}, [4]int{3, 5, 9, 13}, 0x5a827999},
	{[16]int{0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}, [4]int{3, 9, 11, 15}, 0x6ed9eba1},
}

func md4Block(s *[4]uint32, block []byte) {
	var x [16]uint32
	for i := range x {
		x[i] = binary.LittleEndian.Uint32(block[4*i:])
	}
	a, b, c, d := s[0], s[1], s[2], s[3]
	for r := range md4Rounds {
		round := &md4Rounds[r]
		for i, k := range round.order {
			var f uint32
			switch r {
			case 0:
				f = b&c | ^b&d
			case 1:
				f = b&c | b&d | c&d
			default:
				f = b ^ c ^ d
			}
			a, b, c, d = d, bits.RotateLeft32(a+f+x[k]+round.add, round.shift[i%4]), b, c
		}
	}
	s[0], s[1], s[2], s[3] = s[0]+a, s[1]+b, s[2]+c, s[3]+d
}
