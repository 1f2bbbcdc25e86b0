package quake3

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/wire"
)

// journal notes messages as text.
type journal struct {
	lines []string
}

func (j *journal) note(format string, args ...any) {
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

func (j *journal) Handle(m Message) {
	switch m := m.(type) {
	case *Block:
		j.note("block %d of %d at %d, ack %d", m.Sequence, m.Length, m.Offset, m.ReliableAcknowledge)
	case *Gamestate:
		j.note("gamestate command %d client %d feed %d order %v partial %v", m.CommandSequence, m.ClientNum,
			m.ChecksumFeed,
			m.Order, m.Partial)
		for _, c := range m.Configstrings {
			j.note("cs %d %q", c.Index, c.Text)
		}
		for i := range m.Baselines {
			j.note("baseline %s", describe(&m.Baselines[i]))
		}
	case *ServerCommand:
		j.note("command %d %q", m.Sequence, m.Text)
	case *SnapshotDelta:
		j.snapshot(m)
	case *Nop:
		j.note("nop")
	case *Download:
		j.note("download %d of %d: %q %q", m.Block, m.FileSize, m.Data, m.Text)
	case *Voice:
		j.note("voice %d from %d, %d.%d, %d frames, flags %d: %q", m.Code, m.Sender, m.Generation, m.Sequence, m.Frames,
			m.Flags, m.Data)
	case *PlayerStates:
		for i := range m.Players {
			p := &m.Players[i]
			j.note("client %d of %d:%s lists%s", p.Client, p.Count, fieldsOf(&p.FieldDelta), listsOf(p.Lists))
		}
	case *BlockEnd:
		j.note("end %d overrun %d exact %v rest %d", m.Kind, m.Overrun, m.Exact, m.RestBits)
	case *Skipped:
		j.note("skipped %d at %d", len(m.Data), m.Offset)
	case *End:
		j.note("end of demo at %d, marker %v, rest %d", m.Offset, m.Marker, len(m.Rest))
	}
}

func (j *journal) snapshot(s *SnapshotDelta) {
	p := &s.Player
	j.note("snapshot %d at %d from -%d flags %d area %x client command %d", s.Sequence, s.ServerTime,
		s.DeltaNum, s.Flags,
		s.AreaMask, s.ClientCommand)
	if p.Lists != nil {
		j.note("player of %d:%s lists%s", p.Count, fieldsOf(&p.FieldDelta), listsOf(p.Lists))
	} else {
		j.note("player of %d:%s stats %v ammo %v", p.Count, fieldsOf(&p.FieldDelta), p.Stats.Changed, p.Ammo.Changed)
	}
	for i := range s.Entities {
		j.note("entity %s", describe(&s.Entities[i]))
	}
}

func describe(d *EntityDelta) string {
	text := fmt.Sprint(d.Number, describeState(d.Removed, d.Unchanged, &d.FieldDelta))
	if d.Current {
		text += " now"
	}
	if s := d.Shared; s != nil {
		text += ", server" + describeState(s.Removed, s.Unchanged, &s.FieldDelta)
	}
	return text
}

func describeState(removed, unchanged bool, d *FieldDelta) string {
	switch {
	case removed:
		return " removed"
	case unchanged:
		return " unchanged"
	}
	return fmt.Sprintf(" count %d:%s", d.Count, fieldsOf(d))
}

// listsOf is what changes in arrays, and which are sent without a change.
func listsOf(lists []ArrayDelta) (s string) {
	for i := range lists {
		if a := &lists[i]; a.Sent {
			s += fmt.Sprintf(" %d=%v", i, a.Changed)
		}
	}
	return s
}

func fieldsOf(d *FieldDelta) (s string) {
	for _, c := range d.Changed {
		s += fmt.Sprintf(" %d=%d", c.Field, c.Value)
	}
	return s
}

// endBlock is what recorders write last: sequence and length -1.
var endBlock = bytes.Repeat([]byte{0xff}, 8)

// fixtures are demos of one block, byte by byte.
var fixtures = []struct {
	name     string
	protocol int
	data     []byte
	want     []string
}{
	{"a command in protocol 43", 43, []byte{
		7, 0, 0, 0, // sequence
		10, 0, 0, 0, // length
		5,          // server command
		4, 0, 0, 0, // its sequence
		'h', 'i', 0, // its text
		1, // nop
		0, // end
	}, []string{"block 7 of 10 at 0, ack 0", `command 4 "hi"`, "nop", "end 0 overrun 0 exact false rest 0"}},
	{"an end in protocol 68", 68, []byte{
		2, 0, 0, 0, // sequence
		2, 0, 0, 0, // length
		0b10_10_10_10, // acknowledge: four times byte 0, which is the bits 0, 1
		0b000_10101,   // end: the bits 1, 0, 1, 0, 1; fill
	}, []string{"block 2 of 2 at 0, ack 0", "end 0 overrun 0 exact false rest 0"}},
	{"garbage behind an end in protocol 68", 68, []byte{
		2, 0, 0, 0, // sequence
		3, 0, 0, 0, // length
		0b10_10_10_10, // acknowledge
		0b101_10101,   // end; garbage
		0xc3,          // garbage
	}, []string{"block 2 of 3 at 0, ack 0", "end 0 overrun 0 exact true rest 11"}},
	{"no end in protocol 68", 68, []byte{
		2, 0, 0, 0, // sequence
		1, 0, 0, 0, // length
		0b10_10_10_10, // acknowledge
	}, []string{"block 2 of 1 at 0, ack 0", "end 2 overrun 0 exact false rest 0"}},
	{"a cut block", 68, []byte{
		2, 0, 0, 0, // sequence
		9, 0, 0, 0, // length
		0b10_10_10_10,
	}, []string{"skipped 9 at 0"}},
}

func TestFixtures(t *testing.T) {
	for _, c := range fixtures {
		t.Run(c.name, func(t *testing.T) {
			data := append(slices.Clone(c.data), endBlock...)
			if len(c.want) == 1 {
				data = c.data
			}
			d := NewDecoder(data, Options{Protocol: ProtocolOf(c.protocol)})
			var j journal
			for d.Next(&j) != io.EOF {
			}
			got := j.lines[:len(j.lines)-1]
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			if _, same := roundTrip(t, data, ""); !same {
				t.Error("does not come back")
			}
		})
	}
}

// demoOf makes a demo of one block of what write writes.
func demoOf(p *Protocol, write func(w *wire.BitWriter)) []byte {
	var w wire.BitWriter
	w.Reset(p.coding())
	write(&w)
	data := binary.LittleEndian.AppendUint32(nil, 50)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(w.Data())))
	return append(append(data, w.Data()...), endBlock...)
}

