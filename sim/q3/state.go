package q3

import (
	"fragscope/formats/quake3"
	"math"
)

// Observer is told what a [State] went through, in the order of the demo.
// Pointers are valid during the call only.
type Observer interface {
	// Gamestate comes when everything was reset; the configstrings are there.
	Gamestate(s *State, g *quake3.Gamestate)
	// Command is a server command that was not seen before, with those that
	// change configstrings left out.
	Command(s *State, text []byte)
	// Configstring is a configstring that a server command changed.
	Configstring(s *State, index int, old string)
	// Snapshot is a complete snapshot.
	Snapshot(s *State, snap *Snapshot)
}

// Entity is the state of an entity in a snapshot.
type Entity struct {
	quake3.EntityState
	// Version tells states apart: two entities of equal Version have the
	// same Number and equal fields.
	Version uint32
}

// Snapshot is the state of the world as the server sent it: everything that
// was in the recorder's sight.
type Snapshot struct {
	// Sequence is the number of the message that it came in.
	Sequence int32
	// ServerTime is in ms.
	ServerTime int32
	Flags      uint8
	// Approximate is true where the snapshot leans, maybe over others, on one
	// that is missing in the demo, so that an older one was taken instead.
	Approximate bool
	// Repeated is true where the message has the number of the one before.
	Repeated bool
	Player   quake3.PlayerState

	entities []uint32
	valid    bool
	pool     *pool
}

// Len is the number of entities.
func (s *Snapshot) Len() int { return len(s.entities) }

// Entity is one of the entities, which ascend by Number.
func (s *Snapshot) Entity(i int) *Entity { return s.pool.at(s.entities[i]) }

// pool holds the states of entities that snapshots refer to. Snapshots share
// those that did not change, so a new snapshot costs what changed in it.
type pool struct {
	slabs   []*[slabSize]Entity
	refs    []uint8
	free    []uint32
	version uint32
}

const slabSize = 256

func (p *pool) at(i uint32) *Entity { return &p.slabs[i/slabSize][i%slabSize] }

// take returns a state to be filled in, with one reference.
func (p *pool) take() (uint32, *Entity) {
	if len(p.free) == 0 {
		base := uint32(len(p.slabs) * slabSize)
		p.slabs = append(p.slabs, new([slabSize]Entity))
		p.refs = append(p.refs, make([]uint8, slabSize)...)
		for i := range uint32(slabSize) {
			p.free = append(p.free, base+slabSize-1-i)
		}
	}
	i := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	p.refs[i] = 1
	p.version++
	return i, p.at(i)
}

func (p *pool) release(list []uint32) {
	for _, i := range list {
		if p.refs[i]--; p.refs[i] == 0 {
			p.free = append(p.free, i)
		}
	}
}

// State is a [quake3.Handler] that keeps what the deltas of a demo lean on:
// configstrings, baselines and the last 32 snapshots, and hands complete
// snapshots to an [Observer].
type State struct {
	quake3.Ignore
	// Protocol is how the demo is coded.
	Protocol *quake3.Protocol
	// Configstrings are as sent.
	Configstrings [quake3.MaxConfigstrings]string
	// Gamestates counts the gamestates so far.
	Gamestates int
	// ClientNum is the recorder's own slot, -1 where the gamestate does not tell.
	ClientNum int

	observer    Observer
	baselines   [quake3.MaxEntities]quake3.EntityState
	ring        [quake3.SnapshotBackup]*Snapshot
	spare       *Snapshot
	pool        pool
	lastMessage int32
	lastCommand int32
	big         []byte // parts of a long configstring
	bigIndex    int
	args        []string
}

// NewState returns a state without a gamestate.
func NewState(p *quake3.Protocol, o Observer) *State {
	s := &State{Protocol: p, observer: o, ClientNum: -1, spare: new(Snapshot)}
	s.spare.pool = &s.pool
	for i := range s.ring {
		s.ring[i] = &Snapshot{pool: &s.pool}
	}
	return s
}

// Gamestate resets everything.
func (s *State) Gamestate(g *quake3.Gamestate) {
	s.Gamestates++
	s.ClientNum = int(g.ClientNum)
	s.lastCommand = g.CommandSequence
	s.big = nil
	for _, snap := range s.ring {
		s.pool.release(snap.entities)
		snap.entities, snap.valid = snap.entities[:0], false
	}
	clear(s.Configstrings[:])
	clear(s.baselines[:])
	for i := range g.Configstrings {
		c := &g.Configstrings[i]
		if c.Index >= 0 && c.Index < len(s.Configstrings) {
			s.Configstrings[c.Index] = string(c.Text)
		}
	}
	for i := range g.Baselines {
		d := &g.Baselines[i]
		if int(d.Number) < len(s.baselines) {
			s.baselines[d.Number].Apply(d)
		}
	}
	s.observer.Gamestate(s, g)
}

