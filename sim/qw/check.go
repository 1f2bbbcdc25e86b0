package qw

import (
	"fmt"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// cheatCheck compares what damage messages say was lost with the health that
// is told next.
type cheatCheck struct {
	lost int
}

// Damage tells a player that he was hit.
func (s *simulator) Damage(m *quakeworld.Damage) {
	if s.multi {
		return
	}
	s.check.lost += int(m.Health)
	if r := s.stage.Row(s.recorder); r != nil && m.Health > 0 {
		s.stage.Blood(r.Origin)
	}
}

// checkHealth compares a new health with the damage told since the last: a
// recorder who is hit and has as much as before or more, and neither a
// pentagram nor a death between, cheated, or someone changed the demo.
func (s *simulator) checkHealth(health int) {
	c := &s.players[s.recorder]
	before := int(c.stats[quakeworld.StatHealth])
	spared := uint32(c.stats[quakeworld.StatItems])&quake.BitInvulnerability != 0
	if s.check.lost > 100 && before > 0 && health == before && !spared {
		s.rec.Remark(sim.Remark{Time: s.stage.Now, Text: fmt.Sprintf("damage of %d left health at %d", s.check.lost, health)})
	}
	s.check.lost = 0
}
