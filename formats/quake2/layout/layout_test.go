package layout

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
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
			{Kind: Client, X: Place{Middle, 0}, Y: Place{Middle, 32}, Stat: -1, Client: 5, Score: -3,
				Ping: 40, Time: 12},
			{Kind: Client, X: Place{Middle, 160}, Y: Place{Middle, -8}, Stat: -1, Client: 6, Score: 7,
				Ping: 999, Time: -1},
			at(Place{Middle, 160}, Place{Middle, -8}, Item{Text: "x", Stat: -1}),
		}},
		"conditions": {"if 0 string a endif if 9 string b endif string c", Options{}, []Item{
			at(origin, origin, Item{Text: "a", Stat: -1}), at(origin, origin, Item{Text: "c", Stat: -1}),
		}},
		"a condition in a condition ends with the first endif": {"if 9 if 0 endif string a endif", Options{}, []Item{
			at(origin, origin, Item{Text: "a", Stat: -1}),
		}},
		"nested conditions": {"if 9 if 0 endif string a endif string b", Options{Nested: true},
			[]Item{at(origin, origin, Item{Text: "b", Stat: -1})}},
		"frame conditions": {"ifgef 5 string a endif ifgef 6 string b endif", Options{Nested: true, Frame: 5},
			[]Item{at(origin, origin, Item{Text: "a", Stat: -1})}},
		"comments, odd spaces": {"// xl 9\n\txl\r\n8\x80string // no\n \"x", Options{},
			[]Item{at(Place{Near, 8}, origin, Item{Text: "x", Stat: -1})}},
		"unknown words": {"foo 1 xl 2 bar string a", Options{},
			[]Item{at(Place{Near, 2}, origin, Item{Text: "a", Stat: -1})}},
		"cut off": {"xl 2 client 1 2 if 9 string", Options{},
			[]Item{{Kind: Client, X: Place{Middle, 1}, Y: Place{Middle, 2}, Stat: -1, Score: 9}}},
		"rerelease": {`loc_cstring2 1 $key "an arg" table_row 2 a b time_limit 900 color red health_bars 3`,
			Options{Nested: true}, []Item{
				at(Place{Near, 160}, origin, Item{Text: "$key", Args: []string{"an arg"}, Localized: true,
					Align: Center, Alt: true, Stat: -1}),
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
	for name, c := range map[string]struct {
		program string
		want    []string
	}{
		"texts over texts": {
			`xv 16 yv 40 string "low" xv 0 yv 8 string "name" xv 80 string2 "frags" yv 24 xv 0 cstring "ab
cdef" xl 0 yt 0 string no xv 0 yv 8 string X`, []string{
				"Xame      \xe6\xf2\xe1\xe7\xf3", // of the second color
				"                   ab",
				"                  cdef",
				"  low",
			}},
		"left of the middle": {`xv -56 yv 8 string "Team" xv 0 string "Name" xv -17 yv 16 string "x"`,
			[]string{"Team   Name", "    x"}},
		"out of all bounds": {`xv -99999 yv 8 string "a" xv 99999 string "b" xv 8 string "c"`, []string{" c"}},
	} {
		if got := Lines(Run(c.program, fake{}, Options{})); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestTable has the help computer, as the game draws it, and a menu.
func TestTable(t *testing.T) {
	for name, c := range map[string]struct {
		program string
		want    [][]Cell
	}{
		"help computer": {
			`xv 32 yv 8 picn help xv 202 yv 12 string2 "easy" xv 0 yv 24 cstring2 "Unit 1" xv 0 yv 54 cstring2 "Find
the key" xv 50 yv 164 string2 " kills     goals    secrets" xv 50 yv 172 string2 "  3/ 20     1/2       0/5"`, [][]Cell{
				{{From: 18, To: 22, Text: "\xe5\xe1\xf3\xf9"}},
				nil,
				{{From: 10, To: 16, Align: Center, Text: "\xd5\xee\xe9\xf4\xa0\xb1"}},
				nil,
				{{From: 11, To: 15, Align: Center, Text: "\xc6\xe9\xee\xe4"}},
				{{From: 9, To: 16, Align: Center, Text: "\xf4\xe8\xe5\xa0\xeb\xe5\xf9"}},
				nil,
				{{From: 0, To: 5, Text: "\xeb\xe9\xec\xec\xf3"}, {From: 10, To: 15, Text: "\xe7\xef\xe1\xec\xf3"},
					{From: 19, To: 26, Text: "\xf3\xe5\xe3\xf2\xe5\xf4\xf3"}},
				{{From: 1, To: 6, Align: Right, Text: "\xb3\xaf\xa0\xb2\xb0"},
					{From: 11, To: 14, Align: Right, Text: "\xb1\xaf\xb2"},
					{From: 21, To: 24, Align: Right, Text: "\xb0\xaf\xb5"}},
			}},
		"edges and numbers": {`xl 8 yb -37 string "here" xv 8 yv 8 string "a  12" xr -16 string "b"`, [][]Cell{
			{{From: 0, To: 1, Text: "a"}, {From: 3, To: 5, Align: Right, Text: "12"}, {From: 37, To: 38, Text: "b"}},
			nil,
			{{From: 0, To: 4, Text: "here"}},
		}},
		"keys of translations": {`loc_string 1 $key arg`, [][]Cell{{{From: 0, To: 8, Text: "$key arg"}}}},
		"tables": {`xv 8 yv 16 start_table 3 Name Kills "" table_row 3 "Ann B." 12 x table_row 2 Bob 3`, [][]Cell{
			{{From: 0, To: 4, Text: "Name"}, {From: 8, To: 13, Text: "Kills"}},
			{{From: 0, To: 6, Text: "Ann B."}, {From: 8, To: 10, Align: Right, Text: "12"},
				{From: 15, To: 16, Text: "x"}},
			{{From: 0, To: 3, Text: "Bob"}, {From: 8, To: 9, Align: Right, Text: "3"}},
		}},
		"nothing": {`string "  "`, nil},
	} {
		if got := Table(Run(c.program, fake{}, Options{})); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

// TestManyLines has more lines than any screen, in an order that makes them dear to sort.
func TestManyLines(t *testing.T) {
	breaks := strings.Repeat("x\n", 20000)
	items := Run(`xv 0 yv 0 string "`+breaks+`" yv 4 string "`+breaks+`"`, fake{}, Options{})
	if n := len(Lines(items)); n != maxLines {
		t.Errorf("%d lines", n)
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
		Table(items)
		Scores(items)
	})
}

// TestRerelease draws what the rerelease's programs have of their own.
func TestRerelease(t *testing.T) {
	src := rereleaseSource{fake{}}
	opt := Options{Nested: true, Frame: 100, Rerelease: &Rerelease{
		Localize: func(key string, args []string) string {
			return strings.Join(append([]string{"<" + key + ">"}, args...), "|")
		},
		Name: func(client int) string { return "player " + strconv.Itoa(client) },

		FrameTime: 25, BarStat: 52, BarName: 12104, Story: 12105,
	}}
	text := func(text string, y int, align Align, alt bool, stat int) Item {
		x := 0
		if align == Center {
			x = 160
		}
		return Item{X: Place{Middle, x}, Y: Place{Middle, y}, Text: text, Align: align, Alt: alt, Stat: stat,
			Client: -1}
	}
	for name, c := range map[string]struct {
		program string
		want    []Item
	}{
		"keys":      {`xv 0 yv 8 loc_string2 1 $key "an arg"`, []Item{text("<$key>|an arg", 8, Left, true, -1)}},
		"stat key":  {`xv 0 yv 8 loc_stat_cstring 3`, []Item{text("<config 103>", 8, Center, false, 3)}},
		"name":      {"xv 0 yv 8 stat_pname 3", []Item{text("player 102", 8, Left, false, 3)}},
		"time":      {"xv 0 yv 8 time_limit 5000", []Item{text("<$g_score_time>|02:02", 8, Right, true, -1)}},
		"time over": {"xv 0 yv 8 time_limit 50", nil},
		"bars": {"xv 0 yv 8 health_bars yv 16 string x",
			[]Item{text("<config 12104> 100 %", 8, Center, false, 52), text("<config 12104> 49 %", 8, Center, false,
				52), text("x", 16, Left, false, -1)}},
		"story": {"story", []Item{text("<config 12105>", 120, Center, false, -1)}},
		"ctf": {`ctf 0 8 3 10 50 "i_flag" xv 0 string x`,
			[]Item{{Kind: Client, X: Place{Middle, 0}, Y: Place{Middle, 8}, Stat: -1, Client: 3, Score: 10, Ping: 50,
				Time: -1}, text("x", 8, Left, false, -1)}},
		"lives": {"xv 0 yv 8 lives_num 49", []Item{{Kind: Number, X: Place{Middle, 0}, Y: Place{Middle, 8},
			Stat: 49, Value: 147, Width: 1, Client: -1}}},
		"drawn table": {`xv 0 yv 8 start_table 1 $a draw_table`,
			[]Item{{Kind: Row, X: Place{Middle, 0}, Y: Place{Middle, 8}, Args: []string{"<$a>"}, Stat: -1,
				Client: -1}}},
	} {
		if got := Run(c.program, src, opt); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

// rereleaseSource has two health bars, and stat i = 100+i elsewhere.
type rereleaseSource struct{ fake }

func (rereleaseSource) Stat(i int) int {
	if i == 52 {
		return 0xbfff - 1<<16
	}
	return 100 + i
}

func (rereleaseSource) Config(i int) string { return "config " + strconv.Itoa(i) }
