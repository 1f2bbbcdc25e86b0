package q1

import (
	"fmt"
	"time"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
)

// A recorder who is hit and keeps what he has is a god, or someone changed the
// demo: the damage that messages tell is compared with the health that follows.
// The two games send these in different ways, so that each has its own check.

// netQuakeCheat compares the damage of .dem with the next status bar.
type netQuakeCheat struct {
	health int // of the last status bar
	known  bool
	lost   int // told since
}

// hurt records that the recorder was hit.
func (s *netQuake) hurt(m *netquake.Damage) {
	s.cheat.lost += int(m.Health)
	if r := s.players.Row(sim.SlotAt(s.view - 1)); r != nil && m.Health > 0 {
		s.bleed(r.Origin)
	}
}

// checkHealth compares a status bar with the damage told since the last. As
// health can be picked up meanwhile, only a loss that did not happen at all
// counts; the pentagram lets the damage be told and spares its owner.
func (s *netQuake) checkHealth(health int) {
	c := &s.cheat
	spared := s.stats.values[quakeworld.StatItems]&bitInvulnerability != 0
	if c.known && !spared && c.lost > 0 && c.health > 0 && health >= c.health {
		s.noteCheat(s.Now(), c.lost, health)
	}
	*c = netQuakeCheat{health: health, known: true}
}

func (g *game) noteCheat(at time.Duration, lost, health int) {
	g.Recorder().Anomaly(sim.Anomaly{Time: at, Text: fmt.Sprintf("damage of %d left health at %d", lost, health)})
}

// quakeWorldCheat waits for the loss of health that the damage of a .qwd tells.
type quakeWorldCheat struct {
	lost int // not seen to be lost yet
	at   time.Duration
	told time.Duration // the clock of the packet that last told the health
	any  bool          // one did
}

// healthWait is how long after the damage the new health may come: it is sent
// anew until it arrives.
const healthWait = 2 * time.Second

// hurt records that the recorder was hit.
func (s *quakeWorld) hurt(m *quakeworld.Damage) {
	if s.multi || s.spectator || s.recorder < 0 || s.recorder >= quakeworld.MaxPlayers || m.Health == 0 {
		return
	}
	if r := s.players.Row(sim.SlotAt(s.recorder)); r != nil {
		s.bleed(r.Origin)
	}
	c, st := &s.cheat, &s.clients[s.recorder].stats
	// The pentagram and team mates let damage be told that does nothing, as do
	// servers between matches.
	spared := st.values[quakeworld.StatItems]&bitInvulnerability != 0 || s.teamplay()
	switch s.match.Phase() {
	case sim.PhasePlaying, sim.PhaseOvertime, sim.PhaseUnknown:
	default:
		spared = true
	}
	// Where a packet has both, the health comes first.
	told := c.any && c.told == s.block.Clock
	if spared || told || st.values[quakeworld.StatHealth] <= 0 {
		return
	}
	if c.lost == 0 {
		c.at = s.Now()
	}
	c.lost += int(m.Health)
}

// checkHealth looks for damage that was told and did nothing.
func (s *quakeWorld) checkHealth() {
	if c := &s.cheat; c.lost != 0 && s.Now()-c.at >= healthWait {
		s.noteCheat(c.at, c.lost, int(s.clients[s.recorder].stats.values[quakeworld.StatHealth]))
		c.lost = 0
	}
}
