package q3

import (
	"regexp"
	"strings"

	"fragscope/sim"
)

// serverHeader records what the serverinfo tells of the server, and of the date: Quake Live tells
// when the level began (g_levelStartTime, in seconds), OpenArena too (g_timestamp; g_main.c, G_InitGame).
func (s *game) serverHeader(h *sim.Header) {
	h.Server = strings.TrimSpace(s.mod.coloring.text(s.serverInfo["sv_hostname"]).Plain)
	h.Locked = atoi(s.serverInfo["g_needpass"]) != 0
	h.SetDate(sim.UnixDate(s.serverInfo["g_levelstarttime"]), s.t.Now())
	h.SetDate(sim.ParseDate("2006-01-02 15:04:05", s.serverInfo["g_timestamp"]), s.t.Now())
}

// stamped are the commands by which a server has its clients record, make pictures and keep the
// console, in files that it names for the moment: CPMA (rec, ss, stuff), Quake Live (rcmd).
var stamped = map[string]bool{"rec": true, "ss": true, "stuff": true, "rcmd": true}

var stamp = regexp.MustCompile(`(\d{4}_\d\d_\d\d)[-/](\d\d_\d\d_\d\d)(\.txt)?$`)

// dateOf records the date that a server command tells, if there was none before.
func (s *game) dateOf(a []string) {
	if len(a) < 2 || !stamped[a[0]] && a[0] != "print" || s.rec.Header().Date != "" {
		return
	}
	date := ""
	if a[0] == "print" {
		// Month first: DeFRaG of 2 November 2019 says "11-09-19".
		if text, ok := strings.CutPrefix(a[1], "Date: "); ok && s.mod.tells.runs {
			date = sim.ParseDate("01-02-06 15:04", strings.TrimSpace(text))
		}
	} else if m := stamp.FindStringSubmatch(strings.TrimRight(a[len(a)-1], "\n;")); m != nil {
		date = sim.ParseDate("2006_01_02 15_04_05", m[1]+" "+m[2])
	}
	if date == "" {
		return
	}
	h := s.rec.Header()
	h.SetDate(date, s.t.Now())
	s.rec.SetHeader(h)
}
