package netquake

import "fragscope/formats/wire"

// maxTrack bounds the text before the first block.
const maxTrack = 64

// trackEnd returns the offset of the first block. The block starts after the first newline, as in current engines. If
// there is no block there, it starts after other white space that follows the number (Quake up to 1.08 read the number
// with scanf, followed by all white space), or at the very start.
func trackEnd(data []byte) int {
	number := 0
	for number < min(len(data), maxTrack) && trackByte(data[number]) {
		number++
	}
	space := number
	for space < min(len(data), maxTrack) && isSpace(data[space]) {
		space++
	}
	line := space
	for i := number; i < space; i++ {
		if data[i] == '\n' {
			line = i + 1
			break
		}
	}
	for _, end := range candidates(number, space, line) {
		if size, ok := header(data[end:]); ok && size > 0 && firstMessage(data[end+headerSize:]) {
			return end
		}
	}
	return line
}

// candidates returns the offsets at which the first block may start, best first.
func candidates(number, space, line int) []int {
	places := []int{line}
	for end := number; end <= space; end++ {
		if end != line && end != 0 {
			places = append(places, end)
		}
	}
	return append(places, 0)
}

func trackByte(b byte) bool { return b >= '0' && b <= '9' || b == '-' || b == '+' }

func isSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// firstMessage reports whether messages can start with b: a message number known in all protocols, or nothing.
func firstMessage(b []byte) bool {
	return len(b) == 0 || b[0] >= 1 && b[0] <= 62 || b[0] >= maskSignal
}

// Sniff reports how well data matches the format. data must be the start of a file. A matching file has a track
// followed by blocks. Each block has a size of up to 131072 (int32), three floats that are plausible as angles, and a
// valid message number. If a track is followed by anything other than blocks, Sniff returns [wire.Faint].
func Sniff(data []byte) wire.Confidence {
	end := trackEnd(data)
	c := wire.SniffBlocks(data[end:], func(b []byte) int {
		if len(b) < headerSize {
			return len(b)
		}
		size, ok := header(b)
		if !ok || size > 0 && !firstMessage(b[headerSize:]) {
			return 0
		}
		return headerSize + size
	})
	if c == wire.NotThis && end > 0 {
		return wire.Faint
	}
	return c
}
