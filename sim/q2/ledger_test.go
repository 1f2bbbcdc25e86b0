package q2

import (
	"testing"

	"fragscope/formats/ledger"
	"fragscope/formats/quake2"
)

// TestLedgerOfEffects checks that the temporary entities that the ledger calls drawn have an effect.
func TestLedgerOfEffects(t *testing.T) {
	for i := range 256 {
		name := quake2.Effect(i).String()
		drawn := tempEffectOf[i] > 0 || quake2.Effect(i) == quake2.EffectSplash
		if fate, ok := ledger.FateOf("dm2", "effect "+name); ok && (fate != ledger.Refused) != drawn || drawn && !ok {
			t.Errorf("%s is drawn: %v; the ledger has %v", name, drawn, fate)
		}
	}
}
