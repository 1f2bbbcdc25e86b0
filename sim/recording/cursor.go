package recording

import (
	"fragscope/sim"
	"time"
)

// maxGap is the longest time between two snapshots that is interpolated. A longer gap means that data is missing.
const maxGap = time.Second

// Cursor rebuilds the worlds of a recording. It is not safe for concurrent use; each goroutine needs its own.
type Cursor struct {
	r *Recording
	// now is the frame at index. next is the last decoded frame, at nextIndex: the same one or the one after. Both
	// indices are -1 before the first use.
	now, next        state
	index, nextIndex int
	in               stream
	// chunks holds the chunks of the wanted frame and of the one after it.
	chunks      [2][]byte
	tables      tables
	world       sim.World
	inventories []sim.Inventory
}

// Cursor returns a new cursor.
func (r *Recording) Cursor() *Cursor { return &Cursor{r: r, index: -1, nextIndex: -1} }

// At returns the world at time t, which is clamped to the duration of the recording. The world does not depend on
// earlier calls. It is valid until the next call to At.
func (c *Cursor) At(t time.Duration) *sim.World {
	w := &c.world
	*w = sim.World{Frame: -1, Level: -1, Players: w.Players[:0], Entities: w.Entities[:0], Movers: w.Movers[:0],
		Effects: w.Effects[:0]}
	for i := range w.TeamScore {
		w.TeamScore[i] = sim.Unknown
	}
	r := c.r
	r.mu.RLock()
	t = min(max(t, 0), r.times.last())
	i, n := r.times.find(t), r.times.len()
	if len(r.chunks) == 0 { // worlds are not kept
		i = -1
	}
	var begin, end time.Duration
	if i >= 0 {
		begin = r.times.at(i)
		c.chunks[0] = r.chunks[i/chunkFrames]
	}
	if i >= 0 && i+1 < n {
		end = r.times.at(i + 1)
		c.chunks[1] = r.chunks[(i+1)/chunkFrames]
	}
	c.tables = r.tables
	w.Effects = r.effects.appendAt(w.Effects, t)
	w.Witnesses = r.witnessNames
	r.mu.RUnlock()
	w.Time = t
	if i < 0 {
		return w
	}
	c.seek(i, n)
	var share float32
	if end > begin && end-begin <= maxGap {
		share = float32(t-begin) / float32(end-begin)
	}
	c.build(t, min(t-begin, maxGap), share)
	return w
}

// seek makes frame i current, and reads the one after it if there is one.
func (c *Cursor) seek(i, n int) {
	if c.index != i {
		if c.nextIndex > i || c.nextIndex < 0 || c.nextIndex/chunkFrames != i/chunkFrames {
			c.nextIndex = i/chunkFrames*chunkFrames - 1
		}
		for c.nextIndex < i {
			c.advance(c.chunks[0])
		}
		c.now.copyFrom(&c.next)
		c.index = i
	}
	if c.nextIndex == i && i+1 < n {
		c.advance(c.chunks[1])
	}
}

func (c *Cursor) advance(chunk []byte) {
	c.nextIndex++
	c.in.data = chunk
	if c.nextIndex%chunkFrames == 0 {
		c.next.clear()
		c.in.pos = 0
	}
	c.next.readFrom(&c.in)
}

// build sets the world to the state at dt after the current frame, at the given fraction of the time to the next one.
func (c *Cursor) build(t, dt time.Duration, share float32) {
	w := &c.world
	unpackHead(&c.now.head, &c.tables, w)
	w.Time, w.Frame = t, c.index
	w.Clock += dt
	switch {
	case w.MatchKnown && w.Phase == sim.PhaseCountdown:
		w.Match -= dt
	case w.MatchKnown && running(w.Phase):
		w.Match += dt
	}
	if c.nextIndex == c.index || c.next.head[headLevel] != c.now.head[headLevel] {
		share = 0
	}
	c.buildPlayers(t, share)
	c.buildEntities(t, share)
	c.buildMovers(share)
}

