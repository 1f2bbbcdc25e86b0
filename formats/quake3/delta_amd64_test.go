package quake3

import (
	"math/rand"
	"testing"

	"fragscope/formats/wire"
)

// allFields is a table of as many fields as there may be, of random widths.
func allFields(random *rand.Rand) (table []Field) {
	for len(table) < maxFields {
		table = append(table, Field{ID: uint8(len(table)), Bits: int8(random.Intn(65) - 32)})
	}
	for i := range table {
		if random.Intn(3) == 0 {
			table[i].Bits = 0
		}
	}
	return table
}

// randomBits fills data with random bytes; share of 256 are such as make runs of unchanged fields, and floats with all their bits.
func randomBits(data *window, random *rand.Rand, share int) {
	for i := range data {
		data[i] = uint8(random.Uint32())
		if random.Intn(256) < share {
			data[i] = [...]uint8{0, 0xff, 0x80, 0x45}[random.Intn(4)]
		}
	}
}

func TestReadFieldsIsReadGeneric(t *testing.T) {
	if !shifts {
		t.Skip("this processor reads fields with the Go code")
	}
	random := rand.New(rand.NewSource(1))
	tables := [][]fieldCode{nil}
	for _, p := range protocols {
		tables = append(tables, p.entityCodes, p.playerCodes)
	}
	for range 8 {
		tables = append(tables, compile(allFields(random), true), compile(allFields(random), false))
	}
	var data window
	forms, values := map[Form]int{}, 0
	for round := range 24 {
		randomBits(&data, random, 12*round)
		for range 20_000 {
			table := tables[random.Intn(len(tables))]
			table = table[:random.Intn(len(table)+1)]
			pos := uint(random.Intn(8 * windowSize))
			if random.Intn(50) == 0 {
				pos = [...]uint{0, 1, 8*windowSize - 1, 8 * windowSize}[random.Intn(4)]
			}
			codes := [...]*wire.Coding{wire.Huffman(), wire.Plain()}[random.Intn(2)].Codes()
			var got, want fieldRoom
			n, rest, end := readFields(&got, codes, &data, data.at(pos), pos, table)
			n2, rest2, end2 := want.readGeneric(codes, &data, data.at(pos), pos, table)
			if n != n2 || rest != rest2 || end != end2 || got != want {
				t.Fatalf("fields at bit %d:\n%d, rest %#x at %d: %v, want\n%d, rest %#x at %d: %v", pos, n, rest, end, got[:n], n2, rest2, end2, want[:n2])
			}
			for _, c := range got[:n] {
				forms[c.Form]++
			}
			values += int(n)
		}
	}
	for _, f := range []Form{0, FullZero, FullFloat, FullZero | FullFloat} {
		if forms[f] < 100 {
			t.Errorf("%d of %d values have form %d, too few to compare", forms[f], values, f)
		}
	}
}
