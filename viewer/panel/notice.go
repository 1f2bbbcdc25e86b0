package panel

import (
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// NoticeView is a message in words.
type NoticeView struct {
	Text    string
	Error   bool
	Button  string
	Do      action.ID
	Sticky  bool
	Loading bool    // with a bar of progress
	Done    float64 // share, of Loading
}

// Notices lays out messages at the foot of the map, one above the other, the latest lowest.
func Notices(p *Pen, m draw.Rect, list []NoticeView) []List {
	var out []List
	y := m.Bottom() - 10
	for i := len(list) - 1; i >= 0; i-- {
		l := drawNotice(p, m, y, i, list[i])
		if l.Area.Y < m.Y {
			break
		}
		out = append(out, l)
		y = l.Area.Y - 8
	}
	return out
}

const (
	noticePad  = 14
	noticeLine = 19
	noticeIcon = 25 // width of the icon before the text
	noticeShut = 21 // of the button that closes it
)

func drawNotice(p *Pen, m draw.Rect, bottom float32, index int, v NoticeView) List {
	most, extra := min(m.W-20, 640), float32(2*noticePad+noticeIcon+noticeShut)
	button := float32(0)
	if v.Button != "" {
		button = p.Width(v.Button, Strong) + 28
		extra += button + 10
	}
	lines := p.Wrap([]Span{p.word(v.Text, p.Theme.Text)}, max(most-extra, 60), 4)
	w := float32(0)
	for _, l := range lines {
		w = max(w, p.wide(l))
	}
	w = min(w+extra+1, most)
	h := float32(len(lines))*noticeLine + 18
	box := draw.Rect{X: m.X + float32(int((m.W-w)/2)), Y: bottom - h, W: w, H: h}
	p.Begin(box)
	p.Card(box)
	p.HitArea(box, Command{}, "")
	in := box.Inset(noticePad, 9)
	icon, c := draw.IconInfo, p.Theme.Accent
	if v.Error {
		icon, c = draw.IconWarning, p.Theme.Warn
	}
	p.Icon(draw.Rect{X: in.X, Y: in.Y + 2, W: 15, H: 15}, icon, c)
	closer := Centred(draw.Rect{X: in.Right() - 18, Y: box.Y, W: 20, H: box.H}, 22, 22)
	p.IconButton(closer, draw.IconClose, 10, Command{Verb: VerbDismiss, Index: index}, "Close   Esc")
	if v.Button != "" {
		r := Centred(draw.Rect{X: closer.X - button - 8, Y: box.Y, W: button, H: box.H}, button, 26)
		p.textButton(r, v.Button, false, Command{Verb: VerbAction, ID: v.Do}, p.nameOf(v.Do))
	}
	r := draw.Rect{X: in.X + noticeIcon, Y: in.Y, W: w - extra + 1, H: noticeLine}
	for _, l := range lines {
		p.Line(r, l...)
		r.Y += noticeLine
	}
	if v.Loading {
		p.progress(draw.Rect{X: box.X + 8, Y: box.Bottom() - 5, W: box.W - 16, H: 3}, v.Done)
	}
	return p.End()
}

// progress is a bar that is filled to a share.
func (p *Pen) progress(bar draw.Rect, share float64) {
	p.Round(bar, 1.5, p.Theme.Track)
	bar.W *= float32(min(max(share, 0), 1))
	p.Round(bar, 1.5, p.Theme.Accent)
}
