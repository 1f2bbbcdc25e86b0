package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
)

// victim is a demo that comes to harm. donor is another one, of which parts get into it.
type victim struct {
	name        string
	data, donor []byte
}

// mutations are ways in which a demo comes to harm; each gives what is left of it.
var mutations = []struct {
	name string
	do   func(r *rand.Rand, v victim) []byte
}{
	{"a bit", func(r *rand.Rand, v victim) []byte { return flip(r, v.data, len(v.data), 1) }},
	{"bits", func(r *rand.Rand, v victim) []byte { return flip(r, v.data, len(v.data), 20) }},
	{"bits of the head", func(r *rand.Rand, v victim) []byte { return flip(r, v.data, 2000, 1+r.IntN(4)) }},
	{"bytes", func(r *rand.Rand, v victim) []byte {
		for range 1 + r.IntN(50) {
			v.data[r.IntN(len(v.data))] = byte(r.Uint32())
		}
		return v.data
	}},
	{"a run of one byte", func(r *rand.Rand, v victim) []byte {
		at, n := stretch(r, v.data)
		copy(v.data[at:at+n], bytes.Repeat([]byte{[]byte{0, 0xff, 1, 0x7f, 0x80}[r.IntN(5)]}, n))
		return v.data
	}},
	{"noise", func(r *rand.Rand, v victim) []byte {
		at, n := stretch(r, v.data)
		for i := range n {
			v.data[at+i] = byte(r.Uint32())
		}
		return v.data
	}},
	{"a text", func(r *rand.Rand, v victim) []byte { return put(r, v.data, []byte("\x1b[31m\n=1+1\xff\x9b")) }},
	{"cut off", func(r *rand.Rand, v victim) []byte { return v.data[:r.IntN(len(v.data))] }},
	{"the start is missing", func(r *rand.Rand, v victim) []byte { return v.data[r.IntN(len(v.data)/2+1):] }},
	{"a hole", func(r *rand.Rand, v victim) []byte {
		at, n := stretch(r, v.data)
		return slices.Delete(v.data, at, at+n)
	}},
	{"inserted", func(r *rand.Rand, v victim) []byte {
		return slices.Insert(v.data, r.IntN(len(v.data)), byte(r.Uint32()), 0xff)
	}},
	{"backwards", func(r *rand.Rand, v victim) []byte {
		at, n := stretch(r, v.data)
		slices.Reverse(v.data[at : at+n])
		return v.data
	}},
	{"a number", func(r *rand.Rand, v victim) []byte {
		return put(r, v.data, binary.LittleEndian.AppendUint32(nil, wildNumber(r)))
	}},
	{"a place", func(r *rand.Rand, v victim) []byte {
		return put(r, v.data, binary.LittleEndian.AppendUint32(nil, math.Float32bits(wildFloat(r))))
	}},
	{"a block's length", func(r *rand.Rand, v victim) []byte {
		b := someBlock(r, v)
		return number(r, v.data[:b.end], b.length, v.data)
	}},
	{"a block's time", func(r *rand.Rand, v victim) []byte {
		b := someBlock(r, v)
		return number(r, v.data[:b.end], b.start, v.data)
	}},
	{"a block lost, or there twice", func(r *rand.Rand, v victim) []byte {
		b := someBlock(r, v)
		if r.IntN(2) == 0 {
			return slices.Delete(v.data, b.start, b.end)
		}
		return slices.Insert(v.data, b.start, slices.Clone(v.data[b.start:b.end])...)
	}},
	{"a block elsewhere", func(r *rand.Rand, v victim) []byte {
		b := someBlock(r, v)
		moved := slices.Clone(v.data[b.start:b.end])
		v.data = slices.Delete(v.data, b.start, b.end)
		return slices.Insert(v.data, someBlock(r, v).start, moved...)
	}},
	{"blocks of another demo", func(r *rand.Rand, v victim) []byte {
		from := someBlock(r, victim{name: v.name, data: v.donor})
		to := min(len(v.donor), max(from.end, from.start+r.IntN(8000)))
		return slices.Insert(v.data, someBlock(r, v).start, v.donor[from.start:to]...)
	}},
	{"in an archive that is harmed", func(r *rand.Rand, v victim) []byte {
		packed := packDemo(r, v)
		return flip(r, packed, len(packed), 1+r.IntN(3))
	}},
}

// stretch is a random stretch of up to 2 KB.
func stretch(r *rand.Rand, d []byte) (at, n int) {
	if len(d) == 0 {
		return 0, 0
	}
	at = r.IntN(len(d))
	return at, r.IntN(min(len(d)-at, 2000) + 1)
}

func put(r *rand.Rand, d, b []byte) []byte { copy(d[r.IntN(len(d)):], b); return d }

