package q3

import (
	"testing"
	"time"
)

// TestServerAndDate sends a server's name and dates in the ways used by the mods. Only data from the server counts.
func TestServerAndDate(t *testing.T) {
	const deFRaG = `\mapname\maps/test\g_gametype\0\gamename\defrag\sv_hostname\noname`
	for _, test := range []struct {
		protocol   int
		serverInfo string
		commands   []string
		server     string
		locked     bool
		date       string
		at         time.Duration
	}{
		{68, `\mapname\maps/test\sv_hostname\ ^1Red^7 house \g_needpass\1`,
			[]string{"print \"Date: 11-09-19 14:27\n\""}, "Red house", true, "", 0},
		{73, `\mapname\maps/test\sv_hostname\CA\g_needpass\0\g_levelStartTime\1440136593`,
			[]string{`rcmd screenshotJPEG "CA-2015_08_21-08_09_18"`}, "CA", false, "2015-08-21 05:56:33 UTC", 0},
		{68, `\mapname\maps/test\gamename\baseoa\g_timestamp\2026-11-21 02:01:24`, nil, "", false,
			"2026-11-21 02:01:24", 0},
		{68, `\mapname\maps/test\gamename\cpma\gamedate\Jul 27 2010`, []string{`chat "Ann: 2001_02_03-04_05_06"`,
			`stuff condump stats/2014_11_21/23_40_40.txt`,
			`ss Ann-vs-Bob-2014_11_21-23_40_41`}, "", false, "2014-11-21 23:40:40", 100 * time.Millisecond},
		{68, `\mapname\maps/test\gamename\cpma`, []string{`rec A(POV)-vs-B-cpm1a-2011_11_05-02_32_06`}, "", false,
			"2011-11-05 02:32:06", 100 * time.Millisecond},
		{68, `\mapname\maps/test\gamename\cpma`, []string{`rec 2011_13_05-02_32_06`, `ss 2011_11_05-02_32_06-x`}, "",
			false, "", 0},
		{68, deFRaG, []string{"print \"Date: 11-09-19 14:27\n\""}, "noname", false, "2019-11-09 14:27",
			100 * time.Millisecond},
	} {
		s := newStage(t, test.protocol, map[int]string{0: test.serverInfo})
		s.snap(0)
		s.snap(100)
		for _, c := range test.commands {
			s.say(c)
		}
		s.end()
		h := s.r.Header()
		if h.Server != test.server || h.Locked != test.locked || h.Date != test.date || h.DateAt != test.at {
			t.Errorf("%s %q: %q, locked %v, %q at %v", test.serverInfo, test.commands, h.Server, h.Locked,
				h.Date, h.DateAt)
		}
	}
}
