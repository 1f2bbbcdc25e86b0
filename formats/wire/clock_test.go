package wire

import (
	"slices"
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	const level = -1 // a new level begins
	for _, c := range []struct {
		what   string
		told   []time.Duration // in seconds
		want   []time.Duration
		errors int
	}{
		{"even", []time.Duration{10, 11, 12}, []time.Duration{0, 1, 2}, 0},
		{"a pause", []time.Duration{10, 50, 51}, []time.Duration{0, 40, 41}, 0},
		{"too far, once", []time.Duration{10, 11, 1000, 12, 13}, []time.Duration{0, 1, 1, 2, 3}, 1},
		{"too far, for good", []time.Duration{10, 11, 1000, 1001}, []time.Duration{0, 1, 1, 2}, 1},
		{"too far at the end", []time.Duration{10, 11, 1e6}, []time.Duration{0, 1, 1}, 1},
		{"ahead, once", []time.Duration{10, 11, 41, 12, 13, 42}, []time.Duration{0, 1, 31, 31, 31, 32}, 1},
		{"back, once", []time.Duration{100, 101, 50, 102, 103}, []time.Duration{0, 1, 1, 2, 3}, 1},
		{"far back, once", []time.Duration{1000, 1001, 5, 1002}, []time.Duration{0, 1, 1, 2}, 1},
		{"begun anew", []time.Duration{100, 101, 3, 4, 5}, []time.Duration{0, 1, 1, 2, 3}, 0},
		{"a new level", []time.Duration{100, 101, level, 3, 4, level, 1e6, 1e6 + 1},
			[]time.Duration{0, 1, 1, 1, 2, 2, 2, 3}, 0},
		{"negative", []time.Duration{-10, -9, -1e6, -8}, []time.Duration{0, 1, 1, 2}, 1},
	} {
		var k Clock
		var got []time.Duration
		errors := 0
		for _, s := range c.told {
			if s == level {
				k.NewLevel()
			} else if k.Tick(s*time.Second, LongestStep) != nil {
				errors++
			}
			got = append(got, k.Now()/time.Second)
		}
		if !slices.Equal(got, c.want) || errors != c.errors {
			t.Errorf("%s: %v with %d errors, want %v with %d", c.what, got, errors, c.want, c.errors)
		}
	}
}

func TestClockIsBounded(t *testing.T) {
	var k Clock
	var err error
	for at := time.Duration(0); at < 2*LongestDemo; at += LongestStep {
		err = k.Tick(at, LongestStep)
	}
	if k.Now() > LongestDemo || err == nil {
		t.Errorf("%v, %v", k.Now(), err)
	}
}