// flip turns bits of the first bytes.
func flip(r *rand.Rand, d []byte, first, bits int) []byte {
	for range bits {
		d[r.IntN(min(first, len(d)))] ^= 1 << r.IntN(8)
	}
	return d
}

func wildNumber(r *rand.Rand) uint32 {
	return []uint32{math.MaxInt32, 1 << 31, math.MaxUint32, 0, uint32(r.IntN(1 << 16)), 1 << r.IntN(32)}[r.IntN(6)]
}

func wildFloat(r *rand.Rand) float32 {
	return []float32{1e5, -1e5, 1e9, 1e38, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 5000,
		-70000}[r.IntN(9)]
}

// number spoils the number at a place of a block: bytes at random, or a number or time that no demo has.
func number(r *rand.Rand, block []byte, at int, all []byte) []byte {
	var b []byte
	switch r.IntN(3) {
	case 0:
		b = []byte{byte(r.Uint32())}
	case 1:
		b = binary.LittleEndian.AppendUint32(nil, wildNumber(r))
	default:
		b = binary.LittleEndian.AppendUint32(nil, math.Float32bits(wildFloat(r)))
	}
	copy(block[min(at, len(block)):], b)
	return all
}

// packDemo is a demo as a gzip stream or the member of a zip archive.
func packDemo(r *rand.Rand, v victim) []byte {
	if r.IntN(2) == 0 {
		return zipped(path.Base(v.name), v.data)
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(v.data)
	w.Close()
	return out.Bytes()
}

// zipped is an archive of one member.
func zipped(name string, data []byte) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	if w, err := z.Create(name); err == nil {
		w.Write(data)
	}
	z.Close()
	return out.Bytes()
}

// span is a block of a demo: where it starts, with its time or number, where its length stands, and where it ends.
type span struct{ start, length, end int }

// framings walk a demo's blocks, by the name's ending: each gives the block at a place. They trust nothing.
var framings = map[string]func(d []byte, at int) span{
	".dem": func(d []byte, at int) span {
		if at == 0 { // the track, in digits
			at = bytes.IndexByte(d[:min(len(d), 16)], '\n') + 1
		}
		return span{at, at, at + 16 + long(d, at)}
	},
	".qwd": func(d []byte, at int) span {
		switch byteAt(d, at+4) {
		case 0: // a command of the recorder
			return span{at, at, at + 5 + 36}
		case 2: // the numbers of packets
			return span{at, at, at + 5 + 8}
		}
		return span{at, at + 5, at + 9 + long(d, at+5)}
	},
	".mvd": func(d []byte, at int) span {
		switch byteAt(d, at+1) & 7 {
		case 2:
			return span{at, at, at + 2 + 8}
		case 3: // for several players, whose bits come first
			return span{at, at + 6, at + 10 + long(d, at+6)}
		}
		return span{at, at + 2, at + 6 + long(d, at+2)}
	},
	".dm2": func(d []byte, at int) span { return span{at, at, at + 4 + long(d, at)} },
	".mvd2": func(d []byte, at int) span {
		if at == 0 {
			at = 4
		}
		return span{at, at, at + 2 + long(d, at)&0xffff}
	},
	".dm_": func(d []byte, at int) span { return span{at, at + 4, at + 8 + long(d, at+4)} },
}

func byteAt(d []byte, at int) byte {
	if at < len(d) {
		return d[at]
	}
	return 0
}

// long is a length; 0 beyond the end and below.
func long(d []byte, at int) int {
	if at+4 > len(d) {
		return 0
	}
	return max(0, int(int32(binary.LittleEndian.Uint32(d[at:]))))
}

// blocksOf are a demo's blocks, none where it has none that can be told.
func blocksOf(name string, d []byte) (list []span) {
	ext := strings.ToLower(path.Ext(name))
	if strings.HasPrefix(ext, ".dm") && ext != ".dm2" || ext == ".urtdemo" {
		ext = ".dm_"
	}
	next := framings[ext]
	if next == nil {
		return nil
	}
	for at := 0; at < len(d); {
		b := next(d, at)
		if b.end > len(d) || b.end <= at {
			break
		}
		list = append(list, b)
		at = b.end
	}
	return list
}

// startOf is the first blocks of a demo, or as many bytes where it has none.
func startOf(name string, d []byte, limit int) []byte {
	if len(d) <= limit || strings.EqualFold(path.Ext(name), ".zip") {
		return d
	}
	d = d[:limit]
	if list := blocksOf(name, d); len(list) > 0 {
		return d[:list[len(list)-1].end]
	}
	return d
}

// someBlock is a block at random; of what has none a stretch.
func someBlock(r *rand.Rand, v victim) span {
	list := blocksOf(v.name, v.data)
	if len(list) == 0 {
		at, n := stretch(r, v.data)
		return span{at, at, at + n}
	}
	return list[r.IntN(len(list))]
}
