package timeline

import "fragscope/viewer/panel"

// Natural heights of blocks that nobody has resized.
const (
	curveHeight = 56 // of the curve, in points
	itemsMost   = 9  // rows
	lanesMany   = 16
	curveMost   = 240
)

// Blocks returns the preferred heights of the blocks along the timeline. curve is set if there is a curve. items is the
// number of item rows, and lanes the number of player lanes.
func (t *Timeline) Blocks(curve bool, items, lanes int) (b panel.Blocks) {
	set := t.host.Settings
	if curve {
		b[panel.BlockCurve] = curveHeight
		if set.CurveHeight > 0 {
			b[panel.BlockCurve] = min(float32(set.CurveHeight), curveMost)
		}
	}
	rows := func(block panel.Block, n, most int, height float64) {
		b[block] = panel.BlockHeight(block, min(n, most))
		if height > 0 {
			fit := panel.BlockRows(block, float32(height)+panel.BlockHeight(block, 1)/2)
			b[block] = panel.BlockHeight(block, min(max(fit, 1), n))
		}
	}
	rows(panel.BlockItems, items, itemsMost, set.ItemsHeight)
	rows(panel.BlockLanes, lanes, lanesMany, set.LanesHeight)
	return b
}

// Resize sets the height of block b along the timeline, in points.
func (t *Timeline) Resize(b panel.Block, height float32) {
	set := t.host.Settings
	at := map[panel.Block]*float64{panel.BlockCurve: &set.CurveHeight, panel.BlockItems: &set.ItemsHeight,
		panel.BlockLanes: &set.LanesHeight}[b]
	if at == nil {
		return
	}
	*at = float64(max(int(height), 1))
	t.host.Relayout()
}
