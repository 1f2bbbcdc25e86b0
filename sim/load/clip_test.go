package load_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/formats/clip"
	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// clipped returns the demos that clips are cut from, with -short the small ones.
func clipped(t *testing.T) (names []string) {
	for _, e := range corpus.Sample(t) {
		if !testing.Short() || e.Size <= 1<<19 {
			names = append(names, e.Name)
		}
	}
	return names
}

// TestClips checks, for three sections of each demo, that the worlds of the clip equal those of the demo. Package
// clip's tests compare the contents of messages field by field.
func TestClips(t *testing.T) {
	for _, name := range clipped(t) {
		t.Run(name, func(t *testing.T) {
			demo, err := formats.Open(filepath.Join(corpus.Dir(t), "demos", filepath.FromSlash(name)))
			var several *formats.SeveralError
			var none *formats.NotDemoError
			if errors.As(err, &several) || errors.As(err, &none) {
				t.Skip(err)
			} else if err != nil {
				t.Fatal(err)
			}
			source := opened(t, demo)
			rng := rand.New(rand.NewSource(int64(len(demo.Data))))
			for range 3 {
				if source.Duration() == 0 {
					break
				}
				from := time.Duration(rng.Int63n(int64(source.Duration())))
				length := min(30*time.Second, 1+time.Duration(rng.Int63n(int64(source.Duration()-from))))
				part, span := cut(t, demo, from, from+length)
				rec := opened(t, part)
				sameWorlds(t, source, rec, span)
				if span.Start > source.FrameTime(0) {
					beginsNothing(t, source, rec, span)
				}
			}
		})
	}
}

func opened(t *testing.T, demo *formats.Demo) *recording.Recording {
	t.Helper()
	r, err := load.Open(context.Background(), demo)
	if err != nil {
		t.Fatal(err)
	}
	r.Wait()
	return r
}

func cut(t *testing.T, demo *formats.Demo, from, to time.Duration) (*formats.Demo, clip.Span) {
	t.Helper()
	var out bytes.Buffer
	span, err := clip.Cut(&out, demo, from, to)
	if err != nil {
		t.Fatal(err)
	}
	part, err := formats.Read(demo.Name, "", out.Bytes())
	if err != nil {
		t.Fatalf("from %v to %v: %v", from, to, err)
	}
	return part, span
}

// remembered covers the data in a recording that no message contains at that time, because it was counted, inferred or
// seen before. A clip does not have it, so its worlds may differ in it.
var remembered = map[string][]string{
	// Scores that were counted since a table told them, the armour that was seen to be taken.
	"dm": {"frags", "team score", "kind of armour"},
	// Who runs and stands on the ground follows from where he was a frame ago; teams, pings and weapons from texts,
	// tables and what was seen; names of bots from what was printed.
	"dm2": {"frags", "team score", "ping", "team", "team name", "weapon", "inventory", "on ground", "velocity",
		"players", "missing player"},
	// A .mvd2 has no clock of its own.
	"mvd2": {"clock", "frags", "team score", "ping", "team", "team name", "weapon", "inventory", "on ground", "players",
		"missing player"},
	// The weapon that a player other than the recorder was heard to fire; the armour that was seen to be taken.
	"qwd": {"weapon"},
	"mvd": {"kind of armour"},
	// Whether the recorder plays or watches, in Team Fortress.
	// What a team's list last told of one who changed sides.
	"tdm_tdmscores2.dm_73": {"frags", "team score", "kind of armour", "health", "armour"},
	"qwtf-demo1.dem":       {"armour", "health", "inventory", "on ground", "weapon"},
}

// exceptions are what is remembered of a demo.
func exceptions(h sim.Header) []string {
	if list, ok := remembered[h.Name]; ok {
		return list
	}
	kind := strings.Split(h.Container, ".")[0]
	if strings.HasPrefix(kind, "dm_") || kind == "dm3" {
		kind = "dm"
	}
	if list, ok := remembered[kind]; ok {
		return list
	}
	return []string{"frags"} // kills, which nothing but obituaries tells
}

// sameWorlds checks that a clip shows what its demo shows, apart from remembered data.
func sameWorlds(t *testing.T, source, part *recording.Recording, span clip.Span) {
	t.Helper()
	if d := part.Damage(); len(d) > 0 && len(source.Damage()) == 0 {
		t.Errorf("the clip from %v to %v is damaged: %+v", span.Start, span.End, d[0])
	}
	if got, want := part.Duration(), span.End-span.Start; (got - want).Abs() > rounding {
		t.Errorf("the clip from %v to %v lasts %v, not %v", span.Start, span.End, got, want)
	}
	a, b := source.Cursor(), part.Cursor()
	// In these games the velocity is computed from two positions.
	tellsVelocity := !slices.Contains([]string{"mvd", "dem", "mvd2", "dm3"},
		strings.Split(source.Header().Container, ".")[0])
	differences := map[string]int{}
	first := map[string]string{}
	step := max(1, part.Frames()/50)
	for i := 0; i < part.Frames(); i += step {
		at := part.FrameTime(i)
		c := comparison{tellsVelocity, a.At(nearest(source, span.Start+at)), b.At(at),
			func(what string, want, got any) {
				if differences[what]++; differences[what] == 1 {
					first[what] = fmt.Sprintf("at %v of the clip from %v: %v, want %v", at, span.Start, got, want)
				}
			}}
		c.worlds()
	}
	for _, what := range exceptions(source.Header()) {
		delete(differences, what)
	}
	for _, what := range slices.Sorted(maps.Keys(differences)) {
		t.Errorf("%d of %d: %s: %s", differences[what], part.Frames()/step, what, first[what])
	}
}

