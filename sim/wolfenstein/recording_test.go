package wolfenstein

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"path"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/simtest"
)

// played is the simulator as its tests call it.
var played = simtest.Simulator(Record)

// demos are the recordings of the family.
func demos(t testing.TB) (names []string) {
	t.Helper()
	for _, e := range corpus.Index(t) {
		if e.Game == "wolfenstein" {
			names = append(names, e.Name)
		}
	}
	if len(names) == 0 {
		t.Skip("no recordings of Wolfenstein")
	}
	return names
}

func TestSeekEqualsPlay(t *testing.T) { played.SeekEqualsPlay(t, demos(t)...) }
func TestAllDemos(t *testing.T)       { played.CheckDemos(t, demos(t)) }
func TestGolden(t *testing.T)         { played.Golden(t, demos(t)) }
func TestCancel(t *testing.T)         { played.Cancels(t, demos(t)[0]) }

// seed is a small demo with a player, an obituary, a popup, dynamite and a flag.
func seed(protocol int) []byte {
	var out bytes.Buffer
	p := wolfenstein.Family.ProtocolOf(protocol)
	e := quake3.NewEncoder(&out, quake3.Options{Protocol: p})
	cs := func(i int, text string) quake3.Configstring {
		return quake3.Configstring{Index: i, Text: []byte(text)}
	}
	e.Handle(&quake3.Block{Sequence: 1})
	e.Handle(&quake3.Gamestate{Configstrings: []quake3.Configstring{cs(0,
		`\mapname\oasis\g_redlimbotime\20000\g_gametype\3\timelimit\15`),
		cs(21, `\gamestate\0\g_currentRound\1`), cs(31, `31 18 132 36 65 35 10 75 2 187`),
		cs(p.CsPlayers, `n\^1Axel\t\1\c\1`), cs(p.CsPlayers+1, `n\Bo\t\2\c\2`), cs(753, `\s\Camp\x\1\y\2\t\1`),
		cs(769, "the Wall"), cs(787, `\x\5\y\6\z\7`)}})
	e.Handle(&quake3.BlockEnd{})
	var player wolfenstein.PlayerState
	player.Arrays[0][0], player.F[wolfenstein.PsWeapon], player.F[wolfenstein.PsEventSequence] = 100, 8, 3
	event := func(number uint32, n int) wolfenstein.EntityState {
		s := wolfenstein.EntityState{Number: n}
		s.F[wolfenstein.EntEType] = number
		s.F[wolfenstein.EntOtherEntityNum] = 1
		return s
	}
	for i, number := range []uint32{p.EventBase + 70, p.EventBase + 126, etMissile, 18, 13, 12} {
		e.Handle(&quake3.Block{Sequence: int32(i + 2)})
		e.Handle(&quake3.ServerCommand{Sequence: int32(i + 1), Text: []byte("chat \"^1Axel^7: hi\" 0")})
		s := event(number, 70+i)
		s.F[wolfenstein.EntWeapon], s.F[wolfenstein.EntEffect1Time] = 15, 100
		e.Handle(&quake3.SnapshotDelta{ServerTime: int32(i*50 + 1000),
			Player:   player.Delta(new(wolfenstein.PlayerState), p),
			Entities: []quake3.EntityDelta{s.Delta(new(wolfenstein.EntityState), p)}})
		if p.TV() {
			e.Handle(&quake3.PlayerStates{Players: []quake3.NumberedPlayer{
				{PlayerDelta: player.Delta(new(wolfenstein.PlayerState), p)}}})
		}
		e.Handle(&quake3.BlockEnd{})
	}
	_ = e.Finish()
	return out.Bytes()
}

// FuzzRecord plays anything: no input may make the simulator panic or hang.
func FuzzRecord(f *testing.F) {
	for protocol, extension := range map[int]string{84: ".dm_84", 284: ".tv_84", 60: ".dm_60"} {
		f.Add(seed(protocol), extension)
	}
	f.Fuzz(func(t *testing.T, data []byte, extension string) {
		if len(data) > 64<<10 {
			t.Skip()
		}
		simtest.Survives(t, played.Bytes(data, "x"+extension))
	})
}

