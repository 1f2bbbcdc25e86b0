package q3

import "fragscope/formats/quake3"

// Handle handles a message of the demo.
func (s *Simulator) Handle(m quake3.Message) {
	h := &s.history
	h.Handle(m)
	switch m := m.(type) {
	case *quake3.Gamestate:
		s.Gamestate(h, m)
	case *quake3.Skipped:
		if m.Gamestate != nil {
			s.Gamestate(h, m.Gamestate)
		}
	case *quake3.ServerCommand:
		if index, old := h.Changed(); index >= 0 {
			s.Configstring(h, index, old)
		} else if text := h.Command(); text != nil {
			s.Command(text)
		}
	case *quake3.SnapshotDelta:
		s.Snapshot(h, h.Snapshot())
	}
}
