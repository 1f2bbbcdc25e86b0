package panel

import "fragscope/viewer/draw"

// Fold is whether a panel is open.
type Fold uint8

// States of a panel. With Auto, the size of the window decides.
const (
	Auto Fold = iota
	Open
	Shut
)

// Arrangement selects the panels to lay out.
type Arrangement struct {
	Left, Right Fold
	// ItemRows is the height wanted for the rows of items, Lanes for the players' lanes; 0 for none.
	ItemRows, Lanes float32
	// Status is the height wanted for the status of the watched player.
	Status float32
	// Heights is the state of the side view. A map of one storey has none unless the user opens it.
	Heights Fold
	// Storeys is set if there are storeys to choose from, Legend if the layer over the map has a legend.
	Storeys, Legend bool
	// MapOnly hides everything but the map.
	MapOnly bool
	// Touch makes everything large enough for fingers. In a narrow window the side panels become sheets that come
	// up from the bottom.
	Touch bool
}

// Frame is the layout of the window. Its rectangles do not overlap and fill the window; those of hidden panels are
// empty.
type Frame struct {
	Window, Top, Left, Heights, Band, Map, Right, Status, Transport draw.Rect
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
)

// Arrange lays out a window of w by h points.
func Arrange(w, h float32, a Arrangement) Frame {
	f := Frame{Window: draw.Rect{W: w, H: h}}
	rest := f.Window
	if a.MapOnly {
		f.Map = rest
		return f
	}
	f.Top, rest = rest.CutTop(min(Tall(topHeight, a.Touch), h/6))
	f.Transport, rest = rest.CutBottom(min(a.transport(w)+min(a.ItemRows, h/5)+min(a.Lanes, h*lanesShare), h/2))
	lw, rw := float32(leftWidth), float32(rightWidth)
	if w >= widePanels {
		lw, rw = 240, 300
	}
	if a.Sheets(w) {
		f.sheets(&rest, a)
	}
	if !a.Sheets(w) && present(a.Left, w >= leftFrom) && w-lw >= smallestMap {
		f.Left, rest = rest.CutLeft(lw)
	}
	if !a.Sheets(w) && present(a.Right, w >= bothFrom) && rest.W-rw >= smallestMap {
		f.Right, rest = rest.CutRight(rw)
	}
	if present(a.Heights, w >= bothFrom && a.Storeys) && rest.W-heightsWidth >= smallestMap && rest.H >= heightsLeast {
		f.Heights, rest = rest.CutLeft(heightsWidth)
	}
	if rest.H-a.Status >= smallestHeight {
		f.Status, rest = rest.CutBottom(a.Status)
	}
	feed := f.Right.W == 0 && a.Right != Shut
	if band := Tall(bandHeight, a.Touch); (feed || a.Legend || a.Storeys && f.Heights.W == 0) && rest.H-band >= smallestHeight {
		f.Band, rest = rest.CutTop(band)
	}
	f.Map = rest
	return f
}

// Sheets reports whether the side panels come up from the bottom in a window of width w.
func (a *Arrangement) Sheets(w float32) bool { return a.Touch && w < leftFrom }

// sheets gives the lower half of rest to the open side panel. There is room for only one.
func (f *Frame) sheets(rest *draw.Rect, a Arrangement) {
	half := float32(int(rest.H / 2))
	switch {
	case half < smallestHeight:
	case a.Left == Open:
		f.Left, *rest = rest.CutBottom(half)
	case a.Right == Open:
		f.Right, *rest = rest.CutBottom(half)
	}
}

// transport returns the height of the transport bar in a window of width w.
func (a *Arrangement) transport(w float32) float32 {
	switch {
	case !a.Touch:
		return transportHeight
	case w < leftFrom:
		return transportHeight + timesHeight + 4
	}
	return transportHeight + 4
}

func present(f Fold, auto bool) bool { return f == Open || f == Auto && auto }