// logged is what the server's log says of a player at a time.
type logged struct {
	team, class, health int
	origin              [3]float64
	yaw                 float64
	weapon, ammo        int
	dead                bool
}

// readLog reads the log of the server that the recordings are of: the players by server time and slot, and the kills as
// "time killer victim cause".
func readLog(t *testing.T) (players map[[2]int]logged, kills map[string]bool) {
	t.Helper()
	players, kills = map[[2]int]logged{}, map[string]bool{}
	s := bufio.NewScanner(bytes.NewReader(corpus.Unzipped(t, corpus.Path(t, "families/wolfenstein/a-rig.log.gz"))))
	for s.Scan() {
		a := strings.Fields(s.Text())
		switch {
		case len(a) == 28 && a[0] == "P":
			n := func(i int) int { v, _ := strconv.Atoi(a[i]); return v }
			f := func(i int) float64 { v, _ := strconv.ParseFloat(a[i], 64); return v }
			players[[2]int{n(1), n(2)}] = logged{team: n(4), class: n(6), health: n(12),
				origin: [3]float64{f(14), f(15), f(16)}, yaw: f(19), weapon: n(21), ammo: n(23), dead: n(10) != 0 ||
					n(12) <= 0}
		case len(a) > 8 && a[0] == "E" && a[2] == "Kill:":
			kills[fmt.Sprint(a[1], " ", a[3], " ", a[4], " ", a[len(a)-1])] = true
		}
	}
	return players, kills
}

// TestLog checks that every player of every snapshot of the TV demo is as the server knew him, and every obituary.
func TestLog(t *testing.T) {
	const name = "../families/wolfenstein/a-ettv.tv_84"
	players, kills := readLog(t)
	r := played.Bytes(corpus.Load(t, name), path.Base(name))
	r.Wait()
	compared, wrong := 0, map[string]int{}
	c := r.Cursor()
	for i := range r.Frames() {
		w := c.At(r.FrameTime(i))
		for k := range w.Players {
			p := &w.Players[k]
			l, ok := players[[2]int{int(w.Clock / time.Millisecond), p.Slot.Index()}]
			if !ok || l.team == 3 || !p.Visible {
				continue
			}
			compared++
			compare(p, &l, wrong)
		}
	}
	if compared < 20000 || len(wrong) > 0 {
		t.Errorf("%d states compared, differ: %v", compared, wrong)
	}
	told := map[string]bool{}
	for _, e := range r.Events() {
		if e.Kind == sim.EventObituary {
			attacker := e.Attacker.Index()
			if attacker < 0 {
				attacker = 1022
			}
			for _, before := range []int{0, 50} { // what a command did is shown a frame later
				told[fmt.Sprint(int(e.Clock/time.Millisecond)-before, " ", attacker, " ", e.Slot.Index(), " ",
					e.Cause)] = true
			}
		}
	}
	last := clockOf(r)
	for k := range kills {
		at, _ := strconv.Atoi(strings.Fields(k)[0])
		if at <= last && !told[k] {
			t.Errorf("the kill %s is not told", k)
		}
	}
	if len(told) < 60 {
		t.Errorf("%d kills are told", len(told)/2)
	}
}

// clockOf returns the game's time of the last frame, in ms.
func clockOf(r *recording.Recording) int {
	return int(r.Cursor().At(r.FrameTime(r.Frames()-1)).Clock / time.Millisecond)
}

func compare(p *sim.Player, l *logged, wrong map[string]int) {
	for i, v := range p.Origin {
		if math.Abs(float64(v)-l.origin[i]) > 0.002 {
			wrong["origin"]++
			break
		}
	}
	if d := math.Mod(float64(p.View.Yaw)-l.yaw+540, 360) - 180; math.Abs(d) > 0.02 {
		wrong["view"]++
	}
	if int(p.Health) != l.health {
		wrong["health"]++
	}
	if p.Weapon != weaponsLegacy[l.weapon].weapon {
		wrong["weapon"]++
	}
	if int(p.Ammo) != l.ammo {
		wrong["ammunition"]++
	}
	if p.Profile.Team != teamOf(l.team) || p.Profile.Class != classes[l.class] {
		wrong["team or class"]++
	}
	if (p.Life == sim.Alive) == l.dead {
		wrong["life"]++
	}
}
