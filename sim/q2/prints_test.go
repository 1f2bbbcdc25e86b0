package q2

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// started is a simulator in a level of a mod, with players of these names.
func started(dir string, names ...string) (*simulator, *recording.Recording) {
	rec, r := recording.NewRecorder(sim.Header{})
	s := newSimulator(rec, quake2.NewDecoder(nil, quake2.Options{}), 0)
	s.Handle(&quake2.ServerData{Protocol: 34, Recording: quake2.RecordClient, GameDir: []byte(dir),
		Level:  []byte("A level"),
		Config: &assumed, Interval: 100e6})
	set := func(i int, text string) { s.Handle(&quake2.ConfigString{Index: uint16(i), Text: []byte(text)}) }
	set(quake2.ConfigStatusBar, "yb -24 hnum anum rnum xr -50 yt 2 num 3 14")
	set(assumed.MaxClients, "8")
	set(assumed.MapChecksum, "-2")
	set(assumed.Models+1, "maps/lab.bsp")
	for i, name := range names {
		set(assumed.PlayerSkins+i, name+`\male/grunt`)
	}
	return s, r
}

// TestWordingsAreFound reads every obituary in every gender, for players whose names are parts of each other.
func TestWordingsAreFound(t *testing.T) {
	s, _ := started("", "a", "a b", "a b's pain", "'s", ".")
	for _, victim := range []int{0, 1, 2} {
		for _, attacker := range []int{0, 1, 3} {
			for _, p := range obituaryPatterns {
				for _, text := range inGenders(p.Text) {
					attacked := strings.Contains(text, "%k")
					if attacked == (victim == attacker) {
						continue
					}
					names := []string{"a", "a b", "a b's pain", "'s"}
					line := strings.NewReplacer("%v", names[victim], "%k", names[attacker]).Replace(text)
					for _, end := range []string{"", "."} {
						d, ok := obituaries().Find(line+end, s.level.nameList())
						want := attacker
						if !attacked {
							want = -1
						}
						if !ok || d.Victim.Index() != victim || d.Attacker.Index() != want || d.Weapon != p.Weapon {
							t.Errorf("%q: %v, %d by %d with %v", line+end, ok, d.Victim.Index(),
								d.Attacker.Index(), d.Weapon)
						}
					}
				}
			}
		}
	}
}

func TestPrints(t *testing.T) {
	tests := []struct {
		dir   string
		level quake2.PrintLevel
		text  string
		kind  sim.EventKind
		slot  int
		plain string
	}{
		{"", quake2.PrintChat, "Ann: hello\n", sim.EventChat, 0, "hello"},
		{"", quake2.PrintChat, "Ann: b: hello\n", sim.EventChat, 1, "hello"},
		{"", quake2.PrintChat, "(Ann): at the mega\n", sim.EventTeamChat, 0, "at the mega"},
		{"action", quake2.PrintChat, "[DEAD] Ann: too late\n", sim.EventChat, 0, "too late"},
		{"action", quake2.PrintChat, "[DEAD] (Ann): too late\n", sim.EventTeamChat, 0, "too late"},
		{"", quake2.PrintChat, "Game resuming in 10 seconds\n", sim.EventPrint, -1, "Game resuming in 10 seconds"},
		{"", quake2.PrintHigh, "Ann entered the game\n", sim.EventConnect, 0, "Ann entered the game"},
		{"", quake2.PrintHigh, "Ann disconnected\n", sim.EventDisconnect, 0, "Ann disconnected"},
		{"", quake2.PrintHigh, "Zoe disconnected\n", sim.EventPrint, -1, "Zoe disconnected"},
		{"ctf", quake2.PrintHigh, "Ann got the RED flag!\n", sim.EventFlagTaken, 0, "Ann got the RED flag!"},
		{"ctf", quake2.PrintHigh, "Ann captured the BLUE flag!\n", sim.EventCapture, 0, "Ann captured the BLUE flag!"},
		{"ctf", quake2.PrintHigh, "The BLUE flag has returned!\n", sim.EventFlagReturned, -1,
			"The BLUE flag has returned!"},
		{"opentdm", quake2.PrintHigh, "Fight!\n", sim.EventMatchStart, -1, "Fight!"},
		{"opentdm", quake2.PrintChat, "Ann called a time out. Match will resume automatically in 5:00.\n",
			sim.EventTimeout, -1,
			"Ann called a time out. Match will resume automatically in 5:00."},
		{"", quake2.PrintMedium, "Ann was eaten by a grue\n", sim.EventPrint, -1, "Ann was eaten by a grue"},
		{"", quake2.PrintMedium, "Ann was railed by Ann: b\n", sim.EventObituary, 0, "Ann was railed by Ann: b"},
		{"", quake2.PrintMedium, "\xc1nn was railed by Ann: b\n", sim.EventObituary, 0, "Ann was railed by Ann: b"},
	}
	for _, test := range tests {
		s, _ := started(test.dir, "Ann", "Ann: b")
		told := s.told(&quake2.Print{Level: test.level, Text: []byte(test.text)})
		var e sim.Event
		switch m := told[len(told)-1].(type) {
		case track.Happened:
			e = m.Event
		case track.Announced:
			e = m.Event
		case track.DeathTold:
			e = sim.Event{Kind: sim.EventObituary, Slot: m.Victim, Attacker: m.Attacker, Text: m.Text}
		}
		if e.Kind != test.kind || e.Slot.Index() != test.slot || e.Text.Plain != test.plain {
			t.Errorf("%q: %v of %d: %q", test.text, e.Kind, e.Slot.Index(), e.Text.Plain)
		}
	}
}

