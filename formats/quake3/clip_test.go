package quake3

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/codec"
	"fragscope/formats/wire"
)

// scripted is a demo of two levels in which a player moves, entities come, change and go, and commands change
// configstrings, at once or in parts.
type scripted struct {
	p        *Protocol
	out      bytes.Buffer
	enc      *Encoder
	sequence int32 // of the last block
	command  int32 // number of the last command
	players  []PlayerState
	entities []map[int]EntityState
	levels   []int // where the blocks of their gamestates begin
}

// baselineOf is the baseline of an entity, which only some have.
func baselineOf(n int) EntityState {
	e := EntityState{Number: n}
	if n%2 == 0 {
		e.F[EntWeapon], e.F[EntPosBaseX] = uint32(n%8), math.Float32bits(float32(n))
	}
	return e
}

func (s *scripted) block(messages ...Message) {
	s.sequence++
	write(s.enc, &Block{Sequence: s.sequence, ReliableAcknowledge: s.sequence / 2})
	write(s.enc, messages...)
	s.enc.Handle(serverEnd(s.p))
}

// level starts a level.
func (s *scripted) level(name string) {
	g := &Gamestate{CommandSequence: s.command, ClientNum: 3, ChecksumFeed: 77, Configstrings: []Configstring{
		{Index: 0, Text: fmt.Appendf(nil, `\mapname\%s\protocol\%d`, name, s.p.Number)},
		{Index: 20, Text: bytes.Repeat([]byte("x"), 250)},
		{Index: 30, Text: []byte("first")}}}
	for n := 64; n < 80; n++ {
		base := baselineOf(n)
		if d := base.Delta(&EntityState{}, s.p); !d.Unchanged {
			g.Baselines = append(g.Baselines, d)
		}
	}
	s.players, s.entities = nil, nil
	s.levels = append(s.levels, s.out.Len())
	if !s.p.HasGamestateTail {
		g.ClientNum, g.ChecksumFeed = -1, 0
	}
	s.block(g)
}

// say returns the next command.
func (s *scripted) say(format string, args ...any) Message {
	s.command++
	return &ServerCommand{Sequence: s.command, Text: fmt.Appendf(nil, format, args...)}
}

// frame writes snapshot i of a level, which is relative to one of the three before.
func (s *scripted) frame(i int) {
	var player PlayerState
	player.SetOrigin([3]float32{float32(i), float32(i) / 7, 24})
	player.F[PsCommandTime], player.F[PsWeapon] = uint32(i*50), uint32(i/5)
	player.Stats[0], player.Ammo[2], player.Powerups[1] = int32(100-i%9), int32(-i), int32(i/4)<<20
	now := map[int]EntityState{}
	for n := 64; n < 80; n++ {
		if e := baselineOf(n); (i+n)%5 > 0 {
			e.F[EntEvent] = uint32(i / 3 % 4)
			now[n] = e
		}
	}
	snap := &SnapshotDelta{ServerTime: int32(1000 + i*50), DeltaNum: uint8(min(i, 1+i%3)), AreaMask: []byte{1, byte(i)},
		Flags: uint8(i % 2)}
	var was PlayerState
	var before map[int]EntityState
	if snap.DeltaNum > 0 {
		was, before = s.players[i-int(snap.DeltaNum)], s.entities[i-int(snap.DeltaNum)]
	}
	snap.Player = player.Delta(&was, s.p)
	for n := 64; n < 80; n++ {
		e, there := now[n]
		base, had := before[n]
		if !had {
			base = baselineOf(n)
		}
		if d := e.Delta(&base, s.p); there && !(had && d.Unchanged) {
			snap.Entities = append(snap.Entities, d)
		} else if !there && had {
			snap.Entities = append(snap.Entities, EntityDelta{Number: uint16(n), Removed: true})
		}
	}
	s.players, s.entities = append(s.players, player), append(s.entities, now)
	s.block(append(s.commands(i), snap)...)
}

// commands returns the commands before snapshot i of a level.
func (s *scripted) commands(i int) []Message {
	switch i {
	case 4:
		return []Message{s.say("scores 2 %d", i), s.say(`cs 30 "second"`)}
	case 8:
		return []Message{s.say(`print "hello"`), s.say("tinfo 1")}
	case 10:
		return []Message{s.say(`bcs0 31 "long "`)}
	case 13:
		again := s.say(`bcs1 31 "and longer "`)
		return []Message{again, again, s.say("scores 2 %d", i)}
	case 16:
		return []Message{s.say(`bcs2 31 "text"`)}
	case 19:
		return []Message{s.say(`chat "bye"`)}
	}
	return nil
}

// scriptedDemo is such a demo with n snapshots in each level.
func scriptedDemo(p *Protocol, n int) *scripted {
	s := &scripted{p: p, command: 5, sequence: 200}
	s.enc = NewEncoder(&s.out, Options{Protocol: p})
	for _, name := range []string{"one", "two"} {
		s.level(name)
		for i := range n {
			s.frame(i)
		}
	}
	if err := s.enc.Finish(); err != nil {
		panic(err)
	}
	return s
}

// shownState is the state at a snapshot, its fields and texts as a hash.
type shownState struct {
	time     int32
	entities int
	hash     uint64
}

