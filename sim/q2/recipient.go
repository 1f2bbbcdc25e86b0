package q2

import (
	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// recipient is whom the message at hand is for.
type recipient struct {
	track   *track.Track
	level   *level
	cast    quake2.Cast
	casting bool
	unicast sim.Slot // of Relay's next message, nobody for all
}

// toOther tells whether the message at hand is for one client who is not the
// one whose screen matters. unicast marks the messages of Relay.
func (to *recipient) toOther() bool {
	if to.casting {
		return to.castToOther()
	}
	client := to.unicast
	to.unicast = sim.Slot{}
	return client.Valid() && client != to.track.Frame().POV
}

// castToOther reports whether the message goes to another client than the one whose screen matters, in a .mvd2.
func (to *recipient) castToOther() bool {
	return to.casting && to.cast.To == quake2.CastClient && sim.SlotAt(int(to.cast.Client)) != to.level.self
}

// client is the slot that the message is for, that of the recorder where it is for all.
func (to *recipient) client() sim.Slot {
	slot := to.level.self
	if to.casting && to.cast.To == quake2.CastClient {
		slot = sim.SlotAt(int(to.cast.Client))
	} else if to.unicast.Valid() {
		slot = to.unicast
	}
	to.unicast = sim.Slot{}
	return slot
}
