package recording

import (
	"fragscope/sim"
	"testing"
)

// TestChangedPlayers checks that a frame which names the players that changed comes to the same as one in which they are
// looked for, however many there are.
func TestChangedPlayers(t *testing.T) {
	for _, count := range []int{0, 1, 63, 64, 65, 128, 130} {
		var told, found lineup
		players := make([]FramePlayer, count)
		for i := range players {
			players[i].Slot = sim.SlotAt(i)
		}
		whole := Frame{Players: players}
		told.see(new(news), &whole, worldLimit, true)
		found.see(new(news), &whole, worldLimit, true)
		named := Frame{Players: players, Changes: Changes{Players: make([]uint64, (count+63)/64)}}
		for i := range players {
			if i%3 != 0 && i < count-1 {
				continue
			}
			players[i].Origin[0] = float32(i + 1)
			if i%2 == 0 {
				players[i].Health = int16(i + 1)
			}
			named.Changes.Players[i/64] |= 1 << (i % 64)
		}
		var a, b news
		told.see(&a, &named, worldLimit, false)
		found.see(&b, &whole, worldLimit, false)
		if len(a.poses) != len(b.poses) || len(a.rows) != len(b.rows) || count > 0 && len(a.poses) == 0 {
			t.Fatalf("of %d players %d moved and %d changed, want %d and %d", count, len(a.poses), len(a.rows),
				len(b.poses), len(b.rows))
		}
		for i := range a.poses {
			if a.poses[i] != b.poses[i] {
				t.Errorf("of %d players, pose %d is another", count, i)
			}
		}
	}
}
