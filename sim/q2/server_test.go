package q2

import (
	"testing"

	"fragscope/formats/quake2"
)

// TestServerAndDate finds the server's name in Action Quake 2's greeting and the date on OpenTDM's scoreboard.
func TestServerAndDate(t *testing.T) {
	const greeting = "AQ2: The Next Generation v2.81\nhttp://example.org/\n\n"
	for _, test := range []struct{ center, layout, server, date string }{
		{greeting + "House (East) 3Team\nGame Type: Teamplay\n\nFraglimit: none", "", "House (East) 3Team", ""},
		{greeting + "Game Type: Teamplay\n\nFraglimit: none\n", "", "", ""},
		{"one\ntwo\n\nthree\nfour", "", "", ""},
		{"", `xv 0 yv 16 string "stg 0" yv 32 string " [2018-10-25 23:13]" xv 40`, "", "2018-10-25 23:13"},
		{"", `xv 0 yv 16 string "[2018-10-25 23:" yv 32 string "13]"`, "", ""},
	} {
		st := newStage("action", "Ann")
		if test.center != "" {
			st.Handle(&quake2.CenterPrint{Text: []byte(test.center)})
		}
		if test.layout != "" {
			st.Handle(&quake2.Layout{Text: []byte(test.layout)})
		}
		if h := st.r.Header(); h.Server != test.server || h.Date != test.date {
			t.Errorf("%q, %q: server %q, date %q", test.center, test.layout, h.Server, h.Date)
		}
	}
}
