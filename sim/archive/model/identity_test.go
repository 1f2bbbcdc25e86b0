package model

import (
	"testing"
	"time"

	"fragscope/sim"
)

func TestDateInName(t *testing.T) {
	for name, want := range map[string]string{
		"mejtisson(POV)-vs-Anarki-aerowalk-2015_02_05-19_55_34.dm_90": "2015-02-05 19:55",
		"1on1_milton_vs_mushi[tron]20240616-1719.mvd":                 "2024-06-16 17:19",
		"duel-2010-07-03.dm_68":                                       "2010-07-03",
		"2on2_red_vs_blue[dm4]310720-1950.mvd":                        "", // the year may be the first or the last
		"match-20241399-1719.mvd":                                     "",
		"run-20240616-9999.dm_68":                                     "2024-06-16",
		"id-120240616-1719.mvd":                                       "",
		"2015_02-05.dm2":                                              "",
	} {
		if got := DateInName(name); got != want {
			t.Errorf("%s is of %q, want %q", name, got, want)
		}
	}
}

func TestDateOf(t *testing.T) {
	changed := time.Date(2020, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600))
	for _, test := range []struct{ told, base, text, source string }{
		{"2022-01-04 09:15:39 CET", "", "2022-01-04T08:15:39Z", "told"},
		{"2022-01-04 09:15:39 +0330", "", "2022-01-04T05:45:39Z", "told"},
		{"2022-01-04 09:15", "x-20200102", "2022-01-04T09:15Z", "told_local"},
		{"2022-01-04 09:15:39 XYZT", "", "2022-01-04T09:15:39Z", "told_local"},
		{"", "a-20240616-1719.mvd", "2024-06-16T17:19Z", "name"},
		{"", "a-20240616.mvd", "2024-06-16", "name"},
		{"", "a.mvd", "2020-01-02T02:04:05Z", "file"},
	} {
		if d := DateOf(test.told, test.base, changed); d.Text != test.text || d.Source != test.source {
			t.Errorf("%q, %q: %s of %s, want %s of %s", test.told, test.base, d.Text, d.Source, test.text, test.source)
		}
	}
	if d := DateOf("", "a.mvd", time.Time{}); d.Text != "" {
		t.Errorf("a date of nothing: %s", d.Text)
	}
}

func TestIdentity(t *testing.T) {
	for _, test := range []struct{ name, account, id, rests, sure string }{
		{"  Bob  The ", "", "name:bob the", "name", "likely"},
		{"UnnamedPlayer", "", "name:unnamedplayer", "name", "no"},
		{"player(1)", "", "name:player(1)", "name", "no"},
		{"bob", "steam:7656", "steam:7656", "steam", "certain"},
		{"bob", "auth:bob", "auth:bob", "auth", "certain"},
	} {
		id, rests, sure := Identity(&sim.Profile{Name: sim.PlainText(test.name), Account: test.account})
		if id != test.id || rests != test.rests || sure != test.sure {
			t.Errorf("%q, %q: %s by %s, %s", test.name, test.account, id, rests, sure)
		}
	}
}

func TestModesAreOfTheList(t *testing.T) {
	for told, want := range map[string]string{"Tournament": "duel", "Hoonymode": "duel", "Capture Strike": "ctf",
		"Clan Arena": "ca", "Wipeout": "ca", "Freeze Tag": "ft", "DeFRaG CPM": "race", "2v2 Team Deathmatch": "tdm",
		"4 on 4": "tdm", "Free For All": "ffa", "Deathmatch": "ffa", "Single Player": "sp", "Cooperative": "coop",
		"Stopwatch": "objective", "Red Rover": "other"} {
		if got := Mode(told, sim.Versus, want == "tdm"); got != want {
			t.Errorf("%s is %s, want %s", told, got, want)
		}
	}
	if got := Mode("Deathmatch", sim.Versus, true); got != "tdm" {
		t.Errorf("deathmatch of teams is %s", got)
	}
}
