package quake3

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/wire"
)

// otherFixtures are messages bit by bit that only other games of the engine have.
var otherFixtures = []struct {
	name     string
	protocol int
	write    func(w *wire.BitWriter)
	want     []string
}{
	{"arrays in two groups", 200, func(w *wire.BitWriter) {
		w.Int32(0) // reliable acknowledge
		w.Uint8(svcSnapshot)
		w.Int32(1000) // server time
		w.Uint8(0)    // base
		w.Uint8(0)    // flags
		w.Uint8(0)    // area mask
		w.Uint8(1)    // one field of the playerstate
		w.Bit(true)   // time
		w.Bits(50, 32)
		w.Bit(true)   // the first group is sent:
		w.Bit(true)   // stats ...
		w.Bits(5, 16) // ... elements 0 and 2
		w.Bits(100, 16)
		w.Bits(0xfffb, 16)
		w.Bit(true)   // powerups, of 32 bits ...
		w.Bits(2, 16) // ... element 1
		w.Bits(1<<31, 32)
		w.Bit(true)   // the second group is sent:
		w.Bit(false)  // not the ammo of the first 16
		w.Bit(true)   // that of the next 16 ...
		w.Bits(0, 16) // ... without a change
		w.Bits(NoEntity, 10)
		w.Uint8(svcEnd)
	}, []string{
		"block 50 of %d at 0, ack 0",
		"snapshot 50 at 1000 from -0 flags 0 area  client command 0",
		"player of 1: 0=50 lists 0=[{100 0} {-5 2}] 1=[{-2147483648 1}] 3=[]",
		"end 0 overrun 0 exact false rest 0",
	}},
	{"arrays announced and not sent", 200, func(w *wire.BitWriter) {
		w.Int32(0)
		w.Uint8(svcSnapshot)
		w.Int32(1000)
		w.Uint8(0)
		w.Uint8(0)
		w.Uint8(0)
		w.Uint8(0)   // no fields
		w.Bit(false) // nothing of the first group
		w.Bit(true)  // the second group:
		w.Bit(false)
		w.Bit(false)
		w.Bits(NoEntity, 10)
		w.Uint8(svcEnd)
	}, []string{
		"block 50 of %d at 0, ack 0",
		"snapshot 50 at 1000 from -0 flags 0 area  client command 0",
		"player of 0: lists",
		"end 0 overrun 0 exact false rest 0",
	}},
	{"an address for a download", 200, func(w *wire.BitWriter) {
		w.Int32(0)
		w.Uint8(svcDownload)
		w.Int16(-1) // no part: an address
		w.Chars([]byte("http://x/a.pk3"))
		w.Int32(4096) // size of the file
		w.Int32(1)    // flags
		w.Uint8(svcDownload)
		w.Int16(2) // a part
		w.Int16(1) // its size
		w.Uint8('b')
		w.Uint8(svcEnd)
	}, []string{
		"block 50 of %d at 0, ack 0",
		`download 65535 of 4096: "" "http://x/a.pk3"`,
		`download 2 of 0: "b" ""`,
		"end 0 overrun 0 exact false rest 0",
	}},
	{"the gamestate of a TV server", 201, func(w *wire.BitWriter) {
		w.Int32(0)
		w.Uint8(svcGamestate)
		w.Int32(3) // command sequence
		w.Uint8(svcConfigstring)
		w.Int16(2047) // the last of this game
		w.Chars([]byte("m"))
		w.Uint8(svcBaseline)
		w.Bits(5, 10) // entity
		w.Raw(2, 2)   // not removed, has changes
		w.Uint8(1)    // one field
		w.Raw(3, 2)   // it changes, and is not zero
		w.Bits(9, 8)
		w.Uint8(sharedMagic)
		w.Raw(2, 2)        // what the server has: not removed, has changes
		w.Uint8(2)         // two fields
		w.Bit(false)       // not the first
		w.Raw(3, 2)        // the second
		w.Bits(0xfffe, 16) // -2
		w.Uint8(svcCurrentState)
		w.Bits(6, 10)
		w.Raw(0, 2) // unchanged
		w.Uint8(sharedMagic)
		w.Bit(true) // the server has lost it
		w.Uint8(svcEnd)
		w.Uint8(svcEnd)
	}, []string{
		"block 50 of %d at 0, ack 0",
		"gamestate command 3 client -1 feed 0 order [] partial false",
		`cs 2047 "m"`,
		"baseline 5 count 1: 0=9, server count 2: 1=4294967294",
		"baseline 6 unchanged now, server removed",
		"end 0 overrun 0 exact false rest 0",
	}},
	{"the snapshot of a TV server", 201, func(w *wire.BitWriter) {
		w.Int32(0)
		w.Uint8(svcSnapshot)
		w.Int32(1000)
		w.Uint8(1)
		w.Uint8(0)
		w.Uint8(0)
		w.Uint8(0)  // no fields of the recorder's playerstate
		w.Raw(0, 2) // neither group
		w.Bits(7, 10)
		w.Bit(true) // removed
		w.Uint8(sharedMagic)
		w.Raw(0, 2) // what the server has is unchanged
		w.Bits(8, 10)
		w.Raw(2, 2)
		w.Uint8(2)
		w.Bit(false) // not the kind
		w.Raw(3, 2)  // the place
		w.Bit(true)  // in full
		w.Bits(math.Float32bits(0.5), 32)
		w.Uint8(sharedMagic)
		w.Raw(2, 2)
		w.Uint8(3)
		w.Raw(1, 2) // flags are zero
		w.Bit(false)
		w.Raw(3, 2) // reach
		w.Bit(false)
		w.Bits(4096+8, 13)
		w.Bits(NoEntity, 10)
		w.Uint8(svcPlayers)
		w.Uint8(5) // client
		w.Uint8(2) // two fields
		w.Bit(false)
		w.Bit(true) // speed
		w.Bit(false)
		w.Bits(4096-1, 13)
		w.Bit(false) // not the first group
		w.Bit(true)  // the second:
		w.Bit(true)
		w.Bits(1, 16)
		w.Bits(30, 16)
		w.Bit(false)
		w.Uint8(63) // the last client
		w.Uint8(0)
		w.Raw(0, 2)
		w.Uint8(noClient)
		w.Uint8(svcEnd)
	}, []string{
		"block 50 of %d at 0, ack 0",
		"snapshot 50 at 1000 from -1 flags 0 area  client command 0",
		"player of 0: lists",
		"entity 7 removed, server unchanged",
		fmt.Sprintf("entity 8 count 2: 1=%d, server count 3: 0=0 2=%d", math.Float32bits(0.5), math.Float32bits(8)),
		fmt.Sprintf("client 5 of 2: 1=%d lists 2=[{30 0}]", math.Float32bits(-1)),
		"client 63 of 0: lists",
		"end 0 overrun 0 exact false rest 0",
	}},
}