// bitFixtures are messages bit by bit.
var bitFixtures = []struct {
	name     string
	protocol int
	write    func(w *wire.BitWriter)
	want     []string
}{
	{"gamestate 48", 48, func(w *wire.BitWriter) {
		w.Int32(9)               // reliable acknowledge
		w.Uint8(svcGamestate)    //
		w.Int32(3)               // command sequence
		w.Uint8(svcConfigstring) //
		w.Int16(32)              // its number
		w.Chars([]byte("m"))     //
		w.Uint8(svcBaseline)     //
		w.Bits(5, 10)            // entity
		w.Bit(false)             // not removed
		w.Bit(true)              // has changes
		w.Bits(31, 5)            // a mask follows
		w.Bits(1<<0|1<<5, 32)    // eType and pos.trBase x ...
		w.Bits(1<<(50-32), 19)   // ... and generic1
		w.Bits(3, 8)             // eType
		w.Bit(false)             // an integer
		w.Bits(4096-8, 13)       // -8
		w.Bits(200, 8)           // generic1
		w.Uint8(svcBad)          // end of the list
		w.Align()
		w.Uint8(svcBad)
	}, []string{
		"block 50 of %d at 0, ack 9",
		"gamestate command 3 client -1 feed 0 order [] partial false",
		`cs 32 "m"`,
		fmt.Sprintf("baseline 5 count 31: %d=3 %d=%d %d=200", EntEType, EntPosBaseX, math.Float32bits(-8), EntGeneric1),
		"end 0 overrun 0 exact false rest 0",
	}},
	{"gamestate 68", 68, func(w *wire.BitWriter) {
		w.Int32(9)
		w.Uint8(svcGamestate)
		w.Int32(3)
		w.Uint8(svcBaseline)
		w.Bits(5, 10)
		w.Bit(false)
		w.Bit(true)
		w.Uint8(0) // no fields
		w.Uint8(svcConfigstring)
		w.Int16(0)
		w.Chars(nil)
		w.Uint8(svcEnd)
		w.Int32(2)    // client number
		w.Int32(1234) // checksum feed
		w.Uint8(svcEnd)
	}, []string{
		"block 50 of %d at 0, ack 9",
		"gamestate command 3 client 2 feed 1234 order [true false] partial false",
		`cs 0 ""`,
		"baseline 5 count 0:",
		"end 0 overrun 0 exact false rest 0",
	}},
	{"snapshot 43", 43, func(w *wire.BitWriter) {
		w.Uint8(svcSnapshot)
		w.Int32(77)   // client command
		w.Int32(1000) // server time
		w.Uint8(3)    // base
		w.Uint8(4)    // flags
		w.Uint8(1)    // area mask
		w.Uint8(0xfe)
		w.Raw(0, 45)  // no field of the playerstate
		w.Bit(true)   // stats ...
		w.Bits(1, 16) // ... the first
		w.Bits(100, 16)
		w.Raw(0, 3)    // no other array
		w.Bits(64, 10) // entity
		w.Bit(true)    // removed
		w.Bits(65, 10)
		w.Bit(false)
		w.Bit(false) // unchanged
		w.Bits(66, 10)
		w.Bit(false)
		w.Bit(true)
		w.Bits(14, 5) // the mask of pos.trBase z alone
		w.Bit(true)   // a float
		w.Bits(math.Float32bits(0.5), 32)
		w.Bits(NoEntity, 10)
		w.Align()
		w.Uint8(svcBad)
	}, []string{
		"block 50 of %d at 0, ack 0",
		"snapshot 50 at 1000 from -3 flags 4 area fe client command 77",
		"player of 0: stats [{100 0}] ammo []",
		"entity 64 removed",
		"entity 65 unchanged",
		fmt.Sprintf("entity 66 count 14: %d=%d", EntPosBaseZ, math.Float32bits(0.5)),
		"end 0 overrun 0 exact false rest 0",
	}},
	{"snapshot 91", 91, func(w *wire.BitWriter) {
		w.Int32(0)
		w.Uint8(svcSnapshot)
		w.Int32(1000)
		w.Uint8(0)
		w.Uint8(0)
		w.Uint8(0)
		w.Uint8(3)         // three fields
		w.Bit(false)       // not commandTime
		w.Bit(true)        // origin x
		w.Bit(false)       // as an integer
		w.Bits(4096+5, 13) // 5
		w.Bit(false)       // not origin y
		w.Bit(false)       // no arrays
		w.Bits(7, 10)
		w.Bit(false)
		w.Bit(true)
		w.Uint8(58)     // all fields
		w.Raw(1, 2)     // pos.trTime is zero
		w.Raw(0, 55)    // nothing else, up to
		w.Raw(3, 2)     // armor
		w.Bits(150, 16) //
		w.Bit(false)    // not location
		w.Bits(NoEntity, 10)
		w.Uint8(svcEnd)
	}, []string{
		"block 50 of %d at 0, ack 0",
		"snapshot 50 at 1000 from -0 flags 0 area  client command 0",
		fmt.Sprintf("player of 3: %d=%d stats [] ammo []", PsOriginX, math.Float32bits(5)),
		fmt.Sprintf("entity 7 count 58: %d=0 %d=150", EntPosTime, EntArmor),
		"end 0 overrun 0 exact false rest 0",
	}},
	{"downloads and voice 71", 71, func(w *wire.BitWriter) {
		w.Int32(0)
		w.Uint8(svcDownload)
		w.Int16(0)  // part
		w.Int32(12) // size of the file
		w.Int16(2)  // size of the part
		w.Bytes([]byte("ab"))
		w.Uint8(svcDownload)
		w.Int16(0)
		w.Int32(-1) // error
		w.Chars([]byte("no"))
		w.Uint8(svcDownload)
		w.Int16(1) // a later part
		w.Int16(0) // the last
		w.Uint8(svcVoiceSpeex)
		w.Int16(-1)
		w.Uint8(0)
		w.Int32(0)
		w.Uint8(0)
		w.Int16(0) // no data
		w.Bits(2, 2)
		w.Uint8(svcVoiceOpus)
		w.Int16(3) // sender
		w.Uint8(1) // generation
		w.Int32(2) // sequence
		w.Uint8(4) // frames
		w.Int16(1) // size
		w.Bits(1, 2)
		w.Uint8('v')
		w.Uint8(svcEnd)
	}, []string{
		"block 50 of %d at 0, ack 0",
		`download 0 of 12: "ab" ""`,
		`download 0 of -1: "" "no"`,
		`download 1 of 0: "" ""`,
		`voice 9 from -1, 0.0, 0 frames, flags 2: ""`,
		`voice 10 from 3, 1.2, 4 frames, flags 1: "v"`,
		"end 0 overrun 0 exact false rest 0",
	}},
}

