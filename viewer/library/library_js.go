package library

import (
	"fragscope/viewer/action"
	"fragscope/viewer/heat"
	"fragscope/viewer/part"
	"fragscope/viewer/race"
)

// Library stands in for the library on platforms that have none.
type Library struct{ host Host }

// New returns a library that is always empty.
func New(host Host) *Library { return &Library{host} }

// Spots returns nil, as there are no other demos.
func (l *Library) Spots() heat.Library { return nil }

// Has returns false, as there are no other demos.
func (l *Library) Has(path, member string) bool { return false }

// OnMap returns nil, as there are no other demos.
func (l *Library) OnMap() []race.Other { return nil }

// Part returns the library's part of the program.
func (l *Library) Part() part.Part {
	none := part.Action{Do: func() {}, Why: func() string { return msgNoFiles }, Idle: true}
	return part.Part{Actions: map[action.ID]part.Action{
		IDLibrary: none, IDAsk: none, action.MomentsLike: none, IDNextClip: none, IDPrevClip: none,
	}}
}
