package quake3

import (
	"io"
	"slices"
)

// Recorder writes a demo from complete states. Each snapshot is written relative to the previous one, as if a server
// had sent the snapshots to a client that received all of them.
type Recorder struct {
	// Flags are the flags of the following snapshots; see [SnapshotDelta].
	Flags uint8

	enc               *Encoder
	protocol          *Protocol
	sequence, command int32
	commands          []string
	player            PlayerState
	entities          map[int]EntityState // of the last snapshot, or nil if there is none
	base              map[int]EntityState // baselines
}

// NewRecorder returns a Recorder that writes to w in protocol p. command is the number of the last server command
// before the start of the demo.
func NewRecorder(w io.Writer, p *Protocol, command int32) *Recorder {
	return &Recorder{enc: NewEncoder(w, Options{Protocol: p}), protocol: p, sequence: 2, command: command}
}

// Begin starts the demo, or a new level in it, with a gamestate and baselines. Commands that have not been written yet
// are dropped.
func (r *Recorder) Begin(g Gamestate, baselines map[int]EntityState) {
	r.commands, r.player, r.entities, r.base = nil, PlayerState{}, nil, baselines
	g.CommandSequence = r.command
	for n := range MaxEntities {
		if s, ok := baselines[n]; ok {
			g.Baselines = append(g.Baselines, s.Delta(&EntityState{}, r.protocol))
		}
	}
	r.block()
	r.enc.Handle(&g)
	r.enc.Handle(&BlockEnd{})
}

func (r *Recorder) block() {
	r.sequence++
	b := Block{Sequence: r.sequence}
	if r.protocol.HasAcknowledge {
		b.ReliableAcknowledge = 2
	}
	r.enc.Handle(&b)
}

// Command adds a server command, which is written with the next snapshot.
func (r *Recorder) Command(text string) { r.commands = append(r.commands, text) }

// Snapshot writes a snapshot of the state at serverTime. entities maps entity numbers to states. The caller must not
// use that map afterwards.
func (r *Recorder) Snapshot(serverTime int32, player PlayerState, entities map[int]EntityState) {
	r.block()
	for _, text := range r.commands {
		r.command++
		r.enc.Handle(&ServerCommand{Sequence: r.command, Text: []byte(text)})
	}
	r.commands = slices.Delete(r.commands, 0, len(r.commands))
	s := SnapshotDelta{Sequence: r.sequence, ServerTime: serverTime, Flags: r.Flags, AreaMask: []byte{0}}
	if r.entities != nil {
		s.DeltaNum = 1
	}
	s.Player = player.Delta(&r.player, r.protocol)
	for n := range NoEntity {
		state, is := entities[n]
		old, was := r.entities[n]
		switch {
		case is:
			if !was {
				old = r.base[n]
			}
			if d := state.Delta(&old, r.protocol); !was || !d.Unchanged {
				s.Entities = append(s.Entities, d)
			}
		case was:
			s.Entities = append(s.Entities, EntityDelta{Number: uint16(n), Removed: true})
		}
	}
	r.player, r.entities = player, entities
	r.enc.Handle(&s)
	r.enc.Handle(&BlockEnd{})
}

// Finish ends the demo. It returns the first write error, if any.
func (r *Recorder) Finish() error { return r.enc.Finish() }
