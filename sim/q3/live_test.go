package q3

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
)

// TestPowersByProtocol checks what the bits of an entity's powerups mean.
func TestPowersByProtocol(t *testing.T) {
	for _, test := range []struct {
		protocol int
		bits     uint32
		powers   []sim.Powerup
		flag     sim.Team
		carried  bool
	}{
		{68, 1<<1 | 1<<3, []sim.Powerup{sim.PowerupQuad, sim.PowerupHaste}, 0, false},
		{68, 1 << 8, nil, sim.TeamBlue, true},
		{68, 1<<0 | 1<<15, nil, 0, false},
		{73, 1<<0 | 1<<1, []sim.Powerup{sim.PowerupSpawnShield, sim.PowerupQuad}, 0, false},
		{90, 1<<8 | 1<<12, []sim.Powerup{sim.PowerupGuard}, sim.TeamBlue, true},
		{90, 1 << 15, []sim.Powerup{sim.PowerupFreeze}, 0, false},
		{91, 1<<4 | 1<<5, []sim.Powerup{sim.PowerupQuad, sim.PowerupProtection}, 0, false},
		{91, 1<<2 | 1<<6, []sim.Powerup{sim.PowerupHaste}, sim.TeamBlue, true},
		{91, 1<<3 | 1<<15, []sim.Powerup{sim.PowerupFreeze}, sim.TeamFree, true},
	} {
		s := newStage(t, test.protocol, nil)
		s.at(1, 0, 0, 0)
		s.entities[1][quake3.EntPowerups] = test.bits
		s.snap(0)
		var want sim.PowerupSet
		for _, p := range test.powers {
			want |= 1 << p
		}
		p := playerOf(s.end().At(0), 1)
		if p.Powerups != want || p.FlagCarried != test.carried || p.Flag != test.flag {
			t.Errorf("protocol %d, bits %b: powers %b, flag %v %v", test.protocol, test.bits, p.Powerups, p.Flag,
				p.FlagCarried)
		}
	}
}

// TestFrozenUntilThawed checks that a frozen player counts as dead, and that his return to life is not another death,
// although the game sends it as one.
func TestFrozenUntilThawed(t *testing.T) {
	s := newStage(t, 91, map[int]string{0: `\mapname\test\g_gametype\9`})
	s.at(1, 0, 0, 0)
	s.say(
		`scores_ft 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 0 0 1 2 7 40 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 2 1 6 40 0 0 3 0 0 0 0 0 0 0 0 0 0 0 0 0`)
	s.snap(0)
	s.entities[1][quake3.EntPowerups] = 1 << 15
	s.snap(50)
	s.event(100, 58, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: 1, quake3.EntOtherEntityNum2: 2,
		quake3.EntEventParm: 30,
		quake3.EntPosBaseX:  num(64)})
	s.entities[1][quake3.EntPowerups] = 1 << 0
	s.snap(50)
	c := s.end()
	if p := playerOf(c.At(50*ms), 1); p.Life != sim.Dead || !p.Powerups.Has(sim.PowerupFreeze) {
		t.Errorf("when frozen he is %+v", p)
	}
	if p := playerOf(c.At(100*ms), 1); p.Life != sim.Alive {
		t.Errorf("when thawed he is %+v", p)
	}
	s.want(s.events(sim.EventObituary, sim.EventPowerup, sim.EventPowerupEnd, sim.EventThaw), "100 thaw 1 2")
	e := s.r.Events()
	i := slices.IndexFunc(e, func(e sim.Event) bool { return e.Kind == sim.EventThaw })
	if e[i].String() != "Cy thawed Bob: Jr" || !e[i].HasOrigin || e[i].Origin[0] != 64 {
		t.Errorf("thaw is %q, %+v", e[i].String(), e[i])
	}
}

// TestForfeitIsNoScore checks that a player who gives up keeps his score, in place of which the game sends -999.
func TestForfeitIsNoScore(t *testing.T) {
	s := newStage(t, 90, map[int]string{0: `\mapname\test\g_gametype\3`, 6: "12", 7: "9"})
	s.snap(0)
	s.say(`cs 7 "-999"`)
	s.say(`scores 1 12 -999 1 -999 40 0 0 0 0 0 0 0 0 0 0 0 0 0 4 0`)
	s.snap(50)
	w := s.end().At(50 * ms)
	if w.TeamScore[sim.TeamRed] != 12 || w.TeamScore[sim.TeamBlue] != 9 || playerOf(w, 1).Frags == forfeited {
		t.Errorf("scores are %v, %d", w.TeamScore, playerOf(w, 1).Frags)
	}
}

