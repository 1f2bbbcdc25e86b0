package quake3

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"fragscope/formats/live/proxy/proxytest"
	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// exchange plays client and server of a connection, by the rules of the published engine: it makes packets, and
// remembers what the client's own demo would have. In protocol 43 there is nothing that scrambles, and the connect
// packet is plain.
type exchange struct {
	t         testing.TB
	number    int
	protocol  *quake3.Protocol
	checked   bool // packets have checksums, and nothing is scrambled
	challenge uint32
	at        time.Duration
	packets   []proxytest.Packet

	down, up    uint32 // numbers of the next packets
	sent, said  int32  // numbers of the last commands of server and client
	serverText  map[int32]string
	clientText  map[int32]string
	clientKnows int32 // the last command of the server that the client has
	serverKnows int32
	messages    map[int32]string // what a demo has
	recorder    *quake3.Recorder
	written     bytes.Buffer
	position    float32
}

func newExchange(t testing.TB, number int) *exchange { return challenged(t, number, 0x9e3779b9) }

// challenged is an exchange by the number that the server has given.
func challenged(t testing.TB, number int, challenge uint32) *exchange {
	e := &exchange{t: t, number: number, protocol: quake3.ProtocolOf(number), checked: number == 71,
		challenge: challenge, down: 1, up: 1, serverText: map[int32]string{}, clientText: map[int32]string{},
		messages: map[int32]string{}}
	e.recorder = quake3.NewRecorder(&e.written, e.protocol, 0)
	e.add(true, []byte("\xff\xff\xff\xffgetchallenge"))
	e.add(false, fmt.Appendf(nil, "\xff\xff\xff\xffchallengeResponse %d", int32(e.challenge)))
	text := fmt.Sprintf(`"\name\Somebody\protocol\%d\qport\4711\challenge\%d"`, number, int32(e.challenge))
	if e.protocol.Compressed {
		text = string(deflateConnect([]byte(text)))
	}
	e.add(true, []byte("\xff\xff\xff\xffconnect "+text))
	e.add(false, []byte("\xff\xff\xff\xffconnectResponse"))
	return e
}

// deflateConnect compresses as the client does: the tree that learns, with the path to each symbol.
func deflateConnect(text []byte) []byte {
	t := newAdaptiveTree()
	var w wire.BitWriter
	w.Reset(wire.Plain())
	path := func(n int) {
		var bits []uint32
		for at := n; t.nodes[at].parent >= 0; at = t.nodes[at].parent {
			bit := uint32(0)
			if t.nodes[t.nodes[at].parent].right == at {
				bit = 1
			}
			bits = append(bits, bit)
		}
		for i := len(bits) - 1; i >= 0; i-- {
			w.Bits(bits[i], 1)
		}
	}
	for _, b := range text {
		if t.leaf[b] >= 0 {
			path(t.leaf[b])
		} else {
			path(t.fresh)
			for i := 7; i >= 0; i-- {
				w.Bits(uint32(b)>>i&1, 1)
			}
		}
		t.learn(b)
	}
	return append([]byte{byte(len(text) >> 8), byte(len(text))}, w.Data()...)
}

func (e *exchange) add(up bool, data []byte) {
	e.packets = append(e.packets, proxytest.Packet{At: e.at, Up: up, Data: data})
}

// server sends what the recorder has written since the last time.
func (e *exchange) server() {
	block := bytes.Clone(e.written.Bytes())
	e.written.Reset()
	sequence := int32(binary.LittleEndian.Uint32(block))
	payload := block[8:]
	if e.protocol.HasAcknowledge {
		payload = e.acknowledge(payload)
	}
	e.messages[sequence] = string(payload)
	data := bytes.Clone(payload)
	e.scramble(data, plainDown, byte(e.challenge)^byte(sequence), e.clientText[e.serverKnows])
	e.at += 50 * time.Millisecond
	for start := 0; ; start += fragmentSize {
		header := binary.LittleEndian.AppendUint32(nil, uint32(sequence))
		if e.checked {
			header = binary.LittleEndian.AppendUint32(header, e.checksum(uint32(sequence)))
		}
		if len(data) < fragmentSize {
			e.add(false, append(header, data...))
			break
		}
		part := data[min(start, len(data)):min(start+fragmentSize, len(data))]
		binary.LittleEndian.PutUint32(header, uint32(sequence)|fragmentBit)
		header = binary.LittleEndian.AppendUint16(header, uint16(start))
		header = binary.LittleEndian.AppendUint16(header, uint16(len(part)))
		e.add(false, append(header, part...))
		if len(part) < fragmentSize {
			break
		}
	}
	e.down = uint32(sequence) + 1
	e.clientKnows = e.sent
}

// acknowledge puts the acknowledged command of the client into a message, by writing it anew.
func (e *exchange) acknowledge(payload []byte) []byte {
	var out bytes.Buffer
	enc := quake3.NewEncoder(&out, quake3.Options{Protocol: e.protocol})
	block := binary.LittleEndian.AppendUint32(nil, e.down)
	block = append(binary.LittleEndian.AppendUint32(block, uint32(len(payload))), payload...)
	quake3.NewDecoder(block, quake3.Options{Protocol: e.protocol}).Next(quake3.HandlerFunc(func(m quake3.Message) {
		if b, ok := m.(*quake3.Block); ok {
			b.ReliableAcknowledge = e.serverKnows
		}
		enc.Handle(m)
	}))
	return out.Bytes()[8:]
}

