//go:build !page

package viewer

import (
	"fragscope/viewer/library"
	"fragscope/viewer/live"
	"fragscope/viewer/part"
	"fragscope/viewer/race"
)

func newLive(h *part.Host) part.Part    { return live.New(h) }
func newRace(h *part.Host) part.Part    { return race.New(h) }
func newLibrary(h *part.Host) part.Part { return library.New(h) }
