package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// otherPoints are the kinds of play in which a kill, or what comes with it, brings points of its own: rounds, damage,
// carriers.
var otherPoints = []string{"Capture Strike", "Attack And Defend", "Clan Arena", "Wipeout", "Capture The Flag", "CTF"}

// otherChanges are the changes of a score that no rule says, by demo and time, with the reason.
var otherChanges = map[string]string{
	"librequake-demo2.dem 13.601s": "the level changes with it",
	"2002_-_Duel_4_(WCG).dm_67 0s": "the first snapshot has the kill's point already",
}

// deathRules are the classes of deaths, each with what it does to the score of whom.
var deathRules = map[string]struct {
	ofKiller bool
	change   int16
}{
	"enemy":                    {ofKiller: true, change: 1},
	"enemy by telefrag":        {ofKiller: true, change: 1},
	"enemy pushed to the map":  {ofKiller: true, change: 1}, // who dies of the map by somebody's push
	"mate":                     {ofKiller: true, change: -1},
	"own weapon":               {change: -1},
	"suicide":                  {change: -1},
	"map":                      {change: -1},
	"telefrag by nobody known": {change: 0}, // a mate whom the obituary does not name
}

// deathClass is the class of a death.
func deathClass(e *sim.Event, teams bool) string {
	byKiller := e.Attacker.Valid() && e.Attacker != e.Slot
	switch {
	case byKiller && e.TeamKill(teams):
		return "mate"
	case byKiller && e.Weapon == sim.CauseTelefrag:
		return "enemy by telefrag"
	case byKiller && e.Weapon.ByMap():
		return "enemy pushed to the map"
	case byKiller:
		return "enemy"
	case e.Weapon == sim.CauseTelefrag:
		return "telefrag by nobody known"
	case e.Weapon.ByMap():
		return "map"
	case e.Weapon == sim.CauseSuicide:
		return "suicide"
	}
	return "own weapon"
}

// alone is how far another death or a capture of the same player has to be away, so that the change of his score is of
// this death.
const alone = 700 * time.Millisecond

