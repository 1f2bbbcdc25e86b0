package wolfenstein

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// asMod is a handler that writes a demo of ET: Legacy as a server with another mod would have sent it: with that mod's
// numbers of events, weapons and means of death.
type asMod struct {
	quake3.Handler
	from, to *mod
	missing  map[string]bool // what the mod does not have
}

func (a *asMod) Handle(m quake3.Message) {
	switch m := m.(type) {
	case *quake3.Gamestate:
		for i, c := range m.Configstrings {
			text := strings.ReplaceAll(string(c.Text), `\gamename\legacy`, `\gamename\`+a.to.key)
			m.Configstrings[i].Text = []byte(strings.ReplaceAll(text, `\fs_game\legacy`, `\fs_game\`+a.to.key))
		}
		a.entities(m.Baselines)
	case *quake3.SnapshotDelta:
		a.entities(m.Entities)
		a.fields(m.Player.Changed, wolfenstein.EntityField(wolfenstein.PsWeapon))
	}
	a.Handler.Handle(m)
}

func (a *asMod) entities(list []quake3.EntityDelta) {
	for i := range list {
		changed := list[i].Changed
		a.fields(changed, wolfenstein.EntWeapon)
		for k := range changed {
			c := &changed[k]
			if c.Field != uint8(wolfenstein.EntEType) || c.Value < a.from.eventBase {
				continue
			}
			action := a.from.events[c.Value-a.from.eventBase]
			c.Value = a.to.eventBase + uint32(max(0, slices.Index(a.to.events[:], action)))
			if action == actObituary {
				a.cause(changed)
			}
		}
	}
}

// cause replaces the means of death of an obituary by the one of that name.
func (a *asMod) cause(changed []quake3.FieldChange) {
	for k := range changed {
		c := &changed[k]
		if c.Field != uint8(wolfenstein.EntEventParm) {
			continue
		}
		name := a.from.cause(c.Value).name
		n := slices.IndexFunc(a.to.causes, func(x meansOfDeath) bool { return x.name == name })
		if n < 0 {
			a.missing[name] = true
		}
		c.Value = uint32(max(n, 0))
	}
}

// fields replaces the number of a weapon.
func (a *asMod) fields(changed []quake3.FieldChange, field wolfenstein.EntityField) {
	for k := range changed {
		if c := &changed[k]; c.Field == uint8(field) {
			w := a.from.weapon(c.Value)
			c.Value = uint32(max(0, slices.IndexFunc(a.to.weapons, func(g gun) bool { return g.weapon == w })))
		}
	}
}

// TestMods writes a recording anew for each mod and holds that it tells the same kills, by the same weapons, and what
// the recorder holds. There is no recording of most of the mods.
func TestMods(t *testing.T) {
	const name = "../families/wolfenstein/a-pilot-allies.dm_84"
	demos(t)
	data := corpus.Load(t, name)
	legacy := &mods[slices.IndexFunc(mods, func(m modRow) bool { return m.folder == "legacy" })].mod
	want := killsOf(played.Bytes(data, path.Base(name)))
	if len(want) < 40 {
		t.Fatalf("%d kills", len(want))
	}
	for i := range mods {
		m := &mods[i]
		if m.game != wolfenstein.GameET {
			continue
		}
		var out bytes.Buffer
		d := quake3.NewDecoder(data, quake3.Options{Name: name, Family: wolfenstein.Family})
		e := quake3.NewEncoder(&out, quake3.Options{Protocol: d.Protocol()})
		a := &asMod{Handler: e, from: legacy, to: &m.mod, missing: map[string]bool{}}
		for d.Next(a) != io.EOF {
		}
		if err := e.Finish(); err != nil {
			t.Fatal(err)
		}
		r := played.Bytes(out.Bytes(), path.Base(name))
		r.Wait()
		if h := r.Header(); h.ModName != m.name {
			t.Errorf("%s is read as %s", m.name, h.ModName)
		}
		if got := killsOf(r); len(a.missing) > 0 || !slices.Equal(got, want) {
			t.Errorf("%s: %d kills, %d of ET: Legacy; it lacks %v: %v, want %v", m.name, len(got), len(want), a.missing,
				got[:1], want[:1])
		}
	}
}

// killsOf returns a recording's kills in words.
func killsOf(r *recording.Recording) (list []string) {
	r.Wait()
	for _, e := range r.Events() {
		if e.Kind == sim.EventObituary {
			list = append(list, fmt.Sprint(e.Time, e.Slot, e.Attacker, e.Weapon, e.Cause))
		}
	}
	return list
}

// TestReinforcements checks that players spawn when the clock of their side's spawn place says so.
func TestReinforcements(t *testing.T) {
	const name = "../families/wolfenstein/a-ettv.tv_84"
	demos(t)
	r := played.Bytes(corpus.Load(t, name), path.Base(name))
	r.Wait()
	c := r.Cursor()
	was, next := map[sim.Slot]sim.Life{}, map[sim.Team]time.Duration{}
	spawned, late := 0, 0
	for i := range r.Frames() {
		w := c.At(r.FrameTime(i))
		for k := range w.Players {
			p := &w.Players[k]
			if at, told := next[p.Profile.Team]; told && (was[p.Slot] == sim.Dead || was[p.Slot] == sim.Gibbed) &&
				p.Life == sim.Alive {
				spawned++
				if d := w.Time - at; d.Abs() > 150*time.Millisecond {
					late++
					t.Logf("%v: %s of %v spawns %v after the clock", w.Time, p.Profile.Name.Plain, p.Profile.Team, d)
				}
			}
			was[p.Slot] = p.Life
		}
		for k := range w.Entities {
			if e := &w.Entities[k]; e.Item == sim.ItemSpawn && e.RespawnKnown && e.Respawn > w.Time {
				next[e.Team] = e.Respawn
			}
		}
	}
	if spawned < 10 || late > spawned/10 {
		t.Errorf("%d of %d who waited spawned at another time than the clock's", late, spawned)
	}
}

// TestWorker checks that the engineer responsible for a message about dynamite is named, and nobody if several could
// be.
func TestWorker(t *testing.T) {
	l := level{mod: &mods[0].mod}
	s := snapshots{entities: map[int]*wolfenstein.EntityState{}}
	number := func(w sim.Weapon) uint32 {
		return uint32(slices.IndexFunc(l.mod.weapons, func(g gun) bool { return g.weapon == w }))
	}
	dynamite := &wolfenstein.EntityState{Number: 100}
	dynamite.F[wolfenstein.EntEType], dynamite.F[wolfenstein.EntWeapon] = etMissile, number(sim.WeaponDynamite)
	s.entities[100] = dynamite
	add := func(slot int, team sim.Team, class string, x float32, w sim.Weapon, rose int32) {
		state := new(wolfenstein.PlayerState)
		state.Arrays[0][statHealth], state.F[wolfenstein.PsOriginX], state.F[wolfenstein.PsWeapon] = 100,
			math.Float32bits(x), number(w)
		l.players[slot] = &sim.Profile{Slot: sim.SlotAt(slot), Team: team, Class: class}
		s.players[slot] = lastPlayer{state: state, valid: true, rose: rose}
	}
	popup := new(wolfenstein.EntityState)
	popup.F[wolfenstein.EntEffect1Time], popup.F[wolfenstein.EntTeamNum] = popupDynamite, 2
	told := func(want int) {
		t.Helper()
		if got := s.worker(&l, popup, 5000); got != want {
			t.Errorf("player %d did it, want %d", got, want)
		}
	}
	told(-1)
	add(1, sim.TeamRed, classes[2], 20, sim.WeaponPliers, 0)
	add(2, sim.TeamBlue, classes[0], 20, sim.WeaponPliers, 0)
	add(3, sim.TeamBlue, classes[2], 20, sim.WeaponThompson, 0)
	add(4, sim.TeamBlue, classes[2], 500, sim.WeaponPliers, 0)
	told(-1)
	add(5, sim.TeamBlue, classes[2], 60, sim.WeaponPliers, 0)
	told(5)
	add(6, sim.TeamBlue, classes[2], 40, sim.WeaponPliers, 0)
	told(-1)
	add(5, sim.TeamBlue, classes[2], 60, sim.WeaponPliers, 4500)
	told(5)
	popup.F[wolfenstein.EntEffect1Time], popup.F[wolfenstein.EntEffect2Time] = popupObjective, 1
	told(-1)
	s.players[1].carry(true, 4800)
	told(1)
}

// TestRounds checks that a round of a stopwatch match keeps its number when the game announces the next one, as it does
// at the end, and that a restart of the map begins that one in the same level, with the time that the first round took.
func TestRounds(t *testing.T) {
	var h wolfenstein.History
	l := newLevel(wolfenstein.Family.ProtocolOf(84), 84, sim.Header{})
	h.Configstrings[0] = `\mapname\oasis\g_gametype\3\timelimit\15`
	h.Configstrings[l.mod.wolfInfo] = `\g_currentRound\0\g_nextTimeLimit\0`
	var o track.Observations
	check := func(want string, minutes float64) {
		t.Helper()
		if got := l.limits(); got.GameType != want || got.TimeLimit.Minutes() != minutes {
			t.Errorf("%q of %v, want %q of %v minutes", got.GameType, got.TimeLimit, want, minutes)
		}
	}
	l.start(&h, &quake3.Gamestate{}, &o)
	check("Stopwatch, round 1", 15)
	h.Configstrings[l.mod.wolfInfo] = `\g_currentRound\1\g_nextTimeLimit\7.5`
	l.changed(l.mod.wolfInfo, &o)
	check("Stopwatch, round 1", 15)
	l.command("map_restart", &o)
	check("Stopwatch", 7.5)
}

// TestWords checks that the marks for translators are not shown.
func TestWords(t *testing.T) {
	if got := words("[lon]You have been revived by [lof]^7Dog^2gy!").Plain; got != "You have been revived by Doggy!" {
		t.Errorf("%q", got)
	}
}
