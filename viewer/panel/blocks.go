package panel

import (
	"slices"

	"fragscope/viewer/draw"
)

// Block identifies a section of the window below the map, such as the curve above the timeline or the rows below the
// timeline. Blocks are made lower if there is too little room for the map.
type Block int

const (
	BlockCurve Block = iota // who is ahead, above the timeline
	BlockItems              // when items were taken, below it
	BlockLanes              // what each player had
	BlockBelow              // panels of parts, between the map and the timeline
	BlockCount
)

// Blocks holds the height of each block in points, or 0 if the block is not shown.
type Blocks [BlockCount]float32

// blockShape describes how a block is divided: into rows of height row, with pad around them. A block lower than least
// is not shown.
type blockShape struct{ row, pad, least float32 }

var blockShapes = [BlockCount]blockShape{
	BlockCurve: {1, 0, 20}, BlockItems: {ItemRowHeight, itemRowsPad, ItemRowHeight + itemRowsPad},
	BlockLanes: {laneHeight, lanesPad, laneHeight + lanesPad}, BlockBelow: {1, 0, 40},
}

// BlockStep returns the step, in points, for resizing b. It is the height of one row of b, but at least 12.
func BlockStep(b Block) float32 { return max(blockShapes[b].row, 12) }

// BlockHeight returns the height that b needs to show n rows.
func BlockHeight(b Block, n int) float32 {
	if n == 0 {
		return 0
	}
	return float32(n)*blockShapes[b].row + blockShapes[b].pad
}

// BlockRows returns the number of rows that b can show if it has the given height.
func BlockRows(b Block, height float32) int {
	return max(int((height-blockShapes[b].pad)/blockShapes[b].row+0.01), 0)
}

// Lined reports whether any block is shown along the timeline.
func (b *Blocks) Lined() bool { return b.bar() > 0 }

// bar returns the height of the blocks in the transport bar.
func (b *Blocks) bar() float32 { return b[BlockCurve] + b[BlockItems] + b[BlockLanes] }

func (b *Blocks) sum() float32 { return b.bar() + b[BlockBelow] }

// within returns the blocks, lowered to whole rows so that they fit into a height. The smaller ones stay as they are as
// long as possible, and blocks without room for a row are dropped, the curve first.
func (b Blocks) within(height float32) Blocks {
	for drop := BlockCurve; drop < BlockCount; drop++ {
		out := b.shared(max(height, 0))
		if !slices.ContainsFunc(b[:], func(h float32) bool { return h > 0 }) {
			break
		}
		fits := true
		for i, h := range b {
			fits = fits && (h <= 0 || out[i] > 0)
		}
		if fits {
			return out
		}
		b[drop] = 0
	}
	return Blocks{}
}

// shared returns the blocks with the tallest ones lowered until all of them fit into a height.
func (b Blocks) shared(height float32) (out Blocks) {
	order := []Block{BlockCurve, BlockItems, BlockLanes, BlockBelow}
	slices.SortStableFunc(order, func(x, y Block) int { return int(b[x]) - int(b[y]) })
	left := 0
	for _, i := range order {
		if b[i] > 0 {
			left++
		}
	}
	for _, i := range order {
		if b[i] <= 0 {
			continue
		}
		s := blockShapes[i]
		h := min(b[i], height/float32(left))
		h = float32(int((h-s.pad)/s.row+0.01))*s.row + s.pad
		if h >= s.least {
			out[i] = h
		}
		height, left = height-out[i], left-1
	}
	return out
}

// lineRooms holds the rectangles of the parts of the timeline.
type lineRooms struct {
	scale                      Scale
	curve, track, items, lanes draw.Rect
	names, totals              draw.Rect // the columns next to the rows
}

