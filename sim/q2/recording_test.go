package q2

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/damage"
	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/simtest"
)

// game is the simulator as its tests call it.
var game = simtest.Simulator(Record)

const (
	duel   = "compressed/testduel.dm2.gz"
	single = "q2/dm2/p31/q2demo1.dm2"
	rounds = "q2/mvd2/20220317-002321-asylum.mvd2.gz"
	long   = "q2/dm2/p34/m*.dm2"
)

// variety are demos of several kinds.
var variety = []string{duel, "q2/mvd2/ziptest.mvd2.gz", single, "recorded/q2/baseq2_lab1_dm2p_server.dm2",
	"recorded/q2/yq2_lab1_lab2_sp.dm2", "broken/derived/corrupt-64-bytes-mid.mvd2"}

// demos are the names of all demos that can be read.
func demos(t *testing.T) []string {
	t.Helper()
	names := corpus.Demos(t, []string{"q2", "recorded/q2"}, "*.dm2", "*.mvd2", "*.mvd2.gz")
	names = append(names, corpus.Demos(t, []string{"compressed"}, "*.dm2.gz")...)
	return append(names, corpus.Demos(t, []string{"broken/derived"}, "corrupt*2", "huge*2", "trunc*2", "trunc*2.gz")...)
}

func TestSeekEqualsPlay(t *testing.T) { game.SeekEqualsPlay(t, variety...) }
func TestMovesSmoothly(t *testing.T)  { game.MovesSmoothly(t, duel, rounds) }
func TestAllDemos(t *testing.T)       { game.CheckDemos(t, demos(t)) }
func TestGolden(t *testing.T)         { game.Golden(t, demos(t)) }
func TestCancel(t *testing.T)         { game.Cancels(t, long) }
func BenchmarkLoad(b *testing.B)      { game.BenchmarkLoad(b, long, rounds) }

// TestPositions compares the places of players: the truth has no others.
func TestPositions(t *testing.T) {
	players := func(data []byte, name string, _ bool, row func(*sim.Position)) []damage.Damage {
		return Positions(data, name, false, row)
	}
	simtest.Positions(players).CompareWithLMPC(t, ".dm2", map[string]string{"es": "es", "ps": "ps"})
}

// clientToServer is the number of frames by which the server's recording of the match is ahead of the client's.
const clientToServer = 75

// TestClientAndServerAgree compares two recordings of one match.
func TestClientAndServerAgree(t *testing.T) {
	client := game.Play(t, "recorded/q2/baseq2_lab1_dm2p.dm2")
	server := game.Play(t, "recorded/q2/baseq2_lab1_dm2p_server.dm2")
	frames := map[time.Duration]int{}
	c, s := client.Cursor(), server.Cursor()
	for i := range server.Frames() {
		frames[s.At(server.FrameTime(i)).Clock] = i
	}
	compared := 0
	for i := range client.Frames() {
		w := c.At(client.FrameTime(i))
		j, ok := frames[w.Clock+clientToServer*100*time.Millisecond]
		if !ok {
			continue
		}
		compared += sameWorlds(t, w, s.At(server.FrameTime(j)), 0)
	}
	if compared < 700 {
		t.Errorf("only %d players could be compared", compared)
	}
	for _, e := range client.Roster() { // the server's has no obituaries
		for _, o := range server.Roster() {
			if e.Profile.Slot == o.Profile.Slot && (e.Deaths != o.Deaths || e.Deaths == 0) {
				t.Errorf("%s died %d times in one recording and %d times in the other", e.Profile.Name.Plain,
					e.Deaths, o.Deaths)
			}
		}
	}
}

// TestViewsAgree compares a client's and a multi-view recording of one match.
func TestViewsAgree(t *testing.T) {
	viewsAgree(t, game.Play(t, "recorded/q2/aq2_beer_play.dm2"), game.Play(t, "recorded/q2/aq2_beer_play.mvd2"), 1500)
}

// TestExtendedViewsAgree does the same with Q2PRO's extended limits.
func TestExtendedViewsAgree(t *testing.T) {
	play := func(name string) *recording.Recording {
		return game.Bytes(corpus.Unzipped(t, path.Join(recordedDir, name+".gz")), name)
	}
	for _, match := range []string{"q2pro_extended", "q2pro_extended2"} {
		t.Run(match, func(t *testing.T) { viewsAgree(t, play(match+".dm2"), play(match+".mvd2"), 500) })
	}
}

