package notes

import (
	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host is what the notes need from the program.
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

// Map converts between points of the window and places on the map.
type Map interface {
	// Shown returns the followed player, else the point of view, or nil. Player returns the player in a slot, or nil.
	Shown() *sim.Player
	Player(slot int) *sim.Player
	// ShownStorey returns the storey shown, counted from 0, or plan.AllStoreys.
	ShownStorey() int
	// Place returns the point of the world under a point of the window, and Screen the point of the window for a
	// point of the world.
	Place(x, y float32) (wx, wy float64)
	Screen(wx, wy float64) (x, y float32)
}
