package main

import (
	"bytes"
	"io"
	"math"
	"sync"
	"testing"

	"fragscope/assets/sample"
	"fragscope/formats/quake3"
)

// theMatch is the match of the sample, played once for all tests.
var theMatch = sync.OnceValues(func() (*game, [2][]byte) {
	bsp, demo, g, err := produce(defaultSeed, defaultLimit)
	if err != nil {
		panic(err)
	}
	return g, [2][]byte{bsp, demo}
})

func TestSampleIsWhatGenerateMakes(t *testing.T) {
	_, files := theMatch()
	for i, embedded := range [][]byte{sample.Map(), sample.Demo()} {
		if !bytes.Equal(files[i], embedded) {
			t.Errorf("file %d: made %d bytes, embedded are %d other ones; run go generate in assets/sample",
				i, len(files[i]), len(embedded))
		}
	}
	if n := len(sample.Map()); n > 300_000 {
		t.Errorf("the map has %d bytes", n)
	}
	if n := len(sample.Demo()); n > 400_000 {
		t.Errorf("the demo has %d bytes", n)
	}
}

func TestOtherSeedIsAnotherMatch(t *testing.T) {
	_, files := theMatch()
	_, demo, g, err := produce(defaultSeed+1, defaultLimit)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(demo, files[1]) {
		t.Error("the seed does not matter")
	}
	if g.log.stuck > 0 {
		t.Errorf("%d steps in solid", g.log.stuck)
	}
}

func TestMatchHasEverything(t *testing.T) {
	g, _ := theMatch()
	l := g.log
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"frags", l.frags, 12}, {"chat lines", l.chats, 8}, {"gibs", l.gibs, 1}, {"quads", l.quads, 1},
		{"steps on the lift", l.lift, 100}, {"steps in the door", l.door, 20}, {"steps in water", l.water, 100},
		{"teleports", l.tele, 2}, {"jump pads", l.pads, 2},
		{"red armours", l.pickups["item_armor_body"], 1}, {"megas", l.pickups["item_health_mega"], 1},
		{"percent upstairs", l.upper * 100 / (l.upper + l.lower), 10},
		{"percent downstairs", l.lower * 100 / (l.upper + l.lower), 10},
	} {
		if c.got < c.want {
			t.Errorf("%s: %d, want at least %d", c.what, c.got, c.want)
		}
	}
	for w := wpMachinegun; w < wpCount; w++ {
		if l.shots[w] == 0 {
			t.Errorf("weapon %d is never fired", w)
		}
	}
	if l.stuck > 0 {
		t.Errorf("players are in solid in %d steps", l.stuck)
	}
	if l.fastest < 350 || l.fastest > 1200 {
		t.Errorf("greatest speed on the ground is %.0f", l.fastest)
	}
	if l.farPickup > math.Sqrt(50*50+2*36*36) {
		t.Errorf("an item was taken from %.0f units away", l.farPickup)
	}
	if s := (g.now - startTime) / 1000; s < 60 || s > 120 {
		t.Errorf("the demo lasts %d s", s)
	}
	if !l.endedByLimit {
		t.Error("the match was cut off")
	}
}

// counter is a handler that follows the demo as a viewer would.
type counter struct {
	t         *testing.T
	ents      map[int]quake3.EntityState
	base      map[int]quake3.EntityState
	player    quake3.PlayerState
	time      int32
	snapshots int
	events    map[uint32]int
	chats     int
	fullest   int
	far       float64 // longest way of a living player between two snapshots
}

func (c *counter) Handle(m quake3.Message) {
	switch m := m.(type) {
	case *quake3.Gamestate:
		for i := range m.Baselines {
			var s quake3.EntityState
			s.Apply(&m.Baselines[i])
			c.base[s.Number] = s
		}
	case *quake3.ServerCommand:
		if bytes.HasPrefix(m.Text, []byte("chat ")) || bytes.HasPrefix(m.Text, []byte("tchat ")) {
			c.chats++
		}
	case *quake3.SnapshotDelta:
		c.snapshot(m)
	}
}