// TestExtendedEffectsAgree checks that all effects of a client's recording are where the server's multi-view
// recording has them: the game of one is of protocol 3434, of the other of 3435, while both clients wrote 3436.
func TestExtendedEffectsAgree(t *testing.T) {
	effects := func(name string) map[string]int {
		n := map[string]int{}
		d := quake2.NewDecoder(corpus.Unzipped(t, path.Join(recordedDir, name+".gz")), quake2.Options{})
		for d.Next(quake2.HandlerFunc(func(m quake2.Message) {
			if m, ok := m.(*quake2.TempEntity); ok {
				n[fmt.Sprint(m.Kind, m.Pos, m.End)]++
			}
		})) == nil {
		}
		if len(d.Damage()) > 0 {
			t.Errorf("%s: %v", name, d.Damage())
		}
		return n
	}
	for match, want := range map[string]int{"q2pro_extended": 147, "q2pro_extended2": 63} {
		multi, n := effects(match+".mvd2"), 0
		for effect, times := range effects(match + ".dm2") {
			if n += times; multi[effect] < times {
				t.Errorf("%s: %s %d times, in the other recording %d", match, effect, times, multi[effect])
			}
		}
		if n != want {
			t.Errorf("%s: %d effects, want %d", match, n, want)
		}
	}
}

// viewsAgree compares so many players at least.
func viewsAgree(t *testing.T, client, multi *recording.Recording, least int) {
	t.Helper()
	c, m := client.Cursor(), multi.Cursor()
	best, shift := 0, 0
	for try := range 8 {
		if n := agreement(c, m, client, multi, try); n > best {
			best, shift = n, try
		}
	}
	compared := 0
	for i := 20; i < min(client.Frames()-shift, multi.Frames()); i++ {
		compared += sameWorlds(t, c.At(client.FrameTime(i+shift)), m.At(multi.FrameTime(i)), 1)
	}
	if compared < least {
		t.Errorf("only %d players could be compared", compared)
	}
	if a, b := deaths(client), deaths(multi); a != b {
		t.Errorf("deaths in the client's recording %s, in the other %s", a, b)
	}
}

func agreement(c, m *recording.Cursor, client, multi *recording.Recording, shift int) (n int) {
	for i := 20; i < 220 && i+shift < client.Frames() && i < multi.Frames(); i++ {
		a, b := c.At(client.FrameTime(i+shift)), m.At(multi.FrameTime(i))
		for j := range a.Players {
			if p, q := &a.Players[j], playerOf(b, a.Players[j].Slot.Index()); q != nil && p.Visible && q.Visible &&
				p.Origin.Distance2(q.Origin) < 1 {
				n++
			}
		}
	}
	return n
}

func playerOf(w *sim.World, slot int) *sim.Player {
	for i := range w.Players {
		if w.Players[i].Slot.Index() == slot {
			return &w.Players[i]
		}
	}
	return nil
}

// sameWorlds compares the players that both worlds show; places may differ by tolerance.
func sameWorlds(t *testing.T, a, b *sim.World, tolerance float32) (compared int) {
	t.Helper()
	for i := range a.Players {
		p := &a.Players[i]
		q := playerOf(b, p.Slot.Index())
		if q == nil || !p.Visible || !q.Visible || p.Life != sim.Alive || q.Life != sim.Alive {
			continue
		}
		compared++
		if p.Profile.Name.Plain != q.Profile.Name.Plain || p.Weapon != q.Weapon ||
			p.Origin.Distance2(q.Origin) > tolerance {
			t.Errorf("at %v player %d is %v with %v in one recording and %v with %v in the other", a.Time,
				p.Slot.Index(), p.Origin, p.Weapon, q.Origin, q.Weapon)
		}
	}
	return compared
}

// deaths are the obituaries of a recording without their times.
func deaths(r *recording.Recording) string {
	var b strings.Builder
	for _, e := range r.Events() {
		if e.Kind == sim.EventObituary {
			fmt.Fprintf(&b, "%d by %d with %d; ", e.Slot.Index(), e.Attacker.Index(), e.Weapon)
		}
	}
	return b.String()
}

// TestCountsOfMatches compares the final scores that the game prints with the
// roster.
func TestCountsOfMatches(t *testing.T) {
	for name, want := range map[string][2]int16{
		duel: {4, 2}, long: {17, 4}, "q2/mvd2/libq2-test.mvd2": {17, 7},
	} {
		t.Run(path.Base(name), func(t *testing.T) {
			r := game.Play(t, name)
			var frags []int16
			for _, e := range r.Roster() {
				if e.Frags != sim.Unknown && e.Frags != 0 {
					frags = append(frags, e.Frags)
				}
			}
			slices.SortFunc(frags, func(a, b int16) int { return int(b) - int(a) })
			if len(frags) != 2 || frags[0] != want[0] || frags[1] != want[1] {
				t.Errorf("frags %v, want %v", frags, want)
			}
			if l := r.Levels()[0]; l.GameType != "1v1" || l.Teams || len(l.Chapters) < 3 || l.TimeLimit == 0 {
				t.Errorf("game type %q, teams %v, %d chapters, limit %v", l.GameType, l.Teams, len(l.Chapters),
					l.TimeLimit)
			}
		})
	}
}

