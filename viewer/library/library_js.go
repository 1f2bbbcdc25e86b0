package library

import (
	"fragscope/viewer/action"
	"fragscope/viewer/heat"
	"fragscope/viewer/part"
)

// Library says that there is no library.
type Library struct{ host Host }

// New returns a library where there can be none.
func New(host Host) *Library { return &Library{host} }

// Spots returns nil: there are no other demos.
func (l *Library) Spots() heat.Library { return nil }

// Part returns what the library adds to the program.
func (l *Library) Part() part.Part {
	none := part.Action{Do: func() {}, Why: func() string { return msgNoFiles }, Idle: true}
	return part.Part{Actions: map[action.ID]part.Action{
		IDLibrary: none, IDAsk: none, IDLikeThis: none, IDNextClip: none, IDPrevClip: none,
	}}
}
