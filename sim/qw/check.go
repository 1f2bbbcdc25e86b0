package qw

import (
	"fmt"
	"time"

	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/quake"
)

// cheatCheck waits for the loss of health that a damage message tells. A
// recorder who is hit and keeps what he has cheated, or someone changed the
// demo.
type cheatCheck struct {
	lost int // not seen to be lost yet
	at   time.Duration
	told time.Duration // the clock of the packet that last told the health
	any  bool          // one did
}

// healthWait is how long after the damage the new health may come: it is sent
// anew until it arrives.
const healthWait = 2 * time.Second

// Damage tells a player that he was hit.
func (s *simulator) Damage(m *quakeworld.Damage) {
	if s.multi || s.spectator || s.recorder < 0 || s.recorder >= quakeworld.MaxPlayers || m.Health == 0 {
		return
	}
	if r := s.stage.Row(s.recorder); r != nil {
		s.stage.Blood(r.Origin)
	}
	c := &s.players[s.recorder]
	// The pentagram and team mates let damage be told that does nothing, as do
	// servers between matches.
	spared := uint32(c.stats[quakeworld.StatItems])&quake.BitInvulnerability != 0 || s.teamplay()
	switch s.stage.Phase() {
	case sim.PhasePlaying, sim.PhaseOvertime, sim.PhaseUnknown:
	default:
		spared = true
	}
	// Where a packet has both, the health comes first.
	told := s.check.any && s.check.told == s.block.Clock
	if spared || told || c.stats[quakeworld.StatHealth] <= 0 {
		return
	}
	if s.check.lost == 0 {
		s.check.at = s.stage.Now
	}
	s.check.lost += int(m.Health)
}

// checkHealth looks for damage that was told and did nothing.
func (s *simulator) checkHealth() {
	if s.check.lost == 0 || s.stage.Now-s.check.at < healthWait {
		return
	}
	health := s.players[s.recorder].stats[quakeworld.StatHealth]
	s.rec.Anomaly(sim.Anomaly{Time: s.check.at, Text: fmt.Sprintf("damage of %d left health at %d", s.check.lost, health)})
	s.check.lost = 0
}
