package q1

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/track"
)

// commandSum adds up how long the commands of a demo last.
type commandSum struct {
	now, first, last time.Duration
	sum              time.Duration
	count            int
}

// Handle implements [quakeworld.Handler].
func (s *commandSum) Handle(m quakeworld.Message) {
	switch m := m.(type) {
	case *quakeworld.Block:
		s.now = m.Clock
	case *quakeworld.Command:
		if s.count++; s.count == 1 {
			s.first = s.now
		}
		s.last = s.now
		s.sum += time.Duration(m.Msec) * time.Millisecond
	}
}

// TestCommandsLastAsLongAsTime checks that the commands of real demos last as long as the time that passes, which is
// what an anomaly is compared with.
func TestCommandsLastAsLongAsTime(t *testing.T) {
	for _, name := range corpus.Demos(t, []string{"qw", "recorded/qw"}, "*.qwd") {
		s := new(commandSum)
		d := quakeworld.NewDecoder(corpus.Load(t, name), quakeworld.Options{})
		for d.Next(s) == nil {
		}
		if span := s.last - s.first; s.count == 0 || (s.sum-span).Abs() > 250*time.Millisecond {
			t.Errorf("%s: %d commands last %v in %v", filepath.Base(name), s.count, s.sum, span)
		}
	}
}

// Commands for the client come in pieces, and to several players one by one.
func TestCommandsArePutTogether(t *testing.T) {
	var c commands
	var o track.Observations
	c.read([]byte("bf\ncolor "), toAll, 0, nil, &o)
	c.read([]byte("4 4\n"), toAll, 0, nil, &o)
	c.read([]byte("play misc/talk.wav\n"), 1<<3, time.Second, nil, &o)
	c.read([]byte("play misc/talk.wav\n"), 1<<5, time.Second, nil, &o)
	c.read([]byte("//ktx x\nskins\n"), toAll, 2*time.Second, func(line string) bool { return line == "//ktx x" }, &o)
	var got []sim.Event
	for _, told := range o.Told {
		got = append(got, told.(track.Happened).Event)
	}
	want := []string{"bf", "color 4 4", "play misc/talk.wav", "skins"}
	if len(got) != len(want) {
		t.Fatalf("%d commands, want %d: %v", len(got), len(want), got)
	}
	for i := range want {
		if got[i].Text.Plain != want[i] || got[i].Kind != sim.EventCommand {
			t.Errorf("command %d is %v, want %q", i, got[i], want[i])
		}
	}
	if got[2].Slot != sim.SlotAt(3) || got[0].Slot.Valid() {
		t.Errorf("for %v and %v, want player 3 and nobody in particular", got[2].Slot, got[0].Slot)
	}
}

func TestInputs(t *testing.T) {
	var o track.Observations
	tellInput(sim.SlotAt(2), 400, -350, 0, 3, 7, 13, &o)
	want := track.InputTold{Input: sim.Input{Slot: sim.SlotAt(2),
		Keys: sim.KeyForward | sim.KeyLeft | sim.KeyAttack | sim.KeyJump, Impulse: 7, Msec: 13}}
	if len(o.Told) != 1 || o.Told[0] != want {
		t.Errorf("%v, want %v", o.Told, want)
	}
}

func TestCommentary(t *testing.T) {
	for seconds, want := range map[float32]time.Duration{2.5: 2500 * time.Millisecond, 0.1: time.Second, 0: centerTime,
		1e9: centerTime, float32(math.NaN()): centerTime} {
		var o track.Observations
		tellCommentary(quakeworld.Commentary{Seconds: seconds, Text: []byte(" what a shot \xff")}, &o)
		if shown := o.Told[0].(track.CenterPrinted); len(o.Told) != 2 || shown.Last != want ||
			shown.Text.Plain != "what a shot" {
			t.Errorf("%g seconds: %v, want %v", seconds, o.Told, want)
		}
	}
	var o track.Observations
	if tellCommentary(quakeworld.Commentary{Text: []byte("  ")}, &o); len(o.Told) != 0 {
		t.Errorf("nothing said is told: %v", o.Told)
	}
}

// TestChoked checks that packets are held back from the recorder of a .qwd, and in a .mvd from the player to whom the
// block is addressed.
func TestChoked(t *testing.T) {
	single := func(player int) quakeworld.Block {
		return quakeworld.Block{Code: uint8(quakeworld.KindSingle) | uint8(player)<<3}
	}
	for name, c := range map[string]struct {
		multi    bool
		recorder sim.Slot
		block    quakeworld.Block
		want     int // the player, or -1
	}{
		"recorder":        {false, sim.SlotAt(3), quakeworld.Block{Code: uint8(quakeworld.KindRead)}, 3},
		"no recorder":     {false, sim.Slot{}, quakeworld.Block{Code: uint8(quakeworld.KindRead)}, -1},
		"addressed":       {true, sim.Slot{}, single(5), 5},
		"last slot":       {true, sim.Slot{}, single(31), 31},
		"sent to all":     {true, sim.Slot{}, quakeworld.Block{Code: uint8(quakeworld.KindAll)}, -1},
		"sent to several": {true, sim.Slot{}, quakeworld.Block{Code: uint8(quakeworld.KindMultiple), Players: 6}, -1},
	} {
		l := &level{multi: c.multi, recorder: c.recorder, now: time.Second}
		r := quakeWorldReader{block: c.block}
		r.choked(l, 2)
		for n := range r.chokes {
			if got, want := r.chokes[n].Now(l.now), map[bool]uint8{true: 2}[n == c.want]; got != want {
				t.Errorf("%s: %d packets to player %d held back, want %d", name, got, n, want)
			}
		}
	}
}

// TestEnteredSurvivesUserinfo checks that the time of entry stays if the userinfo follows it in the same update, and
// goes with the player.
func TestEnteredSurvivesUserinfo(t *testing.T) {
	var r quakeWorldReader
	r.reset()
	l := newLevel(sim.Header{}, quakeworld.MaxPlayers, false)
	var o track.Observations
	info := &quakeworld.UpdateUserInfo{Player: 3, UserID: 7, Info: []byte(`\name\ann`)}
	r.ofPlayer(&l, nil, &quakeworld.UpdateEnterTime{Player: 3, Seconds: 90}, &o)
	r.ofPlayer(&l, nil, info, &o)
	if e := r.clients[3].entered; !e.known || e.at != -90*time.Second {
		t.Errorf("entered %+v, want 90 s before the demo", e)
	}
	l.now = time.Minute
	r.ofPlayer(&l, nil, &quakeworld.UpdateUserInfo{Player: 3, UserID: 8, Info: []byte(`\name\bob`)}, &o)
	if r.clients[3].entered.known {
		t.Error("another player has entered when the one before did")
	}
	r.ofPlayer(&l, nil, &quakeworld.UpdateEnterTime{Player: 200, Seconds: float32(math.NaN())}, &o)
}
