package q1

import (
	"testing"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// TestServerAndDate finds the server's name and the date in serverinfo and in what KTX prints; a client's demo has
// the time of the server's last recording, which is not its own, and chat tells nothing.
func TestServerAndDate(t *testing.T) {
	const full = "fullserverinfo \"\\hostname\\\xc8ouse #1\\needpass\\1\\epoch\\1718558369\"\n"
	for _, test := range []struct {
		multi  bool
		info   string
		level  uint8
		print  string
		server string
		locked bool
		date   string
	}{
		{true, full, quakeworld.PrintHigh, "matchdate: 2024-06-16 19:19:39 CEST\n", "House #1", true,
			"2024-06-16 17:19:29 UTC"},
		{false, full, quakeworld.PrintHigh, "matchdate: 2024-06-16 19:19:39 CEST\n", "House #1", true,
			"2024-06-16 19:19:39 CEST"},
		{false, full, quakeworld.PrintChat, "matchdate: 2024-06-16 19:19:39 CEST\n", "House #1", true, ""},
		{true, "fullserverinfo \"\\needpass\\2\"\n", quakeworld.PrintHigh, "Date: Tue Sep 25, 17:04:11 2007\n", "",
			false, "2007-09-25 17:04:11"},
		{true, "", quakeworld.PrintHigh, "matchdate: soon\n", "", false, ""},
	} {
		rec, r := recording.NewRecorder(sim.Header{})
		s := newQuakeWorld(rec, quakeworld.Options{MultiView: test.multi})
		s.Handle(&quakeworld.StuffText{Text: []byte(test.info)})
		s.Handle(&quakeworld.Print{Level: test.level, Text: []byte(test.print)})
		if h := r.Header(); h.Server != test.server || h.Locked != test.locked || h.Date != test.date {
			t.Errorf("%v %q %q: server %q, locked %v, date %q", test.multi, test.info, test.print, h.Server,
				h.Locked, h.Date)
		}
	}
}

// TestDateOfResults finds the date in the results that KTX embeds, where nothing else told one.
func TestDateOfResults(t *testing.T) {
	for json, want := range map[string]string{
		"{\n  \"version\": 3,\n  \"date\": \"2024-06-16 17:22:17 +0000\",\n": "2024-06-16 17:22:17 +0000",
		"{ \"date\": \"2024-06-16 17:22:17\"":                                "2024-06-16 17:22:17",
		"{ \"date\": \"\", \"map\": \"dm4\"":                                 "",
		"{ \"date\": 7, \"x\": \"2024-06-16 17:22:17\"":                      "", "{ \"date\":": "", "": "",
	} {
		rec, r := recording.NewRecorder(sim.Header{})
		s := newQuakeWorld(rec, quakeworld.Options{MultiView: true})
		for _, m := range []*quakeworld.Hidden{{Type: quakeworld.HiddenDemoInfo, Data: append([]byte{1, 0}, json...)},
			{Type: quakeworld.HiddenDemoInfo, Data: []byte{0, 0, '}'}}} {
			s.Handle(m)
		}
		if got := r.Header().Date; got != want {
			t.Errorf("%q: date %q", json, got)
		}
	}
}
