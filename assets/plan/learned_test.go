package plan

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// someLearned is what a made-up demo told, over the same ground as others.
func someLearned(seed uint64) *Learned {
	r := rand.New(rand.NewPCG(seed, 1))
	var g Grower
	at := Point{Z: 24, Contact: ContactGround}
	for i := range 4000 {
		at.X = min(max(at.X+float32(r.NormFloat64())*30, -900), 900)
		at.Y = min(max(at.Y+float32(r.NormFloat64())*30, -900), 900)
		at.Contact = ContactGround
		if at.Z = 24; i%40 > 30 {
			at.Contact, at.Z = ContactAir, 24+float32(i%40)
		}
		at.Break, at.Carried = i%500 == 0, i%1000 == 0
		g.Add(at)
		if i%200 == 0 {
			g.Add(Point{X: at.X, Y: at.Y, Z: 24, Kind: PointItem},
				Point{X: at.X + 60, Y: at.Y, Z: 50, Kind: PointImpact})
		}
	}
	return g.Learn(seed)
}

// same reports whether two are the same, as they are written.
func (l *Learned) same(o *Learned) bool { return bytes.Equal(l.Encode(), o.Encode()) }

func merged(list ...*Learned) *Learned {
	var l Learned
	for _, o := range list {
		l.Merge(o)
	}
	return &l
}

// Merging is commutative, associative and idempotent, also where the bounds leave something out.
func TestLearnedIsASet(t *testing.T) {
	var list []*Learned
	for seed := range uint64(6) {
		list = append(list, someLearned(seed))
	}
	crowd := merged(&Learned{}) // more than is kept, and of it another part each time
	r := rand.New(rand.NewPCG(7, 7))
	for range 2 {
		l := merged(&Learned{})
		for range groundMost {
			l.ground[cell{int16(r.IntN(400)), int16(r.IntN(400)), int16(r.IntN(3))}] = told{r.IntN(2) == 0,
				backers{uint16(1 + r.IntN(9))}}
		}
		for range 2 * waysMost {
			a, b := int16(r.IntN(60)), int16(r.IntN(60))
			l.keepWay(wayEnds{{a, b, 0}, {b, a, 0}}, backedWay{way{{a, b, 0, 0}, {a + int16(r.IntN(50)), b, 0, 0}},
				backers{uint16(1 + r.IntN(9))}})
		}
		l.bound()
		list = append(list, l)
		crowd.Merge(l)
	}
	if len(crowd.ground) != groundMost || len(crowd.ways) != waysMost {
		t.Errorf("%d places and %d ways are kept", len(crowd.ground), len(crowd.ways))
	}
	for range 3 {
		a, b, c := list[r.IntN(len(list))], list[r.IntN(len(list))], list[r.IntN(len(list))]
		ab := merged(a, b)
		if !ab.same(merged(b, a)) {
			t.Fatal("merging is not commutative")
		}
		if !merged(ab, c).same(merged(a, merged(b, c))) {
			t.Fatal("merging is not associative")
		}
		if !merged(ab, a, b, ab).same(ab) {
			t.Fatal("merging is not idempotent")
		}
	}
}

func TestLearnedIsReadAsWritten(t *testing.T) {
	l := merged(someLearned(1), someLearned(2))
	if len(l.ground) < 500 || len(l.ways) == 0 || len(l.finds) < 20 || l.Demos() != 2 {
		t.Fatalf("the demos told of %d places, %d ways, %d finds", len(l.ground), len(l.ways), len(l.finds))
	}
	data := l.Encode()
	read, err := DecodeLearned(data)
	if err != nil || !read.same(l) {
		t.Fatal("what is read is not what was written: ", err)
	}
	for i := 0; i < len(data); i += len(data)/100 + 1 {
		bad := bytes.Clone(data)
		bad[i] ^= 0x55
		DecodeLearned(bad[:len(bad)-i%7]) // no panic
	}
	if _, err := DecodeLearned(nil); err == nil {
		t.Error("nothing is read as something")
	}
}

