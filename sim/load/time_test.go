package load

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/formats/quakeworld"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// recorded is the recording of a demo.
func recorded(t *testing.T, name string, data []byte) *recording.Recording {
	t.Helper()
	demo, err := formats.Read(name, "", data)
	if err != nil {
		return nil
	}
	rec, err := Open(context.Background(), demo)
	if err != nil {
		return nil
	}
	rec.Wait()
	return rec
}

// A single wrong bit must not make a demo longer than the longest pause would, or its duration negative. If it changes
// the time, the damage must be reported.
func TestFlippedBits(t *testing.T) {
	flips := 20
	if corpus.Every() {
		flips = 60
	} else if testing.Short() {
		flips = 12
	}
	for _, f := range script.Formats() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			demo := f.Demo()
			random := rand.New(rand.NewPCG(1, 2))
			whole := recorded(t, f.File(), demo).Duration()
			for range flips {
				data := append([]byte(nil), demo...)
				at, bit := random.IntN(len(data)), random.IntN(8)
				data[at] ^= 1 << bit
				checkTime(t, f.File(), data, whole, at, bit)
			}
		})
	}
}

// The time of a block of a .qwd is a number of its first bytes.
func TestFlippedBlockTimes(t *testing.T) {
	f := script.Find("quakeworld")
	demo := f.Demo()
	whole := recorded(t, f.File(), demo).Duration()
	for bit := range 32 {
		for _, at := range blockStarts(demo) {
			data := append([]byte(nil), demo...)
			data[at+bit/8] ^= 1 << (bit % 8)
			checkTime(t, f.File(), data, whole, at+bit/8, bit%8)
		}
	}
}

// checkTime checks the time of a demo in which a bit was changed.
func checkTime(t *testing.T, name string, data []byte, whole time.Duration, at, bit int) {
	t.Helper()
	rec := recorded(t, name, data)
	if rec == nil {
		return // told, too
	}
	got := rec.Duration()
	if got < 0 || got > whole+time.Minute {
		t.Errorf("with bit %d of byte %d it lasts %v instead of %v", bit, at, got, whole)
	}
	if got > whole+time.Second && len(rec.Damage()) == 0 {
		t.Errorf("with bit %d of byte %d it lasts %v instead of %v, and nothing is told", bit, at, got, whole)
	}
}

// blockStarts are the places of some blocks of a .qwd.
func blockStarts(demo []byte) (starts []int) {
	dec := quakeworld.NewDecoder(demo, quakeworld.Options{})
	n := 0
	for dec.Next(quakeworld.HandlerFunc(func(m quakeworld.Message) {
		if b, ok := m.(*quakeworld.Block); ok {
			if n++; n%4000 == 1000 {
				starts = append(starts, int(b.Offset))
			}
		}
	})) == nil {
	}
	return starts
}
