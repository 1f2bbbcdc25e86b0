package qw_test

import (
	"bytes"
	"fmt"
	"testing"

	"fragscope/formats/quakeworld"

	"fragscope/sim/qw"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match.
func TestMatch(t *testing.T) { simtest.Simulator(qw.Record).Match(t, "quakeworld") }

// TestMultiViewMatch plays it as all players saw it.
func TestMultiViewMatch(t *testing.T) {
	simtest.Simulator(qw.RecordMultiView).Match(t, "quakeworld-multiview")
}

func TestMatchPositions(t *testing.T) {
	simtest.Positions(qw.Positions).AgreeWith(t, qw.Record, "quakeworld", 0)
	simtest.Positions(qw.PositionsMultiView).AgreeWith(t, qw.RecordMultiView, "quakeworld-multiview", 0)
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
	e.Handle(&quakeworld.StuffText{Text: []byte("fullserverinfo \"\\mode\\ca\\teamplay\\4\\xmod\\1.42\\deathmatch\\5\\timelimit\\10\\status\\10 min left\"\n")})
	e.Handle(&quakeworld.ModelList{NameList: quakeworld.NameList{Names: [][]byte{[]byte("maps/arena.bsp"), []byte("progs/player.mdl")}, Next: 2}})
	e.Handle(&quakeworld.ModelList{NameList: quakeworld.NameList{First: 2, Names: [][]byte{[]byte("progs/missile.mdl")}}})
	for i, info := range []string{`\name\Ada\team\red\bottomcolor\4`, `\name\Bob\team\sky\bottomcolor\13`, `\name\Cy\*spectator\1`} {
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
			e.Handle(&quakeworld.UpdateUserInfo{Player: 1, UserID: 9, Info: []byte(`\name\Dee\team\sky\bottomcolor\13`)})
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
			e.Handle(&quakeworld.PlayerInfo{Player: i, MultiView: true, Flags: quakeworld.ViewOrigin | quakeworld.ViewModel, Model: 2,
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
	simtest.Described(t, "testdata/rounds.txt", simtest.Simulator(qw.RecordMultiView).Bytes(rounds(), "rounds.mvd"))
}
