package q1_test

import (
	"bytes"
	"fmt"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/q1"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match as a client's demo of both games, and as all
// players saw it.
func TestMatch(t *testing.T) {
	for _, test := range []struct {
		name  string
		play  simtest.Simulator
		list  simtest.Positions
		first int // the game's number of the first player
	}{
		{"netquake", q1.RecordNetQuake, q1.PositionsNetQuake, 1},
		{"quakeworld", q1.RecordQuakeWorld, q1.PositionsQuakeWorld, 0},
		{"quakeworld-multiview", q1.RecordMultiView, q1.PositionsMultiView, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.play.Match(t, test.name)
			test.list.AgreeWith(t, test.play, test.name, test.first)
		})
	}
}

// story is a moment of a game against monsters, written by hand: which the scripted match does not cover.
func story() []byte {
	var out bytes.Buffer
	e := netquake.NewEncoder(&out, netquake.Options{})
	e.Handle(&netquake.Track{Text: []byte("-1\n")})
	e.Handle(&netquake.Block{})
	e.Handle(&netquake.ServerInfo{Protocol: netquake.ProtocolQuake, MaxClients: 1, LevelName: []byte("Slipgate"),
		Models: [][]byte{[]byte("maps/e1m1.bsp"), []byte("progs/player.mdl"), []byte("progs/soldier.mdl"),
			[]byte("progs/v_laserg.mdl"), []byte("progs/w_s_key.mdl")},
		Sounds: [][]byte{[]byte("misc/medkey.wav")}})
	e.Handle(&netquake.SetView{Entity: 1})
	e.Handle(&netquake.UpdateName{Name: []byte("Ada")})
	e.Handle(&netquake.UpdateStat{Index: netquake.StatTotalSecrets, Value: 3})
	e.Handle(&netquake.UpdateStat{Index: netquake.StatTotalMonsters, Value: 20})
	key := netquake.EntityState{Model: 5, Origin: netquake.Vec3{100, 0, 0}, Opacity: 1, Scale: 1}
	e.Handle(&netquake.SpawnBaseline{Entity: 11, Baseline: netquake.Baseline{Model: 5, Origin: key.Origin}})
	for moment := range 60 {
		e.Handle(&netquake.Block{})
		e.Handle(&netquake.Time{Seconds: 1 + float32(moment)/10})
		show := func(entity uint16, s netquake.EntityState) {
			var u netquake.UpdateEntity
			u.SetState(entity, netquake.NewEntityState(), s)
			e.Handle(&u)
		}
		for _, m := range happenings[moment] {
			e.Handle(m)
		}
		items := uint32(1 | 1<<12)
		if moment >= 20 {
			items |= 1 << 17
		}
		e.Handle(&netquake.ClientData{Mask: netquake.ClientItems | netquake.ClientOnGround, Items: items,
			HasItems: true, HasStats: true, Health: 100, Weapon: 0})
		show(1, netquake.EntityState{Model: 2, Frame: 12, Colormap: 1, Origin: netquake.Vec3{5 * float32(moment), 0,
			24}, Opacity: 1, Scale: 1})
		soldier := netquake.EntityState{Model: 3, Frame: 0, Origin: netquake.Vec3{200, 100, 24}, Opacity: 1, Scale: 1}
		if moment >= 10 {
			soldier.Frame = uint16(min(8+moment-10, 17))
		}
		show(10, soldier)
		if moment < 20 {
			e.Handle(&netquake.UpdateEntity{Entity: 11})
		}
	}
	if err := e.Finish(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// happenings are what happens at some moments of the story.
var happenings = map[int][]netquake.Message{
	5:  {&netquake.CenterPrint{Text: []byte("Press the button")}},
	10: {&netquake.KilledMonster{}},
	20: {&netquake.Print{Text: []byte("You got the silver key\n")},
		&netquake.Sound{Sound: 1, Entity: 1, Origin: netquake.Vec3{100, 0, 0}}},
	25: {&netquake.FoundSecret{}, &netquake.CenterPrint{Text: []byte("You found a secret area!")}},
	30: {&netquake.SetPause{Paused: 1}},
	31: {&netquake.SetPause{}},
	40: {&netquake.UpdateStat{Index: netquake.StatHealth, Value: 90}, &netquake.UpdateStat{Index: netquake.StatArmor,
		Value: 5}, &netquake.UpdateStat{Index: netquake.StatFoundSecrets, Value: 2},
		&netquake.UpdateStat{Index: netquake.StatKilled, Value: 4}, &netquake.FoundSecret{}, &netquake.KilledMonster{}},
	45: {&netquake.CutScene{Text: []byte("Meanwhile")}},
	50: {&netquake.Finale{Text: []byte("As the corpse of the monstrous entity")}},
	55: {&netquake.Intermission{}},
}

// TestStory plays a game against monsters.
func TestStory(t *testing.T) {
	simtest.Described(t, "testdata/story.txt", simtest.Simulator(q1.RecordNetQuake).Bytes(story(), "story.dem"))
}

// rounds is a few seconds of KTX's Clan Arena and a pause, written by hand: what
// the scripted match has no use for.
func rounds() []byte {
	var out bytes.Buffer
	e := quakeworld.NewEncoder(&out, quakeworld.Options{MultiView: true})
	all := func(delta uint8) { e.Handle(&quakeworld.Block{Code: uint8(quakeworld.KindAll), Delta: delta}) }
	print := func(text string) { e.Handle(&quakeworld.Print{Level: quakeworld.PrintHigh, Text: []byte(text)}) }
	all(0)
	e.Handle(&quakeworld.ServerData{Protocol: 28, GameDir: []byte("qw"), Seconds: 1, LevelName: []byte("Arena")})
	e.Handle(
		&quakeworld.StuffText{
			Text: []byte(
				"fullserverinfo \"\\mode\\ca\\teamplay\\4\\xmod\\1.42\\deathmatch\\5\\timelimit\\10\\status\\10 min left\"\n")})
	e.Handle(&quakeworld.ModelList{NameList: quakeworld.NameList{Names: [][]byte{[]byte("maps/arena.bsp"),
		[]byte("progs/player.mdl")}, Next: 2}})
	e.Handle(&quakeworld.ModelList{NameList: quakeworld.NameList{First: 2,
		Names: [][]byte{[]byte("progs/missile.mdl")}}})
	for i, info := range []string{`\name\Ada\team\red\bottomcolor\4`, `\name\Bob\team\sky\bottomcolor\13`,
		`\name\Cy\*spectator\1`} {
		e.Handle(&quakeworld.UpdateUserInfo{Player: uint8(i), UserID: int32(i + 1), Info: []byte(info)})
	}
	for second := range 12 {
		all(200)
		switch second {
		case 1, 6:
			print(fmt.Sprintf("round [%d] starts in 2 seconds\n", second/5+1))
		case 2, 7:
			e.Handle(&quakeworld.CenterPrint{Text: []byte("FIGHT!")})
		case 4:
			print("Team red has won the round\n")
		case 5:
			print("Bob rides Ada's rocket\n")
			e.Handle(&quakeworld.UpdateUserInfo{Player: 1, UserID: 9,
				Info: []byte(`\name\Dee\team\sky\bottomcolor\13`)})
		case 8:
			e.Handle(&quakeworld.SetPause{Paused: 1})
		case 9:
			e.Handle(&quakeworld.SetPause{})
			e.Handle(&quakeworld.ServerInfo{Key: []byte("teamplay"), Value: []byte("0")})
		case 10:
			e.Handle(&quakeworld.KilledMonster{})
			e.Handle(&quakeworld.FoundSecret{})
		case 11:
			e.Handle(&quakeworld.Finale{Text: []byte("The end")})
		}
		for i := range uint8(2) {
			e.Handle(&quakeworld.PlayerInfo{Player: i, MultiView: true,
				Flags: quakeworld.ViewOrigin | quakeworld.ViewModel, Model: 2,
				Origin: quakeworld.Vec3{float32(10 * second), 0, 0}})
		}
		e.Handle(&quakeworld.PacketEntities{Delta: second > 0})
	}
	if err := e.Finish(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// TestRounds plays rounds.
func TestRounds(t *testing.T) {
	simtest.Described(t, "testdata/rounds.txt", simtest.Simulator(q1.RecordMultiView).Bytes(rounds(), "rounds.mvd"))
}

// TestIntermissionShowsNobody checks that nobody is visible during the intermission, when all players are moved to the
// camera.
func TestIntermissionShowsNobody(t *testing.T) {
	for _, name := range corpus.Demos(t, []string{"qw/mvd/p28-ext"}, "4on4*.mvd", "1on1*.mvd") {
		r := simtest.Simulator(q1.RecordMultiView).Bytes(corpus.Load(t, name), name)
		w := r.Cursor().At(r.Duration())
		for i := range w.Players {
			if p := &w.Players[i]; w.Phase != sim.PhaseIntermission || p.Visible {
				t.Errorf("%s: in phase %v slot %d is seen at %v", name, w.Phase, p.Slot.Index(), p.Origin)
			}
		}
	}
}

// TestNobodyIsInvented checks that an entity with the number of a player whom the demo never mentions is not a player.
func TestNobodyIsInvented(t *testing.T) {
	var out bytes.Buffer
	e := quakeworld.NewEncoder(&out, quakeworld.Options{})
	sequence := uint32(0)
	packet := func() {
		sequence++
		e.Handle(&quakeworld.Block{Code: uint8(quakeworld.KindRead), Seconds: float32(sequence) / 10,
			Sequence: sequence, Acknowledged: sequence - 1})
	}
	packet()
	e.Handle(&quakeworld.ServerData{Protocol: 28, GameDir: []byte("qw"), LevelName: []byte("Arena")})
	e.Handle(&quakeworld.UpdateUserInfo{Player: 0, UserID: 1, Info: []byte(`\name\Ada`)})
	for range 3 {
		packet()
		e.Handle(&quakeworld.PlayerInfo{Player: 0, Msec: 13})
		e.Handle(&quakeworld.PlayerInfo{Player: 5, Msec: 13})
		e.Handle(&quakeworld.PacketEntities{})
	}
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	r := simtest.Simulator(q1.RecordQuakeWorld).Bytes(out.Bytes(), "junk.qwd")
	if w := r.Cursor().At(r.Duration()); len(w.Players) != 1 || len(r.Roster()) != 1 {
		t.Errorf("%d players, roster %v", len(w.Players), r.Roster())
	}
}
