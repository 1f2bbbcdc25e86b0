package nq

import (
	"fmt"

	"fragscope/formats/netquake"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// cheatCheck compares what a damage message says was lost with the next
// status bar. A recorder who is not hurt by damage has a god mode, or someone
// changed the demo.
type cheatCheck struct {
	health, armor int // of the last status bar
	known         bool
	lost          int // told since
}

// Damage tells the recorder that it was hit.
func (s *simulator) Damage(m *netquake.Damage) {
	s.check.lost += int(m.Health)
	if r := s.stage.Row(s.view - 1); r != nil && m.Health > 0 {
		s.stage.Blood(r.Origin)
	}
}

// checkStatus compares a status bar with the damage told since the last. As
// health can be picked up meanwhile, only a loss that did not happen at all
// counts; the pentagram lets the damage be told and spares its owner.
func (s *simulator) checkStatus(health, armor int) {
	c := &s.check
	spared := s.status.Items&quake.BitInvulnerability != 0
	if c.known && !spared && c.lost > 0 && c.health > 0 && health >= c.health {
		s.rec.Anomaly(sim.Anomaly{Time: s.stage.Now, Text: fmt.Sprintf("damage of %d left health at %d", c.lost, health)})
	}
	c.health, c.armor, c.known = health, armor, true
	c.lost = 0
}
