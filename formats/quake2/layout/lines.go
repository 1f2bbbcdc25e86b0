package layout

import (
	"maps"
	"slices"
	"strings"
)

// The size of a letter in units.
const (
	letterWidth  = 8
	letterHeight = 8
)

// maxColumn bounds the width of a line in letters.
const maxColumn = 256

// Lines puts the texts of the middle of the screen into lines as they stand there, one
// letter for each 8 units: the form in which mods such as Action Quake 2 and OpenTDM draw
// their scoreboards. Where texts overlap, the later one shows.
func Lines(items []Item) []string {
	lines := map[int][]byte{}
	for _, item := range items {
		if item.Kind != Text || item.X.Anchor != Middle || item.Y.Anchor != Middle {
			continue
		}
		for i, text := range strings.Split(item.Text, "\n") {
			y := item.Y.Offset + i*letterHeight
			lines[y] = overlay(lines[y], column(item, len(text)), text)
		}
	}
	var out []string
	for _, y := range slices.Sorted(maps.Keys(lines)) {
		out = append(out, strings.TrimRight(string(lines[y]), " "))
	}
	return out
}

// column is where a text of some length starts.
func column(item Item, length int) int {
	x := item.X.Offset
	switch item.Align {
	case Center:
		x -= length * letterWidth / 2
	case Right:
		x -= length * letterWidth
	}
	return x / letterWidth
}

func overlay(line []byte, at int, text string) []byte {
	for i := range len(text) {
		switch n := at + i; {
		case n < 0 || n >= maxColumn:
		case n < len(line):
			line[n] = text[i]
		default:
			for len(line) < n {
				line = append(line, ' ')
			}
			line = append(line, text[i])
		}
	}
	return line
}
