package library

import (
	"fragscope/viewer/action"
	"fragscope/viewer/heat"
	"fragscope/viewer/part"
	"fragscope/viewer/race"
)

// Library is a stand-in for platforms without a library.
type Library struct{ host Host }

// New returns a library without demos.
func New(host Host) *Library { return &Library{host} }

// Spots returns nil, because the library has no demos.
func (l *Library) Spots() heat.Library { return nil }

// Has returns false, because the library has no demos.
func (l *Library) Has(path, member string) bool { return false }

// OnMap returns nil, because the library has no demos.
func (l *Library) OnMap() []race.Other { return nil }

// Part returns the [part.Part] that adds the library to the program.
func (l *Library) Part() part.Part {
	none := part.Action{Do: func() {}, Why: func() string { return msgNoFiles }, Idle: true}
	return part.Part{Actions: map[action.ID]part.Action{
		IDLibrary: none, IDAsk: none, action.MomentsLike: none, IDNextClip: none, IDPrevClip: none,
	}}
}
