package panel

import (
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// WelcomeView is what is shown without a demo.
type WelcomeView struct {
	Recent   []string // names
	KeyLabel func(action.ID) string
	Busy     string // what is being opened
	Sample   bool   // there is one
}

// Welcome lays out the screen without a demo, in the place of the map.
func Welcome(p *Pen, m draw.Rect, v WelcomeView) List {
	p.Begin(m)
	t := p.Theme
	p.Fill(m, t.Void)
	height := p.Tall(RowHeight)
	recent := min(len(v.Recent), max(int((m.H-290)/height), 0), 8)
	h := float32(210)
	if recent > 0 {
		h += float32(recent)*height + 40
	}
	box := Within(m, 460, h)
	head, rest := box.CutTop(44)
	p.Text(head, "Fragscope", Huge, t.Text, Middle)
	sub, rest := rest.CutTop(26)
	p.Text(sub, "Watch recorded matches of the Quake family from above", Body, t.Soft, Middle)
	_, rest = rest.CutTop(24)
	row, rest := rest.CutTop(40)
	drawWelcomeButtons(p, row, v)
	_, rest = rest.CutTop(10)
	drop, rest := rest.CutTop(24)
	hint := "or drop a demo here"
	if p.Touch {
		hint = ""
	}
	if v.Busy != "" {
		hint = "Opening " + v.Busy + " …"
	}
	p.Text(drop, hint, Small, t.Faint, Middle)
	if recent == 0 {
		return p.End()
	}
	_, rest = rest.CutTop(22)
	p.Fill(draw.Rect{X: rest.X, Y: rest.Y, W: rest.W, H: 1}, t.Line)
	_, rest = rest.CutTop(10)
	for i := range recent {
		var r draw.Rect
		r, rest = rest.CutTop(height)
		p.RowGround(r, false)
		p.HitArea(r, Command{Verb: VerbOpen, Index: i}, "Open "+v.Recent[i])
		p.Text(r.Inset(10, 0), v.Recent[i], Body, t.Text, Left)
	}
	return p.End()
}

func drawWelcomeButtons(p *Pen, row draw.Rect, v WelcomeView) {
	const wide, gap = 150, 12
	tall := p.Tall(36)
	n := float32(1)
	if v.Sample {
		n = 2
	}
	r := Centred(row, n*(wide+gap)-gap, tall)
	r.Y, r.W = row.Y, wide
	p.textButton(r, "Open…", true, Command{Verb: VerbAction, ID: action.Open}, tipOf(p, action.Open, v.KeyLabel))
	if v.Sample {
		r.X += wide + gap
		p.textButton(r, "Sample", false, Command{Verb: VerbAction, ID: action.Sample}, tipOf(p, action.Sample, v.KeyLabel))
	}
}
