package texture

import (
	"fmt"
)

// Palette maps palette indices to RGB colours.
type Palette [256][3]uint8

// ParsePalette parses a palette that consists of 256 colours of three bytes each, such as Quake's gfx/palette.lmp.
func ParsePalette(data []byte) (*Palette, error) {
	if len(data) != 768 {
		return nil, fmt.Errorf("%w: a palette must have 768 bytes, not %d", ErrPicture, len(data))
	}
	p := new(Palette)
	for i := range p {
		copy(p[i][:], data[3*i:])
	}
	return p, nil
}

// ParsePCXPalette parses the palette at the end of a PCX image, such as Quake II's pics/colormap.pcx. The byte before
// the palette has the value 12.
func ParsePCXPalette(data []byte) (*Palette, error) {
	at := len(data) - 769
	if at < 128 || data[at] != 12 {
		return nil, fmt.Errorf("%w: there is no palette at its end", ErrPicture)
	}
	return ParsePalette(data[at+1:])
}

// ramps are the first, middle and last colour of each row of 16 in Quake's palette.
var ramps = [16][3][3]uint8{
	{{0, 0, 0}, {123, 123, 123}, {235, 235, 235}},  // grey
	{{15, 11, 7}, {83, 59, 27}, {143, 111, 35}},    // brown
	{{11, 11, 15}, {79, 79, 115}, {139, 139, 203}}, // lavender
	{{0, 0, 0}, {55, 55, 7}, {107, 107, 15}},       // olive
	{{7, 0, 0}, {71, 0, 0}, {127, 0, 0}},           // blood
	{{19, 19, 0}, {95, 71, 7}, {175, 103, 35}},     // mustard
	{{35, 19, 7}, {143, 67, 51}, {255, 243, 27}},   // rust to yellow
	{{11, 7, 0}, {127, 83, 63}, {227, 179, 151}},   // skin
	{{171, 139, 163}, {95, 63, 75}, {15, 7, 7}},    // mauve, from light to dark
	{{187, 115, 159}, {107, 59, 75}, {15, 7, 7}},   // pink
	{{219, 195, 187}, {107, 87, 71}, {15, 11, 7}},  // sand
	{{111, 131, 123}, {55, 75, 63}, {7, 11, 7}},    // moss
	{{255, 243, 27}, {123, 99, 7}, {11, 7, 0}},     // gold
	{{0, 0, 255}, {47, 47, 127}, {11, 11, 15}},     // blue
	{{43, 0, 0}, {183, 51, 15}, {247, 211, 139}},   // fire
	{{167, 123, 59}, {139, 0, 0}, {159, 91, 83}},   // signals
}

// QuakePalette returns an approximation of Quake's palette, for use when the game's files are missing. Each row of the
// palette is an even colour ramp. The approximation is accurate enough for computing the average colour of a texture.
func QuakePalette() *Palette {
	p := new(Palette)
	for row, r := range ramps {
		for i := range 16 {
			from, to, t := r[0], r[1], i
			if i >= 8 {
				from, to, t = r[1], r[2], i-8
			}
			n := 8
			if i >= 8 {
				n = 7
			}
			for k := range 3 {
				p[row*16+i][k] = uint8(int(from[k]) + (int(to[k])-int(from[k]))*t/n)
			}
		}
	}
	return p
}
