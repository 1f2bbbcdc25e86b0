package q1

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/netquake"
	"fragscope/formats/quakeworld"
	"fragscope/sim"
	"fragscope/sim/track"
)

// The tests in this file create a single part and examine what it reports, without a tracker.

// testLevel is a level with Alice and Bob in the first slots.
func testLevel(multi bool) *level {
	l, o := newLevel(sim.Header{}, 8, multi), track.Observations{}
	for slot, name := range []string{"Alice", "Bob"} {
		l.call(track.PlayerCalled{Profile: sim.Profile{Slot: sim.SlotAt(slot), Name: sim.PlainText(name)}, Name: name},
			&o)
	}
	return &l
}

func wantTold(t *testing.T, what string, got, want []track.Told) {
	t.Helper()
	if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("%s: told %+v, want %+v", what, got, want)
	}
}

// TestLevelAlone checks that a level knows its players by slot and by name until it is over, and its times.
func TestLevelAlone(t *testing.T) {
	l, o := testLevel(true), &track.Observations{}
	if l.playing != 2 || l.called("Bob") != sim.SlotAt(1) || l.slotOf(2) != sim.SlotAt(1) || l.slotOf(9).Valid() {
		t.Errorf("%d play, Bob is %v", l.playing, l.called("Bob"))
	}
	l.leave(sim.SlotAt(0), false, o)
	l.begin(1500*time.Microsecond, time.Second, o)
	if l.playing != 1 || l.now != time.Millisecond || !o.Begins || o.Snapshot.Clock != time.Second {
		t.Errorf("%d play, now is %v, the snapshot %+v", l.playing, l.now, o.Snapshot)
	}
	l.setDeathmatch(3, o)
	l.setDeathmatch(3, o)
	if n := len(o.Told); n != 2 || l.rules.Respawn[sim.ItemAmmoCells] != 15*time.Second ||
		l.rules.Respawn[sim.ItemQuad] != time.Minute {
		t.Errorf("%d told; %v", n, l.rules.Respawn)
	}
	if l.start(sim.Level{}, 8, o); l.called("Bob").Valid() || len(l.names) > 0 {
		t.Errorf("the next level has %+v", l.names)
	}
}

// TestLinesAlone checks what lines sent to everyone report, and that unknown lines are reported unchanged.
func TestLinesAlone(t *testing.T) {
	alice, bob := sim.SlotAt(0), sim.SlotAt(1)
	for text, want := range map[string][]track.Told{
		"Alice rides Bob's rocket": {track.ObituaryRead{Killed: track.Killed{Death: track.Death{Victim: alice,
			Attacker: bob, Weapon: sim.WeaponRocketLauncher,
			Cause: "rocket"}, Text: sim.PlainText("Alice rides Bob's rocket")}}},
		"The match has begun!":       {track.MatchStarts{}},
		"Match over":                 {track.MatchEnds{}},
		"3 minutes overtime follows": {track.MatchOvertime{Text: sim.PlainText("3 minutes overtime follows")}},
		"Sudden death overtime will follow": {track.MatchOvertime{
			Text: sim.PlainText("Sudden death overtime will follow")}},
		"round [2] starts in 5 seconds": {track.RoundComes{Number: 2}},
		"The point is over":             {track.PointEnds{Text: sim.PlainText("The point is over")}},
		"Team red has won the round":    {track.RoundEnds{Text: sim.PlainText("Team red has won the round")}},
		"Bob got the BLUE flag!": {track.FlagTold{Event: sim.Event{Kind: sim.EventFlagTaken, Slot: bob,
			Team: sim.TeamBlue}}},
		"Carol entered the game":         nil,
		"Bob left the game with 3 frags": nil,
		" ":                              nil,
		"the match has begun! or nearly": {track.LineUnknown{Plain: "the match has begun! or nearly",
			Text: sim.PlainText("the match has begun! or nearly")}},
		"Alice hums": {track.LineUnknown{Plain: "Alice hums",
			Text: sim.PlainText("Alice hums")}},
	} {
		var r lines
		var o track.Observations
		r.read(testLevel(true), []byte(text), &o)
		wantTold(t, text, o.Told, want)
	}
}

// TestStatusAlone checks that KTX's word for the state of the match is reported when it changes.
func TestStatusAlone(t *testing.T) {
	var r lines
	var o track.Observations
	for _, status := range []string{"Standby", "Standby", "Countdown", "10 min left", "x min left"} {
		r.readStatus(status, time.Hour, &o)
	}
	wantTold(t, "status", o.Told, []track.Told{track.MatchWarmup{}, track.MatchCountdown{},
		track.MinutesLeft{Minutes: 10, Limit: time.Hour}})
}

// TestStuffedAlone checks what commands for the client report.
func TestStuffedAlone(t *testing.T) {
	for text, want := range map[string][]track.Told{
		"//ktx took 40 20 2\n": {track.ServerTook{Entity: 40, Slot: sim.SlotAt(1), Respawn: 20 * time.Second}},
		"//ktx bp 41 1\n":      {track.ServerTookPack{Entity: 41, Slot: sim.SlotAt(0)}},
		"//ktx expire 41\n":    {track.ServerTookPack{Entity: 41}},
		"//ktx timer 40 5\n":   {track.ServerTimer{Entity: 40, After: 5 * time.Second}},
		"//ktx matchstart\n":   {track.MatchStarts{}},
		"//ktx took 40\n":      nil, "//ktx dance\n": nil, "//ktx\n": nil, "bf\n": nil,
	} {
		var r lines
		var o track.Observations
		for line := range strings.SplitSeq(text, "\n") {
			r.readStuffed(testLevel(true), line, &o)
		}
		wantTold(t, text, o.Told, want)
	}
}