// TestDeathsByRule holds for each class of deaths that the score that the game tells of the killer, or of the victim
// where there is none, changes by what the class says: that what is counted as a frag, a suicide or a death by the map
// is what the game takes for it.
func TestDeathsByRule(t *testing.T) {
	type tally struct {
		equal, other int
		demos        map[string]bool
	}
	tallies := map[string]*tally{}
	for _, name := range corpus.Demos(t, []string{"nq", "qw", "q3", "ql", "recorded"}, "*.dem", "*.qwd",
		"*.mvd", "*.dm*") {
		rec, err := load.Bytes(context.Background(), name, corpus.Load(t, name))
		if err != nil {
			continue // no demo
		}
		rec.Wait()
		game := rec.Header().Game
		if game == "Quake II" { // tells scores in tables alone
			continue
		}
		for _, m := range Matches(rec) {
			events := rec.Events()
			for i := range events {
				e := &events[i]
				if e.Kind != sim.EventObituary || e.Time < m.Start || e.Time > m.End-alone {
					continue
				}
				class := deathClass(e, m.Teams)
				rule := deathRules[class]
				who := e.Slot
				if rule.ofKiller {
					who = e.Attacker
				}
				change, ok := scoreChange(rec, events, i, who)
				if !ok {
					continue
				}
				key := fmt.Sprintf("%s, %s", game, class)
				if tallies[key] == nil {
					tallies[key] = &tally{demos: map[string]bool{}}
				}
				want := rule.change
				if class == "suicide" && game == "QuakeWorld" {
					want = -2 // client.qc, ClientKill
				}
				switch x, at := tallies[key], fmt.Sprintf("%s %v", path.Base(name), e.Time); {
				case change == want:
					x.equal++
					x.demos[path.Base(name)] = true
				case class == "enemy" && change > want && slices.Contains(otherPoints, m.GameType) ||
					otherChanges[at] != "":
					x.other++
				default:
					t.Errorf("%s, %s: %s: %+d of %v, want %+d", at, m.GameType, class, change, who, want)
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(tallies)) {
		x := tallies[key]
		demos := slices.Sorted(maps.Keys(x.demos))
		t.Logf("%-45s %4d equal, %d with a reason; %s", key, x.equal, x.other,
			strings.Join(demos[:min(2, len(demos))], ", "))
	}
	for class := range deathRules {
		equal := 0
		for key, x := range tallies {
			if strings.HasSuffix(key, ", "+class) {
				equal += x.equal
			}
		}
		if equal == 0 && class != "enemy pushed to the map" { // see TestPushedToTheMap
			t.Errorf("no demo shows %q", class)
		}
	}
}

// scoreChange is by how much the score of a player changed with a death, if the game tells it at once and nothing else
// of him happened at that time.
func scoreChange(rec *recording.Recording, events []sim.Event, death int, who sim.Slot) (change int16, ok bool) {
	e := &events[death]
	for i := range events {
		o := &events[i]
		if i == death || (o.Time-e.Time).Abs() > alone {
			continue
		}
		switch o.Kind {
		case sim.EventObituary, sim.EventCapture, sim.EventFlagReturned, sim.EventFlagTaken, sim.EventRoundEnd,
			sim.EventMatchStart, sim.EventThaw, sim.EventPointOfView, sim.EventDisconnect, sim.EventTeamChange:
			return 0, false
		}
	}
	c := rec.Cursor()
	before := c.At(e.Time - alone/2)
	live := !strings.HasPrefix(rec.Header().Game, "Quake III") && rec.Header().Game != "Quake Live" || before.POV == who
	a := playerIn(before, who)
	if a == nil || !live || a.Frags == sim.Unknown ||
		before.Phase != sim.PhasePlaying && before.Phase != sim.PhaseUnknown {
		return 0, false
	}
	was := a.Frags
	b := playerIn(c.At(e.Time+alone), who)
	if b == nil || b.Frags == sim.Unknown || b.Profile != a.Profile {
		return 0, false
	}
	return b.Frags - was, true
}

// scoreRows reads OpenArena's tables of scores by words: behind five words come fifteen for each player, slot and score
// first.
type scoreRows struct {
	d    *quake3.Decoder
	list []scoresAt
}

type scoresAt struct {
	at    time.Duration
	score map[int]int
}

func (x *scoreRows) Handle(m quake3.Message) {
	c, ok := m.(*quake3.ServerCommand)
	if !ok {
		return
	}
	w := strings.Fields(string(c.Text))
	if len(w) < 20 || w[0] != "scores" {
		return
	}
	t := scoresAt{score: map[int]int{}}
	for i := 5; i+15 <= len(w); i += 15 {
		slot, _ := strconv.Atoi(w[i])
		t.score[slot], _ = strconv.Atoi(w[i+1])
	}
	x.list = append(x.list, t)
}

// TestPushedToTheMap checks that who pushes somebody into the lava has a frag of it, in a demo in which that happened
// often: between any two tables the scores change by the rules of the deaths between them.
func TestPushedToTheMap(t *testing.T) {
	const name = "recorded/q3/oa_dm4_ffa_follow.dm_68"
	x := &scoreRows{d: quake3.NewDecoder(corpus.Load(t, name), quake3.Options{Name: name})}
	for {
		err := x.d.Next(x)
		if n := len(x.list) - 1; n >= 0 && x.list[n].at == 0 { // of the snapshot behind it
			x.list[n].at = x.d.Time()
		}
		if errors.Is(err, io.EOF) {
			break
		}
	}
	rec, _ := wholeReports(t, name)
	compared, pushes := 0, 0
	for i := 1; i < len(x.list); i++ {
		a, b := &x.list[i-1], &x.list[i]
		want := maps.Clone(a.score)
		for _, e := range rec.Events() {
			if e.Kind != sim.EventObituary || e.Time <= a.at || e.Time > b.at {
				continue
			}
			class := deathClass(&e, false)
			rule := deathRules[class]
			if class == "enemy pushed to the map" {
				pushes++
			}
			if rule.ofKiller {
				want[e.Attacker.Index()] += int(rule.change)
			} else {
				want[e.Slot.Index()] += int(rule.change)
			}
		}
		for slot, score := range b.score {
			if slot == 0 { // the recorder, who watches
				continue
			}
			if compared++; score != want[slot] {
				t.Errorf("%v to %v: %d has %d, by the rules %d", a.at, b.at, slot, score, want[slot])
			}
		}
	}
	t.Logf("%d scores equal, %d pushes", compared, pushes)
	if compared < 30 || pushes < 3 {
		t.Error("few were compared")
	}
}
