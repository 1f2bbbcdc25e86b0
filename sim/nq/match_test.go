package nq_test

import (
	"bytes"
	"testing"

	"fragscope/formats/netquake"

	"fragscope/sim/nq"
	"fragscope/sim/simtest"
)

// TestMatch plays the scripted match.
func TestMatch(t *testing.T) { simtest.Simulator(nq.Record).Match(t, "netquake") }

func TestMatchPositions(t *testing.T) {
	simtest.Positions(nq.Positions).AgreeWith(t, nq.Record, "netquake", 1)
}

// story is a moment of a game against monsters, written by hand: what the
// scripted match has no use for.
func story() []byte {
	var out bytes.Buffer
	e := netquake.NewEncoder(&out, netquake.Options{})
	e.Handle(&netquake.Track{Text: []byte("-1\n")})
	e.Handle(&netquake.Block{})
	e.Handle(&netquake.ServerInfo{Protocol: netquake.ProtocolQuake, MaxClients: 1, LevelName: []byte("Slipgate"),
		Models: [][]byte{[]byte("maps/e1m1.bsp"), []byte("progs/player.mdl"), []byte("progs/soldier.mdl"), []byte("progs/v_laserg.mdl"), []byte("progs/w_s_key.mdl")},
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
		e.Handle(&netquake.ClientData{Mask: netquake.ClientItems | netquake.ClientOnGround, Items: items, HasItems: true, HasStats: true, Health: 100, Weapon: 0})
		show(1, netquake.EntityState{Model: 2, Frame: 12, Colormap: 1, Origin: netquake.Vec3{5 * float32(moment), 0, 24}, Opacity: 1, Scale: 1})
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
	20: {&netquake.Print{Text: []byte("You got the silver key\n")}, &netquake.Sound{Sound: 1, Entity: 1, Origin: netquake.Vec3{100, 0, 0}}},
	25: {&netquake.FoundSecret{}, &netquake.CenterPrint{Text: []byte("You found a secret area!")}},
	30: {&netquake.SetPause{Paused: 1}},
	31: {&netquake.SetPause{}},
	40: {&netquake.UpdateStat{Index: netquake.StatHealth, Value: 90}, &netquake.UpdateStat{Index: netquake.StatArmor, Value: 5}, &netquake.UpdateStat{Index: netquake.StatFoundSecrets, Value: 2},
		&netquake.UpdateStat{Index: netquake.StatKilled, Value: 4}, &netquake.FoundSecret{}, &netquake.KilledMonster{}},
	45: {&netquake.CutScene{Text: []byte("Meanwhile")}},
	50: {&netquake.Finale{Text: []byte("As the corpse of the monstrous entity")}},
	55: {&netquake.Intermission{}},
}

// TestStory plays a game against monsters.
func TestStory(t *testing.T) {
	simtest.Described(t, "testdata/story.txt", simtest.Simulator(nq.Record).Bytes(story(), "story.dem"))
}
