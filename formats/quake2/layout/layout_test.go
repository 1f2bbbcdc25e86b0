package layout

import (
	"reflect"
	"slices"
	"testing"
)

// fake has stat i = 10+i for i below 8 and 0 elsewhere, and names made of numbers.
type fake struct{}

func (fake) Stat(i int) int {
	if i >= 0 && i < 8 {
		return 10 + i
	}
	return 0
}

func (fake) Config(i int) string { return map[int]string{12: "twelve"}[i] }
func (fake) Image(i int) string  { return map[int]string{11: "i_health"}[i] }

func TestRun(t *testing.T) {
	at := func(x, y Place, item Item) Item {
		item.X, item.Y = x, y
		if item.Kind != Client {
			item.Client = -1
		}
		return item
	}
	origin := Place{}
	for name, c := range map[string]struct {
		program string
		opt     Options
		want    []Item
	}{
		"anchors": {"xl 1 yt 2 string a xv -3 yv 4 string b xr -5 yb -6 string c", Options{}, []Item{
			at(Place{Near, 1}, Place{Near, 2}, Item{Text: "a", Stat: -1}),
			at(Place{Middle, -3}, Place{Middle, 4}, Item{Text: "b", Stat: -1}),
			at(Place{Far, -5}, Place{Far, -6}, Item{Text: "c", Stat: -1}),
		}},
		"texts": {`string2 "a b" cstring c cstring2 d rstring e stat_string 2 stat_cstring2 2`, Options{}, []Item{
			at(origin, origin, Item{Text: "a b", Alt: true, Stat: -1}),
			at(Place{Near, 160}, origin, Item{Text: "c", Align: Center, Stat: -1}),
			at(Place{Near, 160}, origin, Item{Text: "d", Align: Center, Alt: true, Stat: -1}),
			at(origin, origin, Item{Text: "e", Align: Right, Stat: -1}),
			at(origin, origin, Item{Text: "twelve", Stat: 2}),
			at(Place{Near, 160}, origin, Item{Text: "twelve", Align: Center, Alt: true, Stat: 2}),
		}},
		"numbers": {"num 2 0 hnum anum rnum num 3 9", Options{}, []Item{
			at(origin, origin, Item{Kind: Number, Width: 2, Value: 10}),
			at(origin, origin, Item{Kind: Number, Width: 3, Value: 11, Stat: 1}),
			at(origin, origin, Item{Kind: Number, Width: 3, Value: 13, Stat: 3}),
			at(origin, origin, Item{Kind: Number, Width: 3, Value: 15, Stat: 5}),
			at(origin, origin, Item{Kind: Number, Width: 3, Stat: 9}),
		}},
		"pictures": {"pic 1 pic 2 picn field", Options{}, []Item{
			at(origin, origin, Item{Kind: Picture, Text: "i_health", Stat: 1}),
			at(origin, origin, Item{Kind: Picture, Text: "field", Stat: -1}),
		}},
		"players": {"client 0 32 5 -3 40 12 ctf 160 -8 6 7 999 string x", Options{}, []Item{
			{Kind: Client, X: Place{Middle, 0}, Y: Place{Middle, 32}, Stat: -1, Client: 5, Score: -3, Ping: 40, Time: 12},
			{Kind: Client, X: Place{Middle, 160}, Y: Place{Middle, -8}, Stat: -1, Client: 6, Score: 7, Ping: 999, Time: -1},
			at(Place{Middle, 160}, Place{Middle, -8}, Item{Text: "x", Stat: -1}),
		}},
		"conditions": {"if 0 string a endif if 9 string b endif string c", Options{}, []Item{
			at(origin, origin, Item{Text: "a", Stat: -1}), at(origin, origin, Item{Text: "c", Stat: -1}),
		}},
		"a condition in a condition ends with the first endif": {"if 9 if 0 endif string a endif", Options{}, []Item{
			at(origin, origin, Item{Text: "a", Stat: -1}),
		}},
		"nested conditions":    {"if 9 if 0 endif string a endif string b", Options{Nested: true}, []Item{at(origin, origin, Item{Text: "b", Stat: -1})}},
		"frame conditions":     {"ifgef 5 string a endif ifgef 6 string b endif", Options{Nested: true, Frame: 5}, []Item{at(origin, origin, Item{Text: "a", Stat: -1})}},
		"comments, odd spaces": {"// xl 9\n\txl\r\n8\x80string // no\n \"x", Options{}, []Item{at(Place{Near, 8}, origin, Item{Text: "x", Stat: -1})}},
		"unknown words":        {"foo 1 xl 2 bar string a", Options{}, []Item{at(Place{Near, 2}, origin, Item{Text: "a", Stat: -1})}},
		"cut off":              {"xl 2 client 1 2 if 9 string", Options{}, []Item{{Kind: Client, X: Place{Middle, 1}, Y: Place{Middle, 2}, Stat: -1, Score: 9}}},
		"rerelease": {`loc_cstring2 1 $key "an arg" table_row 2 a b time_limit 900 color red health_bars 3`, Options{Nested: true}, []Item{
			at(Place{Near, 160}, origin, Item{Text: "$key", Args: []string{"an arg"}, Localized: true, Align: Center, Alt: true, Stat: -1}),
			at(origin, origin, Item{Kind: Row, Args: []string{"a", "b"}, Stat: -1}),
			at(origin, origin, Item{Kind: Clock, Value: 900, Stat: -1}),
			at(origin, origin, Item{Kind: Number, Value: 13, Stat: 3}),
		}},
		"nothing": {"", Options{}, nil},
	} {
		got := Run(c.program, fake{}, c.opt)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

func TestScores(t *testing.T) {
	got := Scores(Run("xv 0 string x ctf 8 40 3 10 50 ctf 168 40 4 2 60 client 0 32 5 1 2 3", fake{}, Options{}))
	want := []Score{
		{Client: 3, Score: 10, Ping: 50, Time: -1}, {Client: 4, Score: 2, Ping: 60, Time: -1, Column: 1},
		{Client: 5, Score: 1, Ping: 2, Time: 3},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestLines(t *testing.T) {
	got := Lines(Run(`xv 16 yv 40 string "low" xv 0 yv 8 string "name" xv 80 string2 "frags" yv 24 xv 0 cstring "ab
cdef" xl 0 yt 0 string no xv 0 yv 8 string X`, fake{}, Options{}))
	want := []string{
		"Xame      frags",
		"                   ab",
		"                  cdef",
		"  low",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzRun(f *testing.F) {
	f.Add("xv 0 yb -24 if 1 stat_string 1 endif client 0 0 1 2 3 4 \"")
	f.Fuzz(func(t *testing.T, program string) {
		items := Run(program, fake{}, Options{Nested: len(program)%2 == 0})
		if len(items) > len(program) {
			t.Errorf("%d items from %d bytes", len(items), len(program))
		}
		Lines(items)
		Scores(items)
	})
}