func (c *counter) snapshot(s *quake3.SnapshotDelta) {
	if c.snapshots > 0 && s.ServerTime != c.time+frame {
		c.t.Errorf("snapshot at %d after %d", s.ServerTime, c.time)
	}
	if full := s.DeltaNum == 0; full != (c.snapshots == 0) {
		c.t.Errorf("snapshot %d leans on %d", c.snapshots, s.DeltaNum)
	}
	c.time = s.ServerTime
	c.snapshots++
	was := c.player
	c.player.Apply(&s.Player)
	c.moved(was.Origin(), c.player.Origin(), was.F[quake3.PsEFlags], c.player.F[quake3.PsEFlags], c.snapshots > 1)
	for i := range s.Entities {
		d := &s.Entities[i]
		n := int(d.Number)
		if d.Removed {
			delete(c.ents, n)
			continue
		}
		e, known := c.ents[n]
		if !known {
			e = c.base[n]
		}
		old := e
		e.Apply(d)
		c.ents[n] = e
		if n < quake3.MaxClients && known {
			c.moved(old.Origin(), e.Origin(), old.F[quake3.EntEFlags], e.F[quake3.EntEFlags], true)
		}
		if ev := e.F[quake3.EntEvent]; ev != old.F[quake3.EntEvent] {
			c.events[ev&^quake3.EventToggle]++
		}
		if kind := e.F[quake3.EntEType]; !known && kind >= 13 {
			c.events[kind-13]++
		}
	}
	c.fullest = max(c.fullest, len(c.ents))
}

// moved checks that nobody jumps without the teleport bit saying so.
func (c *counter) moved(a, b [3]float32, was, is uint32, check bool) {
	if !check || was&efTeleport != is&efTeleport || is&efDead != 0 {
		return
	}
	d := vec{float64(b[0] - a[0]), float64(b[1] - a[1]), float64(b[2] - a[2])}.len()
	c.far = math.Max(c.far, d)
}

func TestDemoDecodes(t *testing.T) {
	g, files := theMatch()
	c := &counter{t: t, ents: map[int]quake3.EntityState{}, base: map[int]quake3.EntityState{}, events: map[uint32]int{}}
	d := quake3.NewDecoder(files[1], quake3.Options{Name: sample.DemoName})
	for {
		if err := d.Next(c); err == io.EOF {
			break
		}
	}
	if n := len(d.Damage()); n > 0 {
		t.Fatalf("%d damages: %v", n, d.Damage()[0])
	}
	if want := (g.now-startTime)/frame + 1; c.snapshots != want {
		t.Errorf("%d snapshots, want %d", c.snapshots, want)
	}
	deaths := 0
	for _, n := range g.log.byMeans {
		deaths += n
	}
	if c.events[evObituary] != deaths {
		t.Errorf("%d obituaries of %d deaths", c.events[evObituary], deaths)
	}
	for _, ev := range []uint32{evRailTrail, evShotgun, evBulletWall, evBulletFlesh, evMissileHit, evMissileMiss,
		evBounce, evItemPickup, evItemRespawn, evGlobalPickup, evTeleportIn, evTeleportOut, evJumpPad, evJump,
		evWaterTouch, evFireWeapon, evPain} {
		if c.events[ev] == 0 {
			t.Errorf("event %d never happens", ev)
		}
	}
	if c.chats < 5 {
		t.Errorf("%d chat lines", c.chats)
	}
	// 1000 units a second, and a knock in between
	if c.far > 80 {
		t.Errorf("someone moves %.0f units in %d ms", c.far, frame)
	}
	if c.fullest > 200 {
		t.Errorf("%d entities in a snapshot", c.fullest)
	}
}

func TestDemoEncodesBack(t *testing.T) {
	_, files := theMatch()
	var out bytes.Buffer
	d := quake3.NewDecoder(files[1], quake3.Options{Name: sample.DemoName})
	e := quake3.NewEncoder(&out, quake3.Options{Name: sample.DemoName})
	for d.Next(e) == nil {
	}
	if e.Finish() != nil || !bytes.Equal(out.Bytes(), files[1]) {
		t.Errorf("decoded and encoded, %d bytes become %d; %v", len(files[1]), out.Len(), e.Finish())
	}
}
