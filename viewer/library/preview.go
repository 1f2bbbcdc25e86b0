//go:build !js

package library

import (
	"context"
	"image"
	"math"

	"fragscope/assets/plan"
	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/archive"
	"fragscope/viewer/draw"
)

// preview is the preview of the selected demo.
type preview struct {
	id    int64
	lines []string
	plan  []planField
	level string // of the plan
	frame planFrame
	// picture is the plan of the map, shown instead of plan if it is known. square is what it shows.
	picture *draw.Bitmap
	square  planSquare
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
			p.plan, p.frame, p.picture, p.square = before.plan, before.frame, before.picture, before.square
		} else {
			p.draw(library, host, r)
		}
	}
}

// draw makes a map's small plan in the background. It is a picture of the map's plan or, if there is no plan, of where
// players walked in some of the demos.
func (p *preview) draw(library *archive.Library, host *Host, r *archive.Row) {
	level, find := p.level, host.PlanIn()
	go func() {
		var fields []planField
		var frame planFrame
		var picture *draw.Bitmap
		var square planSquare
		err := fault.Guard(func() error {
			h := sim.Header{GameKey: r.Game, Path: r.Path}
			if m := find(context.Background(), h, r.Map); m != nil {
				if picture, square = portrait(m); picture != nil {
					return nil
				}
			}
			cells, err := library.Walked(context.Background(), r.Game, r.Map, planLevels)
			fields, frame = fieldsOf(cells)
			return err
		})
		if err != nil {
			return // a table without a picture is still a table
		}
		host.Tell(func() {
			if p.level == level {
				p.plan, p.frame, p.picture, p.square = fields, frame, picture, square
				host.Relayout()
			}
		})
	}()
}

// planSquare is the square of a map that a picture shows, in units: its north-west corner and its side.
type planSquare struct{ x, y, side float64 }

// portraitSide is the side of a picture of a plan, in pixels.
const portraitSide = 480

// portrait returns a picture of a plan, and the square that it shows. The picture is nil if the plan is empty.
func portrait(m *plan.Plan) (*draw.Bitmap, planSquare) {
	lo, hi := m.Bounds()
	side := max(float64(hi[0]-lo[0]), float64(hi[1]-lo[1])) * 1.04
	if side <= 0 {
		return nil, planSquare{}
	}
	s := planSquare{x: (float64(lo[0]+hi[0]) - side) / 2, y: (float64(lo[1]+hi[1]) + side) / 2, side: side}
	img := image.NewRGBA(image.Rect(0, 0, portraitSide, portraitSide))
	m.Render(img, plan.View{MinX: s.x, MaxY: s.y, Scale: portraitSide / side, Storey: plan.AllStoreys})
	return draw.NewBitmap(img), s
}

// field returns a cell in units of the square.
func (s *planSquare) field(c archive.Cell) planField {
	const side = archive.HeatSide
	return planField{X: float32((float64(c.X*side) - s.x) / s.side), Y: float32((s.y - float64((c.Y+1)*side)) / s.side),
		Side: float32(side / s.side)}
}

// showPreview adds the preview to the table.
func (v *view) showPreview(p *preview) {
	v.Preview, v.Plan, v.Picture, v.Paths = p.lines, p.plan, p.picture, p.paths()
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
	if p.frame.size == 0 && p.picture == nil {
		return nil
	}
	for _, c := range p.minute {
		var f planField
		if p.picture != nil {
			f = p.square.field(c)
		} else {
			f = p.frame.field(archive.Cell{X: c.X >> 1, Y: c.Y >> 1})
		}
		if f.X >= 0 && f.Y >= 0 && f.X+f.Side <= 1 && f.Y+f.Side <= 1 {
			list = append(list, f)
		}
	}
	return list
}

// fieldsOf returns the cells of a map in units of a square whose side is the map's longer side, with their heights.
func fieldsOf(walked map[archive.Cell]float32) (list []planField, frame planFrame) {
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

// told returns the library's information about a demo, beginning with its name.
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
