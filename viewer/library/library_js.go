package library

import (
	"fragscope/viewer/action"
	"fragscope/viewer/heat"
	"fragscope/viewer/part"
)

// Library is what says that there is no library.
type Library struct{ host Host }

// New returns a library for where there is none.
func New(host Host) *Library { return &Library{host} }

// Spots is nil: there are no other demos.
func (l *Library) Spots() heat.Library { return nil }

// Part is what the library brings to the program.
func (l *Library) Part() part.Part {
	none := part.Action{Do: func() { l.host.Notices.Say(msgNoFiles) }, Idle: true}
	return part.Part{Actions: map[action.ID]part.Action{
		IDLibrary: none, IDAsk: none, IDLikeThis: none, IDNextClip: none, IDPrevClip: none,
	}}
}
