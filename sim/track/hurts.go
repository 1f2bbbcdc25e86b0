package track

import (
	"fmt"
	"time"

	"fragscope/sim"
)

// hurts compares the damage reported to the recorder with his health afterwards. A recorder who is hit but loses
// nothing is in god mode, or the demo was edited. If the health may arrive later than the damage (Rules.HealthWait),
// hurts waits for it; otherwise the next status bar has it.
type hurts struct {
	lost   int           // reported, and not yet seen to be lost
	at     time.Duration // since when
	health int           // last reported
	known  bool          // it was reported
	clock  time.Duration // of the packet that reported it
}

type (
	// Hurt reports damage to the recording player, as indicated on his screen. Spared is set if the damage may have
	// been harmless, because the player has the pentagram or because a teammate may have caused the damage.
	Hurt struct {
		Slot   sim.Slot
		Lost   int
		Spared bool
		Clock  time.Duration // of the packet that contains it
	}
	// HealthTold reports the recording player's health, as shown on his status bar.
	HealthTold struct {
		Health int
		Spared bool
		Clock  time.Duration
	}
)

func (h Hurt) conclude(t *Tracker) {
	if r := t.players.Look(h.Slot); r != nil && h.Lost > 0 {
		t.track.Effect(sim.Effect{Kind: sim.EffectBlood, Origin: r.Origin}, ImpactTime)
	}
	k := &t.hurts
	// If a packet has both, the health comes first. Between matches servers report damage that has no effect.
	if t.rules.HealthWait > 0 && (h.Spared || k.known && k.clock == h.Clock || k.health <= 0 || !t.match.counts()) {
		return
	}
	if k.lost == 0 {
		k.at = t.track.now
	}
	k.lost += h.Lost
}

// counts reports whether a match is running, or may be.
func (m *Match) counts() bool {
	return m.phase == sim.PhasePlaying || m.phase == sim.PhaseOvertime || m.phase == sim.PhaseUnknown
}

func (h HealthTold) conclude(t *Tracker) {
	k := &t.hurts
	// As health may be picked up in between, only damage without any loss counts.
	if t.rules.HealthWait == 0 && k.known && !h.Spared && k.lost > 0 && k.health > 0 && h.Health >= k.health {
		k.note(&t.track, t.track.now, h.Health)
	}
	k.lost, k.health, k.known, k.clock = 0, h.Health, true, h.Clock
}

// end looks for damage that has had no effect within the given time.
func (h *hurts) end(t *Track, wait time.Duration) {
	if wait > 0 && h.lost != 0 && t.now-h.at >= wait {
		h.note(t, h.at, h.health)
		h.lost = 0
	}
}

func (h *hurts) note(t *Track, at time.Duration, health int) {
	t.rec.Anomaly(sim.Anomaly{Time: at, Text: fmt.Sprintf("damage of %d left health at %d", h.lost, health),
		Why: whyUnharmed})
}

// whyUnharmed lists the reasons why damage may have no effect.
const whyUnharmed = "the server may protect the player, as god mode does, or the demo may have been edited"

// harmed records an anomaly if damage to the recorder had no effect, in games that send both in the same snapshot.
// Quake III reports the amount of damage to health and armour, Quake II only that health was lost.
func (t *Track) harmed(lost, before, after int, of string) {
	switch {
	case before <= 0 || after != before: // he died, or the damage is there; what he picked up in between may hide it
	case lost > 0:
		t.rec.Anomaly(sim.Anomaly{Time: t.now, Text: fmt.Sprintf("damage of %d left %s at %d", lost, of, after),
			Why: whyUnharmed})
	default:
		t.rec.Anomaly(sim.Anomaly{Time: t.now, Text: fmt.Sprintf("damage left %s at %d", of, after), Why: whyUnharmed})
	}
}
