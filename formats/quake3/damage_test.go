package quake3

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fragscope/formats/corpus"
)

// finder counts what is found in a damaged demo.
type finder struct {
	gamestates, salvaged, snapshots int
	last                            int32
	backwards, renumbered           int
	end                             End
}

func (f *finder) Handle(m Message) {
	switch m := m.(type) {
	case *Gamestate:
		f.gamestates++
		f.last = 0
	case *SnapshotDelta:
		f.snapshots++
		if m.Sequence <= f.last {
			f.backwards++
		}
		f.last = m.Sequence
	case *Skipped:
		if m.Renumbered {
			f.renumbered++
		}
		if m.Gamestate != nil {
			f.salvaged += len(m.Gamestate.Configstrings)
		}
	case *End:
		f.end = *m
	}
}

func find(t testing.TB, data []byte, name string) (*Decoder, *finder) {
	t.Helper()
	d := NewDecoder(data, Options{Name: name})
	f := new(finder)
	for d.Next(f) != io.EOF {
	}
	return d, f
}

// TestBroken says what is found in each damaged demo.
func TestBroken(t *testing.T) {
	cases := map[string]struct {
		gamestates, salvaged, snapshots, damage int
		skipped                                 int64
		marker                                  bool
	}{
		"broken/q3/invalid_command_byte.dm_68":               {0, 47, 21692, 8, 13824, true},
		"broken/q3/invalid_entity_state_field_count.dm_68":   {1, 0, 12745, 1, 177, true},
		"broken/q3/invalid_entity_state_field_count_2.dm_68": {1, 0, 6734, 1, 246, true},
		"broken/q3/truncated.dm_68":                          {1, 0, 237, 0, 0, false},
		"broken/q3/*.dm_91":                                  {0, 0, 0, 1, 2, false},
		"broken/q3/*-truncated.dm_73":                        {1, 0, 542, 1, 51, false},
		"broken/derived/corrupt-64-bytes-mid.dm_68":          {1, 0, 632, 1, 73, true},
		"broken/derived/first-3-bytes.dm_68":                 {0, 0, 0, 1, 3, false},
		"broken/derived/huge-first-length.dm_68":             {0, 30, 634, 1, 9901, true},
		"broken/derived/truncated-60pct.dm_68":               {1, 0, 290, 1, 5, false},
	}
	for pattern, want := range cases {
		rel := corpus.Match(t, pattern)
		data := corpus.Load(t, rel)
		d, f := find(t, data, rel)
		got := want
		got.gamestates, got.salvaged, got.snapshots = f.gamestates, f.salvaged, f.snapshots
		got.damage, got.skipped, got.marker = len(d.Damage()), 0, f.end.Marker
		for _, x := range d.Damage() {
			got.skipped += x.Skipped
		}
		if got != want {
			t.Errorf("%s: %+v, want %+v", rel, got, want)
		}
		if f.backwards > 0 {
			t.Errorf("%s: the numbering of snapshots goes back %d times", rel, f.backwards)
		}
	}
}

// serverEnd is how servers end their messages.
func serverEnd(p *Protocol) *BlockEnd {
	if p.MaskedDeltas {
		return &BlockEnd{Kind: EndData}
	}
	return &BlockEnd{}
}

// longDemo is a demo of n snapshots with a player who moves.
func longDemo(p *Protocol, n int) []byte {
	var out bytes.Buffer
	e := NewEncoder(&out, Options{Protocol: p})
	e.Handle(&Block{Sequence: 1})
	e.Handle(&Gamestate{Configstrings: []Configstring{{Index: 0, Text: []byte(`\mapname\x`)}}})
	e.Handle(serverEnd(p))
	var was PlayerState
	for i := range n {
		player := was
		player.SetOrigin([3]float32{float32(i), float32(i) / 7, 0})
		player.F[PsCommandTime] = uint32(i * 50)
		e.Handle(&Block{Sequence: int32(i + 2)})
		e.Handle(&SnapshotDelta{ServerTime: int32(i * 50), DeltaNum: uint8(min(i, 1)), Player: player.Delta(&was, p)})
		e.Handle(serverEnd(p))
		was = player
	}
	_ = e.Finish()
	return out.Bytes()
}

