package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/count"
	"fragscope/formats/base/outlet"
	"fragscope/sim/moment"
	"fragscope/sim/race"
	"fragscope/sim/recording"
	"fragscope/viewer"
)

type raceCmd struct {
	Files []string        `arg:"" name:"file" help:"The demos of the runs, two to eight of the same map; one may be named several times, with other times."`
	Start raceFrom        `placeholder:"WHAT" values:"timer,level,move" help:"What a run begins with: timer (the game's clock of it), level or move (the first move); by default the timer where there is one, else the first move."`
	From  []moment.Moment `placeholder:"TIME,..." help:"Where each run begins, instead of --start: one time for each demo."`
	To    []moment.Moment `placeholder:"TIME,..." help:"Where each run ends: one time for each demo."`
	JSON  bool            `name:"json" xor:"form" help:"One JSON object."`
	Show  bool            `xor:"form" help:"Show the race in a window."`

	GameDir []string `sep:"none" placeholder:"DIR" help:"With --show: look for maps in this folder of a game; may be repeated."`

	limits `embed:""`
}

// raceFrom specifies where all runs in a race start. With the zero raceFrom, each run has its own start.
type raceFrom struct {
	said  bool
	start race.Start
}

// UnmarshalText parses "timer", "level" or "move".
func (f *raceFrom) UnmarshalText(text []byte) error {
	start, ok := map[string]race.Start{"timer": race.StartTimer, "level": race.StartLevel,
		"move": race.StartMove}[string(text)]
	if !ok {
		return fmt.Errorf(msgRaceStart, text)
	}
	f.said, f.start = true, start
	return nil
}

// AfterApply sets --unconfined if --show is set, because a confined process cannot open a window.
func (c *raceCmd) AfterApply() error {
	c.Unconfined = c.Unconfined || c.Show
	return nil
}

// Run prints the race or, if --show is set, shows it in a window.
func (c *raceCmd) Run(out *output) error {
	n := len(c.Files)
	switch {
	case n < 2 || n > race.MaxRunners:
		return usageError(fmt.Sprintf(msgRaceCount, race.MaxRunners))
	case len(c.From) > 0 && len(c.From) != n || len(c.To) > 0 && len(c.To) != n:
		return usageError(fmt.Sprintf(msgRaceTimes, n))
	case c.Show && len(c.From)+len(c.To) > 0:
		return usageError(msgRaceShown)
	case c.Show:
		if err := checkFolders(c.GameDir); err != nil {
			return err
		}
		return viewer.Run(viewer.Options{
			Files: c.Files[:1], Race: c.Files[1:], GameDirs: c.GameDir, Demos: newDemoFiles(c.GameDir),
			Maps: mapFiles(), Token: startToken(),
		})
	}
	ctx, cancel := c.context()
	defer cancel()
	runs, err := c.runs(ctx, out)
	if err != nil {
		return err
	}
	r, err := race.New(runs)
	if err != nil {
		return err
	}
	if c.JSON {
		line, err := outlet.JSON(raceDocument(r, c.Files))
		if err == nil {
			_, err = out.out.Write(line)
		}
		return err
	}
	raceText(out, r)
	return nil
}

// runs returns the demos' runs.
func (c *raceCmd) runs(ctx context.Context, out *output) ([]race.Runner, error) {
	runs := make([]race.Runner, len(c.Files))
	for i, file := range c.Files {
		demo, err := openDemo(file)
		if err != nil {
			return nil, err
		}
		rec, err := load(ctx, demo, recording.Worlds)
		if err != nil {
			return nil, err
		}
		out.warnDamage(file, rec)
		r, err := race.Find(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), rec)
		if err == nil && c.Start.said {
			r, err = r.Begin(c.Start.start)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if len(c.From) > 0 {
			r.Start = race.StartMark
			r.From, err = rec.Clock().Own(c.From[i])
		}
		if len(c.To) > 0 && err == nil {
			r.To, err = rec.Clock().Own(c.To[i])
			r.To = min(r.To, rec.Duration())
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", file, err)
		case r.To <= r.From:
			return nil, fmt.Errorf("%s: "+msgRaceEmpty, file, rec.Clock().Exact(r.From), rec.Clock().Exact(r.To))
		}
		runs[i] = r
	}
	return runs, nil
}

