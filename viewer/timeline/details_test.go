package timeline

import (
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/settings"
)

const ms = time.Millisecond

func detailing() *Timeline {
	theme := draw.Dark()
	return New(Host{Theme: &theme, Settings: &settings.Settings{}})
}

// TestKeyLanes checks that a key is drawn in its half of its lane for as long as it is held, and that keys that are
// never held have no lane.
func TestKeyLanes(t *testing.T) {
	list := []sim.Input{{Time: 100 * ms, Keys: sim.KeyForward}, {Time: 200 * ms, Keys: sim.KeyForward | sim.KeyJump},
		{Time: 250 * ms, Keys: sim.KeyBack}, {Time: 400 * ms}}
	lanes := detailing().keyLanes(list)
	if len(lanes) != 2 || lanes[0].Name != "forward / back" || lanes[1].Name != "jump / crouch" {
		t.Fatalf("lanes %+v", lanes)
	}
	for _, test := range []struct {
		lane         int
		from, to     time.Duration
		upper, lower bool
		words        string
	}{
		{0, 0, 100 * ms, false, false, "not told yet"}, {0, 100 * ms, 150 * ms, true, false, "forward"},
		{0, 240 * ms, 260 * ms, true, true, "forward, jump"}, {0, 300 * ms, 350 * ms, false, true, "back"},
		{0, 400 * ms, 900 * ms, false, false, "no key"}, {1, 0, 900 * ms, true, false, "not told yet"},
		{1, 250 * ms, 300 * ms, false, false, "back"},
	} {
		d := lanes[test.lane].Detail
		b := d.Bars(test.from, test.to)
		if upper, lower := b[0].High > 0, b[1].High > 0; upper != test.upper || lower != test.lower {
			t.Errorf("lane %d from %v to %v: %v, %v", test.lane, test.from, test.to, upper, lower)
		}
		if b[0].High > 0 && b[1].High > b[0].Low {
			t.Errorf("the halves overlap: %v", b)
		}
		if s := d.Words(test.from); s != test.words {
			t.Errorf("at %v: %q, want %q", test.from, s, test.words)
		}
	}
	if share := held(list, sim.KeyForward, 0, 300*ms); share != 0.5 {
		t.Errorf("he runs for %v of the time, want half of it", share)
	}
}

// TestPaceLane checks that commands that last longer than the time that passes are marked.
func TestPaceLane(t *testing.T) {
	tl := detailing()
	d := tl.paceLane([]sim.Pace{{Time: 0, Span: 1000 * ms, Commands: 77, Sum: 1001 * ms},
		{Time: 1000 * ms, Span: 1000 * ms, Commands: 120, Sum: 1560 * ms}})[0].Detail
	right, fast, none := d.Bars(0, 500*ms)[0], d.Bars(1500*ms, 1600*ms)[0], d.Bars(3000*ms, 3100*ms)[0]
	warn := tl.host.Theme.Warn
	if right.High < 0.49 || right.High > 0.51 || right.Color == warn || fast.High < 0.77 || fast.Color != warn ||
		none != (panel.LaneBar{}) {
		t.Errorf("bars %+v, %+v, %+v", right, fast, none)
	}
	if s := d.Words(1200 * ms); s != "120 commands lasting 1560 ms within 1000 ms" {
		t.Error(s)
	}
	if tl.paceLane(nil) != nil {
		t.Error("there is a lane without commands")
	}
}

// TestLinkLane checks that changing pings and lost or held-back packets have a lane, and that a ping reported once has
// none.
func TestLinkLane(t *testing.T) {
	tl := detailing()
	l := lane{links: []link{{}, {ping: sim.Unknown}, {ping: 30}, {ping: 200, loss: 7}, {ping: 100, choke: 3}}}
	l.Each = 100 * ms
	d := tl.linkLane(&l)[0].Detail
	at := func(i int) panel.LaneBars {
		return d.Bars(time.Duration(i)*100*ms, time.Duration(i)*100*ms+ms)
	}
	if b := at(2); b[1].High != 0.15 || b[0].High != 0 || b[2].High != 0 {
		t.Errorf("a ping of 30 ms of 200: %+v", b)
	}
	if b := at(3); b[1].High != 1 || b[0].Color == b[1].Color || b[0].High != 1 {
		t.Errorf("7 %% lost: %+v", b)
	}
	if b := at(4); b[2].High != 1 || b[1].High != 0.5 {
		t.Errorf("three held back: %+v", b)
	}
	if b := at(1); b[1].High > 0 {
		t.Errorf("an unknown ping: %+v", b)
	}
	if s := d.Words(310*ms) + "; " + d.Words(410*ms) + "; " + d.Words(110*ms); s !=
		"ping 200 ms, 7 % of his packets lost; ping 100 ms, 3 packets held back; not told" {
		t.Error(s)
	}
	l.links = []link{{}, {ping: 30}, {ping: 30}}
	if tl.linkLane(&l) != nil {
		t.Error("there is a lane for a ping that does not change")
	}
}