func TestTeamsOfActionQuake(t *testing.T) {
	s, _ := started("action", "Ann", "Bob", "Cid")
	var told []track.Told
	for _, line := range []string{"Ann joined Nuts.\n", "Bob joined The Po-leese.\n",
		"Current score is Nuts: 3 to The Po-leese: 4\n"} {
		told = append(told, s.told(&quake2.Print{Level: quake2.PrintHigh, Text: []byte(line)})...)
	}
	told = append(told,
		s.told(
			&quake2.Layout{
				Text: []byte(`xv -20 yv 0 string2 "  5 The Po-lees Frg Tim Png" yv 16 string "Cid   2   1  40"`)})...)
	for _, want := range []track.Told{
		track.TeamScored{Team: sim.TeamRed, Score: 3}, track.TeamScored{Team: sim.TeamBlue, Score: 5},
		track.SeatTeam{Slot: sim.SlotAt(2), Team: sim.TeamBlue, Name: "The Po-leese"},
		track.SeatTallied{Slot: sim.SlotAt(2), Frags: 2, Deaths: sim.Unknown, Ping: 40},
	} {
		if !has(told, want) {
			t.Errorf("not told: %+v", want)
		}
	}
	for slot, team := range []sim.Team{sim.TeamRed, sim.TeamBlue} {
		if !slices.ContainsFunc(told, func(m track.Told) bool {
			j, ok := m.(track.SeatTeam)
			return ok && j.Slot == sim.SlotAt(slot) && j.Team == team && j.Joins.Plain != ""
		}) {
			t.Errorf("%d does not join %v", slot, team)
		}
	}
}

// told is what a message tells.
func (s *simulator) told(m quake2.Message) []track.Told {
	var o track.Observations
	s.read.message(&s.level, m, &o)
	return o.Told
}

// has reports whether something was told; events cannot be compared.
func has(told []track.Told, want track.Told) bool {
	return slices.ContainsFunc(told, func(m track.Told) bool { return reflect.DeepEqual(m, want) })
}

func TestScoreboards(t *testing.T) {
	tally := func(slot, frags, deaths, ping int) track.Told {
		return track.SeatTallied{Slot: sim.SlotAt(slot), Frags: frags, Deaths: deaths, Ping: ping}
	}
	const none = sim.Unknown
	for _, c := range []struct {
		mod    string
		names  []string
		layout string
		want   []track.Told
	}{
		{"", []string{"Ann", "Bob"}, "client 0 32 1 -3 25 4 client 160 32 0 12 999 4",
			[]track.Told{tally(0, 12, none, 999), tally(1, -3, none, 25)}},
		{"openffa", []string{"Ann", "2 Bob"},
			`xv 0 yv 18 cstring "[2026-01-01 20:00]" xv -16 yv 26 string "Player          Frg Dth Eff% FPH Time Ping"
			xv -40 yv 34 string2 " 1 2 Bob            12   4  75   40 1:05   33" yv 42 string " 2 Ann              -1   9   0    0   12   48"`,
			[]track.Told{tally(0, -1, 9, 48), tally(1, 12, 4, 33)}},
		{"action", []string{"Ann", "Bob"},
			`xv 0 yv 32 string2 "Frags Player          Time Ping Damage" xv 0 yv 40 string2 "----- --------------- ---- ---- ------"
			yv 48 string "    7 Ann                3   41    350"`, []track.Told{tally(0, 7, none, 41),
				track.StatisticTold{Statistic: sim.Statistic{Slot: sim.SlotAt(0), Stat: sim.StatDamageGiven,
					Value: 350}}}},
		{"ctf", []string{"Ann", "Bob"}, "ctf 0 32 1 5 25 ctf 160 32 0 7 40",
			[]track.Told{tally(0, 7, none, 40), tally(1, 5, none, 25),
				track.SeatTeam{Slot: sim.SlotAt(0), Team: sim.TeamBlue},
				track.SeatTeam{Slot: sim.SlotAt(1), Team: sim.TeamRed}}},
		{"opentdm", []string{"Ann", "Bob", "Cid"},
			`xv 8 yv 0 string2 " Team   Frags" yv 8 string "Home  1" yv 16 string "Away  2" yv 24 string "Away:40(male/grunt)"
			yv 32 string2 " Name            Frags Dths Net Ping" yv 40 string "*Bob    2    1   1  25" yv 56 string2 " Spectators" yv 64 string "Cid:33->Bob"`,
			[]track.Told{tally(1, 2, 1, 25), track.SeatTeam{Slot: sim.SlotAt(1), Team: sim.TeamBlue, Name: "Away"},
				track.SeatWatches{Slot: sim.SlotAt(2)}, tally(2, none, none, 33)}},
	} {
		s, _ := started(c.mod, c.names...)
		s.Handle(&quake2.ConfigString{Index: uint16(assumed.General), Text: []byte("    Home")})
		s.Handle(&quake2.ConfigString{Index: uint16(assumed.General + 1), Text: []byte("    Away")})
		told := s.told(&quake2.Layout{Text: []byte(c.layout)})
		tallies := 0
		for _, m := range told {
			if _, ok := m.(track.SeatTallied); ok {
				tallies++
			}
		}
		for _, want := range c.want {
			if _, ok := want.(track.SeatTallied); ok {
				tallies--
			}
			if !has(told, want) {
				t.Errorf("%q: not told: %+v", c.mod, want)
			}
		}
		if tallies != 0 {
			t.Errorf("%q: %d more rows than wanted", c.mod, tallies)
		}
	}
}

