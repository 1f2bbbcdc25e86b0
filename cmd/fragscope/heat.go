package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/outlet"
	"fragscope/sim/archive"
	"fragscope/sim/archive/spot"
)

type heatCmd struct {
	Map  string `arg:"" help:"The map, such as dm6."`
	Game string `placeholder:"GAME" values:"quake,quakeworld,quake2,quake3,quakelive" help:"Only demos of this game, or of one that plays the same maps."`
	Of   string `default:"" enum:",presence,deaths,kills,pickups" values:"presence,deaths,kills,pickups" help:"What is counted: presence (seconds), deaths, kills (where the killer stood) or pickups. It is presence, and pickups with --item."`
	By   string `placeholder:"NAME" help:"Only players in whose names this is."`
	Team string `placeholder:"NAME" help:"Only players of this team."`
	With string `placeholder:"WEAPON" help:"Only with this weapon: by which somebody died or killed, or which was in the hand. Named as in questions: rl, rocket, rl,lg."`
	Item string `placeholder:"ITEM" help:"Only pickups of this item, named as in questions: ra, mega."`
	When string `default:"always" enum:"always,warm-up,opening,match,overtime" values:"always,warm-up,opening,match,overtime" help:"Only in this phase: warm-up, opening (the first minute of the match), match or overtime."`
	At   string `placeholder:"X,Y" help:"List the moments of the cell that this place is in, instead of the cells; of a negative number as --at=-512,64."`
	Most int    `default:"1000" values:"100,1000,10000" help:"How many lines there are at most; of cells the fullest come first."`
	JSON bool   `name:"json" xor:"form" help:"One JSON object per line."`
	CSV  bool   `name:"csv" xor:"form" help:"Comma-separated values with a header; text that a spreadsheet would take for a formula gets an apostrophe before it."`

	inLibrary `embed:""`
	limits    `embed:""`
}

// cellJSON is a line of heat --json: one cell.
type cellJSON struct {
	X      float64 `json:"x"` // of its centre
	Y      float64 `json:"y"`
	Weight float64 `json:"weight"`
}

// placeJSON is a line of heat --at --json and find --like --json: one moment.
type placeJSON struct {
	Path      string    `json:"path"`
	PathExact string    `json:"path_exact,omitempty"`
	TimeMS    int64     `json:"time_ms"`
	Name      string    `json:"name,omitempty"`
	Distance  *float64  `json:"distance,omitempty"`
	Origin    []float32 `json:"origin,omitempty"`
}

// question returns the question that the flags ask.
func (c *heatCmd) question() spot.Question {
	kind, named := spot.KindNamed(c.Of)
	if !named && c.Item != "" {
		kind = spot.Pickups
	}
	stage, _ := spot.StageNamed(c.When)
	return spot.Question{Game: c.Game, Map: c.Map, Kind: kind, Player: c.By, Team: c.Team, Weapon: c.With, Item: c.Item,
		Stage: stage}
}

// Run lists the cells of the heat map or, if a cell was selected, the moments in that cell.
func (c *heatCmd) Run(out *output) error {
	switch {
	case c.Most < 1:
		return usageError(msgMost)
	case c.Item != "" && c.question().Kind != spot.Pickups:
		return usageError(msgItemOfPickups)
	}
	cell, err := c.cell()
	if err != nil {
		return err
	}
	l, err := c.open()
	if err != nil {
		return err
	}
	defer l.Close()
	ctx := context.Background()
	w := bufio.NewWriter(out.out)
	lines := &listing{w: w, json: c.JSON, csv: c.CSV}
	if c.At != "" {
		err = c.moments(ctx, l, cell, lines)
	} else {
		err = c.cells(ctx, l, lines)
	}
	if err == nil && lines.count == 0 {
		err = c.nothing(ctx, l, out)
	}
	return flushed(err, w)
}

// nothing explains an empty result: either the map has no such events, or no demo in the library is on that map.
func (c *heatCmd) nothing(ctx context.Context, l *archive.Library, out *output) error {
	if has, err := l.HasMap(ctx, c.Map); err != nil || has {
		say(out.err, msgNothingOnMap, c.Map)
		return err
	}
	names, err := l.MapsOf(ctx, "")
	if err != nil {
		return err
	}
	return fmt.Errorf(msgNoMap, c.Map, strings.Join(names, ", "))
}

// cells lists the cells, heaviest first.
func (c *heatCmd) cells(ctx context.Context, l *archive.Library, out *listing) error {
	cells, err := l.Heat(ctx, c.question())
	if err != nil {
		return err
	}
	list := make([]cellJSON, 0, len(cells))
	for at, weight := range cells {
		list = append(list, cellJSON{(float64(at.X) + 0.5) * archive.HeatSide, (float64(at.Y) + 0.5) * archive.HeatSide,
			weight})
	}
	slices.SortFunc(list, func(a, b cellJSON) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	})
	for i := range list[:min(len(list), c.Most)] {
		e := &list[i]
		out.line(e, []string{"x", "y", "weight"}, []string{fmt.Sprint(e.X), fmt.Sprint(e.Y), fmt.Sprint(e.Weight)},
			fmt.Sprintf("%8.0f %8.0f  %g", e.X, e.Y, e.Weight))
	}
	return out.err
}

// cell returns the cell named by --at.
func (c *heatCmd) cell() (archive.Cell, error) {
	var x, y float32
	if c.At == "" {
		return archive.Cell{}, nil
	}
	n, err := fmt.Sscanf(c.At, "%g,%g", &x, &y)
	// rejects NaN, too
	if most := float32(1 << 20); err != nil || n != 2 || !(x >= -most && x <= most && y >= -most && y <= most) {
		return archive.Cell{}, usageError(fmt.Sprintf(msgNoPlace, c.At))
	}
	return archive.CellAt([3]float32{x, y}), nil
}

// moments lists the moments in a cell.
func (c *heatCmd) moments(ctx context.Context, l *archive.Library, cell archive.Cell, out *listing) error {
	lo := [2]float64{float64(cell.X) * archive.HeatSide, float64(cell.Y) * archive.HeatSide}
	list, err := l.Moments(ctx, c.question(), lo, [2]float64{lo[0] + archive.HeatSide, lo[1] + archive.HeatSide},
		c.Most)
	if err != nil {
		return err
	}
	for i := range list {
		m := &list[i]
		j := placeJSON{Path: m.Row.Name(), PathExact: outlet.ExactUnlessPlain(m.Row.Name()),
			TimeMS: m.Time.Milliseconds(), Name: m.Name, Origin: m.At[:]}
		out.line(&j, []string{"path", "time_ms", "name", "x", "y", "z"},
			[]string{outlet.Cell(j.Path), fmt.Sprint(j.TimeMS), outlet.Cell(j.Name), fmt.Sprint(m.At[0]),
				fmt.Sprint(m.At[1]), fmt.Sprint(m.At[2])},
			fmt.Sprintf("%s  %s  %s", j.Path, m.Row.Clock.Exact(m.Time), j.Name))
	}
	return out.err
}

func (c *heatCmd) places() confine.Places { return confine.Places{Write: []string{c.place()}} }
