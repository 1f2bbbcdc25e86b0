package link

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"fragscope/sim/moment"
)

func own(at time.Duration) *moment.Moment {
	m := moment.At(at)
	return &m
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Moment{
		"clip.html#t=12.4&follow=reppie&speed=0.5&loop": {At: own(12400 * time.Millisecond), Follow: "reppie",
			Speed: 0.5, Loop: true},
		"#t=0&paused":               {At: own(0), Paused: true},
		"#loop=3.2,8":               {Loop: true, From: own(3200 * time.Millisecond), To: own(8 * time.Second)},
		"#loop=8,3":                 {Loop: true},
		"#sample&follow=a%26b%20+c": {Sample: true, Follow: "a&b  c"},
		"#demo=../a%20b.mvd&t=3":    {Demo: "../a b.mvd", At: own(3 * time.Second)},
		"?demo=x.mvd#t=3":           {At: own(3 * time.Second)},
		"#t=R7/0:01.5&loop=-0:05,0:10": {At: &moment.Moment{Round: 7, Time: 1500 * time.Millisecond}, Loop: true,
			From: &moment.Moment{Time: -5 * time.Second},
			To:   &moment.Moment{Time: 10 * time.Second}},
		"#t=-1":            {},
		"#t=NaN&speed=NaN": {},
		"#t=1e99&speed=-3": {},
		"#follow=%zz":      {Follow: "%zz"},
		"clip.html":        {},
		"#":                {},
	} {
		if got := Parse(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

// TestStringIsReadBack checks that the written form of a moment is read back unchanged.
func TestStringIsReadBack(t *testing.T) {
	for _, m := range []Moment{
		{}, {At: own(0)}, {At: own(12345 * time.Millisecond), Follow: "</script>&\"#\x00 ü\u2028", Speed: 0.0625,
			Paused: true},
		{Demo: "/a/ü b+c?d&e=1#.zip:m", Paused: true},
		{Loop: true}, {Loop: true, From: own(time.Second), To: own(2500 * time.Millisecond), Sample: true},
	} {
		if got := Parse("https://x/y" + m.String()); !reflect.DeepEqual(got, m) {
			t.Errorf("%s: %+v, want %+v", m, got, m)
		}
	}
}

func TestDemos(t *testing.T) {
	for text, want := range map[string][]string{
		"https://x/?demo=a.mvd&demo=b%26c.dem&t=4#demo=d.dem": {"a.mvd", "b&c.dem"},
		"https://x/?demo=#demo=d.dem":                         nil,
		"https://x/":                                          nil,
	} {
		if got := Demos(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
