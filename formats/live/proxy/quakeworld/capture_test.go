package quakeworld

import (
	"bytes"
	"encoding/binary"
	"testing"

	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/quakeworld"
)

// packets are the packets of the server in a .qwd, by their number.
func packets(data []byte) map[uint32][]byte {
	all := map[uint32][]byte{}
	for _, p := range inOrder(data) {
		all[p.number] = p.data
	}
	return all
}

// inOrder are the packets of the server in a .qwd.
func inOrder(data []byte) (all []heldPacket) {
	for len(data) >= 5 {
		size := map[byte]int{blockCommand: 36, blockPacket: 4, blockSequence: 8}[data[4]]
		rest := data[5:]
		if data[4] == blockPacket {
			size += int(binary.LittleEndian.Uint32(rest))
			if number := binary.LittleEndian.Uint32(rest[4:]); number != 0xffffffff {
				all = append(all, heldPacket{number: number &^ reliable, data: rest[4:size]})
			}
		}
		data = rest[size:]
	}
	return all
}

// TestCaptured feeds the packets of a game that recorded itself.
func TestCaptured(t *testing.T) {
	var tape proxytest.Tape
	captured := proxytest.Capture(t, "cap_qw.bin")
	proxytest.Feed(t, &conn{tape: &tape}, captured)
	if len(tape.Demos) != 1 {
		t.Fatalf("%d demos; said %q", len(tape.Demos), tape.Said)
	}
	d := tape.Demos[0]
	decoder := quakeworld.NewDecoder(d.Data, quakeworld.Options{})
	count := map[string]int{}
	for decoder.Next(quakeworld.HandlerFunc(func(m quakeworld.Message) { count[quakeworld.Name(m)]++ })) == nil {
	}
	if len(decoder.Damage()) > 0 {
		t.Errorf("damage: %v", decoder.Damage())
	}
	ours := packets(d.Data)
	missing := 0
	for _, p := range captured {
		// The last packet comes after the player has left; words on files that the server does not have are left out.
		number := binary.LittleEndian.Uint32(p.Data)
		if !p.Up && number != 0xffffffff && number&^reliable != 1678 &&
			!bytes.HasPrefix(p.Data[downHeader:], []byte{svcDownload}) {
			if string(ours[number&^reliable]) != string(p.Data) {
				missing++
			}
		}
	}
	if missing > 0 {
		t.Errorf("%d packets of the server are missing or differ", missing)
	}
	// The client began to record in the middle: its demo opens with a state that it made itself, in packets numbered
	// from 1; it writes the entities of two packets in full that came as differences, and closes with a packet that
	// names it.
	own := inOrder(proxytest.Shared(t, "live2.qwd"))
	opening, equal := 0, 0
	for opening < len(own) && own[opening].number == uint32(opening+1) {
		opening++
	}
	rest := own[opening:]
	for _, p := range rest {
		if string(p.data) == string(ours[p.number]) {
			equal++
		}
	}
	if equal < len(rest)-3 || opening < 10 || equal < 1000 {
		t.Errorf("of the client's own %d packets behind its opening of %d are %d the same here", len(rest),
			opening, equal)
	}
	t.Logf(
		"%d bytes, %d packets of the server, %d of them equal to the own demo's %d behind its opening of %d; ended %v: %s; gaps %q; %v",
		len(d.Data), len(ours), equal, len(rest), opening, d.Ended, d.Why, d.Gaps, count)
}
