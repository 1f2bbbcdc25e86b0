package quake3

import (
	"bytes"

	"fragscope/formats/quake3"
)

// heard describes the content of a server message.
type heard struct {
	gamestate, snapshot, download bool
	leaves                        bool // the server closes the connection
}

// read decodes a block and keeps the state that later messages need. It reports whether the block decodes to its end;
// one that does not was scrambled with a command that was not heard, or belongs to another game.
func (s *session) read(block []byte) (h heard, ok bool) {
	if s.decoder == nil {
		s.decoder = quake3.NewDecoder(nil, quake3.Options{Protocol: s.coding})
	}
	s.decoder.Reset(block)
	type command struct {
		number int32
		text   []byte
	}
	var commands []command
	last := s.server.last
	s.decoder.Next(quake3.HandlerFunc(func(m quake3.Message) {
		switch m := m.(type) {
		case *quake3.Gamestate:
			h.gamestate, last = true, m.CommandSequence
		case *quake3.SnapshotDelta:
			h.snapshot = true
		case *quake3.Download:
			h.download = true
		case *quake3.ServerCommand:
			commands = append(commands, command{m.Sequence, bytes.Clone(m.Text)})
		}
	}))
	if len(s.decoder.Damage()) > 0 {
		s.decoder = nil
		return heard{}, false
	}
	for _, c := range commands {
		if s.server.put(c.number, c.text) && bytes.HasPrefix(c.text, []byte("disconnect")) {
			h.leaves = true
		}
	}
	if h.gamestate {
		s.server.last = last
	}
	return h, true
}

// withoutDownload returns a block without file chunks.
func (s *session) withoutDownload(block []byte) []byte {
	var out bytes.Buffer
	e := quake3.NewEncoder(&out, quake3.Options{Protocol: s.coding})
	d := quake3.NewDecoder(block, quake3.Options{Protocol: s.coding})
	d.Next(quake3.HandlerFunc(func(m quake3.Message) {
		if _, is := m.(*quake3.Download); !is {
			e.Handle(m)
		}
	}))
	return out.Bytes()
}