// Skipped takes what could be saved of a gamestate from a damaged stretch.
func (s *State) Skipped(m *quake3.Skipped) {
	if m.Gamestate != nil {
		s.Gamestate(m.Gamestate)
	}
	if m.Renumbered {
		s.lastCommand = math.MinInt32
	}
}

// ServerCommand passes a command on that was not seen before.
func (s *State) ServerCommand(c *quake3.ServerCommand) {
	if c.Sequence <= s.lastCommand {
		return
	}
	s.lastCommand = c.Sequence
	if !s.configstringCommand(c.Text) {
		s.observer.Command(s, c.Text)
	}
}

// maxBig bounds a configstring that comes in parts.
const maxBig = 64 << 10

// configstringCommand handles `cs N "text"` and the parts `bcs0`, `bcs1` and
// `bcs2` of one that is too long for a command.
func (s *State) configstringCommand(text []byte) bool {
	if len(text) < 4 || text[0] != 'c' && text[0] != 'b' {
		return false
	}
	s.args = tokenize(text, s.args[:0])
	if len(s.args) < 2 {
		return false
	}
	index, ok := number(s.args[1])
	if ok = ok && index >= 0 && index < len(s.Configstrings); !ok {
		return s.args[0] == "cs" || s.args[0] == "bcs0" || s.args[0] == "bcs1" || s.args[0] == "bcs2"
	}
	value := ""
	if len(s.args) > 2 {
		value = s.args[2]
	}
	switch s.args[0] {
	case "cs":
		s.setConfigstring(index, value)
	case "bcs0":
		s.big, s.bigIndex = append(s.big[:0], value...), index
	case "bcs1", "bcs2":
		if index != s.bigIndex || len(s.big)+len(value) > maxBig {
			break
		}
		s.big = append(s.big, value...)
		if s.args[0] == "bcs2" {
			s.setConfigstring(index, string(s.big))
			s.big = s.big[:0]
		}
	default:
		return false
	}
	return true
}

func (s *State) setConfigstring(index int, text string) {
	old := s.Configstrings[index]
	s.Configstrings[index] = text
	if old != text {
		s.observer.Configstring(s, index, old)
	}
}

// Snapshot makes a complete snapshot of a delta and passes it on.
func (s *State) Snapshot(m *quake3.Snapshot) {
	snap := s.spare
	base, exact := s.base(m)
	snap.Sequence, snap.ServerTime, snap.Flags = m.Sequence, m.ServerTime, m.Flags
	snap.Approximate = !exact
	snap.Repeated = m.Sequence == s.lastMessage
	snap.valid = true
	snap.entities = snap.entities[:0]
	var from []uint32
	if base != nil {
		snap.Player = base.Player
		snap.Approximate = snap.Approximate || base.Approximate
		from = base.entities
	} else {
		snap.Player = quake3.PlayerState{}
	}
	snap.Player.Apply(&m.Player)
	s.applyEntities(snap, from, m.Entities)
	slot := &s.ring[uint32(m.Sequence)%uint32(len(s.ring))]
	s.pool.release((*slot).entities)
	(*slot).entities = (*slot).entities[:0]
	s.spare, *slot = *slot, snap
	s.lastMessage = m.Sequence
	s.observer.Snapshot(s, snap)
}

// base is the snapshot that m changes, nil for none. Where it is missing, it
// is the nearest older one, and exact is false.
func (s *State) base(m *quake3.Snapshot) (base *Snapshot, exact bool) {
	if m.DeltaNum == 0 {
		return nil, true
	}
	want := m.Sequence - int32(m.DeltaNum)
	if b := s.ring[uint32(want)%uint32(len(s.ring))]; b.valid && b.Sequence == want {
		return b, true
	}
	for _, b := range s.ring {
		if b.valid && b.Sequence < want && (base == nil || b.Sequence > base.Sequence) {
			base = b
		}
	}
	return base, false
}

// applyEntities merges the entities of the base with the changes.
func (s *State) applyEntities(snap *Snapshot, from []uint32, changes []quake3.EntityDelta) {
	list, p := snap.entities, &s.pool
	at, last := 0, -1
	for i := range changes {
		d := &changes[i]
		n := int(d.Number)
		if n <= last || n >= quake3.NoEntity {
			continue
		}
		last = n
		for at < len(from) && p.at(from[at]).Number < n {
			p.refs[from[at]]++
			list = append(list, from[at])
			at++
		}
		base := &s.baselines[n]
		if at < len(from) && p.at(from[at]).Number == n {
			base = &p.at(from[at]).EntityState
			if d.Unchanged && !d.Removed {
				p.refs[from[at]]++
				list = append(list, from[at])
				at++
				continue
			}
			at++
		}
		if d.Removed {
			continue
		}
		i, e := p.take()
		e.EntityState = *base
		e.Version = p.version
		e.Apply(d)
		list = append(list, i)
	}
	for ; at < len(from); at++ {
		p.refs[from[at]]++
		list = append(list, from[at])
	}
	snap.entities = list
}
