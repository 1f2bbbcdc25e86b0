package sim

import (
	"math"
	"math/rand"
	"slices"
	"testing"
	"time"
)

// randomCoordinate is a float of one of the forms, or one that a sloppy one would not give back.
func randomCoordinate(rng *rand.Rand) float32 {
	switch rng.Intn(8) {
	case 0:
		return float32(rng.Intn(8000) - 4000)
	case 1, 2:
		return float32(rng.Intn(64000)-32000) / 8
	case 3, 4:
		return float32(rng.Intn(65536)-32768) * shorts.size
	case 5:
		return float32(rng.NormFloat64() * 1000)
	case 6:
		return []float32{0, float32(math.Copysign(0, -1)), 1 << 24, 1<<31 - 128, -1 << 31, 1 << 30, math.MaxFloat32, math.SmallestNonzeroFloat32}[rng.Intn(8)]
	}
	return float32(rng.Intn(3))
}

func randomPlace(rng *rand.Rand) Vec3 {
	return Vec3{randomCoordinate(rng), randomCoordinate(rng), randomCoordinate(rng)}
}

// TestPosesComeBack writes poses with gaps in their keys, of which some stay, change their form, or are gone and come again.
func TestPosesComeBack(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	slots := []int{0, 1, 3, 14, 15, 16, 17, 40, 300, 65534}
	var poses writtenPoses
	players := make([]FramePlayer, len(slots))
	for i, s := range slots {
		players[i].Slot = SlotAt(s)
	}
	var rows []poseRow
	for frame := range 3000 {
		whole := frame%50 == 0
		if whole {
			rows = rows[:0]
		}
		ago := seconds(uint32(rng.Intn(4) * 25))
		var in []FramePlayer
		for i := range players {
			p := &players[i]
			before := p.Origin
			if rng.Intn(2) == 0 {
				p.Origin[rng.Intn(3)] = randomCoordinate(rng)
			}
			switch rng.Intn(6) {
			case 0, 1:
				p.Velocity = randomPlace(rng)
			case 2, 3: // as of one who moved, in all or some directions
				for k := range p.Velocity {
					if rng.Intn(4) > 0 {
						p.Velocity[k] = float(movedBits(before[k], p.Origin[k], ago))
					}
				}
			}
			if rng.Intn(3) == 0 {
				p.View = Angles{randomCoordinate(rng), randomCoordinate(rng), randomCoordinate(rng)}
			}
			if rng.Intn(4) > 0 {
				in = append(in, *p)
			}
		}
		var list []newPose
		for i := range in {
			list = append(list, newPose{int32(in[i].Slot.Index()), *poseOf(&in[i])})
		}
		s := stream{data: poses.pack(nil, list, true, whole, ago)}
		if rows = readPoses(&s, rows, ago); s.pos != len(s.data) {
			t.Fatalf("frame %d: %d of %d bytes read", frame, s.pos, len(s.data))
		}
		at := 0
		for i := range in {
			p := &in[i]
			o := poseFollower(rows, &at, int32(p.Slot.Index()))
			if o == nil {
				t.Fatalf("frame %d: no pose of slot %v", frame, p.Slot)
			}
			got := FramePlayer{Player: Player{Origin: o.place(), Velocity: o.velocity(), View: o.view()}}
			if *poseOf(&got) != *poseOf(p) {
				t.Fatalf("frame %d, slot %v: %v %v %v, want %v %v %v", frame, p.Slot, got.Origin, got.Velocity, got.View, p.Origin, p.Velocity, p.View)
			}
		}
	}
}

// TestPathsComeBack compares parts of a path with the points that were put in, whose places are rounded.
func TestPathsComeBack(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	var p path
	var all []PathPoint
	at := time.Duration(0)
	for range 1000 {
		at += time.Duration(rng.Intn(3)*rng.Intn(1000)) * time.Millisecond
		q := PathPoint{at, randomPlace(rng), float32(rng.Intn(65536)-32768) * 360 / 65536, Life(rng.Intn(4)), true, rng.Intn(2) == 0}
		for i := range q.Origin {
			q.Origin[i] = min(max(q.Origin[i], -worldLimit), worldLimit)
		}
		p.add(q.Time, &q.Origin, q.View, q.Life, q.NoLerp, q.Ground)
		kept := placeOf(&q.Origin)
		rounded := kept.vec()
		if rounded.Distance2(q.Origin) > 3.0/16/16 {
			t.Fatalf("%v becomes %v", q.Origin, rounded)
		}
		q.Origin = rounded
		all = append(all, q)
	}
	if p.len() != len(all) {
		t.Fatalf("%d points, want %d", p.len(), len(all))
	}
	for range 500 {
		from := time.Duration(rng.Int63n(int64(at) + int64(time.Second)))
		to := from + time.Duration(rng.Int63n(int64(at)))
		first := max(slices.IndexFunc(all, func(q PathPoint) bool { return q.Time >= from })-1, 0)
		if all[len(all)-1].Time < from {
			first = len(all) - 1
		}
		var want []PathPoint
		for _, q := range all[first:] {
			if q.Time <= to {
				want = append(want, q)
			}
		}
		if got := p.appendTo(nil, from, to); !slices.Equal(got, want) {
			for i := range min(len(got), len(want)) {
				if got[i] != want[i] {
					t.Errorf("point %d is %v, want %v", first+i, got[i], want[i])
				}
			}
			t.Fatalf("from %v to %v: %d points, want %d", from, to, len(got), len(want))
		}
	}
}
