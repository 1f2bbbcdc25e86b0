// Package race shows runs on the same map as a race. All runs start together. The first run is the open demo's; the
// others are shown as ghosts on its map. Curves show who was ahead, by how much, and how fast everyone was.
package race

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/race"
	"fragscope/sim/strafe"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// Board holds the state of the race between the open demo and others.
type Board struct {
	host       Host
	wanted     []string // demos to race with the next one opened
	on         bool
	byDistance bool
	// runs are the runs of the race. The first belongs to the open demo.
	runs []race.Runner
	kept *race.Runner // a loop kept to race against another
	busy int          // number of jobs in the background
	// race and the following fields belong to runs. race is nil if there is no race.
	race    *race.Race
	curves  curves
	splits  []race.Split
	names   []string
	ways    [][]race.Step
	gains   [][]strafe.Gain // at the steps of ways; nil for a game whose rules are not known
	pointed float32         // position of the mouse along the route, or negative
	layer   layer
}

// New returns a board without a race. It is initially switched off.
func New(host Host) *Board { return &Board{host: host, pointed: -1} }

// Want requests a race between the next demo to be opened and the demos at paths.
func (b *Board) Want(paths []string) { b.wanted = paths }

// Part returns the [part.Part] that adds races to the program.
func (b *Board) Part() part.Part {
	racing := part.Unless(func() bool { return b.race != nil }, msgNoRace)
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDRace:  {Do: b.toggle, On: func() bool { return b.on }},
			IDWith:  {Do: b.ask},
			IDAxis:  {Do: b.turnAxis, On: func() bool { return b.byDistance }, Why: racing},
			IDStart: {Do: b.nextStart, Why: racing},
			IDMark:  {Do: b.startHere, Why: racing},
			IDLoop: {Do: b.raceLoop, Why: part.Unless(func() bool { _, _, ok := b.host.Clock.Loop(); return ok },
				msgNoLoop)},
		},
		Opened: b.opened,
		Closed: func() {
			*b = Board{host: b.host, wanted: b.wanted, byDistance: b.byDistance, kept: b.kept, pointed: -1}
		},
		Ready:    func() bool { return b.busy == 0 },
		State:    func() any { return *b },
		SetState: func(s any) { b.take(s.(Board)) },
		Scene:    b.scene,
		Timeline: b.mark,
		OfPlayer: func(*sim.Player) []part.Entry {
			return []part.Entry{{Entry: panel.Entry{Name: "Race with…", Help: "Another run on this map."}, Do: b.ask}}
		},
		Letters: &part.Letters{On: func() bool { return b.on }, Keys: letters},
		Panel: &part.Panel{Open: func() bool { return b.on }, Height: b.height, Compose: b.compose, Offers: []action.ID{
			IDMark, IDAxis, IDStart, IDLoop, IDWith, action.LoopFrom, action.LoopTo, action.LoopClear, IDRace,
			action.Menu,
		}},
	}
}

// take shows the race of another window.
func (b *Board) take(s Board) {
	s.host, s.layer, s.busy, s.pointed = b.host, layer{}, 0, -1
	*b = s
}

// opened starts the requested race.
func (b *Board) opened() {
	if paths := b.wanted; len(paths) > 0 {
		b.wanted = nil
		b.on = true
		b.join(paths)
	}
}

func (b *Board) toggle() {
	b.on = !b.on
	b.host.Redraw()
}

func (b *Board) turnAxis() {
	b.byDistance = !b.byDistance
	b.trace()
	b.host.Redraw()
}

// ask asks for the demo of another run.
func (b *Board) ask() {
	if len(b.runs) >= race.MaxRunners {
		b.host.Notices.Warn(fmt.Sprintf(msgFull, race.MaxRunners))
		return
	}
	others := b.host.OnMap()
	if len(others) == 0 {
		b.askFile()
		return
	}
	l := part.List{Title: "Race with", Note: "demos of the library on this map"}
	for _, o := range others {
		l.Rows = append(l.Rows, panel.Row{Lead: o.Length, Spans: panel.Plain(b.host.Theme, o.Name), Note: o.Players})
	}
	l.Rows = append(l.Rows, panel.Row{Spans: panel.Plain(b.host.Theme, "Another file…")})
	l.Choose = func(i int) {
		if i == len(others) {
			b.askFile()
			return
		}
		b.with(others[i].Path)
	}
	b.host.Lists.Open(l)
}

