package icon

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"testing"
)

func TestSizes(t *testing.T) {
	for _, size := range append(Sizes(), MaxSize) {
		img, err := png.Decode(bytes.NewReader(PNG(size)))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != size || b.Dy() != size {
			t.Errorf("size %d is %v", size, b)
		}
		if _, _, _, a := img.At(0, 0).RGBA(); a > 0x4000 {
			t.Errorf("size %d: the corner is not clear", size)
		}
		// The tip of the player and the ring, each in its own colour.
		if r, _, b, _ := img.At(size/2, size/2).RGBA(); r < 0xe000 || b > 0x6000 {
			t.Errorf("size %d: no player in the middle", size)
		}
		if r, _, b, _ := img.At(size*11/64, size/2).RGBA(); b < r+0x3000 {
			t.Errorf("size %d: no ring at the left", size)
		}
	}
}

// The drawing does not depend on the machine; a change of the drawing changes this sum.
func TestSame(t *testing.T) {
	const want = 0x6ff50625
	if got := crc32.ChecksumIEEE(Draw(48).Pix); got != want {
		t.Errorf("the pixels of size 48 have the sum %#x, not %#x", got, uint32(want))
	}
}

func TestICNS(t *testing.T) {
	b := ICNS()
	if string(b[:4]) != "icns" || int(binary.BigEndian.Uint32(b[4:])) != len(b) {
		t.Fatalf("header % x", b[:8])
	}
	n := 0
	for rest := b[8:]; len(rest) > 0; n++ {
		length := binary.BigEndian.Uint32(rest[4:])
		if config, err := png.DecodeConfig(bytes.NewReader(rest[8:length])); err != nil ||
			config.Width != icnsTypes[n].size {
			t.Errorf("%s: %v, %v", rest[:4], config, err)
		}
		rest = rest[length:]
	}
	if n != len(icnsTypes) {
		t.Errorf("%d pictures", n)
	}
}
