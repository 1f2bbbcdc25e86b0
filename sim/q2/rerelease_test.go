package q2

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// rereleaseConfig is where the rerelease's configstrings are.
func rereleaseConfig(t *testing.T) (config *quake2.ConfigLayout) {
	t.Helper()
	var out bytes.Buffer
	e := quake2.NewEncoder(&out, quake2.Options{})
	for _, m := range []quake2.Message{&quake2.Header{}, &quake2.Block{}, &quake2.ServerData{Protocol: 2023},
		&quake2.EndBlock{}} {
		e.Handle(m)
	}
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	d := quake2.NewDecoder(out.Bytes(), quake2.Options{})
	for d.Next(quake2.HandlerFunc(func(m quake2.Message) {
		if data, ok := m.(*quake2.ServerData); ok {
			config = data.Config
		}
	})) == nil {
	}
	return config
}

// newRerelease is a stage in a level of the rerelease's game.
func newRerelease(t *testing.T, texts recording.Texts, split []int16, names ...string) *stage {
	t.Helper()
	rec, r := recording.NewRecorder(sim.Header{})
	rec.SetTexts(texts)
	st := &stage{simulator: newSimulator(rec, quake2.NewDecoder(nil, quake2.Options{}), 0), r: r, next: 10}
	st.simulator.now = func() time.Duration { return st.now }
	config := rereleaseConfig(t)
	st.Handle(&quake2.ServerData{Protocol: 2023, Recording: quake2.RecordClient, Level: []byte("A level"),
		Config: config, Interval: 25e6, Split: split})
	set := func(i int, text string) { st.Handle(&quake2.ConfigString{Index: uint16(i), Text: []byte(text)}) }
	set(quake2.ConfigStatusBar, "yb -24 hnum anum rnum xr -50 yt 2 num 3 14")
	set(config.MaxClients, "8")
	set(config.Models+1, "maps/lab.bsp")
	set(config.Images+3, "friend")
	for i, name := range names {
		set(config.PlayerSkins+i, name+`\male/grunt\default`)
	}
	return st
}

func locPrint(flags quake2.PrintLevel, base string, args ...string) *quake2.LocPrint {
	m := &quake2.LocPrint{Flags: flags, Base: []byte(base)}
	for _, arg := range args {
		m.Args = append(m.Args, []byte(arg))
	}
	return m
}

// toldOf are the events of a recording in words, without the level's start.
func toldOf(r *recording.Recording) (list []string) {
	for _, e := range r.Events() {
		if e.Kind == sim.EventLevelStart {
			continue
		}
		line := fmt.Sprintf("%v %d %d %s %v %q", e.Kind, e.Slot.Index(), e.Attacker.Index(),
			cmp.Or(e.Weapon.Info().Name, "-"), e.Team, e.Text.Plain)
		list = append(list, line)
	}
	return list
}

