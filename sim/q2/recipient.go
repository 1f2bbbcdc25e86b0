package q2

import (
	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/track"
)

// recipient is whom the message at hand is for.
type recipient struct {
	track     *track.Track
	level     *level
	multicast quake2.Multicast
	casting   bool
	unicast   sim.Slot // of Relay's next message, nobody for all
	split     sim.Slot // of a split screen's player, for whom messages are up to the next mark
}

// other reports whether the message at hand is for one client who is not the
// one whose screen matters. unicast marks the messages of Relay.
func (to *recipient) other() bool {
	if to.casting {
		return to.otherCast()
	}
	client := to.unicast
	if to.unicast = (sim.Slot{}); !client.Valid() {
		client = to.split
	}
	return client.Valid() && client != to.track.Frame().POV
}

// otherCast reports whether the message goes to another client than the one whose screen matters, in a .mvd2.
func (to *recipient) otherCast() bool {
	return to.casting && to.multicast.To == quake2.MulticastClient && sim.SlotAt(int(to.multicast.Client)) != to.level.self
}

// mark records for which player of a split screen messages are.
func (to *recipient) mark(m *quake2.SplitClient) {
	to.split = sim.Slot{}
	if i := int(m.Split) - 1; i >= 0 && i < len(to.level.server.Split) {
		to.split = sim.SlotAt(int(to.level.server.Split[i]))
	}
}

// client is the slot that the message is for, that of the recorder where it is for all.
func (to *recipient) client() sim.Slot {
	slot := to.level.self
	if to.casting && to.multicast.To == quake2.MulticastClient {
		slot = sim.SlotAt(int(to.multicast.Client))
	} else if to.unicast.Valid() {
		slot = to.unicast
	} else if to.split.Valid() {
		slot = to.split
	}
	to.unicast = sim.Slot{}
	return slot
}
