package viewer

import (
	"strconv"

	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// paint draws a list.
func paint(c *draw.Canvas, l *panel.List) {
	if len(l.Ops) == 0 {
		return
	}
	c.Clip(l.Area)
	for i := range l.Ops {
		paintOp(c, &l.Ops[i])
	}
	c.Unclip()
}

// paintPart draws a part of a list.
func paintPart(c *draw.Canvas, l *panel.List, part draw.Rect) {
	c.Clip(l.Area)
	c.Clip(part)
	for i := range l.Ops {
		if op := &l.Ops[i]; op.Extent().Overlaps(part) {
			paintOp(c, op)
		}
	}
	c.Unclip()
	c.Unclip()
}

func paintOp(c *draw.Canvas, op *panel.Op) {
	switch op.Kind {
	case panel.OpFill, panel.OpGraph:
		c.Fill(op.Rect, op.Color)
	case panel.OpRound:
		c.RoundRect(op.Rect, op.Radius, op.Color)
	case panel.OpOutline:
		c.RoundFrame(op.Rect, op.Radius, op.Stroke, op.Color)
	case panel.OpText:
		f := op.Face.Typeface()
		y := c.Baseline(op.Rect, f)
		c.Text(f, op.Text, op.Rect.X, y, op.Color)
	case panel.OpIcon:
		c.IconIn(op.Rect, op.Icon, min(op.Rect.W, op.Rect.H), op.Color)
	case panel.OpDisc:
		x, y := op.Rect.Center()
		c.Circle(x, y, min(op.Rect.W, op.Rect.H)/2, op.Color)
	case panel.OpBitmap:
		op.Bitmap.Draw(c, op.Rect)
	case panel.OpBadge:
		paintBadge(c, op)
	}
}

// paintBadge writes the number as large as it fits. The background in the player's colour is a separate op.
func paintBadge(c *draw.Canvas, op *panel.Op) {
	const digit = 0.66 // width of a digit at size 1
	f, s := panel.Small.Typeface().Bold(), strconv.Itoa(op.Badge.Number)
	f.Size = min(f.Size, (op.Rect.W-1)/(digit*float32(len(s))))
	c.TextIn(op.Rect, f, s, op.Color, draw.Center)
}
