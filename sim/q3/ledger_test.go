package q3

import (
	"testing"

	"fragscope/formats/ledger"
	"fragscope/formats/quake3"
)

// TestLedgerOfEvents checks that the events that the ledger calls drawn or said have an action that does something,
// and the refused ones have none.
func TestLedgerOfEvents(t *testing.T) {
	for _, game := range []*mod{&quakeIIIFirst, &quakeIII, &quakeLive73} {
		number := map[*mod]int{&quakeIIIFirst: 43, &quakeIII: 68, &quakeLive73: 73}[game]
		for i := range 256 {
			name := quake3.ProtocolOf(number).EventName(i)
			fate, ok := ledger.FateOf("dm_68", "event "+name)
			act := game.events[i]
			does := act != actNone && (actions[act] != nil || ownActions[act] != nil)
			if ok && (fate != ledger.Refused) != does || does && !ok {
				t.Errorf("%d: event %d, %s, has action %d that does something: %v; the ledger has %v", number, i, name, act,
					does, fate)
			}
		}
	}
}