// follower returns the row with the given key in the next frame's table, or nil. Keys must increase from call to call.
func follower[W words](t table[W], i *int, key int32) *W {
	for *i < len(t) && t[*i].key < key {
		*i++
	}
	if *i < len(t) && t[*i].key == key {
		return &t[*i].words
	}
	return nil
}

func (c *Cursor) buildPlayers(t time.Duration, share float32) {
	w := &c.world
	if len(c.inventories) < len(c.now.inventories) {
		c.inventories = make([]sim.Inventory, len(c.now.inventories)+4)
	}
	at, poseAt, nextPoseAt, heldAt, held := 0, 0, 0, 0, 0
	for i := range c.now.players {
		r := &c.now.players[i]
		w.Players = append(w.Players, sim.Player{})
		p := &w.Players[len(w.Players)-1]
		unpackPlayer(&r.words, &c.tables, p, int(r.key), t)
		if o := follower(c.now.poses, &poseAt, r.key); o != nil {
			p.Origin, p.Velocity, p.View = o.place(), o.velocity(), o.view()
		}
		if has(r.words[0], playerInventory) {
			if h := follower(c.now.inventories, &heldAt, r.key); h != nil {
				unpackInventory(h, &c.tables, &c.inventories[held])
				p.Inventory = &c.inventories[held]
				held++
			}
		}
		if share == 0 || !p.Visible {
			continue
		}
		if n := follower(c.next.players, &at, r.key); n != nil && has(n[0], playerVisible) &&
			n[playerCut] != uint32(c.nextIndex) {
			if o := follower(c.next.poses, &nextPoseAt, r.key); o != nil {
				p.Origin = lerpVec(p.Origin, o.place(), share)
				p.View = lerpAngles(p.View, o.view(), share)
			}
		}
	}
}

// entityIdentity masks the flags that distinguish an entity from a later one with the same number.
const entityIdentity = 0xffff<<16 | 7<<10 | 15

func (c *Cursor) buildEntities(t time.Duration, share float32) {
	w := &c.world
	at := 0
	for i := range c.now.entities {
		r := &c.now.entities[i]
		w.Entities = append(w.Entities, sim.Entity{})
		p := &w.Entities[len(w.Entities)-1]
		unpackEntity(&r.words, &c.tables, p, int(r.key), t, w.Clock)
		if share == 0 || !p.Visible {
			continue
		}
		n := follower(c.next.entities, &at, r.key)
		if n == nil || (n[0]^r.words[0])&entityIdentity != 0 || !has(n[0], entityVisible) ||
			n[entityCut] == uint32(c.nextIndex) {
			continue
		}
		p.Angles = lerpAngles(p.Angles, getAngles(n[entityAngles:]), share)
		if sim.TrajectoryKind(n[0]>>10&7) == sim.TrajectoryInterpolate {
			p.Origin = lerpVec(p.Origin, getVec(n[entityPlace:]), share)
		}
	}
}

func (c *Cursor) buildMovers(share float32) {
	w := &c.world
	at := 0
	for i := range c.now.movers {
		r := &c.now.movers[i]
		w.Movers = append(w.Movers, sim.Mover{})
		m := &w.Movers[len(w.Movers)-1]
		unpackMover(&r.words, m, int(r.key), w.Clock)
		if share == 0 || !m.Visible {
			continue
		}
		n := follower(c.next.movers, &at, r.key)
		if n == nil || n[1] != r.words[1] || !has(n[0], moverVisible) || n[moverCut] == uint32(c.nextIndex) {
			continue
		}
		if (r.words[0]|n[0])>>4&15 == 0 {
			m.Origin = lerpVec(m.Origin, getVec(n[2:5]), share)
		}
		if (r.words[0]|n[0])>>8&15 == 0 {
			a := getVec(n[10:13])
			m.Angles = lerpAngles(m.Angles, anglesOf(a), share)
		}
	}
}

// Jumped reports whether the path of the player in slot s is interrupted just before the frame of the last world
// returned by At. A path is interrupted when the player respawns, is teleported or comes into sight.
func (c *Cursor) Jumped(s sim.Slot) bool {
	at := 0
	r := follower(c.now.players, &at, int32(s.Index()))
	return r == nil || c.index == 0 || r[playerCut] == uint32(c.index)
}
