package panel

import "fragscope/viewer/draw"

// Fold is the state of a panel: open, shut or automatic.
type Fold uint8

// States of a panel. With Auto, the size of the window decides whether it is open.
const (
	Auto Fold = iota
	Open
	Shut
)

// Arrangement describes which panels to lay out, and how.
type Arrangement struct {
	Left, Right Fold
	// Blocks are the desired heights of the blocks below the map.
	Blocks Blocks
	// Status is the desired height of the watched player's status.
	Status float32
	// Heights is the state of the side view. Unless the user opens it, a map with a single storey has no side view.
	Heights Fold
	// Storeys is set if there are storeys to choose from.
	Storeys bool
	// MapOnly hides everything but the map.
	MapOnly bool
	// Touch makes all targets large enough for touch. In a narrow window, the side panels become bottom sheets.
	Touch bool

	folded [3]bool // side panels without room: the side view, the right one, the left one
}

// Frame is the layout of the window. Its rectangles fill the window without overlapping. Hidden panels have empty
// rectangles.
type Frame struct {
	Window, Top, Left, Heights, Band, Map, Below, Right, Status, Transport draw.Rect
	// Blocks are the heights of the blocks below the map.
	Blocks Blocks
}

// Middle returns the area between the top line and the transport bar.
func (f *Frame) Middle() draw.Rect {
	end := f.Window.Bottom()
	if f.Transport.H > 0 {
		end = f.Transport.Y
	}
	return draw.Rect{X: f.Window.X, Y: f.Top.Bottom(), W: f.Window.W, H: end - f.Top.Bottom()}
}

// Sizes of panels, in points.
const (
	topHeight       = 34
	transportHeight = 88
	leftWidth       = 200
	rightWidth      = 230
	widePanels      = 1600 // width from which the side panels are wider
	smallestMap     = 330  // minimum width that panels leave to the map
	smallestHeight  = 200
	bothFrom        = 1000 // width from which both side panels are shown
	leftFrom        = 720  // width from which the players are shown
	bandHeight      = 30
	timesHeight     = 20 // height of the times' own line in a narrow bar

	mapShare    = 0.45 // fraction of the window reserved for the map
	flatShare   = 0.3  // the same for one lower than flatHeight, such as that of a phone on its side
	flatHeight  = 500
	blocksShare = 0.2 // fraction of the window's height for which blocks fold side panels
)

// Arrange lays out a window of w by h points. If there is too little room for the map, Arrange first reduces the
// heights of blocks and then folds side panels, starting with those that the user did not open.
func Arrange(w, h float32, a Arrangement) Frame {
	if a.MapOnly {
		window := draw.Rect{W: w, H: h}
		return Frame{Window: window, Map: window}
	}
	sum := a.Blocks.sum()
	f := a.fitted(w, h, min(sum, h*blocksShare))
	for f.lack() > 0 && a.fold(&f, false) {
		f = a.fitted(w, h, min(sum, h*blocksShare))
	}
	if f.lack() > 0 {
		f = a.fitted(w, h, 0)
	}
	for f.lack() > 0 && a.fold(&f, true) {
		f = a.fitted(w, h, 0)
	}
	return f
}

// fitted lays out a window with blocks that are lowered, but not below least points in all, until the map has its
// share.
func (a *Arrangement) fitted(w, h, least float32) Frame {
	blocks := a.Blocks
	for {
		f := a.frame(w, h, blocks)
		sum := blocks.sum()
		if f.lack() <= 0 || sum <= least {
			return f
		}
		blocks = blocks.within(max(sum-max(f.lack(), 1), least)) // with lower ones there may be room for other panels
		if blocks.sum() >= sum {
			return f
		}
	}
}

// lack returns the height that the map lacks for its share of the window. It is 0 or less if nothing is lacking.
func (f *Frame) lack() float32 {
	share := float32(mapShare)
	if f.Window.H < flatHeight {
		share = flatShare
	}
	return share*f.Window.W*f.Window.H/max(f.Map.W, 1) - f.Map.H
}

// fold folds a side panel and reports whether there was one to fold. It folds a panel that the user opened only if
// opened is set.
func (a *Arrangement) fold(f *Frame, opened bool) bool {
	if a.Sheets(f.Window.W) {
		return false
	}
	for i, x := range [...]struct {
		state Fold
		room  draw.Rect
	}{{a.Heights, f.Heights}, {a.Right, f.Right}, {a.Left, f.Left}} {
		if x.room.W > 0 && (opened || x.state == Auto) && !a.folded[i] {
			a.folded[i] = true
			return true
		}
	}
	return false
}

// frame lays out a window with the given blocks.
func (a *Arrangement) frame(w, h float32, blocks Blocks) Frame {
	f := Frame{Window: draw.Rect{W: w, H: h}, Blocks: blocks}
	rest := f.Window
	f.Top, rest = rest.CutTop(min(Tall(topHeight, a.Touch), h/6))
	f.Transport, rest = rest.CutBottom(min(a.transport(w)+blocks.bar(), h*0.6))
	lw, rw := float32(leftWidth), float32(rightWidth)
	if w >= widePanels {
		lw, rw = 240, 300
	}
	if a.Sheets(w) {
		f.sheets(&rest, a)
	}
	if !a.Sheets(w) && present(a.Left, w >= leftFrom) && w-lw >= smallestMap && !a.folded[2] {
		f.Left, rest = rest.CutLeft(lw)
	}
	if !a.Sheets(w) && present(a.Right, w >= bothFrom) && rest.W-rw >= smallestMap && !a.folded[1] {
		f.Right, rest = rest.CutRight(rw)
	}
	high := present(a.Heights, w >= bothFrom && a.Storeys) && !a.folded[0]
	if high && rest.W-heightsWidth >= smallestMap && rest.H >= heightsLeast {
		f.Heights, rest = rest.CutLeft(heightsWidth)
	}
	if rest.H-a.Status >= smallestHeight {
		f.Status, rest = rest.CutBottom(a.Status)
	}
	feed := f.Right.W == 0 && a.Right != Shut
	if band := Tall(bandHeight, a.Touch); (feed || a.Storeys && f.Heights.W == 0) && rest.H-band >= smallestHeight {
		f.Band, rest = rest.CutTop(band)
	}
	f.Below, rest = rest.CutBottom(blocks[BlockBelow])
	f.Map = rest
	return f
}

// Sheets reports whether the side panels become bottom sheets in a window of width w.
func (a *Arrangement) Sheets(w float32) bool { return a.Touch && w < leftFrom }

// sheets assigns the lower half of rest to the open side panel. There is room for only one.
func (f *Frame) sheets(rest *draw.Rect, a *Arrangement) {
	half := float32(int(min(rest.H/2, rest.H-mapShare*f.Window.H)))
	switch {
	case half < smallestHeight:
	case a.Left == Open:
		f.Left, *rest = rest.CutBottom(half)
	case a.Right == Open:
		f.Right, *rest = rest.CutBottom(half)
	}
}

// transport returns the height of the transport bar in a window of width w.
func (a *Arrangement) transport(w float32) (height float32) {
	switch height = transportHeight; {
	case a.Touch && w < leftFrom:
		height += timesHeight + 4
	case a.Touch:
		height += 4
	}
	return height
}

func present(f Fold, auto bool) bool { return f == Open || f == Auto && auto }