// TestTablesOfOpenTDM reads what OpenTDM prints of a player at the end of a match, in which the heads have their
// high bits set.
func TestTablesOfOpenTDM(t *testing.T) {
	high := func(s string) string {
		b := []byte(s)
		for i := range b {
			b[i] |= 0x80
		}
		return string(b)
	}
	s, _ := started("opentdm", "Ann", "Bob")
	var told []track.Told
	for _, text := range []string{
		"Stats for Bob:\n\n            " + high("Item") + " | " + high("Acc. Kills Deaths Dealt Recvd Pick Miss") +
			"\n----+----\n" +
			" Rocket Launcher |   9%     2      4   858  2880    7   18\n        Grenades |   0%     0      -     5     -    0    0\n" +
			"    Combat Armor |    -     -      -     -     -   28   22\n      Adrenaline |    -     -      -     -     -    3    0\n      MegaHealth |    -     -      -     -     -    6    8\n",
		"\n" + high("Total") + "  | " + high("Kills Dths Sui TKs Tele Dealt Recvd TDealt TRecvd") +
			"\n-------+----\nPlayer |     4   17   1   0    0  2808  4666      3      0\n\n",
		"Player |     4   17   1   0    0  2808  4666      3      0\n",
	} {
		told = append(told, s.told(&quake2.Print{Level: quake2.PrintHigh, Text: []byte(text)})...)
	}
	var got []sim.Statistic
	for _, m := range told {
		if m, ok := m.(track.StatisticTold); ok {
			got = append(got, m.Statistic)
		}
	}
	var want []sim.Statistic
	add := func(w sim.Weapon, i sim.Item, stat sim.Stat, v float64) {
		want = append(want, sim.Statistic{Slot: sim.SlotAt(1), Weapon: w, Item: i, Stat: stat, Value: v})
	}
	add(sim.WeaponRocketLauncher, 0, sim.StatAccuracy, 9)
	add(sim.WeaponRocketLauncher, 0, sim.StatWeaponKills, 2)
	add(sim.WeaponRocketLauncher, 0, sim.StatWeaponDamage, 858)
	add(sim.WeaponRocketLauncher, 0, sim.StatWeaponTaken, 7)
	add(sim.WeaponHandGrenade, 0, sim.StatAccuracy, 0)
	add(sim.WeaponHandGrenade, 0, sim.StatWeaponKills, 0)
	add(sim.WeaponHandGrenade, 0, sim.StatWeaponDamage, 5)
	add(sim.WeaponHandGrenade, 0, sim.StatWeaponTaken, 0)
	add(0, sim.ItemArmorYellow, sim.StatItemsTaken, 28)
	add(0, sim.ItemMegaHealth, sim.StatItemsTaken, 6)
	for i, v := range []float64{4, 17, 1, 0, 2808, 4666, 3} {
		add(0, 0, []sim.Stat{sim.StatKills, sim.StatDeaths, sim.StatSuicides, sim.StatTeamKills, sim.StatDamageGiven,
			sim.StatDamageTaken, sim.StatDamageTeam}[i], v)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestModels(t *testing.T) {
	for model, want := range map[string]class{
		"*12":                              {kind: classPart},
		"models/weapons/g_rocket/tris.md2": {kind: classItem, itemDef: weapon(sim.WeaponRocketLauncher)},
		"models/items/armor/body/tris.md2": {kind: classItem, itemDef: item(sim.ItemArmorRed, 20)},
		"models/objects/rocket/tris.md2": {kind: classProjectile,
			itemDef: itemDef{weapon: sim.WeaponRocketLauncher}},
		"sprites/s_bfg1.sp2":                   {kind: classProjectile, itemDef: itemDef{weapon: sim.WeaponBFG}},
		"models/monsters/boss3/rider/tris.md2": {kind: classMonster, itemDef: itemDef{name: "Makron"}},
		"models/monsters/unheardof/tris.md2":   {kind: classMonster, itemDef: itemDef{name: "unheardof"}},
		"models/objects/gibs/head2/tris.md2":   {kind: classGib},
		"models/objects/dmspot/tris.md2":       {},
		"players/male/flag2.md2": {kind: classItem,
			itemDef: itemDef{item: sim.ItemFlag, team: sim.TeamBlue}},
	} {
		if got := mods[0].classify(model); got.kind != want.kind || got.itemDef != want.itemDef {
			t.Errorf("%s: %+v, want %+v", model, got, want)
		}
	}
	if got := modOf("Action").classify("models/weapons/g_machn/tris.md2"); got.weapon != sim.WeaponSubmachinegun ||
		got.respawn != 0 {
		t.Errorf("in Action Quake 2: %+v", got)
	}
}

// TestEventsAreOneLine prints lines at once, as OpenTDM does with the settings of a match.
func TestEventsAreOneLine(t *testing.T) {
	s, _ := started("opentdm", "Ann")
	told := s.told(&quake2.Print{Level: quake2.PrintHigh, Text: []byte("Settings:\nTimelimit: 10\n")})
	told = append(told, s.told(&quake2.CenterPrint{Text: []byte("one\ntwo")})...)
	want := []track.Told{
		track.Happened{Event: sim.Event{Kind: sim.EventPrint, Text: sim.PlainText("Settings: Timelimit: 10")}},
		track.CenterPrinted{Text: sim.PlainText("one\ntwo"), Last: centerTime},
		track.Happened{Event: sim.Event{Kind: sim.EventCenterPrint, Text: sim.PlainText("one two")}},
	}
	if !reflect.DeepEqual(told, want) {
		t.Errorf("told %+v, want %+v", told, want)
	}
}

// TestDeathsOfWarmup counts the deaths of a match, not those before and after it.
func TestDeathsOfWarmup(t *testing.T) {
	st := newStage("opentdm", "Ann", "Bob")
	say := func(lines ...string) {
		for _, line := range lines {
			st.Handle(&quake2.Print{Level: quake2.PrintHigh, Text: []byte(line + "\n")})
			st.snap(view(0, 0), body(1, 0, 0), body(2, 100, 0))
			st.end()
		}
	}
	status := func(text string) {
		st.Handle(&quake2.ConfigString{Index: uint16(assumed.General + tdmStatus), Text: []byte(text)})
	}
	status("Warmup")
	say("", "Bob was railed by Ann", "Bob was railed by Ann")
	status("Match")
	say("Fight!", "Bob was railed by Ann", "Timelimit hit. Match ended.")
	status("Warmup")
	say("Bob was railed by Ann", "")
	st.finish()
	for _, e := range st.r.Roster() {
		if want := int16(e.Profile.Slot.Index()); e.Deaths != want {
			t.Errorf("%s died %d times, want %d", e.Profile.Name.Plain, e.Deaths, want)
		}
	}
}

// TestDeathsOfUnknownWordings checks that a death that is seen but whose line is unknown, and one whose line is known,
// each count once.
func TestDeathsOfUnknownWordings(t *testing.T) {
	st := newStage("", "Ann", "Bob")
	dead := view(0, 0)
	dead.Type = quake2.MoveDead
	dead.Stats[quake2.StatHealth] = -10
	for i, line := range []string{"", "Ann was taken apart by gremlins", "", "Ann was railed by Bob", ""} {
		if line != "" {
			st.Handle(&quake2.Print{Level: quake2.PrintMedium, Text: []byte(line + "\n")})
		}
		for range 15 {
			if i%2 == 0 {
				st.snap(view(0, 0), body(2, 100, 0))
			} else {
				st.snap(dead, body(2, 100, 0))
			}
			st.end()
		}
	}
	var got []string
	for _, e := range st.r.Events() {
		if e.Kind == sim.EventObituary {
			got = append(got, e.String())
		}
	}
	if s := strings.Join(got, "; "); s != "Ann died; Bob killed Ann (Railgun)" {
		t.Errorf("%s", s)
	}
}
