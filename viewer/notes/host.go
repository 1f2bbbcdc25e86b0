package notes

import (
	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host provides package notes with access to the rest of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Map     Map
	Notices part.Notices
	Files   part.Files
	Store   settings.Store
	Theme   *draw.Theme
	// Kept is called when the notes or bookmarks of the demo have changed.
	Kept func()
}

// Map provides access to the current map, and converts between positions in the window and in the world.
type Map interface {
	// Shown returns the followed player or, if there is none, the player whose point of view the demo records. It
	// returns nil if there is neither. Player returns the player in the given slot, or nil if the slot is empty.
	Shown() *sim.Player
	Player(slot int) *sim.Player
	// ShownStorey returns the index of the storey shown, or plan.AllStoreys.
	ShownStorey() int
	// Place converts a position in the window to one in the world, and Screen does the reverse.
	Place(x, y float32) (wx, wy float64)
	Screen(wx, wy float64) (x, y float32)
}
