package recording

import (
	"math/rand"
	"slices"
	"testing"
	"time"
)

// TestFrameTimes compares the times of frames, some of which come minutes apart and some at once, with a plain list of
// them.
func TestFrameTimes(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	gaps := [...]int32{0, 1, 13, 25, 100, 65_535, 65_536, 200_000}
	for _, n := range [...]int{1, 2, 300, 5000} {
		var l frameTimes
		var want []time.Duration
		if l.last() != 0 || l.find(time.Hour) != -1 {
			t.Fatal("no frames have a time")
		}
		now := int32(rng.Intn(2))
		for range n {
			if rng.Intn(20) == 0 {
				now += gaps[rng.Intn(len(gaps))]
			} else {
				now += gaps[rng.Intn(4)]
			}
			l.add(now)
			want = append(want, time.Duration(now)*time.Millisecond)
		}
		l.trim()
		if l.len() != n || l.last() != want[n-1] {
			t.Fatalf("%d frames up to %v, want %d up to %v", l.len(), l.last(), n, want[n-1])
		}
		for i, at := range want {
			if l.at(i) != at {
				t.Fatalf("frame %d of %d is at %v, want %v", i, n, l.at(i), at)
			}
			for _, off := range [...]time.Duration{-time.Millisecond, -1, 0, 1, time.Millisecond} {
				last, _ := slices.BinarySearchFunc(want, at+off, func(a, t time.Duration) int {
					if a > t {
						return 1
					}
					return -1
				})
				if got := l.find(at + off); got != last-1 {
					t.Fatalf("at %v is frame %d of %d, want %d", at+off, got, n, last-1)
				}
			}
		}
	}
}
