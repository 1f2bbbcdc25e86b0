//go:build !js

package library

import (
	"context"
	"math"

	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/sim/archive"
)

// preview is the preview of the selected demo.
type preview struct {
	id    int64
	lines []string
	plan  []planField
	level string // of the plan
	frame planFrame
	// minute holds the cells where players were in the first minute of the demo.
	minute []archive.Cell
}

// planLevels is the number of demos from which a map's small plan is made.
const planLevels = 24

// look makes p the preview of a demo, unless it is already.
func (p *preview) look(library *archive.Library, host *Host, id int64) {
	if p.id == id {
		return
	}
	before := *p
	*p = preview{id: id}
	r, err := library.Row(id)
	if err != nil || r == nil {
		return
	}
	p.lines = told(r)
	p.minute, _ = library.Minute(context.Background(), r.Number()) // without it the plan has no paths
	if level := r.Game + " " + r.Map; r.Map != "" {
		if p.level = level; before.level == level {
			p.plan, p.frame = before.plan, before.frame
		} else {
			p.draw(library, host, r)
		}
	}
}

// draw makes a map's small plan in the background: where players walked in some of its demos.
func (p *preview) draw(library *archive.Library, host *Host, r *archive.Row) {
	level := p.level
	go func() {
		var plan []planField
		var frame planFrame
		err := fault.Guard(func() error {
			cells, err := library.Walked(context.Background(), r.Game, r.Map, planLevels)
			plan, frame = fields(cells)
			return err
		})
		if err != nil {
			return // a table without a picture is still a table
		}
		host.Tell(func() {
			if p.level == level {
				p.plan, p.frame = plan, frame
				host.Relayout()
			}
		})
	}()
}

// planFrame maps the cells of a map to the square of its plan.
type planFrame struct {
	lo     archive.Cell
	hiY    int
	dx, dy float32
	size   float32 // of the square, in cells; 0 if there is no plan
}

// field returns a cell in units of the square.
func (f *planFrame) field(c archive.Cell) planField {
	return planField{X: (float32(c.X-f.lo.X) + f.dx) / f.size, Y: (float32(f.hiY-c.Y) + f.dy) / f.size,
		Side: 1 / f.size}
}

// paths returns the places of players in the first minute, on the plan.
func (p *preview) paths() (list []planField) {
	if p.frame.size == 0 {
		return nil
	}
	for _, c := range p.minute {
		f := p.frame.field(archive.Cell{X: c.X >> 1, Y: c.Y >> 1})
		if f.X >= 0 && f.Y >= 0 && f.X+f.Side <= 1 && f.Y+f.Side <= 1 {
			list = append(list, f)
		}
	}
	return list
}

// fields returns the cells of a map in units of a square whose side is the map's longer side, with their heights.
func fields(walked map[archive.Cell]float32) (list []planField, frame planFrame) {
	cells := map[archive.Cell]float32{} // four are merged into one, as the plan is small
	for c, z := range walked {
		c = archive.Cell{X: c.X >> 1, Y: c.Y >> 1}
		if old, known := cells[c]; !known || z > old {
			cells[c] = z
		}
	}
	fillGaps(cells)
	lo, hi := archive.Cell{X: math.MaxInt, Y: math.MaxInt}, archive.Cell{X: math.MinInt, Y: math.MinInt}
	low, high := float32(math.Inf(1)), float32(math.Inf(-1))
	for c, z := range cells {
		lo.X, lo.Y, hi.X, hi.Y = min(lo.X, c.X), min(lo.Y, c.Y), max(hi.X, c.X), max(hi.Y, c.Y)
		low, high = min(low, z), max(high, z)
	}
	if len(cells) == 0 {
		return nil, planFrame{}
	}
	size := float32(max(hi.X-lo.X, hi.Y-lo.Y) + 1)
	dx, dy := (size-float32(hi.X-lo.X+1))/2, (size-float32(hi.Y-lo.Y+1))/2
	frame = planFrame{lo, hi.Y, dx, dy, size}
	// From north to south, so that the order is always the same.
	for y := hi.Y; y >= lo.Y; y-- {
		for x := lo.X; x <= hi.X; x++ {
			if z, ok := cells[archive.Cell{X: x, Y: y}]; ok {
				f := frame.field(archive.Cell{X: x, Y: y})
				f.Height = (z - low) / max(high-low, 1)
				list = append(list, f)
			}
		}
	}
	return list, frame
}

// fillGaps adds cells in which nobody was seen but which are surrounded on most sides, as positions are seconds
// apart.
func fillGaps(cells map[archive.Cell]float32) {
	near, height := map[archive.Cell]int{}, map[archive.Cell]float32{}
	for c, z := range cells {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				at := archive.Cell{X: c.X + dx, Y: c.Y + dy}
				near[at]++
				if old, known := height[at]; !known || z > old {
					height[at] = z
				}
			}
		}
	}
	const most = 4 // of eight
	for c, n := range near {
		if _, walked := cells[c]; !walked && n >= most {
			cells[c] = height[c]
		}
	}
}

// told returns the library's facts about a demo, beginning with its name.
func told(r *archive.Row) []string {
	lines := []string{r.Base(), r.Score, r.Path, ""}
	add := func(title, text string) {
		if text != "" {
			lines = append(lines, title+text)
		}
	}
	add("", r.Error)
	if date, source := r.When(); source == archive.DateFile {
		add("File changed  ", date)
	} else {
		add("Date  ", date+map[archive.DateSource]string{archive.DateName: ", from its name"}[source])
	}
	add("Note  ", r.Remark)
	add("Map  ", r.Maps)
	add("Mode  ", r.Mode)
	add("Mod  ", r.ModName)
	add("Server  ", r.Server)
	add("Recorded by  ", r.Recorder)
	if r.Copies > 1 {
		add("", "The library has it "+count.Of(r.Copies, "time"))
	}
	if len(r.Names) > 0 {
		lines = append(append(lines, "", count.Of(len(r.Names), "player")), r.Names...)
	}
	return lines
}
