package q3

import (
	"reflect"
	"testing"
	"time"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/track"
)

// newTestLevel is a level of Quake III with Ann, of red, in slot 0 and Bob, of blue, in slot 1.
func newTestLevel() level {
	p := quake3.ProtocolOf(68)
	l := newLevel(quake3.Detection{Protocol: p, Number: 68}, sim.Header{})
	l.strings = new([quake3.MaxConfigstrings]string)
	l.strings[p.CsPlayers], l.strings[p.CsPlayers+1] = `n\^1Ann\t\1`, `n\Bob\t\2`
	l.players[0], l.players[1] = l.readPlayer(0), l.readPlayer(1)
	l.mode = l.mod.modes[4]
	return l
}

func wantTold(t *testing.T, o *track.Observations, want ...track.Told) {
	t.Helper()
	if len(o.Told)+len(want) > 0 && !reflect.DeepEqual(o.Told, want) {
		t.Errorf("told\n\t%+v\nwant\n\t%+v", o.Told, want)
	}
	o.Reset()
}

// TestStringsAlone reads configstrings into observations, with a level alone.
func TestStringsAlone(t *testing.T) {
	l := newTestLevel()
	var o track.Observations
	l.strings[23] = "10"
	l.changed(23, "00", &o)
	wantTold(t, &o, track.FlagsReported{States: [2]sim.FlagState{sim.FlagTaken, sim.FlagHome}})
	l.strings[configScores], l.strings[configScores+1] = "3", "-9999"
	l.changed(configScores, "", &o)
	wantTold(t, &o, track.TeamsScored{Red: 3, Blue: sim.Unknown},
		track.PlacesScored{First: sim.Unknown, Second: sim.Unknown})
	l.strings[l.protocol.CsPlayers+1] = ""
	l.changed(l.protocol.CsPlayers+1, "", &o)
	wantTold(t, &o, track.PlayerTold{Profile: sim.Profile{Slot: sim.SlotAt(1)}, Gone: true})
	if l.player(1) != nil || l.find("Ann") != 0 {
		t.Error("the level does not know who is there")
	}
	l.strings[configWarmup] = "-1"
	l.changed(configWarmup, "", &o)
	wantTold(t, &o, track.MatchTold{Stage: track.StageWarmup, Until: -time.Millisecond},
		track.RulesTold{Rules: l.rules()})
}

// TestCommandsAlone reads server commands into observations, known and unknown.
func TestCommandsAlone(t *testing.T) {
	l := newTestLevel()
	var c commands
	var o track.Observations
	c.read(&l, []byte(`chat "^1Ann: hello"`), &o)
	wantTold(t, &o, track.Said{Event: sim.Event{Kind: sim.EventChat, Slot: sim.SlotAt(0), Text: sim.PlainText("hello")},
		Name: l.mod.coloring.text("^1Ann")})
	c.read(&l, []byte(`print "Timelimit hit.\n"`), &o)
	wantTold(t, &o, track.MatchEnding{Why: "Match end: time limit"}, track.Printed{Text: l.words(`Timelimit hit.\n`)})
	c.read(&l, []byte("scores 1 5 6 1 7 40 3 0 0 0"), &o)
	wantTold(t, &o, track.TeamsScored{Red: 5, Blue: 6}, track.TableTold{Score: true},
		track.PlayerScored{Slot: sim.SlotAt(1), Frags: 7, Deaths: sim.Unknown, Ping: 40, HasMinutes: true, Minutes: 3},
		&track.Counted{Statistic: sim.Statistic{Slot: sim.SlotAt(1), Stat: sim.StatAccuracy}})
	c.read(&l, []byte("remapShader a b"), &o)
	wantTold(t, &o, track.Happened{Event: sim.Event{Kind: sim.EventCommand, Text: sim.PlainText("remapShader a b")}})
}