// shownStates are the states at each snapshot of a demo, and the commands before it.
func shownStates(data []byte, p *Protocol) (states []shownState, commands [][]string) {
	var h History
	var said []string
	d := NewDecoder(data, Options{Protocol: p})
	handler := HandlerFunc(func(m Message) {
		h.Handle(m)
		if c := h.Command(); c != nil {
			said = append(said, string(c))
		}
	})
	for d.Next(handler) != io.EOF {
		s := h.Snapshot()
		if s == nil {
			continue
		}
		w := newWorld()
		w.put(uint32(s.Flags))
		w.put(s.Player.F[:]...)
		for _, a := range [][16]int32{s.Player.Stats, s.Player.Persistant, s.Player.Ammo, s.Player.Powerups} {
			for _, v := range a {
				w.put(uint32(v))
			}
		}
		for i := range s.Len() {
			w.put(uint32(s.Entity(i).Number))
			w.put(s.Entity(i).F[:]...)
		}
		for i, text := range h.Configstrings {
			for _, c := range []byte(text) {
				w.put(uint32(i), uint32(c))
			}
		}
		states, commands = append(states, shownState{s.ServerTime, s.Len(), w.hash}), append(commands, said)
		said = nil
	}
	return states, commands
}

// checkClips cuts clips out of a demo, from every third moment on, and holds that they show what the demo shows.
func checkClips(t *testing.T, p *Protocol, data []byte) {
	t.Helper()
	name := codec.Options{Name: Codec.Extension(p.Number)}
	moments := Codec.Moments(data, name)
	want, said := shownStates(data, p)
	if len(moments) != len(want) || len(want) < 20 {
		t.Fatalf("protocol %d: %d moments, %d snapshots", p.Number, len(moments), len(want))
	}
	for first := 0; first < len(moments); first += 3 {
		to := min(first+12, len(moments)-1)
		if moments[first].Unfit {
			continue
		}
		var out bytes.Buffer
		if err := Codec.Clip(&out, data, name, moments[first], moments[to].End); err != nil {
			t.Fatal(err)
		}
		got, commands := shownStates(out.Bytes(), p)
		if !slices.Equal(got, want[first:to+1]) {
			t.Errorf("protocol %d: from %d to %d: %v, want %v", p.Number, first, to, got, want[first:to+1])
			return
		}
		if mark := commands[0]; len(mark) == 0 || mark[0] != wire.ClipMark {
			t.Errorf("protocol %d: the clip from %d on begins with commands %q", p.Number, first, mark)
		}
		for i := range got[1:] {
			if !slices.Equal(commands[1+i], said[first+1+i]) {
				t.Errorf("protocol %d: snapshot %d after %d has commands %q, want %q", p.Number, 1+i, first, commands[1+i],
					said[first+1+i])
			}
		}
		if !bytes.HasSuffix(out.Bytes(), endBlock) {
			t.Errorf("protocol %d: the clip from %d on has no end", p.Number, first)
		}
	}
}

// TestClip cuts clips out of demos that are whole, that lack a stretch, and in which the start of a level is damaged.
func TestClip(t *testing.T) {
	for _, p := range protocols {
		s := scriptedDemo(p, 60)
		level := s.levels[1]
		checkClips(t, p, s.out.Bytes())
		for _, lost := range [][2]int{{level / 2, level/2 + 400}, {level + 150, level + 160}} {
			data := slices.Delete(slices.Clone(s.out.Bytes()), lost[0], lost[1])
			d, f := find(t, data, Codec.Extension(p.Number))
			if len(d.Damage()) == 0 || (lost[0] > level) != (f.salvaged > 0) {
				t.Errorf("protocol %d without bytes %v: damage %v, %d texts salvaged", p.Number, lost, d.Damage(), f.salvaged)
			}
			checkClips(t, p, data)
		}
	}
}

// TestWholeClip holds that a clip from the start of a demo is the demo.
func TestWholeClip(t *testing.T) {
	data := scriptedDemo(ProtocolOf(68), 30).out.Bytes()
	var out bytes.Buffer
	if err := Codec.Clip(&out, data, codec.Options{}, codec.Moment{}, math.MaxInt64); err != nil ||
		!bytes.Equal(out.Bytes(), data) {
		t.Errorf("%d bytes of %d, %v", out.Len(), len(data), err)
	}
}

// TestClipScores holds which commands a clip repeats: the last scores of each kind, and the parts so far of a
// configstring.
func TestClipScores(t *testing.T) {
	p := ProtocolOf(68)
	data := scriptedDemo(p, 30).out.Bytes()
	moments := Codec.Moments(data, codec.Options{})
	for first, want := range map[int]string{
		3:  "",                                                              // before any
		7:  "scores 2 4",                                                    //
		11: "scores 2 4|tinfo 1|bcs0 31 \"long \"",                          // a part
		15: "tinfo 1|scores 2 13|bcs0 31 \"long \"|bcs1 31 \"and longer \"", // two, the second came twice
		18: "tinfo 1|scores 2 13",                                           // it is complete
		33: "",                                                              // another level
	} {
		var out bytes.Buffer
		if err := Codec.Clip(&out, data, codec.Options{}, moments[first], moments[first+1].End); err != nil {
			t.Fatal(err)
		}
		var got []string
		blocks := 0
		for d := NewDecoder(out.Bytes(), Options{Protocol: p}); blocks < 2 && d.Next(HandlerFunc(func(m Message) {
			if m, ok := m.(*ServerCommand); ok {
				got = append(got, string(m.Text))
			}
		})) != io.EOF; blocks++ {
		}
		if text := strings.Join(got, "|"); text != strings.TrimSuffix(wire.ClipMark+"|"+want, "|") {
			t.Errorf("from %d on: %s, want %s", first, text, want)
		}
	}
}