// TestLostStretch cuts stretches out of a demo and holds that all blocks that
// are still whole are found.
func TestLostStretch(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, p := range protocols {
		whole := longDemo(p, 2000)
		for range 20 {
			size := rnd.IntN(4096) + 1
			at := 100 + rnd.IntN(len(whole)-size-400)
			data := append(bytes.Clone(whole[:at]), whole[at+size:]...)
			d := NewDecoder(data, Options{Protocol: p})
			f := new(finder)
			for d.Next(f) != io.EOF {
			}
			// A block is at least 20 bytes; one each side of the cut is damaged.
			if lost := 2000 - f.snapshots; lost > size/20+3 || !f.end.Marker {
				t.Errorf("protocol %d: %d of %d bytes cut at %d: %d snapshots lost, %v", p.Number, size,
					len(whole), at, lost,
					d.Damage())
			}
			for _, x := range d.Damage() {
				if x.Lost <= 0 || x.Lost > time.Duration(size/10+4)*50*time.Millisecond {
					t.Errorf("protocol %d: %d bytes: %+v", p.Number, size, x)
				}
			}
		}
	}
}

// TestFlippedBytes changes bytes of a demo and holds that each costs a block or two, and not what stands behind it.
func TestFlippedBytes(t *testing.T) {
	const flips = 10
	rnd := rand.New(rand.NewPCG(7, 8))
	for _, p := range protocols {
		whole := longDemo(p, 2000)
		for range 20 {
			data := bytes.Clone(whole)
			for range flips {
				data[100+rnd.IntN(len(data)-200)] ^= byte(1 + rnd.IntN(255))
			}
			d := NewDecoder(data, Options{Protocol: p})
			f := new(finder)
			for d.Next(f) != io.EOF {
			}
			if lost := 2000 - f.snapshots; lost < 0 || lost > 2*flips || !f.end.Marker {
				t.Errorf("protocol %d: %d snapshots lost, %v", p.Number, lost, d.Damage())
			}
		}
	}
}

// TestFlippedCorpus does the same to real demos, whose servers end their messages in their own ways.
func TestFlippedCorpus(t *testing.T) {
	const flips = 10
	rnd := rand.New(rand.NewPCG(9, 10))
	for _, pattern := range []string{
		"q3/dm3/duel.dm3", "q3/dm_48/demo127.dm_48", "q3/dm_68/excellent_impressive.dm_68",
		"ql/dm_73/duel_scores_dscores.dm_73",
	} {
		name := corpus.Match(t, pattern)
		data := corpus.Load(t, name)
		_, whole := find(t, data, name)
		for range 5 {
			damaged := bytes.Clone(data)
			for range flips {
				damaged[rnd.IntN(len(data)-blockHeader)] ^= byte(1 + rnd.IntN(255))
			}
			if d, f := find(t, damaged, name); whole.snapshots-f.snapshots > 2*flips || !f.end.Marker {
				t.Errorf("%s: %d of %d snapshots kept, %v", name, f.snapshots, whole.snapshots, d.Damage())
			}
		}
	}
}

// TestGarbage puts noise between two blocks and holds that nothing of it is taken for a block, and that all behind it
// is found.
func TestGarbage(t *testing.T) {
	noise := make([]byte, 1<<18)
	rnd := rand.NewChaCha8([32]byte{1})
	_, _ = rnd.Read(noise)
	for _, p := range protocols {
		whole := longDemo(p, 2000)
		at := 0
		for at < len(whole)/2 {
			h, _ := headerAt(whole, at)
			at += blockHeader + int(h.length)
		}
		data := slices.Concat(whole[:at], noise, whole[at:])
		d := NewDecoder(data, Options{Protocol: p})
		f := new(finder)
		for d.Next(f) != io.EOF {
		}
		if damage := d.Damage(); f.snapshots != 2000 || len(damage) != 1 || damage[0].Skipped != int64(len(noise)) {
			t.Errorf("protocol %d: %d snapshots, %v", p.Number, f.snapshots, damage)
		}
	}
}

