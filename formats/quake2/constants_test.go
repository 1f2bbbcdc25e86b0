package quake2

import (
	"math"
	"strings"
	"testing"
)

func TestConfigLayouts(t *testing.T) {
	for _, c := range []struct {
		name                                       string
		layout                                     *ConfigLayout
		maxClients, models, items, skins, gen, end int
	}{
		{"classic", classicConfig, 30, 32, 1056, 1312, 1568, 2080},
		{"Q2PRO", extendedConfig, 60, 62, 12606, 12862, 13118, 13630},
		{"rerelease", kexConfig, 60, 62, 11326, 11582, 11838, 12448},
		{"KMQuake2", kmqConfig, 30, 32, 18720, 18976, 19232, 19745},
	} {
		l := c.layout
		got := [...]int{l.MaxClients, l.Models, l.Items, l.PlayerSkins, l.General, l.End}
		if want := [...]int{c.maxClients, c.models, c.items, c.skins, c.gen, c.end}; got != want {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
	if kexConfig.ShadowLights != 11070 || kexConfig.GameStyle != 12447 {
		t.Errorf("rerelease: %+v", kexConfig)
	}
}

func TestStatusBar(t *testing.T) {
	long := strings.Repeat("x", 64)
	for _, c := range []struct{ five, six, seven, want string }{
		{"a", "b", "c", "a"},
		{long, long, "c", long + long + "c"},
		{long, "b", "c", long + "b"},
		{long + "b", "b", "c", long + "b"},
	} {
		got := classicConfig.StatusBar(func(i int) string { return map[int]string{5: c.five, 6: c.six, 7: c.seven}[i] })
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestSolid(t *testing.T) {
	type box = [2][3]float32
	for _, c := range []struct {
		coding SolidCoding
		solid  uint32
		want   box
		ok     bool
	}{
		{SolidClassic, 0, box{}, false},
		{SolidClassic, SolidBrush, box{}, false},
		{SolidBox, SolidBrush, box{}, false},
		{SolidClassic, 8<<10 | 3<<5 | 2, box{{-16, -16, -24}, {16, 16, 32}}, true},
		{SolidBox, 64<<24 | 24<<16 | 15<<8 | 16, box{{-16, -15, -24}, {16, 15, 32}}, true},
	} {
		mins, maxs, ok := c.coding.Box(c.solid)
		if got := (box{mins, maxs}); got != c.want || ok != c.ok {
			t.Errorf("coding %d of %#x: %v %v, want %v %v", c.coding, c.solid, got, ok, c.want, c.ok)
		}
	}
}

func TestDirections(t *testing.T) {
	for n := range directions {
		v := Direction(uint8(n))
		length := math.Hypot(math.Hypot(float64(v[0]), float64(v[1])), float64(v[2]))
		if math.Abs(length-1) > 1e-5 {
			t.Errorf("direction %d has the length %v", n, length)
		}
	}
	if Direction(5) != [3]float32{0, 0, 1} || Direction(200) != [3]float32{0, 0, 1} {
		t.Error("straight up is not where it belongs")
	}
}

// TestHistory has what real demos do not: lost references, numbers out of order, and
// beams, whose old origin is not a former one.
func TestHistory(t *testing.T) {
	var h History
	h.Handle(&ServerData{Protocol: 34, Player: 0})
	base := EntityDelta{EntityState: EntityState{Number: 5, Frame: 7, Origin: placeX},
		Fields: FieldFrame | FieldOriginX | FieldOriginY | FieldOriginZ}
	h.Handle(&Baseline{Entity: base})
	frame := func(number, delta int32, entities ...EntityDelta) *Snapshot {
		h.Handle(&Frame{Number: number, Delta: delta, Recording: RecordClient})
		h.Handle(&PlayerDelta{})
		h.Handle(&PacketEntities{Entities: entities})
		return h.Snapshot()
	}
	moved := func(number uint16, x float32) EntityDelta {
		return EntityDelta{EntityState: EntityState{Number: number, Origin: [3]float32{x}}, Fields: FieldOriginX}
	}
	s := frame(10, -1, moved(5, 9), moved(6, 1))
	if e := s.Entity(5); e == nil || e.Frame != 7 || e.Origin != [3]float32{9, 2, 3} || e.OldOrigin != placeX {
		t.Errorf("from the baseline: %+v", e)
	}
	s = frame(11, 10, moved(6, 2))
	if e := s.Entity(5); e == nil || e.Origin[0] != 9 || e.OldOrigin[0] != 9 {
		t.Errorf("carried over: %+v", e)
	}
	if e := s.Entity(6); e == nil || e.Origin[0] != 2 || e.OldOrigin[0] != 1 || s.Approximate {
		t.Errorf("from the reference: %+v", e)
	}
	gone := EntityDelta{EntityState: EntityState{Number: 5}, Remove: true}
	beam := EntityDelta{EntityState: EntityState{Number: 7, RenderFX: RenderBeam, OldOrigin: placeY},
		Fields: FieldRenderFX | FieldOldOrigin}
	s = frame(12, 11, gone, beam)
	if s.Entity(5) != nil || s.Entity(6) == nil {
		t.Error("removal")
	}
	if s = frame(13, 12); s.Entity(7).OldOrigin != placeY {
		t.Errorf("beam: %+v", s.Entity(7))
	}
	if s = frame(20, 19); !s.Approximate || s.Entity(6) == nil {
		t.Error("a lost reference is not made up for")
	}
	if s = frame(21, 20); !s.Approximate {
		t.Error("what builds on a guess is a guess")
	}
	if s = frame(22, -1); s.Approximate || len(s.Entities) != 0 {
		t.Error("a full frame leaves something over")
	}
	if s = frame(23, 22, moved(6, 1), moved(6, 2), moved(5, 3)); len(s.Entities) != 1 || !s.Approximate {
		t.Errorf("numbers out of order: %+v", s.Entities)
	}
}
