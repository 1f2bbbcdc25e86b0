package panel

import (
	"testing"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

// TestPlayersNumbers checks that the list shows four-digit numbers completely, and that the number of players is not
// where scores are.
func TestPlayersNumbers(t *testing.T) {
	w := &sim.World{}
	for i := range 2 {
		w.Players = append(w.Players, sim.Player{
			Slot: sim.SlotAt(i), Life: sim.Alive, Health: 1000, Armor: 1000, Frags: 7,
			Profile: &sim.Profile{Slot: sim.SlotAt(i), Name: sim.PlainText("a")},
		})
	}
	for _, wide := range []float32{200, 240} {
		l, _, _ := Players(pen(), draw.Rect{W: wide, H: 400}, PlayersView{World: w, Followed: -1})
		whole, heading := 0, false
		for _, op := range l.Ops {
			if op.Kind != OpText {
				continue
			}
			switch op.Text {
			case "1000":
				whole++
			case "2 PLAYERS":
				heading = true
			case "2":
				t.Errorf("%v wide: the number of players stands at %v", wide, op.Rect)
			}
		}
		if whole != 4 || !heading {
			t.Errorf("%v wide: %d of 4 numbers are whole, heading %v", wide, whole, heading)
		}
	}
}
