package report

import (
	"testing"

	"fragscope/sim"
)

// TestLanesHaveWhatNobodyTook checks that an item that was there and that nobody took is listed with 0.
func TestLanesHaveWhatNobodyTook(t *testing.T) {
	r := Report{Items: []Timing{{Item: sim.ItemArmorYellow, By: -1}},
		Present: []sim.Item{sim.ItemArmorYellow, sim.ItemArmorRed}}
	list := r.Lanes(true)
	if len(list) != 2 || list[0].Item != sim.ItemArmorRed || list[0].Taken != 0 || list[1].Taken != 1 {
		t.Errorf("%+v", list)
	}
	if list := r.Lanes(false); len(list) != 1 {
		t.Errorf("by place: %+v", list)
	}
}
