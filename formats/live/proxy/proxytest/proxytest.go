// Package proxytest helps to test each game's proxy. It provides a tape that stores demos, captured packets, and a
// simulated network that loses, duplicates and delays packets.
package proxytest

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"testing"
	"time"

	"fragscope/formats/codec"
	"fragscope/formats/corpus"
	"fragscope/formats/live/proxy"
)

// Demo is a demo recorded on a [Tape].
type Demo struct {
	Format    *codec.Codec
	Extension string
	Data      []byte
	Blocks    [][]byte // as appended
	Gaps      []string
	Ended     bool
	Why       string
}

// Tape is a [proxy.Tape] that stores everything recorded on it.
type Tape struct {
	Demos []*Demo
	Said  []string
}

// Begin implements [proxy.Tape].
func (t *Tape) Begin(f *codec.Codec, extension string) {
	t.End("")
	t.Demos = append(t.Demos, &Demo{Format: f, Extension: extension})
}

// Append implements [proxy.Tape].
func (t *Tape) Append(block []byte) {
	if d := t.open(); d != nil {
		d.Data = append(d.Data, block...)
		d.Blocks = append(d.Blocks, append([]byte(nil), block...))
	}
}

// Gap implements [proxy.Tape].
func (t *Tape) Gap(format string, args ...any) {
	if d := t.open(); d != nil {
		d.Gaps = append(d.Gaps, fmt.Sprintf(format, args...))
	}
}

// End implements [proxy.Tape].
func (t *Tape) End(format string, args ...any) {
	if d := t.open(); d != nil {
		d.Ended, d.Why = true, fmt.Sprintf(format, args...)
	}
}

// Say implements [proxy.Tape].
func (t *Tape) Say(format string, args ...any) { t.Said = append(t.Said, fmt.Sprintf(format, args...)) }

func (t *Tape) open() *Demo {
	if n := len(t.Demos); n > 0 && !t.Demos[n-1].Ended {
		return t.Demos[n-1]
	}
	return nil
}

// Packet is a captured packet.
type Packet struct {
	At   time.Duration
	Up   bool // from the client
	Port int  // of the server
	Data []byte
}

// Capture returns the packets in the named capture file. If the file is missing, Capture skips the test.
func Capture(t testing.TB, name string) []Packet {
	t.Helper()
	data := Shared(t, name)
	var all []Packet
	var first time.Duration
	for len(data) >= 13 {
		at := time.Duration(math.Float64frombits(binary.LittleEndian.Uint64(data)) * 1e9)
		size := int(binary.LittleEndian.Uint16(data[11:]))
		p := Packet{At: at, Up: data[8] == 0, Port: int(binary.LittleEndian.Uint16(data[9:]))}
		data = data[13:]
		if size > len(data) {
			break
		}
		p.Data, data = data[:size:size], data[size:]
		if len(all) == 0 {
			first = at
		}
		p.At -= first
		all = append(all, p)
	}
	return all
}

// Shared returns the contents of the named file in the capture folder. If the file is missing, Shared skips the test.
func Shared(t testing.TB, name string) []byte {
	t.Helper()
	dir, _ := corpus.Find()
	data, err := os.ReadFile(filepath.Join(dir, "live", name))
	if err != nil {
		t.Skipf("no captured packets: %v", err)
	}
	return data
}

// Feed passes packets to c. If c modifies any of them, the test fails.
func Feed(t testing.TB, c proxy.Conn, packets []Packet) {
	t.Helper()
	for i, p := range packets {
		data := append([]byte(nil), p.Data...)
		if p.Up {
			c.Client(p.At, data)
		} else {
			c.Server(p.At, data)
		}
		if string(data) != string(p.Data) {
			t.Fatalf("packet %d was changed", i)
		}
	}
}

// Rough returns packets as they might arrive over a bad network. A tenth of them are lost, a tenth arrive twice, and a
// tenth are up to 50 ms late. The same arguments always produce the same result.
func Rough(packets []Packet, seed int64) []Packet {
	r := rand.New(rand.NewSource(seed))
	var out []Packet
	for _, p := range packets {
		switch n := r.Intn(10); n {
		case 0:
			continue
		case 1:
			out = append(out, p)
		case 2:
			p.At += time.Duration(r.Intn(50)) * time.Millisecond
		}
		out = append(out, p)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].At < out[j].At })
	return out
}

// Pack encodes packets as input for [Fuzz]. A packet is encoded as a byte that contains its direction and delay,
// followed by its size (two bytes) and its data.
func Pack(packets []Packet) []byte {
	var out []byte
	for _, p := range packets {
		flags := byte(len(out)) & 0x3e
		if p.Up {
			flags |= 1
		}
		out = append(binary.LittleEndian.AppendUint16(append(out, flags), uint16(len(p.Data))), p.Data...)
	}
	return out
}

// Fuzz decodes packets encoded by [Pack] and passes them to a connection returned by open. If the connection records
// far more bytes than it receives, the test fails.
func Fuzz(t *testing.T, open func(proxy.Tape) proxy.Conn, data []byte) {
	t.Helper()
	var tape Tape
	c := open(&tape)
	at, heard := time.Duration(0), 0
	for len(data) >= 3 {
		flags, size := data[0], int(binary.LittleEndian.Uint16(data[1:]))
		data = data[3:]
		p := append([]byte(nil), data[:min(size, len(data))]...)
		data = data[len(p):]
		at += time.Duration(flags>>1) * 10 * time.Millisecond
		if flags&1 != 0 {
			c.Client(at, p)
		} else {
			c.Server(at, p)
		}
		heard += len(p) + 64
	}
	written := 0
	for _, d := range tape.Demos {
		written += len(d.Data)
	}
	if written > 4*heard {
		t.Errorf("%d bytes were written of packets of %d", written, heard)
	}
}
