// Package viewer is the program that one sees: a window with a match from
// above, its transport bar and panels.
//
// The parts are packages of their own: action (what can be done and by which
// key), playback (the clock), panel (layout of everything around the map),
// settings (what is kept), instance (the one window of a user), film (pictures
// that move), ink (drawing) and stage (the map with everyone on it). This
// package wires them: it reads input, opens demos, and each frame paints what
// changed and nothing else.
package viewer

import (
	"context"
	"time"

	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/sim"
	"fragscope/viewer/instance"
	"fragscope/viewer/settings"
)

// SampleName stands for the sample that comes with the program wherever a file is named.
const SampleName = "sample:"

// Options say what the viewer starts with.
type Options struct {
	// Files are the demos to play; several are a playlist.
	Files []string
	// At is where to start; Follow the name (or a part of it) of the player to follow.
	At     time.Duration
	Follow string
	// Speed is the speed, 0 for normal; Paused starts paused.
	Speed  float64
	Paused bool
	// GameDirs are folders in which maps are looked for first.
	GameDirs []string

	// Requests are what to open while the program runs, as if it were started anew; it may be nil.
	Requests <-chan instance.Request

	// Demos opens demos.
	Demos Source
	// Maps finds the plan of a level's map.
	Maps Maps
	// Shelf keeps settings, recent demos and bookmarks; nil files keep them in memory.
	Shelf settings.Store
	// Desk is the desktop around the window.
	Desk Desk
}

// Source opens demos.
type Source interface {
	// Open opens a file; it returns when the first picture is there or there will be none.
	Open(ctx context.Context, path string) (*sim.Recording, error)
	// Choices are the demos in an archive that holds several; empty for any other file.
	Choices(path string) ([]Choice, error)
	// Member opens one of them.
	Member(ctx context.Context, path, name string) (*sim.Recording, error)
	// Sample opens the sample that comes with the program; nil, nil where there is none.
	Sample(ctx context.Context) (*sim.Recording, error)
}

// Choice is a demo in an archive.
type Choice struct {
	Name string
	Size int64
}

// Maps finds maps.
type Maps interface {
	// Plan is the plan of a level's map, from a BSP found in dirs, beside the demo or at the
	// usual places. nil, nil means that there is no such file; an error that
	// there is one that cannot be read, or, with a plan, that the file may not be the one the demo was
	// recorded on.
	Plan(ctx context.Context, h sim.Header, l sim.Level, dirs []string, hints []plan.Point) (*plan.Plan, error)
	// Textures are pictures of the textures of a plan that Plan gave, found at the same places; nil for those that are not
	// found. An error that wraps [texture.ErrNone] says why none is.
	Textures(ctx context.Context, h sim.Header, l sim.Level, dirs []string, p *plan.Plan) ([]*texture.Picture, error)
}