// TestQuakeWorldAlone checks what the reader of QuakeWorld reports of messages.
func TestQuakeWorldAlone(t *testing.T) {
	h := quakeworld.NewHistory(quakeworld.Options{MultiView: true})
	for _, test := range []struct {
		message quakeworld.Message
		want    []track.Told
	}{
		{&quakeworld.UpdateFrags{Player: 1, Frags: 3}, []track.Told{track.FragsChanged{Slot: sim.SlotAt(1), Is: 3}}},
		{&quakeworld.UpdateFrags{Player: 1}, nil},
		{&quakeworld.MuzzleFlash{Entity: 2}, []track.Told{track.Fired{Slot: sim.SlotAt(1)}}},
		{&quakeworld.SetPause{Paused: 1}, []track.Told{track.MatchPaused{On: true}}},
		{&quakeworld.Intermission{Origin: quakeworld.Vec3{1, 2, 3}},
			[]track.Told{track.CameraPlaced{Origin: sim.Vec3{1, 2, 3}}, track.IntermissionShown{}}},
		{&quakeworld.SetAngle{Player: 1}, []track.Told{track.PlayerTeleported{Slot: sim.SlotAt(1)}}},
		{&quakeworld.Print{Level: quakeworld.PrintChat, Text: []byte("Bob: hi\n")},
			[]track.Told{track.Happened{Event: sim.Event{Kind: sim.EventChat, Slot: sim.SlotAt(1),
				Text: sim.PlainText("hi")}}}},
		{&quakeworld.UpdateUserInfo{Player: 1}, []track.Told{track.PlayerLeft{Slot: sim.SlotAt(1)}}},
		{&quakeworld.Disconnect{}, nil},
	} {
		var r quakeWorldReader
		var o track.Observations
		r.reset()
		r.message(testLevel(true), h, test.message, &o)
		wantTold(t, reflect.TypeOf(test.message).String(), o.Told, test.want)
	}
}

// TestNetQuakeAlone checks what the reader of NetQuake reports of messages: of the recorder, of names and of monsters.
func TestNetQuakeAlone(t *testing.T) {
	h, l := netquake.NewHistory(), testLevel(false)
	r := netQuakeReader{view: 1, clients: make([]netQuakeClient, 8)}
	r.clients[0].name = []byte("Alice")
	var o track.Observations
	for _, test := range []struct {
		message netquake.Message
		want    []track.Told
	}{
		{&netquake.Damage{Health: 40, Origin: netquake.Vec3{8}}, []track.Told{track.Hurt{Slot: sim.SlotAt(0), Lost: 40},
			track.HitOf(sim.SlotAt(0), 40, 0, sim.Vec3{8})}},
		{&netquake.ClientData{HasStats: true, Health: 60}, []track.Told{track.HealthTold{Health: 60}}},
		{&netquake.KilledMonster{}, []track.Told{track.Tallied{Kind: sim.EventMonsterKill, Count: 1, What: "kills"}}},
		{&netquake.UpdateFrags{Player: 0, Frags: 1}, []track.Told{track.FragsChanged{Slot: sim.SlotAt(0), Is: 1}}},
		{&netquake.Print{Text: []byte("You got the nail")}, nil},
		{&netquake.Print{Text: []byte("gun\n")}, []track.Told{track.ToldTook{Slot: sim.SlotAt(0),
			What: track.ItemDef{Item: sim.ItemWeapon, Weapon: sim.WeaponNailgun}}}},
	} {
		o.Reset()
		r.message(l, h, test.message, &o)
		wantTold(t, reflect.TypeOf(test.message).String(), o.Told, test.want)
	}
}

// TestEntitiesAlone checks that an unchanged entity is reported only by its number, and any other in full.
func TestEntitiesAlone(t *testing.T) {
	l := testLevel(true)
	var r entities
	var o track.Observations
	l.models = newModels(testModels)
	item, rocket := &entity{number: 40, model: modelArmor}, &entity{number: 41, model: modelRocket}
	for range 2 {
		o.Reset()
		r.begin()
		for _, e := range []*entity{item, rocket} {
			if last := r.standing(l, e.number); last != nil && *last == *e {
				r.see(e.number)
			} else {
				*r.room(uint16(e.number)) = *e
				r.show(l, uint16(e.number), &o)
			}
		}
	}
	if r.end(&o); len(o.Gone) != 0 || len(o.Entities) != 1 || o.Entities[0].Number != 41 || o.Entities[0].Appears {
		t.Errorf("gone %v, and %+v", o.Gone, o.Entities)
	}
	r.begin()
	r.see(41)
	if r.end(&o); !slices.Equal(o.Gone, []int{40}) {
		t.Errorf("gone %v", o.Gone)
	}
}

// TestSoundsMean checks what sounds stand for, by their files.
func TestSoundsMean(t *testing.T) {
	for file, want := range map[string]track.SoundInfo{
		"weapons/guncock.wav": {Name: "guncock", Shoots: sim.WeaponShotgun},
		"player/pain1.wav":    {Name: "pain1", Pain: true},
		"items/damage.wav": {Name: "damage", Power: sim.PowerupQuad, PowerTime: powerupTime,
			Takes: track.ItemDef{Item: sim.ItemQuad}, Taken: true},
		"items/itembk2.wav": {Name: "itembk2", Returns: true},
		"ambience/wind.wav": {Name: "wind"},
	} {
		if got := newSound(file); got != want {
			t.Errorf("%s means %+v", file, got)
		}
	}
}