// TestEventsAlone reads an event entity into observations.
func TestEventsAlone(t *testing.T) {
	l := newTestLevel()
	var o track.Observations
	e := &quake3.Entity{}
	e.F[quake3.EntOtherEntityNum], e.F[quake3.EntOtherEntityNum2], e.F[quake3.EntEventParm] = 1, 0, 7
	l.tellEvent(e, 60, true, &o)
	wantTold(t, &o, track.Died{Victim: sim.SlotAt(1), Attacker: sim.SlotAt(0), Weapon: sim.WeaponRocketLauncher,
		Cause: "MOD_ROCKET_SPLASH"})
	l.tellEvent(e, 255, true, &o)
	wantTold(t, &o)
}

// TestSnapshotsAlone reads snapshots into observations: a new player is reported in full, an unchanged one is not
// reported, and one that is no longer shown is reported as gone.
func TestSnapshotsAlone(t *testing.T) {
	l := newTestLevel()
	var h quake3.History
	var s snapshots
	var o track.Observations
	s.start()
	read := func(sequence int32, entities ...quake3.EntityDelta) {
		o.Reset()
		m := &quake3.SnapshotDelta{Sequence: sequence, ServerTime: 1000 + 50*sequence, Entities: entities}
		m.DeltaNum = uint8(min(sequence-1, 1))
		h.Handle(m)
		s.read(&l, h.Snapshot(), &o)
	}
	bob := delta(1, map[quake3.EntityField]uint32{quake3.EntEType: quake3.EtPlayer, quake3.EntPosBaseX: num(100)})
	armor := delta(70, map[quake3.EntityField]uint32{quake3.EntEType: quake3.EtItem, quake3.EntModelindex: 3})
	read(1, bob, armor)
	if len(o.Players) != 2 || !o.Players[0].POV || o.Players[1].Origin[0] != 100 ||
		len(o.Entities) != 1 {
		t.Errorf("first: %+v", o)
	}
	read(2, quake3.EntityDelta{Number: 70, Removed: true})
	if len(o.Players) != 1 || len(o.PlayersGone) != 0 || len(o.Entities) != 0 || !reflect.DeepEqual(o.Gone, []int{70}) {
		t.Errorf("then: %+v", o)
	}
	read(3, quake3.EntityDelta{Number: 1, Removed: true})
	if len(o.Players) != 1 || !reflect.DeepEqual(o.PlayersGone, []sim.Slot{sim.SlotAt(1)}) || len(o.Gone) != 0 {
		t.Errorf("in the end: %+v", o)
	}
	if !o.Begins || !o.Ends || o.Snapshot.POV != sim.SlotAt(0) || o.Snapshot.Restarted || o.Snapshot.Broken {
		t.Errorf("snapshot: %+v", o.Snapshot)
	}
}

// TestDamageAlone reads the damage that a playerstate tells: once each time its count changes, and not that of somebody
// whom the recorder follows.
func TestDamageAlone(t *testing.T) {
	l := newTestLevel()
	l.self, l.pov = 0, 0
	var s snapshots
	s.start()
	var o track.Observations
	read := func(event, amount uint32, flags uint32) int {
		var ps quake3.PlayerState
		var p track.PlayerSeen
		ps.Stats[statHealth] = 100
		ps.F[quake3.PsDamageEvent], ps.F[quake3.PsDamageCount], ps.F[quake3.PsPmFlags] = event, amount, flags
		s.readOwn(&l, &ps, &p, 0, &o)
		return p.Hurt
	}
	for i, test := range []struct{ event, amount, flags, want uint32 }{
		{0, 0, 0, 0}, {1, 30, 0, 30}, {1, 30, 0, 0}, {2, 40, pmfFollow, 0}, {3, 50, 0, 50},
	} {
		if got := read(test.event, test.amount, test.flags); got != int(test.want) {
			t.Errorf("%d: %d, want %d", i, got, test.want)
		}
	}
}
