package quakeworld

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"time"

	"fragscope/formats/live/proxy/proxytest"
)

// play is the packets of a connection: the client asks, then both send packet for packet, the client having received
// all but the last lag ones of the server.
func play(n, lag int) []proxytest.Packet {
	at := time.Duration(0)
	var all []proxytest.Packet
	add := func(up bool, data []byte) {
		all = append(all, proxytest.Packet{At: at, Up: up, Data: data})
		at += 2 * time.Millisecond
	}
	add(true, []byte("\xff\xff\xff\xffgetchallenge\n"))
	add(false, []byte("\xff\xff\xff\xffc123456\x00"))
	add(true, []byte("\xff\xff\xff\xffconnect 28 4711 123456 \"\\name\\Somebody\"\n"))
	add(false, []byte("\xff\xff\xff\xffj"))
	for i := 1; i <= n; i++ {
		at += 10 * time.Millisecond
		header := binary.LittleEndian.AppendUint32(nil, uint32(i))
		header = binary.LittleEndian.AppendUint32(header, uint32(max(i-1-lag, 0)))
		words := []byte{}
		if i == 3 {
			words = append(words, "\x04begin 1\x00"...)
		}
		add(true, append(append(header, 0x67, 0x12), append(words, move(uint16(i), 3)...)...))
		header = binary.LittleEndian.AppendUint32(nil, uint32(i))
		add(false, append(binary.LittleEndian.AppendUint32(header, uint32(i)), 1))
	}
	return all
}

// move is a client's move of three commands, of which the last one looks at an angle.
func move(angle uint16, length byte) []byte {
	m := []byte{clcMove, 0, 0, 0, 13, 1 << 0, 9, 0, 13, 1<<7 | 1<<2}
	m = binary.LittleEndian.AppendUint16(m, angle)
	return append(binary.LittleEndian.AppendUint16(m, 400), length)
}

// entry is a block of a demo: the number of a packet of the server, or the angle of a command.
type entry struct {
	kind   byte
	number int
}

func entries(t *testing.T, data []byte) (all []entry) {
	t.Helper()
	for len(data) > 0 {
		kind, rest := data[4], data[5:]
		size := map[byte]int{blockCommand: 36, blockPacket: 4, blockSequence: 8}[kind]
		switch kind {
		case blockCommand:
			angle := math.Float32frombits(binary.LittleEndian.Uint32(rest[8:]))
			all = append(all, entry{kind, int(math.Round(float64(angle) * 65536 / 360))})
		case blockPacket:
			size += int(binary.LittleEndian.Uint32(rest))
			all = append(all, entry{kind, int(int32(binary.LittleEndian.Uint32(rest[4:])))})
		case blockSequence:
			all = append(all, entry{kind, int(binary.LittleEndian.Uint32(rest))})
		}
		data = rest[size:]
	}
	return all
}

// TestOrder has each command stand before the packets of the server that the client did not have when it sent it.
func TestOrder(t *testing.T) {
	for lag := range 4 {
		var tape proxytest.Tape
		packets := play(200, lag)
		proxytest.Feed(t, &conn{tape: &tape}, append(packets, proxytest.Packet{At: packets[len(packets)-1].At, Up: true,
			Data: append(binary.LittleEndian.AppendUint64(nil, 201), "\x67\x12\x04drop\x00"...)}))
		if len(tape.Demos) != 1 || !tape.Demos[0].Ended {
			t.Fatalf("%d demos", len(tape.Demos))
		}
		last := map[byte]int{}
		for _, e := range entries(t, tape.Demos[0].Data) {
			if e.number == -1 {
				continue // the end
			}
			if e.kind == blockCommand && last[blockPacket] > max(e.number-1-lag, 0) {
				t.Errorf("lag %d: command %d stands behind packet %d", lag, e.number, last[blockPacket])
			}
			if e.kind != blockSequence && e.number != last[e.kind]+1 {
				t.Errorf("lag %d: %v follows %d", lag, e, last[e.kind])
			}
			last[e.kind] = e.number
		}
		if last[blockCommand] != 200 || last[blockPacket] != 200 || last[blockSequence] != 1 {
			t.Errorf("lag %d: ends with %v", lag, last)
		}
	}
}

// TestRough has packets lost, doubled and late: what is left is in order, and the numbers of commands are told where
// some are missing.
func TestRough(t *testing.T) {
	for seed := range int64(20) {
		var tape proxytest.Tape
		packets := play(300, 1)
		proxytest.Feed(t, &conn{tape: &tape}, append(packets[:4:4], proxytest.Rough(packets[4:], seed)...))
		if len(tape.Demos) == 0 {
			continue // the packet that begins was lost
		}
		next, last := 0, 0
		for _, e := range entries(t, tape.Demos[0].Data) {
			switch e.kind {
			case blockSequence:
				next = e.number
			case blockCommand:
				if e.number != next {
					t.Fatalf("seed %d: command %d where an engine counts %d", seed, e.number, next)
				}
				next++
			case blockPacket:
				if e.number <= last {
					t.Fatalf("seed %d: packet %d after %d", seed, e.number, last)
				}
				last = e.number
			}
		}
	}
}

// TestUsercmd reads what differs from the command before.
func TestUsercmd(t *testing.T) {
	var s said
	if !s.read(append(move(0x4000, 7), clcDelta, 3)) || !s.moved || s.cmd.length != 7 ||
		s.cmd.angles != [3]uint16{9, 0x4000, 0} || s.cmd.move[0] != 400 {
		t.Errorf("%+v", s)
	}
	for n := range move(1, 1) {
		if s = (said{}); n > 0 && s.read(move(1, 1)[:n]) {
			t.Errorf("a move of %d bytes is read", n)
		}
	}
	// A choice of weapons, with an age and without.
	for _, weapon := range [][]byte{{clcWeapon, 1, 7, 8, 0}, {clcWeapon, 4, 0, 7, 8, 0}} {
		if s = (said{}); !s.read(append(slices.Clone(weapon), move(5, 1)...)) || s.cmd.angles[1] != 5 {
			t.Errorf("% x: %+v", weapon, s)
		}
	}
}

// TestDownload leaves parts of files out of the demo, in both ways in which they come.
func TestDownload(t *testing.T) {
	head := "\x05\x00\x00\x00\x05\x00\x00\x00"
	s := session{}
	if got := s.withoutDownload([]byte(head + "\x29\x03\x00\x32abc" + "\x01")); string(got) != head+"\x01" {
		t.Errorf("%q", got)
	}
	if got := s.withoutDownload([]byte(head + "\x29\xff\xff\x00\x01\x01")); string(got) != head+"\x01\x01" {
		t.Errorf("%q", got)
	}
	s.withoutDownload([]byte(head + "\x0bFTEX\x00\x00\x00\x20"))
	chunk := string(make([]byte, chunkSize))
	if got := s.withoutDownload([]byte(head + "\x29\x07\x00\x00\x00" + chunk + "\x01")); !s.chunked ||
		string(got) != head+"\x01" {
		t.Errorf("%v %q", s.chunked, got)
	}
	if got := s.withoutDownload([]byte(head + "\x29\xff\xff\xff\xff\xfe\xff\xff\xffskins/a.pcx\x00\x01")); string(
		got) != head+"\x01" {
		t.Errorf("%q", got)
	}
	for _, cut := range []string{"\x29\xff\xff\xff\xff\xfe", "\x29\xff\xff\xff\xff\xfe\xff\xff\xffskins"} {
		if got := s.withoutDownload([]byte(head + cut)); string(got) != head+cut {
			t.Errorf("%q", got)
		}
	}
}