func compareTold(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestKeysAreEvents(t *testing.T) {
	st := newRerelease(t, nil, nil, "Ann", "Bob")
	st.snap(view(0, 0), body(1, 0, 0), body(2, 60, 0))
	for _, m := range []*quake2.LocPrint{
		locPrint(9, "$g_mod_kill_rocket", "##P1", "##P0"),
		locPrint(9, "$g_mod_self_default", "##P0"),
		locPrint(10, "$g_got_flag", "##P1", "RED"),
		locPrint(10, "$g_flag_returned", "RED"),
		locPrint(10, "$g_joined_team", "##P1", "BLUE"),
		locPrint(9, "$g_bonus_defend_flag", "##P0", "RED"),
		locPrint(3, "({}): {}\n", "##P0", "to me {}"),
		locPrint(2, "$g_no_ammo", "$item_cells", "$item_bfg10k_def"),
		locPrint(5, "$g_you_need", "$item_blue_key_def"),
		locPrint(4, "$g_primary_mission_objective", "Find the way"),
		locPrint(5, "%bind:inven:$m_eou_press_button%The unit is over"),
		locPrint(2, "$g_of_a_mod", "##P1", "$item_shells"),
		locPrint(10, "$g_timelimit_hit"),
	} {
		st.Handle(m)
	}
	st.end()
	compareTold(t, toldOf(st.r), []string{
		`obituary 1 0 Rocket Launcher free "Ann killed Bob with a rocket"`,
		`obituary 0 -1 Suicide free "Ann took their own life"`,
		`flag_taken 1 -1 - red "Bob took the RED flag"`,
		`flag_returned -1 -1 - red "The RED flag went back"`,
		`print 1 -1 - blue "Bob joined the BLUE team"`,
		`award 0 -1 - red "Ann defended the RED flag"`,
		`team_chat 0 -1 - free "to me {}"`,
		`print -1 -1 - free "No Cells for the BFG10K"`,
		`center_print -1 -1 - free "You need the Blue Key"`,
		`center_print -1 -1 - free "Main objective: Find the way"`,
		`center_print -1 -1 - free "[inven] to go on The unit is over"`,
		`print -1 -1 - free "g_of_a_mod Bob, Shells"`,
		`match_end -1 -1 - free "The time is over"`,
		`intermission -1 -1 - free ""`,
	})
}

// The user's own texts go before ours, with places in any order.
func TestKeysInTheUsersLanguage(t *testing.T) {
	german := map[string]string{"g_mod_kill_railgun": "{1} hat {0} durchbohrt {{so}}\n", "item_shells": "Patronen",
		"g_out_of_item": "Keine {0:x}"}
	st := newRerelease(t, func(key string) (string, bool) { text, ok := german[key]; return text, ok }, nil,
		"Ann", "Bob")
	st.snap(view(0, 0), body(1, 0, 0), body(2, 60, 0))
	st.Handle(locPrint(9, "$g_mod_kill_railgun", "##P1", "##P0"))
	st.Handle(locPrint(2, "$g_out_of_item", "$item_shells"))
	st.end()
	compareTold(t, toldOf(st.r), []string{`obituary 1 0 Railgun free "Ann hat Bob durchbohrt {so}"`,
		`print -1 -1 - free "Keine Patronen"`})
}

// A server of Q2REPRO translates by itself: into a language that the user has, into our sentences, or not at all.
func TestTranslatedLines(t *testing.T) {
	german := map[string]string{"g_mod_kill_railgun": "{1} hat {0} durchbohrt\n", "g_entered_game": "{0} ist da\n"}
	st := newRerelease(t, func(key string) (string, bool) { text, ok := german[key]; return text, ok }, nil,
		"Ann", "Bob")
	st.snap(view(0, 0), body(1, 0, 0), body(2, 60, 0))
	for _, line := range []string{"##P0 hat ##P1 durchbohrt\n", "##P1 killed ##P0 with a rocket\n", "##P1 ist da\n",
		"Someone else hat ##P1 durchbohrt\n", "##P1 was railed by ##P0\n"} {
		st.Handle(&quake2.Print{Level: quake2.PrintMedium, Text: []byte(line)})
	}
	st.end()
	compareTold(t, toldOf(st.r), []string{
		`obituary 1 0 Railgun free "Ann hat Bob durchbohrt"`,
		`obituary 0 1 Rocket Launcher free "Bob killed Ann with a rocket"`,
		`connect 1 -1 - free "Bob ist da"`,
		`obituary 1 -1 Railgun free "Someone else hat Bob durchbohrt"`,
		`obituary 1 0 Railgun free "Bob was railed by Ann"`,
	})
}

// A bare key tells how somebody died whom the snapshots show to die; others are shown without what they are about.
func TestBareKeys(t *testing.T) {
	st := newRerelease(t, nil, nil, "Ann", "Bob")
	st.snap(view(0, 0), body(1, 0, 0), body(2, 60, 0))
	st.end()
	st.Handle(&quake2.Print{Level: quake2.PrintMedium, Text: []byte("g_mod_kill_railgun")})
	dead := view(0, 0)
	dead.Type, dead.Stats[quake2.StatHealth] = quake2.MoveDead, -20
	for range 14 {
		st.snap(dead, body(1, 0, 0), body(2, 60, 0))
		st.end()
	}
	st.Handle(&quake2.Print{Level: quake2.PrintHigh, Text: []byte("g_joined_team\n")})
	st.Handle(&quake2.Print{Level: quake2.PrintHigh, Text: []byte("g_no_ammo\n")})
	st.snap(dead, body(1, 0, 0), body(2, 60, 0))
	st.end()
	compareTold(t, toldOf(st.r), []string{`obituary 0 -1 Railgun free ""`,
		`print -1 -1 - free "... joined the ... team"`, `print -1 -1 - free "No ... for ..."`})
}

func TestGuides(t *testing.T) {
	st := newRerelease(t, nil, nil, "Ann")
	step := func() {
		st.snap(view(0, 0), body(1, 0, 0))
		st.end()
	}
	step()
	st.Handle(&quake2.POI{Key: 5, Time: 5000, Pos: [3]float32{1, 2, 3}, Image: 3, Color: 208})
	st.Handle(&quake2.POI{Key: 6, Pos: [3]float32{9, 0, 0}, Image: 3, Color: 1})
	st.Handle(&quake2.HelpPath{Start: 1, Pos: [3]float32{10, 0, 0}, Dir: 5})
	st.Handle(&quake2.DamageTaken{Hits: []quake2.Hit{{Encoded: quake2.HitHealth | 4, Dir: 5}}})
	for range 10 {
		step()
	}
	st.Handle(&quake2.POI{Key: 5, Time: 5000, Pos: [3]float32{4, 5, 6}, Image: 3, Color: 208})
	st.Handle(&quake2.POI{Key: 6, Time: removePOI})
	st.Handle(&quake2.HelpPath{Start: 1, Pos: [3]float32{20, 0, 0}, Dir: 5})
	for range 70 {
		step()
	}
	st.finish()
	var got []string
	for at := time.Duration(0); at <= st.r.Duration(); at += time.Second {
		for _, e := range st.r.Cursor().At(at).Effects {
			if e.Kind == sim.EffectMarker || e.Kind == sim.EffectPath || e.Kind == sim.EffectHit {
				got = append(got, fmt.Sprintf("%v: %d at %v to %v %s %v", at, e.Kind, e.Origin, e.To, e.Text, e.Color))
			}
		}
	}
	at := func(from, to int, what string) (list []string) {
		for s := from; s <= to; s++ {
			list = append(list, fmt.Sprintf("%v: %s", time.Duration(s)*time.Second, what))
		}
		return list
	}
	marker, path, hit := int(sim.EffectMarker), int(sim.EffectPath), int(sim.EffectHit)
	want := slices.Concat(
		at(1, 1, fmt.Sprintf("%d at [1 2 3] to [0 0 0] friend {60 220 60}", marker)),
		at(2, 6, fmt.Sprintf("%d at [4 5 6] to [0 0 0] friend {60 220 60}", marker)),
		at(1, 1, fmt.Sprintf("%d at [9 0 0] to [0 0 0] friend {220 220 220}", marker)),
		at(1, 1, fmt.Sprintf("%d at [10 0 0] to [10 0 64]  {0 0 0}", path)),
		at(2, 8, fmt.Sprintf("%d at [20 0 0] to [20 0 64]  {0 0 0}", path)),
		at(0, 1, fmt.Sprintf("%d at [0 0 24] to [0 0 -40] 12 {255 0 0}", hit)))
	slices.Sort(got)
	slices.Sort(want)
	compareTold(t, got, want)
}

// A restarted level is a chapter of its own.
func TestRestart(t *testing.T) {
	st := newRerelease(t, nil, nil, "Ann")
	st.snap(view(0, 0), body(1, 0, 0))
	st.end()
	st.Handle(&quake2.LevelRestart{})
	st.snap(view(500, 0), body(1, 500, 0))
	st.end()
	chapters := st.r.Levels()[0].Chapters
	if n := len(chapters); n == 0 || chapters[n-1].Name != "Begun anew" {
		t.Errorf("chapters %+v", chapters)
	}
}

// On a split screen each player is a point of view, and messages for the second do not appear on the first's screen.
func TestSplitScreen(t *testing.T) {
	st := newRerelease(t, nil, []int16{0, 1}, "Ann", "Bob")
	first, second := view(0, 0), view(300, 0)
	second.Stats[quake2.StatHealth] = 55
	snap := func() {
		st.Handle(&quake2.Frame{Number: st.next, Delta: -1, Recording: quake2.RecordClient})
		for _, ps := range []quake2.PlayerState{first, second} {
			st.Handle(&quake2.PlayerDelta{PlayerState: ps, Fields: ^quake2.PlayerFields(0),
				StatMask: ^quake2.StatMask(0)})
		}
		st.Handle(&quake2.PacketEntities{Entities: []quake2.EntityDelta{{EntityState: body(1, 0, 0), Fields: all},
			{EntityState: body(2, 300, 0), Fields: all}}})
	}
	snap()
	st.end()
	snap()
	st.Handle(&quake2.SplitClient{Split: 2})
	st.Handle(locPrint(2, "$g_out_of_item", "$item_shells"))
	st.Handle(&quake2.SplitClient{Split: 1})
	st.Handle(locPrint(2, "$g_out_of_item", "$item_cells"))
	st.end()
	w := st.world()
	if w.POV.Index() != 0 || len(w.Players) != 2 || !w.Players[0].POV || !w.Players[1].POV ||
		w.Players[1].Health != 55 {
		t.Errorf("point of view %v, players %+v", w.POV, w.Players)
	}
	compareTold(t, toldOf(st.r), []string{`print -1 -1 - free "No Cells"`})
}

// Every message is given as many arguments as its text has placeholders, and is recognised when a server sends the
// result.
func TestMessagesAreRecognised(t *testing.T) {
	st := newRerelease(t, nil, nil, "Ann", "Bob")
	for key, m := range gameMessages {
		if m.means == meansNothing {
			continue
		}
		args := []string{"Ann", "Bob"}
		if m.event == sim.EventFlagReturned && m.means == meansEvent || strings.HasPrefix(key, "g_ctf") ||
			key == "g_bonus_enemy_carrier" {
			args = []string{"RED"}
		}
		line := fill(m.text, args)
		got, back, ok := st.read.prints.texts.recognise(&st.level, line)
		if !ok || got.means != m.means || got.event != m.event || got.weapon != m.weapon ||
			len(back) > 0 && back[0] != args[0] {
			t.Errorf("%s: %q gives %v, %+v, %q", key, line, ok, got, back)
		}
	}
}

// The skin number of a player tells his team, and that he is dead before his model shows it.
func TestSkinNumbers(t *testing.T) {
	st := newRerelease(t, nil, nil, "Ann", "Bob")
	st.level.haveTeams(st.seen)
	other := body(2, 60, 0)
	other.Skin |= 2<<24 | 1<<28
	st.snap(view(0, 0), body(1, 0, 0), other)
	st.end()
	if list := st.world().Players; len(list) != 2 || list[1].Profile.Team != sim.TeamBlue || list[1].Life != sim.Dead {
		t.Errorf("%+v", list)
	}
}

// The stats of the wheel of weapons tell what a player has.
func TestWheel(t *testing.T) {
	st := newRerelease(t, nil, nil, "Ann")
	c := rereleaseConfig(t)
	set := func(i int, text string) { st.Handle(&quake2.ConfigString{Index: uint16(i), Text: []byte(text)}) }
	set(c.Images+4, "w_shotgun")
	set(c.Images+5, "w_railgun")
	set(c.Images+6, "w_blaster")
	set(c.WheelWeapons, "9|6|-1|0|0|0|5|1")
	set(c.WheelWeapons+1, "10|4|3|1|0|0|5|1")
	set(c.WheelWeapons+17, "25|5|8|1|0|0|5|1")
	set(c.WheelWeapons+3, "nothing")
	ps := view(0, 0)
	ps.Stats[32], ps.Stats[33] = 1<<0|1<<1|1<<3, 1<<1
	ps.Stats[34+27/16] |= 100 << (27 % 16) & 0x7fff // 9 bits from bit 27 on: 5 in this stat
	ps.Stats[34+27/16+1] |= 100 >> 5
	ps.Stats[34+72/16] |= 37 << (72 % 16)
	st.snap(ps, body(1, 0, 0))
	st.end()
	inv := st.world().Players[0].Inventory
	if inv == nil || inv.Weapons != sim.WeaponsOf(sim.WeaponBlaster, sim.WeaponShotgun, sim.WeaponRailgun) ||
		inv.Ammo[sim.WeaponShotgun] != 100 || inv.Ammo[sim.WeaponRailgun] != 37 {
		t.Errorf("%+v", inv)
	}
}
