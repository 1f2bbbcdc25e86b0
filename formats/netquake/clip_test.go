package netquake

import (
	"bytes"
	"fmt"
	"io"
	"testing"
)

// framed is a demo of DarkPlaces, of ten frames a level second, in which entities come, move and go.
func framed(number int32) []byte {
	var out bytes.Buffer
	e := NewEncoder(&out, Options{})
	e.Handle(&Track{Text: []byte("-1\n")})
	e.Handle(&Block{})
	e.Handle(&ServerInfo{Protocol: number, MaxClients: 1, LevelName: []byte("made up"),
		Models: [][]byte{[]byte("maps/a.bsp")}, Sounds: [][]byte{[]byte("a.wav")}})
	e.Handle(&SignonNum{3})
	for i := range uint32(20) {
		e.Handle(&Block{})
		e.Handle(&Time{Seconds: float32(i) / 10})
		x := float32(8 * (i + 1))
		m := Entities{Frame: i + 1, Reference: i - i%4, End: 64}
		if i < 4 {
			m.Reference = noFrame
		}
		var changes []EntityChange
		if number >= ProtocolDarkPlaces5 {
			changes = []EntityChange{{Entity: 1, Mask: ChangeOrigin, Origin: Vec3{x}},
				{Entity: uint16(2 + i), Mask: ChangeFull | ChangeModel, Model: 1}}
		} else {
			changes = []EntityChange{{Entity: 1, Mask: oldOrigin, Origin: Vec3{x}},
				{Entity: uint16(2 + i), Mask: oldModel1, Model: 1}}
		}
		if i > 8 {
			changes = append(changes[:1], EntityChange{Entity: uint16(i - 7), Removed: true}, changes[1])
		}
		m.Changes = changes
		e.Handle(&m)
	}
	if err := e.Finish(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// moments are the entities at each time of a demo, and where the blocks begin that tell them.
func moments(data []byte) (list []string, begin []int64) {
	d, h := NewDecoder(data, Options{}), NewHistory()
	for at := d.Offset(); d.Next(h) != io.EOF; at = d.Offset() {
		if s := h.Snapshot(); s != nil {
			list, begin = append(list, fmt.Sprint(s.Clock, s.Entities)), append(begin, at)
		}
	}
	return list, begin
}

// TestClipOfFrames cuts at each frame: the entities are the same from there on.
func TestClipOfFrames(t *testing.T) {
	for _, number := range []int32{ProtocolDarkPlaces1, ProtocolDarkPlaces2, ProtocolDarkPlaces3, ProtocolDarkPlaces4,
		ProtocolDarkPlaces5,
		ProtocolDarkPlaces6, ProtocolDarkPlaces7} {
		data := framed(number)
		want, begin := moments(data)
		if len(want) != 20 {
			t.Fatalf("protocol %d: %d moments", number, len(want))
		}
		for first := 1; first < len(want)-2; first++ {
			var out bytes.Buffer
			c := NewClip(&out, Options{}, begin[first], begin[len(begin)-1])
			d := NewDecoder(data, Options{})
			for d.Next(c) != io.EOF {
			}
			if err := c.Finish(); err != nil {
				t.Fatal(err)
			}
			got, _ := moments(out.Bytes())
			if fmt.Sprint(got) != fmt.Sprint(want[first:len(want)-1]) {
				t.Errorf("protocol %d from %d:\n%s\nwant\n%s", number, first, got, want[first:len(want)-1])
				break
			}
		}
	}
}