// TestScoresOfTeams compares the scores of OpenTDM's teams with those on its scoreboards, on which the
// second team takes the lead.
func TestScoresOfTeams(t *testing.T) {
	c := game.Play(t, "q2/mvd2/ziptest.mvd2.gz").Cursor()
	for at, want := range map[time.Duration][2]int16{50 * time.Second: {0, -1}, 59 * time.Second: {1, 0},
		68 * time.Second: {1, 2}, 77400 * time.Millisecond: {1, 6}} {
		w := c.At(at)
		if got := [2]int16{w.TeamScore[sim.TeamRed], w.TeamScore[sim.TeamBlue]}; got != want {
			t.Errorf("at %v %v, want %v", at, got, want)
		}
	}
}

// TestSpectatorsAreNotListed checks that somebody who joins but only spectates is not listed as a player.
func TestSpectatorsAreNotListed(t *testing.T) {
	for name, want := range map[string]int{"q2/dm2/p34/myr.dm2": 2, "q2/mvd2/libq2-test.mvd2": 2, rounds: 16, duel: 2} {
		if list := game.Play(t, name).Roster(); len(list) != want {
			t.Errorf("%s: %d players, want %d", name, len(list), want)
		}
	}
}

// TestRounds compares the scores of the teams that the game prints last.
func TestRounds(t *testing.T) {
	r := game.Play(t, rounds)
	w := r.Cursor().At(r.Duration())
	got := []int16{w.TeamScore[sim.TeamRed], w.TeamScore[sim.TeamBlue], w.TeamScore[sim.TeamGreen]}
	slices.Sort(got)
	if got[0] != 3 || got[1] != 3 || got[2] != 6 {
		t.Errorf("scores %v, want 3, 3 and 6", got)
	}
	for at, want := range map[time.Duration]struct {
		match time.Duration
		phase sim.Phase
		known bool
	}{
		16200 * time.Millisecond:  {3100 * time.Millisecond, sim.PhaseCountdown, true},
		29300 * time.Millisecond:  {10 * time.Second, sim.PhasePlaying, true},
		64000 * time.Millisecond:  {0, sim.PhaseCountdown, false}, // after the first round
		104500 * time.Millisecond: {30 * time.Second, sim.PhasePlaying, true},
	} {
		if w := r.Cursor().At(at); w.Match != want.match || w.MatchKnown != want.known || w.Phase != want.phase {
			t.Errorf("at %v phase %v, match %v (%v), want %+v", at, w.Phase, w.Match, w.MatchKnown, want)
		}
	}
	started, teams := 0, map[sim.Team]int{}
	for _, e := range r.Events() {
		if e.Kind == sim.EventRoundStart {
			started++
		}
	}
	for _, p := range w.Players {
		teams[p.Profile.Team]++
	}
	if started != 12 || teams[sim.TeamRed] < 4 || teams[sim.TeamBlue] < 4 || teams[sim.TeamGreen] < 4 {
		t.Errorf("%d rounds, teams %v", started, teams)
	}
}

// TestClocksOfItems compares the times at which items respawn with the expected ones.
func TestClocksOfItems(t *testing.T) {
	for _, name := range []string{"q2/mvd2/libq2-test.mvd2", "q2/mvd2/ziptest.mvd2.gz",
		"recorded/q2/aq2_beer_play.mvd2"} {
		r := game.Play(t, name)
		c := r.Cursor()
		expected := map[int]time.Duration{}
		back := map[sim.Item]int{}
		for i := range r.Frames() {
			w := c.At(r.FrameTime(i))
			if w.Phase == sim.PhaseIntermission {
				break
			}
			for k := range w.Entities {
				thing := &w.Entities[k]
				switch at, ok := expected[thing.Number]; {
				case thing.State == sim.ItemTaken && thing.RespawnKnown:
					expected[thing.Number] = thing.Respawn
				case ok && thing.State == sim.ItemPresent && thing.Kind == sim.EntityItem:
					if back[thing.Item]++; at != w.Time {
						t.Errorf("%s: %v of entity %d is back at %v, expected at %v", path.Base(name), thing.Item,
							thing.Number, w.Time, at)
					}
					delete(expected, thing.Number)
				}
			}
		}
		if len(back) == 0 || !strings.Contains(name, "aq2") && back[sim.ItemMegaHealth] == 0 {
			t.Errorf("%s: back came %v", path.Base(name), back)
		}
	}
}
