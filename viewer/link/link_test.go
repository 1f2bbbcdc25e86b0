package link

import (
	"slices"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Moment{
		"clip.html#t=12.4&follow=reppie&speed=0.5&loop": {At: 12400 * time.Millisecond, HasAt: true, Follow: "reppie", Speed: 0.5, Loop: true},
		"#t=0&paused":               {HasAt: true, Paused: true},
		"#loop=3.2,8":               {Loop: true, From: 3200 * time.Millisecond, To: 8 * time.Second},
		"#loop=8,3":                 {Loop: true},
		"#sample&follow=a%26b%20+c": {Sample: true, Follow: "a&b  c"},
		"#demo=../a%20b.mvd&t=3":    {Demo: "../a b.mvd", At: 3 * time.Second, HasAt: true},
		"?demo=x.mvd#t=3":           {At: 3 * time.Second, HasAt: true},
		"#t=-1":                     {},
		"#t=NaN&speed=NaN":          {},
		"#t=1e99&speed=-3":          {},
		"#follow=%zz":               {Follow: "%zz"},
		"clip.html":                 {},
		"#":                         {},
	} {
		if got := Parse(text); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}

// What is written is read as it was.
func TestStringIsReadBack(t *testing.T) {
	for _, m := range []Moment{
		{}, {HasAt: true}, {At: 12345 * time.Millisecond, HasAt: true, Follow: "</script>&\"#\x00 ü\u2028", Speed: 0.0625, Paused: true},
		{Demo: "/a/ü b+c?d&e=1#.zip:m", Paused: true},
		{Loop: true}, {Loop: true, From: time.Second, To: 2500 * time.Millisecond, Sample: true},
	} {
		if got := Parse("https://x/y" + m.String()); got != m {
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
