package q2

import "fragscope/formats/quake2"

// recipient is whom the message at hand is for.
type recipient struct {
	track   *track
	level   *level
	cast    quake2.Cast
	casting bool
	unicast int // the client of Relay's next message, -1 for all
}

// toOther tells whether the message at hand is for one client who is not the
// one whose screen matters. unicast marks the messages of Relay.
func (to *recipient) toOther() bool {
	if to.casting {
		return to.castToOther()
	}
	client := to.unicast
	to.unicast = -1
	return client >= 0 && client != to.track.frame.POV.Index()
}

// castToOther reports whether the message goes to another client than the one whose screen matters, in a .mvd2.
func (to *recipient) castToOther() bool {
	return to.casting && to.cast.To == quake2.CastClient && int(to.cast.Client) != to.level.self
}

// client is the slot that the message is for, that of the recorder where it is for all.
func (to *recipient) client() int {
	slot := to.level.self
	if to.casting && to.cast.To == quake2.CastClient {
		slot = int(to.cast.Client)
	} else if to.unicast >= 0 {
		slot = to.unicast
	}
	to.unicast = -1
	return slot
}
