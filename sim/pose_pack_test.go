package sim

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand"
	"testing"
)

// posePair packs poses as a recording does and one by one, which has to come to the same bytes, and reads them.
type posePair struct {
	all, single writtenPoses
	rows        []poseRow
	frames      int
}

// check packs the poses of a frame, where there is so much room.
func (p *posePair) check(t *testing.T, list []newPose, all, whole bool, ago float32, room int) {
	t.Helper()
	const mark = 0xa5
	memory := bytes.Repeat([]byte{mark}, room+poseRoom)
	got := p.all.pack(memory[:0:room], list, all, whole, ago)
	if bytes.Count(memory[room:], []byte{mark}) < poseRoom {
		t.Fatalf("frame %d: written beyond the room of %d bytes", p.frames, room)
	}
	p.single.begin(list, whole)
	var want []byte
	last := int32(-1)
	for i := range list {
		want, last = p.single.packNext(want, &list[i], last, all, ago)
	}
	if want = append(want, 0); !bytes.Equal(got, want) {
		t.Fatalf("frame %d: %x is packed as\n% x, want\n% x", p.frames, list, got, want)
	}
	if whole {
		p.rows = p.rows[:0]
	}
	p.rows = readPoses(&stream{data: got}, p.rows, ago)
	at := 0
	for _, q := range list {
		o := poseFollower(p.rows, &at, q.key)
		read := FramePlayer{Player: Player{Origin: o.place(), Velocity: o.velocity(), View: o.view()}}
		if *poseOf(&read) != q.bits {
			t.Fatalf("frame %d: %x is read as %x", p.frames, q.bits, *poseOf(&read))
		}
	}
	p.frames++
}

// poseEdges are bits of floats near which packing takes another way.
var poseEdges = func() (list []uint32) {
	floats := []float32{0, 0.5, 1, 1 << 21, 1 << 22, 1 << 24, math.MaxFloat32, float32(math.Inf(1)), float32(math.NaN())}
	for _, u := range [...]unit{wholes, eighths, shorts} {
		floats = append(floats, u.size, u.size/2, u.size*swapLimit, u.size*(swapLimit-1), u.size*(swapLimit+1))
	}
	for _, f := range floats {
		list = append(list, word(f)-1, word(f), word(f)+1, word(-f)-1, word(-f), word(-f)+1)
	}
	return append(list, swapLimit-1, swapLimit, swapLimit+1, 1<<32-swapLimit, 1<<32-swapLimit-1)
}()

// poseScript makes poses of bytes.
type poseScript struct {
	data []byte
	now  [6]newPose
}

func (s *poseScript) octet() byte {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return b
}

// change changes a pose, in most kinds to what games send.
func (s *poseScript) change(p *newPose, ago float32) {
	before, kind := p.bits, s.octet()%8
	for i := range p.bits {
		b := s.octet()
		f := float(p.bits[i])
		switch {
		case b < 100 || i == poseNumbers-1 && b < 240:
			continue
		case kind == 0:
			p.bits[i] = poseEdges[int(s.octet())%len(poseEdges)]
		case kind == 1:
			p.bits[i] = binary.LittleEndian.Uint32([]byte{s.octet(), s.octet(), s.octet(), s.octet()})
		case kind < 4 && i/poseSpeeds == 1:
			p.bits[i] = movedBits(float(before[i-poseSpeeds]), float(p.bits[i-poseSpeeds]), ago)
		case kind < 5:
			p.bits[i] = word(f + float32(int8(s.octet()))/3)
		case i >= poseAngles:
			p.bits[i] = word(float32(int16(s.octet())<<8|int16(b)) * shorts.size)
		default:
			p.bits[i] = word(float32(int32(f)) + float32(int8(s.octet()))/[]float32{1, 8}[kind%2])
		}
		if f := float(p.bits[i]); i < poseSpeeds && f != f { // none comes so far
			p.bits[i] = 0
		}
	}
}

// run checks the frames that the script makes.
func (s *poseScript) run(t *testing.T) {
	var pair posePair
	if s.octet()%2 == 0 {
		pair.all.unmoved, pair.single.unmoved = movedTries, movedTries
	}
	for i := range s.now {
		s.now[i].key = []int32{0, 1, 4, 18, 33, 34}[i]
	}
	for len(s.data) > 0 {
		b := s.octet()
		whole := pair.frames == 0 || b%32 == 0
		all, ago := whole || b%32 == 1, seconds(uint32(b>>5)*8)
		room := int(s.octet()) * 4
		var list []newPose
		for i := range s.now {
			if changes := s.octet()%4 > 0; changes {
				s.change(&s.now[i], ago)
				list = append(list, s.now[i])
			} else if all {
				list = append(list, s.now[i])
			}
		}
		pair.check(t, list, all, whole, ago, room)
	}
}

// TestPosesPackAlike packs random poses both ways.
func TestPosesPackAlike(t *testing.T) {
	for seed := range int64(300) {
		rng := rand.New(rand.NewSource(seed))
		script := poseScript{data: make([]byte, 1<<13)}
		rng.Read(script.data)
		script.run(t)
	}
}

func FuzzPoses(f *testing.F) {
	for seed := range int64(20) {
		data := make([]byte, 1<<10)
		rand.New(rand.NewSource(seed)).Read(data)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { (&poseScript{data: data}).run(t) })
}