// What one demo told and another recalls gives a plan as large as its own, and both together a larger one.
func TestRecalledPlanIsNotWorse(t *testing.T) {
	area := func(list ...*Learned) float64 {
		var g Grower
		for _, l := range list {
			g.Recall(l)
		}
		sum := 0.0
		p := g.Plan()
		for i := range p.shader.surfaces {
			sum += p.shader.surfaces[i].area()
		}
		return sum
	}
	a, b := someLearned(1), someLearned(2)
	if one, both := area(a), area(merged(a, b)); both < one || one == 0 {
		t.Errorf("one demo gives %.0f square units, two %.0f", one, both)
	}
	other := merged(&Learned{})
	for i := range int16(1000) {
		other.ground[cell{i % 40, 1000 + i/40, 500}] = told{known: true}
	}
	if a.Agrees(other) || !a.Agrees(b) {
		t.Error("another map of the same name is not told apart")
	}
}

// What was weighed is weighed anew when there is more of it.
func TestWeighedAnew(t *testing.T) {
	at, other := cell{1, 2, 3}, cell{4, 5, 6}
	l := newLearned()
	l.ground[at] = told{known: true}
	if l.Weigh(); !slices.Equal(l.weighed, []cell{at}) {
		t.Fatal("weighed: ", l.weighed)
	}
	l.Merge(&Learned{ground: map[cell]told{other: {known: true}}})
	var g Grower
	if g.Recall(l); g.seen.count != 2 {
		t.Errorf("%d places are recalled of 2", g.seen.count)
	}
	l.Thin(1)
	var thin Grower
	if thin.Recall(l); thin.seen.count != 1 {
		t.Errorf("%d places are recalled of 1", thin.seen.count)
	}
}

// What carried players twice, in one demo or in two, is there; what did once may be a mistake.
func TestCarriages(t *testing.T) {
	carried := func(seed uint64, times int) *Learned {
		var g Grower
		ground := Point{Contact: ContactGround}
		move := func(x, z float32, b, c bool) {
			ground.X, ground.Z, ground.Break, ground.Carried = x, z, b, c
			g.Add(ground)
		}
		for range times {
			move(0, 24, true, false)
			move(20, 24, false, false)
			move(900, 24, true, true) // the teleporter
			move(920, 24, false, false)
			for z := float32(40); z <= 200; z += 16 { // the lift
				move(921, z, false, false)
			}
			move(940, 200, false, false)
		}
		return g.Learn(seed)
	}
	for _, c := range []struct {
		of   *Learned
		want int
	}{{carried(1, 1), 0}, {carried(1, 2), 1}, {merged(carried(1, 1), carried(1, 1)), 0},
		{merged(carried(1, 1), carried(2, 1)), 1}} {
		var g Grower
		g.Recall(c.of)
		p := g.Plan()
		if len(p.Marks()) != c.want || len(p.lazy.lifts) != c.want {
			t.Errorf("%d teleporters and %d lifts instead of %d", len(p.Marks()), len(p.lazy.lifts), c.want)
		}
		if h, ok := p.Floor(921, 0, 24+120); !ok || h > 60 {
			t.Errorf("halfway up the lift there is floor at %g", h)
		}
	}
}

// TestSupport checks that ground is left out if only one of three demos guessed it, or if one demo has it in the air
// above the ground of two others.
func TestSupport(t *testing.T) {
	l := newLearned()
	l.demos = map[uint64]bool{1: true, 2: true, 3: true}
	at := func(x, z int16, known bool, by ...uint16) {
		t := told{known: known}
		for _, b := range by {
			t.by = t.by.with(backers{b})
		}
		l.ground[cell{x, 0, z}] = t
	}
	at(0, 0, true, 1, 2, 3)
	at(1, 0, true, 1, 2)
	at(8, 0, true, 3)
	at(12, 0, false, 2)
	at(0, 9, true, 3)
	s := newSupport(l)
	for x, want := range map[cell]bool{{0, 0, 0}: true, {1, 0, 0}: true, {8, 0, 0}: true, {12, 0, 0}: false,
		{0, 0, 9}: false} {
		if got := s.holds(x, l.ground[x]); got != want {
			t.Errorf("%v: %v", x, got)
		}
	}
}