// roomsOf divides the part of the transport bar above the buttons.
func roomsOf(line draw.Rect, v *TimelineView) (r lineRooms) {
	b := v.Blocks
	r.scale = TimeScale(line, b.Lined(), v.From, v.To)
	left, right := lineMargins(line.W, b.Lined())
	r.names = draw.Rect{X: line.X + 10, W: left - 16}
	r.totals = draw.Rect{X: line.Right() - right + 6, W: right - 16}
	along := func(x draw.Rect) draw.Rect { return draw.Rect{X: r.scale.X, Y: x.Y, W: r.scale.W, H: x.H} }
	r.lanes, line = line.CutBottom(b[BlockLanes])
	r.items, line = line.CutBottom(b[BlockItems])
	r.track = along(draw.Rect{Y: line.Bottom() - 8 - lineTrack, H: lineTrack})
	r.curve = along(draw.Rect{Y: r.track.Y - lineMarks - 4 - b[BlockCurve], H: b[BlockCurve]})
	r.items, r.lanes = along(r.items), along(r.lanes)
	return r
}

// block returns the rectangle of a block of the timeline.
func (r *lineRooms) block(b Block) draw.Rect {
	return [...]draw.Rect{BlockCurve: r.curve, BlockItems: r.items, BlockLanes: r.lanes, BlockBelow: {}}[b]
}

// RowAt returns the block at the given y coordinate on the timeline, and the index of the row there. ok is false if
// there is no row at y. area is the rectangle of the transport bar.
func (v *TimelineView) RowAt(area draw.Rect, y float32) (b Block, row int, ok bool) {
	_, line := area.CutBottom(buttonRow + 2)
	r := roomsOf(line, v)
	for b := range BlockBelow {
		room := r.block(b)
		if y < room.Y || y >= room.Bottom() || room.H <= 0 {
			continue
		}
		if b == BlockCurve {
			return b, 0, true
		}
		i := int((y-room.Y-blockShapes[b].pad/2)/blockShapes[b].row) + v.first(b)
		return b, i, i < v.rows(b)
	}
	return 0, 0, false
}

// rows returns the number of rows of a block, visible or not.
func (v *TimelineView) rows(b Block) int {
	switch b {
	case BlockItems:
		return len(v.Items)
	case BlockLanes:
		return len(v.Lanes)
	}
	return 0
}

// first returns the first visible row of a block.
func (v *TimelineView) first(b Block) int {
	most := max(v.rows(b)-BlockRows(b, v.Blocks[b]), 0)
	return min(max(int(v.Scroll[b]/blockShapes[b].row+0.5), 0), most)
}

// Room returns how far block b can be scrolled, in points.
func (v *TimelineView) Room(b Block) float32 {
	return max(BlockHeight(b, v.rows(b))-v.Blocks[b], 0)
}

// blockAreas are the areas that scroll.
var blockAreas = [BlockCount]int{BlockItems: AreaItems, BlockLanes: AreaLanes}

// drawEdges draws the edges of the blocks, which can be dragged to resize them, and makes rows that do not fit scroll.
func (r *lineRooms) drawEdges(p *Pen, area draw.Rect, v *TimelineView) {
	for b := range BlockBelow {
		room := r.block(b)
		if room.H <= 0 {
			continue
		}
		if v.Room(b) > 0 {
			all := draw.Rect{X: area.X, Y: room.Y, W: area.W, H: room.H}
			do := Command{Verb: VerbTimeline, Index: blockAreas[b]}
			p.list.HitAreas = append(p.list.HitAreas, HitArea{Rect: all, Do: do, Wheel: true})
			p.ScrollBar(draw.Rect{X: area.X, Y: room.Y + 2, W: area.W - 2, H: room.H - 4}, blockAreas[b],
				v.Scroll[b], v.Room(b))
		}
		x, _ := area.Center()
		touch := draw.Rect{X: area.X, Y: room.Y - 4, W: area.W, H: 6}
		c := p.Theme.Hover
		if p.Hot(touch) {
			c = p.Theme.Text
		}
		p.Round(draw.Rect{X: x - 14, Y: room.Y - 2, W: 28, H: 2}, 1, c)
		p.HitArea(touch, Command{Verb: VerbResize, Index: int(b)}, "Drag to make it taller or lower")
	}
}
