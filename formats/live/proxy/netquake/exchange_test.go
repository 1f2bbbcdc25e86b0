package netquake

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/netquake"
)

// level is the messages that begin a level, as a server sends them.
func level(t testing.TB) []byte {
	var out bytes.Buffer
	e := netquake.NewEncoder(&out, netquake.Options{})
	e.Handle(&netquake.Track{Text: []byte(noTrack)})
	e.Handle(&netquake.Block{})
	e.Handle(&netquake.Print{Text: []byte("a server\n")})
	info := netquake.ServerInfo{Protocol: 666, MaxClients: 4, GameType: 1, LevelName: []byte("The Hall")}
	info.Models, info.Sounds = [][]byte{[]byte("maps/hall.bsp")}, nil
	for i := range 90 {
		info.Sounds = append(info.Sounds, fmt.Appendf(nil, "misc/sound%d.wav", i))
	}
	e.Handle(&info)
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()[len(noTrack)+16:]
}

// packetOf is a packet with its header.
func packetOf(flags, number uint32, data []byte) []byte {
	p := binary.BigEndian.AppendUint32(nil, flags|uint32(len(data)+header))
	return append(binary.BigEndian.AppendUint32(p, number), data...)
}

// play is the packets of a connection: a level in parts of a size, and moments of the game, each with the client's
// move.
func play(t testing.TB, moments, part int) []proxytest.Packet {
	at := time.Duration(0)
	var all []proxytest.Packet
	add := func(up bool, data []byte) {
		all = append(all, proxytest.Packet{At: at, Up: up, Data: data})
		at += 5 * time.Millisecond
	}
	add(true, []byte("\x80\x00\x00\x0c\x01QUAKE\x00\x03"))
	add(false, []byte{0x80, 0, 0, 9, connectAccept, 0x50, 0xa1, 0, 0})
	number := uint32(0)
	for rest := level(t); len(rest) > 0; number++ {
		n, flags := min(part, len(rest)), uint32(flagData)
		if n == len(rest) {
			flags |= flagEnd
		}
		add(false, packetOf(flags, number, rest[:n]))
		add(true, packetOf(flagAck, number, nil))
		rest = rest[n:]
	}
	for i := range moments {
		at += 40 * time.Millisecond
		moment := binary.LittleEndian.AppendUint32([]byte{7}, uint32(i)) // svc_time
		add(false, packetOf(flagUnreliable, uint32(i), moment))
		move := make([]byte, 19)
		move[0] = clcMove
		binary.LittleEndian.PutUint16(move[7:], uint16(i*91))
		add(true, packetOf(flagUnreliable, uint32(i), move))
	}
	add(true, packetOf(flagUnreliable, uint32(moments), []byte{clcDisconnect}))
	return all
}

// TestMoves gives each moment the angles of the move that follows it.
func TestMoves(t *testing.T) {
	var tape proxytest.Tape
	proxytest.Feed(t, &conn{tape: &tape}, play(t, 300, 1024))
	if len(tape.Demos) != 1 || !tape.Demos[0].Ended {
		t.Fatalf("%d demos", len(tape.Demos))
	}
	i := 0
	decoder := netquake.NewDecoder(tape.Demos[0].Data, netquake.Options{})
	var angles netquake.Vec3
	for decoder.Next(netquake.HandlerFunc(func(m netquake.Message) {
		switch m := m.(type) {
		case *netquake.Block:
			angles = m.Angles
		case *netquake.Time:
			if want := float32(int16(i*91)) * 360 / 65536; angles[1] != want {
				t.Errorf("moment %d: angle %v instead of %v", i, angles[1], want)
			}
			i++
		}
	})) == nil {
	}
	if i != 300 || len(decoder.Damage()) > 0 {
		t.Errorf("%d moments, damage %v", i, decoder.Damage())
	}
}

// TestRough has packets lost, doubled and late: moments come in their order, each at most once, and a level that is not
// whole is told.
func TestRough(t *testing.T) {
	for seed := range int64(20) {
		var tape proxytest.Tape
		packets := play(t, 300, 1024)
		proxytest.Feed(t, &conn{tape: &tape}, append(packets[:2:2], proxytest.Rough(packets[2:], seed)...))
		for _, d := range tape.Demos {
			last := -1
			for at := len(noTrack); at < len(d.Data); {
				size := int(binary.LittleEndian.Uint32(d.Data[at:]))
				if m := d.Data[at+16 : at+16+size]; m[0] == 7 {
					if n := int(binary.LittleEndian.Uint32(m[1:])); n <= last {
						t.Fatalf("seed %d: moment %d after %d", seed, n, last)
					} else {
						last = n
					}
				}
				at += 16 + size
			}
		}
	}
}
