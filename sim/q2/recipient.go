package q2

import (
	"fragscope/formats/quake2"
	"fragscope/sim"
)

// recipient keeps track of the client that the next messages are addressed to.
type recipient struct {
	multicast quake2.Multicast
	casting   bool
	unicast   sim.Slot // of Relay's next message; nobody if it is for all
	split     sim.Slot // the player of a split screen for whom messages are, up to the next mark
}

// other reports whether the current message is for a single client other than the player whose screen matters. It also
// ends the effect of a Relay mark, which applies to one message.
func (to *recipient) other(l *level) bool {
	if to.casting {
		return to.otherCast(l)
	}
	client := to.unicast
	if to.unicast = (sim.Slot{}); !client.Valid() {
		client = to.split
	}
	return client.Valid() && client != l.pov
}

// otherCast reports whether the message, in a .mvd2, is for a single client other than the player whose screen matters.
func (to *recipient) otherCast(l *level) bool {
	return to.casting && to.multicast.To == quake2.MulticastClient && sim.SlotAt(int(to.multicast.Client)) != l.self
}

// mark records the split-screen player that the following messages are addressed to.
func (to *recipient) mark(l *level, m *quake2.SplitClient) {
	to.split = sim.Slot{}
	if i := int(m.Split) - 1; i >= 0 && i < len(l.server.Split) {
		to.split = sim.SlotAt(int(l.server.Split[i]))
	}
}

// client returns the slot to which the message is addressed, or the recorder's slot if it is addressed to everyone.
func (to *recipient) client(l *level) sim.Slot {
	slot := l.self
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
