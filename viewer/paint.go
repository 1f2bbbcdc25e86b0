package viewer

import (
	"strconv"

	"fragscope/viewer/ink"
	"fragscope/viewer/panel"
)

// paint draws a list.
func paint(c *ink.Canvas, l *panel.List, t *ink.Theme) {
	if len(l.Ops) == 0 {
		return
	}
	c.Clip(l.Area)
	for i := range l.Ops {
		paintOp(c, &l.Ops[i], t)
	}
	c.Unclip()
}

func paintOp(c *ink.Canvas, op *panel.Op, t *ink.Theme) {
	switch op.Kind {
	case panel.OpFill, panel.OpGraph:
		c.Fill(op.Rect, op.Color)
	case panel.OpRound:
		c.RoundRect(op.Rect, op.Radius, op.Color)
	case panel.OpOutline:
		c.RoundFrame(op.Rect, op.Radius, op.Stroke, op.Color)
	case panel.OpText:
		f := op.Face.Ink()
		y := c.Baseline(op.Rect, f)
		if op.Halo {
			c.TextHalo(f, op.Text, op.Rect.X, y, op.Color, t.Halo)
		} else {
			c.Text(f, op.Text, op.Rect.X, y, op.Color)
		}
	case panel.OpIcon:
		c.IconIn(op.Rect, op.Icon, min(op.Rect.W, op.Rect.H), op.Color)
	case panel.OpDisc:
		x, y := op.Rect.Center()
		c.Circle(x, y, min(op.Rect.W, op.Rect.H)/2, op.Color)
	case panel.OpBadge:
		paintBadge(c, op)
	}
}

// paintBadge writes the number; the ground in the player's colour is an op of
// its own.
func paintBadge(c *ink.Canvas, op *panel.Op) {
	f := panel.Small.Ink().Bold()
	if op.Badge.Number > 99 {
		f.Size--
	}
	c.TextIn(op.Rect, f, strconv.Itoa(op.Badge.Number), op.Color, ink.Center)
}