// beginsNothing checks that states in progress when a clip begins do not begin with it, that no other event at its
// first moment is new, and that its rounds have their original numbers or none.
func beginsNothing(t *testing.T, source, part *recording.Recording, span clip.Span) {
	t.Helper()
	for _, e := range part.Events() {
		here := span.Start + e.Time
		same := slices.IndexFunc(source.Events(), func(o sim.Event) bool {
			return o.Kind == e.Kind && o.Slot == e.Slot && (o.Time-here).Abs() <= soon
		})
		first := e.Time <= part.FrameTime(0)
		starts := e.Kind.Is(sim.Begun) || e.Kind == sim.EventConnect || e.Kind == sim.EventCountdown
		if first && (starts || same < 0 && e.Kind != sim.EventLevelStart) {
			t.Errorf("the clip from %v begins with: %s %q", span.Start, e.Kind, e.Text.Plain)
		}
		if e.Kind == sim.EventRoundStart || e.Kind == sim.EventRoundEnd {
			if same < 0 || e.Value != 0 && e.Value != source.Events()[same].Value {
				t.Errorf("the clip from %v has at %v: %s of round %d", span.Start, e.Time, e.Kind, e.Value)
			}
		}
	}
}

// soon is how much later a clip may tell what happened.
const soon = 200 * time.Millisecond

// rounding is the maximum error of times that are stored in milliseconds.
const rounding = 2 * time.Millisecond

// nearest is the time of the snapshot that is nearest to a time.
func nearest(r *recording.Recording, at time.Duration) time.Duration {
	i := sort.Search(r.Frames(), func(i int) bool { return r.FrameTime(i) >= at })
	if i == r.Frames() || i > 0 && at-r.FrameTime(i-1) < r.FrameTime(i)-at {
		i--
	}
	return r.FrameTime(i)
}

// comparison is of a moment of a demo with the same of a clip.
type comparison struct {
	tellsVelocity bool
	want          *sim.World
	got           *sim.World
	differ        func(what string, want, got any)
}

func check[T comparable](c *comparison, what string, want, got T) {
	if want != got {
		c.differ(what, want, got)
	}
}

func (c *comparison) worlds() {
	if (c.want.Clock - c.got.Clock).Abs() > rounding {
		c.differ("clock", c.want.Clock, c.got.Clock)
	}
	check(c, "point of view", c.want.POV, c.got.POV)
	check(c, "team score", c.want.TeamScore, c.got.TeamScore)
	check(c, "flags", c.want.FlagState, c.got.FlagState)
	for i := range c.want.Players {
		p := &c.want.Players[i]
		k := slices.IndexFunc(c.got.Players, func(q sim.Player) bool { return q.Slot == p.Slot })
		if k < 0 {
			c.differ("missing player", p.Profile.Name.Plain, "nobody")
			continue
		}
		c.player(p, &c.got.Players[k])
	}
	check(c, "players", len(c.want.Players), len(c.got.Players))
	c.lists("entities", visible(c.want), visible(c.got))
	c.lists("movers", moving(c.want), moving(c.got))
}

func (c *comparison) player(p, q *sim.Player) {
	check(c, "name", p.Profile.Name.Plain, q.Profile.Name.Plain)
	check(c, "team", p.Profile.Team, q.Profile.Team)
	check(c, "team name", p.Profile.TeamName, q.Profile.TeamName)
	check(c, "colours", p.Profile.Colors, q.Profile.Colors)
	check(c, "model", p.Profile.Model, q.Profile.Model)
	check(c, "frags", p.Frags, q.Frags)
	check(c, "ping", p.Ping, q.Ping)
	check(c, "visible", p.Visible, q.Visible)
	if !p.Visible {
		return
	}
	check(c, "life", p.Life, q.Life)
	check(c, "origin", p.Origin, q.Origin)
	check(c, "view", p.View, q.View)
	if c.tellsVelocity {
		check(c, "velocity", p.Velocity, q.Velocity)
	}
	check(c, "health", p.Health, q.Health)
	check(c, "armour", p.Armor, q.Armor)
	check(c, "kind of armour", p.ArmorKind, q.ArmorKind)
	check(c, "weapon", p.Weapon, q.Weapon)
	check(c, "ammo", p.Ammo, q.Ammo)
	check(c, "powerups", p.Powerups, q.Powerups)
	check(c, "flag", p.FlagCarried, q.FlagCarried)
	check(c, "on ground", p.OnGround, q.OnGround)
	check(c, "inventory", fmt.Sprint(p.Inventory), fmt.Sprint(q.Inventory))
}

// visible describes the entities in sight.
func visible(w *sim.World) (list []string) {
	for i := range w.Entities {
		if e := &w.Entities[i]; e.Visible && e.Kind != sim.EntityCorpse { // whose player may have left before the clip
			list = append(list, fmt.Sprint(e.Number, e.Origin))
		}
	}
	return list
}

func moving(w *sim.World) (list []string) {
	for i := range w.Movers {
		if m := &w.Movers[i]; m.Visible {
			list = append(list, fmt.Sprint(m.Number, m.Model, m.Origin))
		}
	}
	return list
}

// lists compares lists in any order.
func (c *comparison) lists(what string, want, got []string) {
	lacking := slices.DeleteFunc(slices.Clone(want), func(s string) bool { return slices.Contains(got, s) })
	more := slices.DeleteFunc(slices.Clone(got), func(s string) bool { return slices.Contains(want, s) })
	if len(lacking)+len(more) > 0 {
		c.differ(what, lacking, more)
	}
}