// TestHostileSearch has a file in which each byte could start a block, which
// must not take time that grows with its square.
func TestHostileSearch(t *testing.T) {
	// A header of sequence 0x01010101.. never fits; lengths of 0x0101 do.
	data := bytes.Repeat([]byte{1, 1, 0, 0}, 1<<18)
	for _, name := range []string{"x.dm3", "x.dm_48", "x.dm_68"} {
		start := time.Now()
		d, _ := find(t, data, name)
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: %v for %d bytes", name, took, len(data))
		}
		if len(d.Damage()) == 0 {
			t.Errorf("%s: no damage", name)
		}
	}
}

// TestEndBlockInTheMiddle goes on behind an end block only where its length
// alone says so.
func TestEndBlockInTheMiddle(t *testing.T) {
	p := ProtocolOf(68)
	one := longDemo(p, 10)
	d := NewDecoder(append(bytes.Clone(one), one...), Options{Protocol: p})
	f := new(finder)
	for d.Next(f) != io.EOF {
	}
	if f.snapshots != 10 || !f.end.Marker || len(f.end.Rest) != len(one) {
		t.Errorf("%+v", f)
	}
}

// TestOrder holds that repeated and misordered blocks are passed on as they
// come.
func TestOrder(t *testing.T) {
	var out bytes.Buffer
	e := NewEncoder(&out, Options{})
	want := []int32{5, 5, 4, 9, 6, -7}
	for _, seq := range want {
		e.Handle(&Block{Sequence: seq})
		e.Handle(&SnapshotDelta{ServerTime: 1000 - seq})
		e.Handle(&BlockEnd{})
	}
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	var got []int32
	d := NewDecoder(out.Bytes(), Options{Protocol: ProtocolOf(68)})
	for d.Next(snapshotFunc(func(s *SnapshotDelta) { got = append(got, s.Sequence) })) != io.EOF {
	}
	if !slices.Equal(got, want) || len(d.Damage()) > 0 {
		t.Errorf("%v, damage %v", got, d.Damage())
	}
}

// TestRenumbered writes two numberings of one match over each other.
func TestRenumbered(t *testing.T) {
	p := ProtocolOf(68)
	a := longDemo(p, 1000)
	var b bytes.Buffer
	// The other recording is the same, 400 blocks less in number.
	e := NewEncoder(&b, Options{Protocol: p})
	re := HandlerFunc(func(m Message) {
		if b, ok := m.(*Block); ok {
			b.Sequence -= 400
		}
		e.Handle(m)
	})
	for d := NewDecoder(a, Options{Protocol: p}); d.Next(re) != io.EOF; {
	}
	data := append(bytes.Clone(a[:len(a)/2]), b.Bytes()[len(a)/2+100:]...)
	d := NewDecoder(data, Options{Protocol: p})
	f := new(finder)
	for d.Next(f) != io.EOF {
	}
	if f.snapshots < 985 || f.backwards > 0 || !f.end.Marker || f.renumbered != 1 {
		t.Errorf("%+v, damage %v", f, d.Damage())
	}
}

// TestNoAllocation holds that decoding does not allocate for each message.
func TestNoAllocation(t *testing.T) {
	for _, p := range protocols {
		data := longDemo(p, 5000)
		n := testing.AllocsPerRun(3, func() {
			for d := NewDecoder(data, Options{Protocol: p}); d.Next(HandlerFunc(func(Message) {})) != io.EOF; {
			}
		})
		if n > 60 {
			t.Errorf("protocol %d: %v allocations for 5000 messages", p.Number, n)
		}
	}
}