// askFile asks for the file of another run.
func (b *Board) askFile() {
	dir := filepath.Dir(b.host.Demo.Key())
	b.host.Ask(func() (string, error) { return b.host.Files.OpenFile("Race with", dir) }, b.with)
}

// with adds the demo of another run.
func (b *Board) with(path string) {
	if b.host.Demo.Recording() != nil {
		b.on = true
		b.join([]string{path})
	}
}

// join reads the demos of further runs in the background and adds them to the race.
func (b *Board) join(paths []string) {
	ctx, rec, name := b.host.Demo.Context(), b.host.Demo.Recording(), runName(b.host.Demo.Name())
	runs := slices.Clone(b.runs)
	b.work(ctx, func() ([]race.Runner, error) {
		if len(runs) == 0 {
			rec.Wait()
			first, err := race.Find(name, rec)
			if err != nil {
				return nil, fmt.Errorf(msgNot, name, err)
			}
			runs = append(runs, first)
		}
		for _, path := range paths {
			other, err := b.host.Load(ctx, path)
			if err != nil {
				return nil, err
			}
			other.Wait()
			run, err := race.Find(runName(path), other)
			if err != nil {
				return nil, fmt.Errorf(msgNot, filepath.Base(path), err)
			}
			runs = append(runs, run)
		}
		return runs, nil
	})
}

// runName returns the name of the run in a demo.
func runName(path string) string {
	base := filepath.Base(path)
	return base[:len(base)-len(filepath.Ext(base))]
}

// work finds the runs in the background and makes a race of them.
func (b *Board) work(ctx context.Context, find func() ([]race.Runner, error)) {
	b.busy++
	b.host.Redraw()
	go func() {
		var runs []race.Runner
		var r *race.Race
		err := fault.Guard(func() (err error) {
			if runs, err = find(); err == nil {
				r, err = race.New(runs)
			}
			return err
		})
		b.host.Post(context.Background(), func() {
			if ctx.Err() != nil {
				return
			}
			b.busy--
			b.set(runs, r, err)
		})
	}()
}

// set shows another race. If the runs cannot race, the current one remains.
func (b *Board) set(runs []race.Runner, r *race.Race, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		return
	case err != nil:
		b.host.Notices.Warn(fmt.Sprintf(msgNotRun, err))
	default:
		b.runs, b.race, b.on = runs, r, true
		b.splits, b.names, b.ways, b.gains = r.Splits(), namesOf(runs), nil, nil
		for i := range runs {
			b.ways = append(b.ways, r.Way(i))
			b.gains = append(b.gains, gainsOf(r, i, b.ways[i]))
		}
		b.trace()
	}
	b.host.Redraw()
}

// gainsOf returns, for each step of a run's path, the fraction of the possible gain in speed in the air that the run
// achieved. It returns nil if the game's rules are not known.
func gainsOf(r *race.Race, runner int, way []race.Step) []strafe.Gain {
	run := &r.Runners[runner]
	h, levels := run.Rec.Header(), run.Rec.Levels()
	if len(levels) == 0 {
		return nil
	}
	s, ok := strafe.Of(&h, &levels[0])
	if !ok {
		return nil
	}
	path := make([]strafe.Point, len(way))
	for i := range way {
		path[i] = strafe.Point{Time: way[i].After, Height: way[i].Origin[2], Speed: r.Speed(runner, way[i].After),
			Broken: way[i].Broken}
	}
	return s.Gains(path)
}

// namesOf returns the names of the runners, or of the demos if a player runs more than once.
func namesOf(runs []race.Runner) []string {
	names := make([]string, len(runs))
	seen := map[string]int{}
	for i := range runs {
		names[i] = runs[i].Player()
		seen[names[i]]++
	}
	for i := range runs {
		if names[i] == "" || seen[names[i]] > 1 {
			names[i] = runs[i].Name
		}
	}
	return names
}

// nextStart makes all runs begin with the next kind of start.
func (b *Board) nextStart() {
	start := race.Start(0)
	if now := b.runs[0].Start; now < race.StartMove {
		start = now + 1
	}
	b.begin(start)
}

// begin makes all runs begin with a kind of start, or with the next one that all of them have.
func (b *Board) begin(start race.Start) {
	before := b.runs
	b.work(b.host.Demo.Context(), func() ([]race.Runner, error) {
		for {
			runs := slices.Clone(before)
			err := beginAll(runs, start)
			if err == nil || start >= race.StartMove {
				return runs, err
			}
			start++
		}
	})
}

