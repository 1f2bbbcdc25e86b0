package q1

import (
	"testing"

	"fragscope/formats/ledger"
	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
)

// TestLedgerOfTemps checks that temporary entities that the ledger calls drawn have an effect, and others have none.
func TestLedgerOfTemps(t *testing.T) {
	check := func(format, name string, drawn bool) {
		if fate, ok := ledger.FateOf(format, "temp "+name); ok && (fate != ledger.Refused) != drawn || drawn && !ok {
			t.Errorf("%s: %s is drawn: %v; the ledger has %v", format, name, drawn, fate)
		}
	}
	for i := range 256 {
		e, ok := netQuakeTemps[netquake.Temp(i)]
		check("dem", netquake.Temp(i).String(), ok && e.last > 0)
		e, ok = quakeWorldTemps[quakeworld.Temp(i)]
		check("qwd", quakeworld.Temp(i).String(), ok && e.last > 0)
	}
}
