package notes

import (
	"fragscope/viewer/draw"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// Host is what the notes ask of the program.
type Host struct {
	part.Program
	Demo    part.Demo
	Clock   part.Clock
	Map     Map
	Notices part.Notices
	Files   part.Files
	Store   settings.Store
	Theme   *draw.Theme
	// Kept is called when what is kept about the demo has changed.
	Kept func()
}

// Map is where on the map the hand is.
type Map interface {
	// ShownStorey is the storey that is shown, from 0; plan.AllStoreys for all.
	ShownStorey() int
	// Place is the place of the world under a point of the window, Screen the point of a place.
	Place(x, y float32) (wx, wy float64)
	Screen(wx, wy float64) (x, y float32)
}
