package panel

import "fragscope/viewer/draw"

// Fold says whether a panel is there.
type Fold uint8

// The states of a panel. Auto is for the window's size to decide.
const (
	Auto Fold = iota
	Open
	Shut
)

// Arrangement says which panels there are to be.
type Arrangement struct {
	Left, Right Fold
	// ItemRows is the height that the rows of items ask for, Lanes those of players; 0 for none.
	ItemRows, Lanes float32
	// Status is the height that the state of the watched player asks for.
	Status float32
	// Heights is the side view's; a map of one storey has none unless it is asked for.
	Heights Fold
	// Storeys is set if there are storeys to choose from, Legend if a layer over the map has a legend.
	Storeys, Legend bool
	// MapOnly leaves everything out but the map.
	MapOnly bool
	// Touch leaves room for fingers; where the window is narrow the side panels come as sheets from below.
	Touch bool
}

// Frame is where everything is. The rectangles do not overlap and fill the window;
// those of panels that are not there are empty.
type Frame struct {
	Window, Top, Left, Heights, Band, Map, Right, Status, Transport draw.Rect
}

// The sizes of panels, in points.
const (
	topHeight       = 34
	transportHeight = 88
	leftWidth       = 200
	rightWidth      = 230
	widePanels      = 1600 // from here on the side panels are wider
	smallestMap     = 330  // no panel takes more than leaves this much width
	smallestHeight  = 200
	bothFrom        = 1000 // width from which both side panels are shown
	leftFrom        = 720  // width from which the players are shown
	bandHeight      = 30
	timesHeight     = 20 // of a line of its own for the times, where the bar is narrow
)

// Arrange divides a window of w by h points.
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

// Sheets reports whether the side panels of a window of that width come from below.
func (a *Arrangement) Sheets(w float32) bool { return a.Touch && w < leftFrom }

// sheets gives the panel that is asked for the lower half of what is left; there is room for one.
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

// transport is the height of the bar with the time line in a window of that width.
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
