package q2

import (
	"fragscope/formats/quake2"
)

// baseline places what lies in the map from the start, which the recorder has not
// seen yet.
func (s *simulator) baseline(e *quake2.EntityState) {
	n := int(e.Number)
	if n == 0 || n >= maxEntities || n <= s.level.maxClients {
		return
	}
	switch c := s.models.classOf(e.Models[0]); c.kind {
	case classPart:
		if part := s.models.partOf(e); part > 0 {
			s.entities.mover(e, part)
		}
	case classItem:
		s.items.place(e, &c.article)
	}
}

// knifeStep is how far a knife goes from one snapshot to the next, at least, while it flies.
const knifeStep = 8