// TestBitFixtures has the messages bit by bit.
func TestBitFixtures(t *testing.T) {
	for _, c := range bitFixtures {
		t.Run(c.name, func(t *testing.T) { checkBits(t, ProtocolOf(c.protocol), c.write, c.want) })
	}
}

// checkBits holds what a block of what write writes is read as, and that it comes back. %d is the block's length.
func checkBits(t *testing.T, p *Protocol, write func(w *wire.BitWriter), want []string) {
	t.Helper()
	data := demoOf(p, write)
	d := NewDecoder(data, Options{Protocol: p})
	var j journal
	for d.Next(&j) != io.EOF {
	}
	want = slices.Clone(want)
	want[0] = fmt.Sprintf(want[0], len(data)-blockHeader-len(endBlock))
	if got := j.lines[:len(j.lines)-1]; !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s\ndamage %v", strings.Join(got, "\n"), strings.Join(want, "\n"), d.Damage())
	}
	var out bytes.Buffer
	e := NewEncoder(&out, Options{Protocol: p})
	for d := NewDecoder(data, Options{Protocol: p}); d.Next(e) != io.EOF; {
	}
	if e.Finish() != nil || !bytes.Equal(out.Bytes(), data) {
		t.Errorf("encoded %x, want %x, %v", out.Bytes(), data, e.Finish())
	}
}