// TestOtherFixtures has the messages of other games bit by bit.
func TestOtherFixtures(t *testing.T) {
	for _, c := range otherFixtures {
		t.Run(c.name, func(t *testing.T) { checkBits(t, testFamily.ProtocolOf(c.protocol), c.write, c.want) })
	}
}

// TestOthersMalformed has messages of other games that break a rule.
func TestOthersMalformed(t *testing.T) {
	for _, c := range []struct {
		what     string
		protocol int
		write    func(w *wire.BitWriter)
	}{
		{"configstring index 2048", 200, func(w *wire.BitWriter) {
			w.Uint8(svcGamestate)
			w.Int32(1)
			w.Uint8(svcConfigstring)
			w.Int16(2048)
			w.Chars(nil)
		}},
		{"a gamestate contains the unknown command 10", 200, func(w *wire.BitWriter) {
			w.Uint8(svcGamestate)
			w.Int32(1)
			w.Uint8(svcCurrentState)
		}},
		{"command 9 is unknown", 200, func(w *wire.BitWriter) { w.Uint8(svcPlayers) }},
		{"entity 5 is followed by 0x76", 201, func(w *wire.BitWriter) {
			w.Uint8(svcGamestate)
			w.Int32(1)
			w.Uint8(svcBaseline)
			w.Bits(5, 10)
			w.Raw(0, 2)
			w.Uint8(sharedMagic - 1)
		}},
		{"shared state of 4 fields, 3 exist", 201, func(w *wire.BitWriter) {
			w.Uint8(svcGamestate)
			w.Int32(1)
			w.Uint8(svcBaseline)
			w.Bits(5, 10)
			w.Raw(0, 2)
			w.Uint8(sharedMagic)
			w.Raw(2, 2)
			w.Uint8(4)
		}},
		{"player 64", 201, func(w *wire.BitWriter) {
			w.Uint8(svcPlayers)
			w.Uint8(64)
		}},
		{"states of more than 64 players", 201, func(w *wire.BitWriter) {
			w.Uint8(svcPlayers)
			for range 65 {
				w.Uint8(1) // the same client again and again
				w.Uint8(0)
				w.Raw(0, 2)
			}
		}},
		{"playerstate of 3 fields, 2 exist", 201, func(w *wire.BitWriter) {
			w.Uint8(svcPlayers)
			w.Uint8(0)
			w.Uint8(3)
		}},
	} {
		p := testFamily.ProtocolOf(c.protocol)
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

// TestOthersRefused has messages of other games that their protocols cannot express.
func TestOthersRefused(t *testing.T) {
	for want, m := range map[string]Message{
		`protocol 200 has no message "players"`: &PlayerStates{},
		`protocol 200 has no message "voice"`:   &Voice{Code: svcVoiceOpus},
		"playerstate of 5 arrays":               &SnapshotDelta{Player: PlayerDelta{Lists: make([]ArrayDelta, 5)}},
		"configstring index 2048":               &Gamestate{Configstrings: []Configstring{{Index: 2048}}},
	} {
		e := NewEncoder(io.Discard, Options{Protocol: testFamily.ProtocolOf(200)})
		if write(e, &Block{}, m); e.Finish() == nil || !strings.Contains(e.Finish().Error(), want) {
			t.Errorf("%v, want %s", e.Finish(), want)
		}
	}
}

// randomLists returns random changes to the arrays of the test family, and which groups are announced.
func randomLists(rnd *rand.Rand, d *PlayerDelta) {
	d.Lists = make([]ArrayDelta, 4)
	for i := range d.Lists {
		if rnd.IntN(3) > 0 {
			continue
		}
		a := &d.Lists[i]
		a.Sent = true
		for n := range uint8(ArraySize) {
			if rnd.IntN(4) == 0 {
				v := rnd.Int32()
				if testFamily.Protocols[0].Lists[i].Bits == 16 {
					v = int32(int16(v))
				}
				a.Changed = append(a.Changed, ElementChange{v, n})
			}
		}
	}
	d.ArraysSent = d.Lists[0].Sent || d.Lists[1].Sent || rnd.IntN(2) == 0
	d.AmmoSent = d.Lists[2].Sent || d.Lists[3].Sent || rnd.IntN(2) == 0
}

// TestPlayersOfTV writes random states of players and of entities as a TV server does, and holds that each comes back.
func TestPlayersOfTV(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	p := testFamily.ProtocolOf(201)
	var out bytes.Buffer
	e := NewEncoder(&out, Options{Protocol: p})
	var want, got journal
	for seq := range int32(200) {
		states, entities := &PlayerStates{}, []EntityDelta{}
		for n := range uint8(MaxClients) {
			if rnd.IntN(9) == 0 {
				d := PlayerDelta{FieldDelta: FieldDelta{Count: 1, Changed: []FieldChange{{rnd.Uint32(), 0, 0}}}}
				randomLists(rnd, &d)
				states.Players = append(states.Players, NumberedPlayer{n, d})
			}
		}
		for n := range uint16(40) {
			d := EntityDelta{Number: n, Removed: true, Shared: &SharedDelta{Unchanged: true}}
			if rnd.IntN(2) == 0 {
				d = EntityDelta{Number: n, FieldDelta: FieldDelta{Count: 1, Changed: []FieldChange{{1 + uint32(n), 0, 0}}},
					Shared: &SharedDelta{FieldDelta: FieldDelta{Count: 1, Changed: []FieldChange{{7, 0, 0}}}}}
			}
			entities = append(entities, d)
		}
		s := &SnapshotDelta{Sequence: seq, Player: PlayerDelta{Lists: make([]ArrayDelta, 4)}, Entities: entities}
		write(e, &Block{Sequence: seq}, s, states, &BlockEnd{})
		write(&want, s, states)
	}
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	d := NewDecoder(out.Bytes(), Options{Protocol: p})
	for d.Next(HandlerFunc(func(m Message) {
		switch m.(type) {
		case *SnapshotDelta, *PlayerStates:
			got.Handle(m)
		}
	})) != io.EOF {
	}
	if !slices.Equal(got.lines, want.lines) || len(d.Damage()) > 0 {
		i := 0
		for i < min(len(got.lines), len(want.lines)) && got.lines[i] == want.lines[i] {
			i++
		}
		t.Errorf("of %d lines %d come back, damage %v; first\n%.200q, want\n%.200q", len(want.lines), i, d.Damage(),
			got.lines[i:], want.lines[i:])
	}
}

// TestDetectTV holds that the demos of a game and of its TV servers are told apart by what they hold, also when both
// are tried on the same memory.
func TestDetectTV(t *testing.T) {
	for _, p := range testFamily.Protocols {
		var out bytes.Buffer
		e := NewEncoder(&out, Options{Protocol: p})
		for seq := range int32(80) {
			d := EntityDelta{Number: 3, FieldDelta: changes(FieldChange{uint32(seq) + 1, 0, 0})}
			write(e, &Block{Sequence: seq}, &SnapshotDelta{ServerTime: seq * 50, Entities: []EntityDelta{d, d}},
				&BlockEnd{})
		}
		if err := e.Finish(); err != nil {
			t.Fatal(err)
		}
		if got := testFamily.Detect(out.Bytes(), ""); got.Protocol != p || got.Blocks != detectBlocks {
			t.Errorf("protocol %d is detected as %d by %d blocks", p.Number, got.Number, got.Blocks)
		}
		if got := testFamily.DetectStart(out.Bytes()); got.Protocol != p {
			t.Errorf("the start of protocol %d is detected as %d", p.Number, got.Number)
		}
		d := NewDecoder(out.Bytes(), Options{Family: testFamily})
		var kept []uint32
		for d.Next(snapshotFunc(func(s *SnapshotDelta) { kept = append(kept, s.Entities[1].Changed[0].Value) })) != io.EOF {
		}
		if len(kept) != 80 || !slices.IsSorted(kept) {
			t.Errorf("protocol %d: %d snapshots, %v", p.Number, len(kept), kept)
		}
	}
}