func beginAll(runs []race.Runner, start race.Start) (err error) {
	for i := range runs {
		name := runs[i].Name
		if runs[i], err = runs[i].Begin(start); err != nil {
			return fmt.Errorf(msgNoStart, name, err)
		}
	}
	return nil
}

// startHere makes all runs begin at the first one's current point of the route.
func (b *Board) startHere() {
	along := b.race.Along(0, b.after())
	runs := slices.Clone(b.runs)
	for i := range runs {
		runs[i].From += b.race.Time(i, along)
		runs[i].Start = race.StartMark
	}
	b.work(b.host.Demo.Context(), func() ([]race.Runner, error) { return runs, nil })
}

// raceLoop keeps the loop, or races it against the one kept.
func (b *Board) raceLoop() {
	from, to, _ := b.host.Clock.Loop()
	rec, slot := b.host.Demo.Recording(), b.host.Watch.Slot()
	run := race.Runner{
		Name: fmt.Sprintf("%s %s", runName(b.host.Demo.Name()), b.host.Clock.Moment(from).Short()), Rec: rec,
		From: from, To: min(to, rec.Duration()), Start: race.StartMark,
	}
	if slot >= 0 {
		run.Slot = sim.SlotAt(slot)
	} else if found, err := race.Find("", rec); err == nil {
		run.Slot = found.Slot
	}
	if kept := b.kept; kept != nil {
		b.kept = nil
		b.work(b.host.Demo.Context(), func() ([]race.Runner, error) { return []race.Runner{run, *kept}, nil })
		return
	}
	b.kept = &run
	b.host.Notices.Say(fmt.Sprintf(msgKept, run.Player()))
}

// after returns the time since the first run's start.
func (b *Board) after() time.Duration { return b.host.Clock.Position() - b.runs[0].From }

// color returns the colour of a run. The first has its player's.
func (b *Board) color(i int) draw.Color {
	t := b.host.Theme
	w := b.host.Demo.World()
	own := t.Players[0]
	if w != nil {
		for k := range w.Players {
			if p := &w.Players[k]; p.Slot == b.runs[0].Slot && p.Profile != nil {
				own = b.host.Theme.Badge(p.Profile, b.host.Demo.Level().Teams).Color
			}
		}
	}
	if i == 0 {
		return own
	}
	for _, c := range t.Players {
		if c == own {
			continue
		}
		if i--; i == 0 {
			return c
		}
	}
	return t.Text
}

// level returns the index of the current level, counted from the level on which the runs start.
func (b *Board) level() int {
	w := b.host.Demo.World()
	if w == nil {
		return 0
	}
	return w.Level - b.runs[0].LevelAt()
}

// scene adds the ghosts and paths to the scene.
func (b *Board) scene(sc *stage.Scene) {
	if !b.on || b.race == nil {
		return
	}
	y := &b.layer
	*y = layer{theme: b.host.Theme, level: b.level(), after: b.after(), ways: b.ways, colors: y.colors[:0],
		ghosts: y.ghosts[:0], splits: y.splits[:0]}
	for i := range b.runs {
		y.colors = append(y.colors, b.color(i))
		if i > 0 {
			origin, level, yaw := b.race.At(i, y.after)
			y.ghosts = append(y.ghosts, ghost{b.names[i], y.colors[i], origin, yaw, level == y.level})
		}
	}
	for _, s := range b.splits {
		if origin, level := b.race.Place(s.Along); level == y.level {
			y.splits = append(y.splits, origin)
		}
	}
	sc.Layers, sc.Tags = append(sc.Layers, y), y.tags(sc.Tags)
	if b.pointed >= 0 {
		if origin, level := b.race.Place(b.pointed); level == y.level {
			y.mark = origin
			sc.Over = append(sc.Over, pointer{y})
		}
	}
}

// mark adds the splits to the timeline.
func (b *Board) mark(v *panel.TimelineView) {
	if !b.on || b.race == nil {
		return
	}
	k := panel.Ticks{Icon: draw.IconFlag, Color: b.host.Theme.Text}
	for _, s := range b.splits {
		k.At = append(k.At, b.runs[0].From+s.Times[0])
	}
	v.Ticks = append(v.Ticks, k)
}