// malformed are messages that break a rule.
var malformed = []struct {
	what  string
	write func(w *wire.BitWriter)
}{
	{"command 99", func(w *wire.BitWriter) { w.Uint8(99) }},
	{"configstring index 1024", func(w *wire.BitWriter) {
		w.Uint8(svcGamestate)
		w.Int32(1)
		w.Uint8(svcConfigstring)
		w.Int16(1024)
		w.Chars(nil)
	}},
	{"a gamestate contains the unknown command 77", func(w *wire.BitWriter) {
		w.Uint8(svcGamestate)
		w.Int32(1)
		w.Uint8(77)
	}},
	{"an area mask cannot have 33 bytes", func(w *wire.BitWriter) {
		w.Uint8(svcSnapshot)
		w.Int32(1)
		w.Uint8(0)
		w.Uint8(0)
		w.Uint8(33)
	}},
	{"playerstate of 49 fields", func(w *wire.BitWriter) {
		w.Uint8(svcSnapshot)
		w.Int32(1)
		w.Uint8(0)
		w.Uint8(0)
		w.Uint8(0)
		w.Uint8(49)
	}},
	{"entity of 52 fields", func(w *wire.BitWriter) {
		w.Uint8(svcGamestate)
		w.Int32(1)
		w.Uint8(svcBaseline)
		w.Bits(1, 10)
		w.Raw(2, 2)
		w.Uint8(52)
	}},
	{"data ends early", func(w *wire.BitWriter) {
		w.Uint8(svcServerCommand)
		w.Int32(1)
		w.Bytes([]byte("no end of it"))
	}},
}

// TestMalformed has messages that break a rule.
func TestMalformed(t *testing.T) {
	p := ProtocolOf(68)
	for _, c := range malformed {
		data := demoOf(p, func(w *wire.BitWriter) {
			w.Int32(0)
			c.write(w)
			w.Uint8(svcEnd)
		})
		d := NewDecoder(data, Options{Protocol: p})
		for d.Next(HandlerFunc(func(Message) {})) != io.EOF {
		}
		if n := d.Damage(); len(n) != 1 || !strings.Contains(n[0].What, c.what) {
			t.Errorf("%s: damage %v", c.what, n)
		}
	}
}

// TestTapeReuse holds that nothing of one message shows in a later one.
func TestTapeReuse(t *testing.T) {
	p := ProtocolOf(68)
	var out bytes.Buffer
	e := NewEncoder(&out, Options{Protocol: p})
	var full PlayerState
	for i := range full.F {
		full.F[i] = 1
	}
	full.Stats[3] = 7
	e.Handle(&Block{Sequence: 1})
	e.Handle(&SnapshotDelta{Player: full.Delta(&PlayerState{}, p), AreaMask: []byte{1, 2, 3}})
	e.Handle(&BlockEnd{})
	e.Handle(&Block{Sequence: 2})
	e.Handle(&SnapshotDelta{DeltaNum: 1})
	e.Handle(&BlockEnd{})
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	d := NewDecoder(out.Bytes(), Options{Protocol: p})
	var got SnapshotDelta
	h := snapshotFunc(func(s *SnapshotDelta) { got = *s })
	for d.Next(h) != io.EOF {
	}
	if len(got.Player.Changed)+len(got.Player.Stats.Changed) > 0 || got.Player.Stats.Sent || len(got.AreaMask) != 0 {
		t.Errorf("%+v", got)
	}
}

// snapshotFunc is a handler of snapshots.
type snapshotFunc func(*SnapshotDelta)

func (f snapshotFunc) Handle(m Message) {
	if s, ok := m.(*SnapshotDelta); ok {
		f(s)
	}
}
