package panel

import (
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// WelcomeView describes the welcome screen, which is shown when no demo is open.
type WelcomeView struct {
	// Offers are the ways to open a demo, most common first.
	Offers []Offer
	// Continue is the most recently watched demo, unless it was watched to the end. Otherwise its Name is empty.
	Continue Card
	Recent   []Card // indexed by Index of VerbOpen
	KeyLabel func(action.ID) string
	Busy     string // name of the demo being opened
}

// Offer describes a button on the welcome screen: its action and its label.
type Offer struct {
	ID   action.ID
	Text string
}

// Card describes a recently watched demo.
type Card struct {
	Name  string
	Facts string  // map, result, length
	At    string  // where the user stopped; "" if that was the end
	Done  float32 // fraction watched, from 0 to 1
}

// Welcome lays out the welcome screen, which takes the place of the map.
func Welcome(p *Pen, m draw.Rect, v WelcomeView) List {
	const gap, high, foot = 10, 58, 12
	p.Begin(m)
	t := p.Theme
	p.Fill(m, t.Void)
	wide, columns := min(m.W-40, 720), 2
	if wide < 480 {
		columns = 1
	}
	h := float32(190)
	if v.Continue.Name != "" {
		h += high + gap
	}
	recent := v.Recent
	if v.Continue.Name != "" && len(recent) > 0 {
		recent = recent[1:]
	}
	rows := min((len(recent)+columns-1)/columns, max(int((m.H-h-40)/(high+gap)), 0), 4)
	if rows > 0 {
		h += float32(rows)*(high+gap) + foot
	}
	box := Within(m, wide, h)
	head, rest := box.CutTop(44)
	p.Text(head, "Fragscope", Huge, t.Text, Middle)
	sub, rest := rest.CutTop(26)
	p.Text(sub, "Watch recorded matches of the Quake family from above", Body, t.Soft, Middle)
	_, rest = rest.CutTop(24)
	row, rest := rest.CutTop(40)
	drawOffers(p, row, v)
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
	_, rest = rest.CutTop(22)
	if v.Continue.Name != "" {
		var r draw.Rect
		r, rest = rest.CutTop(high)
		_, rest = rest.CutTop(gap)
		drawContinue(p, r, v.Continue)
	}
	first := len(v.Recent) - len(recent)
	for i := range min(rows*columns, len(recent)) {
		w := (wide - gap*float32(columns-1)) / float32(columns)
		r := draw.Rect{
			X: rest.X + float32(i%columns)*(w+gap), Y: rest.Y + float32(i/columns)*(high+gap), W: w, H: high,
		}
		drawCard(p, r, recent[i], first+i)
	}
	return p.End()
}

// drawOffers draws the buttons of the offers side by side.
func drawOffers(p *Pen, row draw.Rect, v WelcomeView) {
	const gap = 12
	n := float32(len(v.Offers))
	if n == 0 {
		return
	}
	wide := min(150, (row.W-(n-1)*gap)/n)
	r := Centred(row, n*(wide+gap)-gap, p.Tall(36))
	r.Y, r.W = row.Y, wide
	for i, o := range v.Offers {
		p.textButton(r, o.Text, i == 0, Command{Verb: VerbAction, ID: o.ID}, tipOf(p, o.ID, v.KeyLabel))
		r.X += wide + gap
	}
}

// drawContinue draws the demo to continue.
func drawContinue(p *Pen, r draw.Rect, c Card) {
	t := p.Theme
	p.cardGround(r, t.Accent)
	play, rest := r.Inset(14, 8).CutLeft(26)
	p.Icon(Centred(play, 18, 18), draw.IconPlay, t.Accent)
	_, rest = rest.CutLeft(8)
	p.cardText(rest, "Continue "+c.Name, c)
	p.progress(draw.Rect{X: r.X + 12, Y: r.Bottom() - 7, W: r.W - 24, H: 3}, float64(c.Done))
	p.HitArea(r, Command{Verb: VerbAction, ID: action.Continue}, "Open "+c.Name+" at "+c.At)
}

// drawCard draws a recent demo.
func drawCard(p *Pen, r draw.Rect, c Card, index int) {
	p.cardGround(r, p.Theme.Line)
	p.cardText(r.Inset(14, 8), c.Name, c)
	p.HitArea(r, Command{Verb: VerbOpen, Index: index}, "Open "+c.Name)
}

func (p *Pen) cardGround(r draw.Rect, edge draw.Color) {
	bg := p.Theme.Panel
	if p.Hot(r) {
		bg = p.Theme.Raised
	}
	p.Round(r, 8, bg)
	p.Outline(r, 8, 1, edge)
}

// cardText writes a demo's name and facts, with the time at which the user stopped on the right.
func (p *Pen) cardText(r draw.Rect, name string, c Card) {
	t := p.Theme
	top, below := r.CutTop(r.H / 2)
	if c.Facts == "" {
		top = r
	}
	if c.At != "" {
		var at draw.Rect
		w := p.Width(c.At, Small)
		at, top = top.CutRight(w)
		p.Text(at, c.At, Small, t.Soft, Right)
		_, top = top.CutRight(10)
	}
	p.Text(top, name, Strong, t.Text, Left)
	p.Text(below, c.Facts, Small, t.Soft, Left)
}
