package library

import (
	"fragscope/viewer/action"
	"fragscope/viewer/part"
)

// New returns the part that says why there is no library.
func New(host *part.Host) part.Part {
	none := part.Action{Do: func() { host.Notices.Say(msgNoFiles) }, Idle: true}
	return part.Part{Actions: map[action.ID]part.Action{
		action.Library: none, action.LibraryAsk: none, action.LikeThis: none, action.NextClip: none, action.PrevClip: none,
	}}
}