// scramble is unscramble turned round, as the key does not depend on the data, in the protocols that have it.
func (e *exchange) scramble(data []byte, start int, key byte, text string) {
	if e.protocol.Compressed && !e.checked {
		unscramble(data, start, key, []byte(text))
	}
}

func (e *exchange) checksum(sequence uint32) uint32 { return e.challenge ^ sequence*e.challenge }

// client sends a packet with all commands that the server does not know yet.
func (e *exchange) client(arrives bool) {
	if !e.protocol.Compressed {
		e.add(true, append(binary.LittleEndian.AppendUint32(nil, e.up), 0x67, 0x12, 1, 2, 3))
		e.up++
		return
	}
	var w wire.BitWriter
	w.Reset(wire.Huffman())
	const serverID = 77
	w.Bits(serverID, 32)
	w.Bits(e.down-1, 32)
	w.Bits(uint32(e.clientKnows), 32)
	for n := e.serverKnows + 1; n <= e.said; n++ {
		w.Uint8(4)
		w.Bits(uint32(n), 32)
		w.Chars([]byte(e.clientText[n]))
	}
	w.Uint8(5)
	data := bytes.Clone(w.Data())
	e.scramble(data, plainUp, byte(e.challenge)^serverID^byte(e.down-1), e.serverText[e.clientKnows])
	p := append(binary.LittleEndian.AppendUint32(nil, e.up), 0x67, 0x12)
	if e.checked {
		p = binary.LittleEndian.AppendUint32(p, e.checksum(e.up))
	}
	e.up++
	if arrives {
		e.add(true, append(p, data...))
		e.serverKnows = e.said
	}
}

func (e *exchange) command(text string) {
	e.sent++
	e.serverText[e.sent] = text
	e.recorder.Command(text)
}

func (e *exchange) say(text string) { e.said++; e.clientText[e.said] = text }

func (e *exchange) gamestate(strings int) {
	g := quake3.Gamestate{ClientNum: 3}
	for i := range strings {
		g.Configstrings = append(g.Configstrings, quake3.Configstring{Index: i,
			Text: fmt.Appendf(nil, "string %d of a level that is told at length", i)})
	}
	e.recorder.Begin(g, nil)
	e.server()
}

func (e *exchange) snapshot() {
	var p quake3.PlayerState
	e.position += 8
	p.SetOrigin([3]float32{e.position, 100, 24})
	e.recorder.Snapshot(int32(e.at/time.Millisecond), p, map[int]quake3.EntityState{})
	e.server()
}

// play makes a game with commands of both sides, a fragmented gamestate, and a change of the level.
func (e *exchange) play(n int) {
	r := rand.New(rand.NewSource(1))
	e.client(true)
	e.gamestate(120)
	for i := range n {
		if i%7 == 3 {
			e.command(fmt.Sprintf("print \"100%% of frag %d\xff\n\"", i))
		}
		if i%5 == 2 {
			e.say(fmt.Sprintf("say hello %d%%", i))
		}
		e.client(r.Intn(3) > 0)
		e.snapshot()
		if i == n/2 {
			e.client(true)
			e.gamestate(90)
		}
	}
	e.client(true)
}

// TestExchanges records connections of protocols for which no public program is at hand, of which each message is
// known.
func TestExchanges(t *testing.T) {
	for _, number := range []int{43, 45, 66, 67, 68, 71} {
		t.Run(fmt.Sprint(number), func(t *testing.T) {
			e := newExchange(t, number)
			e.play(200)
			var tape proxytest.Tape
			proxytest.Feed(t, &conn{tape: &tape}, e.packets)
			if len(tape.Demos) != 1 || tape.Demos[0].Extension != fmt.Sprintf(".dm_%d", number) {
				t.Fatalf("%d demos, said %q", len(tape.Demos), tape.Said)
			}
			got := blocks(t, append(tape.Demos[0].Data, "\xff\xff\xff\xff\xff\xff\xff\xff"...))
			for n, m := range e.messages {
				if got[n] != m {
					t.Errorf("message %d has %d bytes instead of %d", n, len(got[n]), len(m))
				}
			}
			if len(got) != len(e.messages) {
				t.Errorf("%d messages instead of %d", len(got), len(e.messages))
			}
		})
	}
}

// TestRough has a tenth of the packets lost, a tenth come twice, a tenth late: what is recorded is right, and in order.
func TestRough(t *testing.T) {
	for seed := range int64(20) {
		e := newExchange(t, 68)
		e.play(200)
		var tape proxytest.Tape
		proxytest.Feed(t, &conn{tape: &tape}, append(e.packets[:4:4], proxytest.Rough(e.packets[4:], seed)...))
		last, right := int32(-1), 0
		for _, d := range tape.Demos {
			for sequence, m := range blocks(t, append(d.Data, "\xff\xff\xff\xff\xff\xff\xff\xff"...)) {
				last = max(last, sequence)
				if e.messages[sequence] != m {
					t.Fatalf("seed %d: message %d is wrong", seed, sequence)
				}
				right++
			}
		}
		if len(tape.Demos) > 1 {
			t.Errorf("seed %d: %d demos", seed, len(tape.Demos))
		}
		t.Logf("seed %d: %d of %d messages", seed, right, len(e.messages))
	}
}