// TestForfeitKeepsTheScore checks that who leaves a duel of CPMA keeps the score that he had, though he
// is reset with that: he comes back with nothing.
func TestForfeitKeepsTheScore(t *testing.T) {
	s := newStage(t, 68, map[int]string{0: `\gamename\cpma\g_gametype\1`, 544: `n\a\t\0`, 545: `n\b\t\0`,
		546: `n\c\t\3`,
		672: `tw\-1\ts\0\sb\0\sr\0`, 710: `sb\0\sr\0`})
	s.player.Persistant[persScore] = 0
	s.snap(0)
	s.say(`cs 672 "tw\0\ts\10000\sb\0\sr\0"`)
	s.say("dmscores 1 0 -1")
	s.snap(1000)
	s.player.Persistant[persScore] = -3
	s.say(`cs 710 "sb\5\sr\-3"`)
	s.snap(1000)
	s.say(`cs 544 "n\a\t\3"`)
	s.say(`cs 710 "sb\5\sr\-9999"`)
	s.say(`cs 544 "n\a\t\0"`)
	s.player.Persistant[persScore] = 0
	s.snap(50)
	s.say(`cs 672 "tw\-1\ts\0\sb\0\sr\0"`)
	s.snap(50)
	s.end()
	got := map[string]int16{}
	for _, e := range s.r.Roster() {
		got[e.Profile.Name.Plain] = e.Frags
	}
	if len(got) != 2 || got["a"] != -3 || got["b"] != 5 {
		t.Errorf("the roster has %v", got)
	}
	s.want(s.events(sim.EventMatchEnd), "2000 match_end -1 -1 Match end: forfeit")
}

// TestSpectatorHasNoScore checks that a spectator's row in the scores, which contains those of the player he follows,
// is not taken for his own.
func TestSpectatorHasNoScore(t *testing.T) {
	p := quake3.ProtocolOf(90)
	s := newStage(t, 90, map[int]string{0: `\mapname\test\g_gametype\0`, p.CsPlayers + 1: `n\Eve\t\3`,
		p.CsPlayers + 2: `n\Cy\t\0`})
	rest := strings.Repeat(" 0", 15) // of the 18 words of a row: slot, score and ping come first
	s.snap(0)
	s.say("scores_ffa 2 0 0 1 50 33" + rest + " 2 50 20" + rest)
	s.snap(50)
	w := s.end().At(50 * ms)
	if p := playerOf(w, 1); p.Frags != sim.Unknown || p.Deaths != sim.Unknown || p.Ping != 33 {
		t.Errorf("the spectator has %d, %d, ping %d", p.Frags, p.Deaths, p.Ping)
	}
	if p := playerOf(w, 2); p.Frags != 50 {
		t.Errorf("the player has %d", p.Frags)
	}
}

// TestIntermissionLastsToTheNextLevel checks that no match begins when a server that changes maps clears the
// intermission flag.
func TestIntermissionLastsToTheNextLevel(t *testing.T) {
	p := quake3.ProtocolOf(90)
	s := newStage(t, 90, map[int]string{0: `\mapname\test\g_gametype\3\g_gameState\IN_PROGRESS`})
	cs := func(index int, text string) { s.say(fmt.Sprintf("cs %d %q", index, text)) }
	s.snap(0)
	s.player.F[quake3.PsPmType] = pmIntermissions[0]
	s.snap(50)
	s.snap(50)
	s.want(s.events(sim.EventMatchStart, sim.EventIntermission), "0 match_start -1 -1", "50 intermission -1 -1")
	// A match on the same map begins with a start of its own.
	cs(p.CsLevelStart, "10200")
	s.player.F[quake3.PsPmType] = 0
	s.say("map_restart")
	s.flags ^= quake3.SnapServerCount
	s.snap(50)
	s.end()
	s.want(s.events(sim.EventMatchStart, sim.EventIntermission), "0 match_start -1 -1", "50 intermission -1 -1",
		"150 match_start -1 -1")
}

