package q2

import (
	"testing"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// TestRelayShowsEveryone plays a recording of Relay, which has the state of each player in turn.
func TestRelayShowsEveryone(t *testing.T) {
	st := newStage("", "Ann", "Bob")
	st.Handle(&quake2.ServerData{Protocol: 34, Recording: quake2.RecordRelay, Player: -1, Config: &assumed,
		Interval: 100e6})
	for i, name := range []string{"Ann", "Bob"} {
		st.Handle(&quake2.ConfigString{Index: uint16(assumed.PlayerSkins + i), Text: []byte(name + `\male/grunt`)})
	}
	st.Handle(&quake2.Frame{Number: 3, Delta: -1, Recording: quake2.RecordRelay})
	for slot, x := range []float32{10, 20} {
		st.Handle(&quake2.Unicast{Client: uint8(slot)})
		st.Handle(&quake2.PlayerDelta{PlayerState: view(x, 0), Fields: ^quake2.PlayerFields(0),
			StatMask: ^quake2.StatMask(0)})
	}
	st.Handle(&quake2.PacketEntities{Entities: []quake2.EntityDelta{
		{EntityState: body(1, 10, 0), Fields: all}, {EntityState: body(2, 20, 0), Fields: all}}})
	st.Handle(&quake2.Unicast{Client: 1})
	st.Handle(&quake2.Print{Level: quake2.PrintHigh, Text: []byte("for Bob alone\n")})
	for slot := range uint8(2) {
		st.Handle(&quake2.Unicast{Client: slot})
		st.Handle(&quake2.Print{Level: quake2.PrintChat, Text: []byte("Ann: for all\n")})
	}
	st.end()
	w := st.world()
	if len(w.Players) != 2 || w.POV.Valid() || w.Players[0].Origin[0] != 10 || w.Players[1].Origin[0] != 20 ||
		w.Players[1].Health != 100 {
		t.Errorf("POV %d, players %+v", w.POV.Index(), w.Players)
	}
	if h := st.r.Header(); h.Kind != "relay" || !h.Multi {
		t.Errorf("kind %q, multi %v", h.Kind, h.Multi)
	}
	said := 0
	for _, e := range st.r.Events() {
		switch e.Kind {
		case sim.EventChat:
			said++
		case sim.EventPrint:
			t.Errorf("a print for one client alone: %q", e.Text.Plain)
		}
	}
	if said != 1 {
		t.Errorf("said %d times", said)
	}
}

// TestMadeUpDemos plays demos written by an encoder, in old and new protocols.
func TestMadeUpDemos(t *testing.T) {
	for _, protocol := range []int32{26, 34, 56, 2023, 3434, 3436} {
		r := game.Bytes(madeUp(protocol, func(e *quake2.Encoder) {
			e.Handle(&quake2.Print{Level: quake2.PrintMedium, Text: []byte("nobody died\n")})
		}), "")
		if r.Frames() != 1 || r.Err() != nil || len(r.Damage()) != 0 || r.Header().Protocol != int(protocol) ||
			!r.Header().Complete {
			t.Errorf("protocol %d: %d frames, %v, damage %v, %+v", protocol, r.Frames(), r.Err(), r.Damage(),
				r.Header())
		}
		if len(r.Events()) != 2 {
			t.Errorf("protocol %d: events %v", protocol, r.Events())
		}
	}
}

// TestLocalisedPrints fills in the arguments of the rerelease's prints.
func TestLocalisedPrints(t *testing.T) {
	s, _ := started("", "Ann", "Bob")
	told := s.told(&quake2.LocPrint{Flags: quake2.PrintMedium | quake2.PrintBroadcast,
		Base: []byte("{0} was railed by {1}\n"),
		Args: [][]byte{[]byte("Ann"), []byte("Bob")}})
	if d, ok := told[0].(track.DeathTold); len(told) != 1 || !ok || d.Attacker.Index() != 1 ||
		d.Weapon != sim.WeaponRailgun {
		t.Errorf("told %+v", told)
	}
}
