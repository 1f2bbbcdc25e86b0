package viewer

import (
	"context"
	"testing"
	"time"

	"fragscope/assets/plan"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/recording"
)

// failing panics on each demo and each map.
type failing struct {
	madeUpDemos
	noMaps
}

func (*failing) Open(context.Context, string) (*recording.Recording, error) { panic("no such case") }

func (*failing) Plan(context.Context, sim.Header, sim.Level, []string, func() []plan.Point) (*plan.Plan, error) {
	panic("no such case")
}

// TestFaultsAreTold checks that the window survives any failure caused by a demo: the demo is refused, has no map, or
// is closed, and the user is told.
func TestFaultsAreTold(t *testing.T) {
	d := drive(t, -1280, -720, Options{Files: []string{"/demos/a.dm_68"}, Demos: &failing{}})
	d.faults = true
	d.until("it is told that the demo fails", func() bool { return d.says(fault.Words) })

	d = drive(t, -1280, -720, Options{Files: []string{"/demos/a.dm_68"}, Maps: &failing{}})
	d.until("the map is given up", func() bool {
		_, long := d.a.maps.Doubt()
		return contains(long, fault.Words)
	})

	d = open(t, 640, 400, duel, 10*time.Second)
	d.faults = true
	if err := d.a.guard(func() { panic("no such case") }); err != nil || d.a.open() || !d.says(fault.Words) {
		t.Errorf("the demo is still open, or that it was closed is not told: %v", err)
	}
	d.tick(3)
	if err := d.a.guard(func() { panic("no such case") }); err == nil {
		t.Error("without a demo a fault is passed over")
	}
}