// raceText prints a race for a terminal: the runners, and for each split the first runner's time and the gaps of the
// others.
func raceText(out *output, r *race.Race) {
	for i := range r.Runners {
		run := &r.Runners[i]
		most, at := r.Fastest(i)
		say(out.out, msgRaceRun, i+1, run.Name, cmp.Or(run.Player(), "?"), exactly(run.To-run.From),
			run.Rec.Clock().Exact(run.From), run.Start, most, exactly(at),
			count.Of(len(r.Jumps(i)), "jump"))
	}
	var line strings.Builder
	fmt.Fprintf(&line, "%-24s%9s%12s", "split", "units", "1")
	for i := range r.Runners[1:] {
		fmt.Fprintf(&line, "%10d", i+2)
	}
	say(out.out, "%s", line.String())
	for _, s := range r.Splits() {
		line.Reset()
		fmt.Fprintf(&line, "%-24.23s%9.0f%12s", outlet.Terminal(s.Name), s.Along, exactly(s.Times[0]))
		for _, t := range s.Times[1:] {
			fmt.Fprintf(&line, "%+10.3f", (t - s.Times[0]).Seconds())
		}
		say(out.out, "%s", line.String())
	}
}

// exactly formats a time to the millisecond.
func exactly(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%d:%02d.%03d", ms/60000, ms/1000%60, ms%1000)
}

// The race as JSON. Times are in milliseconds from each run's start, lengths in units of the route, which is the
// path of the first run.
type (
	raceJSON struct {
		Length float32     `json:"length"`
		Runs   []runJSON   `json:"runs"`
		Splits []splitJSON `json:"splits"`
		Curve  []curveJSON `json:"curve"`
	}
	runJSON struct {
		File      string  `json:"file"`
		Player    string  `json:"player"`
		Start     string  `json:"start"`
		FromMS    int64   `json:"from_ms"`
		LengthMS  int64   `json:"length_ms"`
		Fastest   float32 `json:"fastest"`
		FastestMS int64   `json:"fastest_ms"`
		JumpsMS   []int64 `json:"jumps_ms"`
	}
	splitJSON struct {
		Name    string  `json:"name"`
		Along   float32 `json:"along"`
		TimesMS []int64 `json:"times_ms"`
	}
	curveJSON struct {
		Along   float32   `json:"along"`
		TimesMS []int64   `json:"times_ms"`
		Speeds  []float32 `json:"speeds"`
		Off     []float32 `json:"off"` // distance from the route
	}
)

// curvePoints is the number of points along the route in the curve.
const curvePoints = 200

func raceDocument(r *race.Race, files []string) raceJSON {
	doc := raceJSON{Length: r.Length()}
	for i := range r.Runners {
		run := &r.Runners[i]
		most, at := r.Fastest(i)
		doc.Runs = append(doc.Runs, runJSON{
			files[i], run.Player(), run.Start.String(), run.From.Milliseconds(), (run.To - run.From).Milliseconds(),
			most, at.Milliseconds(), millis(r.Jumps(i)),
		})
	}
	for _, s := range r.Splits() {
		doc.Splits = append(doc.Splits, splitJSON{s.Name, s.Along, millis(s.Times)})
	}
	for k := range curvePoints + 1 {
		p := curveJSON{Along: r.Length() * float32(k) / curvePoints}
		for i := range r.Runners {
			t := r.Time(i, p.Along)
			p.TimesMS = append(p.TimesMS, t.Milliseconds())
			p.Speeds, p.Off = append(p.Speeds, r.Speed(i, t)), append(p.Off, r.Off(i, p.Along))
		}
		doc.Curve = append(doc.Curve, p)
	}
	return doc
}

func millis(list []time.Duration) []int64 {
	out := make([]int64, len(list))
	for i, t := range list {
		out[i] = t.Milliseconds()
	}
	return out
}

func (c *raceCmd) places() confine.Places {
	m := merging{More: c.Files[1:]}
	return m.places(c.Files[0])
}