// TestDeathOutOfSight checks that an obituary shows where a player out of sight died, and that his position is unknown
// after a while.
func TestDeathOutOfSight(t *testing.T) {
	s := newStage(t, 68, nil)
	s.snap(0)
	s.event(100, 60, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: 1, quake3.EntOtherEntityNum2: 2,
		quake3.EntEventParm: 10,
		quake3.EntPosBaseX:  num(-700), quake3.EntPosBaseY: num(80)})
	s.snap(50)
	delete(s.entities, 100)
	s.snap(4900)
	s.snap(200)
	c := s.end()
	if p := playerOf(c.At(4950*ms), 1); p.Life != sim.Dead {
		t.Errorf("some seconds later he is %+v", p)
	}
	if p := playerOf(c.At(5150*ms), 1); p.Life != sim.Absent {
		t.Errorf("long after he is %+v", p)
	}
	p := playerOf(c.At(50*ms), 1)
	if p.Life != sim.Dead || p.Visible || p.Origin != (sim.Vec3{-700, 80, 0}) || p.LastSeen != 50*ms {
		t.Errorf("he is %+v", p)
	}
}

// TestOverlayOfWhoCameBack checks that a team overlay written before a player respawned does not leave him alive
// without health.
func TestOverlayOfWhoCameBack(t *testing.T) {
	s := newStage(t, 73, nil)
	s.at(2, 0, 0, 0)
	s.entities[2][quake3.EntEFlags] = efDead
	s.say(`tinfo 1 2 0 -5 0 1 0`)
	s.snap(0)
	s.entities[2][quake3.EntEFlags] = efTeleport
	s.snap(50)
	s.say(`tinfo 1 2 0 0 0 1 0`)
	s.snap(50)
	c := s.end()
	if p := playerOf(c.At(0), 2); p.Life != sim.Dead || p.Health != -5 {
		t.Errorf("dead he is %+v", p)
	}
	for _, at := range []time.Duration{50 * ms, 100 * ms} {
		if p := playerOf(c.At(at), 2); p.Life != sim.Alive || p.Health != sim.Unknown {
			t.Errorf("at %v he is %+v", at, p)
		}
	}
}

// TestSideOfWhoDied checks that a death that makes a player change sides, as in Red Rover, is recorded with the side on
// which he died.
func TestSideOfWhoDied(t *testing.T) {
	p := quake3.ProtocolOf(73)
	s := newStage(t, 73, map[int]string{0: `\mapname\test\g_gametype\12`})
	s.snap(0)
	s.say(fmt.Sprintf(`cs %d "n\Bob\t\1"`, p.CsPlayers+1)) // Bob goes from blue to red
	s.event(100, 58, map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: 1, quake3.EntOtherEntityNum2: 2,
		quake3.EntEventParm: 10})
	s.snap(50)
	c := s.end()
	e := s.r.Events()
	i := slices.IndexFunc(e, func(e sim.Event) bool { return e.Kind == sim.EventObituary })
	if e[i].Profile.Team != sim.TeamBlue || e[i].AttackerProfile.Team != sim.TeamRed {
		t.Errorf("obituary is %+v of %+v", e[i], e[i].Profile)
	}
	if w := c.At(50 * ms); playerOf(w, 1).Profile.Team != sim.TeamRed || playerOf(w, 2).Frags != 1 {
		t.Errorf("players are %+v", w.Players)
	}
}

// TestTableKnowsTheDeath checks that a death is not counted again if the score table sent with it includes it.
func TestTableKnowsTheDeath(t *testing.T) {
	p := quake3.ProtocolOf(68)
	s := newStage(t, 68, map[int]string{0: `\mapname\test\g_gametype\0`, p.CsPlayers + 1: `n\Bob\t\0`,
		p.CsPlayers + 2: `n\Cy\t\0`})
	kill := map[quake3.EntityField]uint32{quake3.EntOtherEntityNum: 1, quake3.EntOtherEntityNum2: 2,
		quake3.EntEventParm: 10}
	s.snap(0)
	s.say("scores 2 0 0 2 5 40 0 0 0 1 3 40 0 0 0")
	s.event(100, 60, kill)
	s.snap(50)
	delete(s.entities, 100)
	s.snap(400)
	s.event(100, 60, kill)
	s.snap(50)
	c := s.end()
	for at, frags := range map[time.Duration]int16{50 * ms: 5, 500 * ms: 6} {
		if got := playerOf(c.At(at), 2).Frags; got != frags {
			t.Errorf("at %v the killer has %d, want %d", at, got, frags)
		}
	}
	if got := playerOf(c.At(500*ms), 1).Deaths; got != 2 {
		t.Errorf("the victim died %d times; no table tells of that", got)
	}
}
