package panel

import (
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
)

// NoticeView describes a message to the user.
type NoticeView struct {
	Text    string
	Error   bool
	Button  string
	Do      action.ID
	Sticky  bool
	Loading bool    // shows a progress bar
	Done    float64 // fraction done, while Loading
}

// MessagesMost is the maximum number of messages shown at the same time.
const MessagesMost = 2

const (
	noticePad  = 10
	noticeIcon = 22 // width of the icon before the text
	noticeShut = 24 // width of the close button
	noticeTall = 30
)

// Messages lays out the latest messages in list side by side. Each message is as wide as its content if there is enough
// room for all of them; otherwise the messages share the row.
func Messages(p *Pen, row draw.Rect, list []NoticeView) []List {
	first := max(len(list)-MessagesMost, 0)
	shown := list[first:]
	const gap = 8
	var out []List
	for i := range shown {
		share := (row.W - gap*float32(len(shown)-1-i)) / float32(len(shown)-i)
		if i == 0 && len(shown) == 2 {
			share = max(share, row.W-gap-noticeWidth(p, &shown[1]))
		}
		var box draw.Rect
		box, row = row.CutLeft(min(noticeWidth(p, &shown[i]), share))
		_, row = row.CutLeft(gap)
		out = append(out, drawNotice(p, box, first+i, &shown[i]))
	}
	return out
}

// noticeWidth returns the width of a message whose text is on one line.
func noticeWidth(p *Pen, v *NoticeView) float32 {
	return p.Width(v.Text, Body) + noticeAround(p, v) + 2
}

// noticeAround returns the part of a message's width that is not text.
func noticeAround(p *Pen, v *NoticeView) float32 {
	w := float32(2*noticePad + noticeIcon + noticeShut)
	if v.Button != "" {
		w += p.Width(v.Button, Strong) + 24 + 8
	}
	return w
}

func drawNotice(p *Pen, slot draw.Rect, index int, v *NoticeView) List {
	box := Centred(slot, slot.W, min(max(noticeTall, p.Tall(noticeTall)-4), slot.H-2))
	p.Begin(box)
	p.Round(box, 7, p.Theme.Raised)
	p.Outline(box, 7, 1, p.Theme.Line)
	click, tip := v.clicked(index)
	p.HitArea(box, click, tip)
	in := box.Inset(noticePad, 0)
	icon, c := draw.IconInfo, p.Theme.Accent
	if v.Error {
		icon, c = draw.IconWarning, p.Theme.Warn
	}
	p.Icon(Centred(draw.Rect{X: in.X, Y: in.Y, W: 14, H: in.H}, 14, 14), icon, c)
	closer, in := in.CutRight(min(noticeShut, in.W))
	closer.X += noticePad - 4
	p.IconButton(Centred(closer, closer.W, p.Tall(22)), draw.IconClose, 10, Command{Verb: VerbDismiss, Index: index},
		closeTip)
	if v.Button != "" {
		var b draw.Rect
		b, in = in.CutRight(p.Width(v.Button, Strong) + 24)
		p.textButton(Centred(b, b.W, p.Tall(22)), v.Button, false, Command{Verb: VerbAction, ID: v.Do}, p.nameOf(v.Do))
		_, in = in.CutRight(8)
	}
	_, in = in.CutLeft(noticeIcon)
	drawNoticeText(p, in, box, index, v)
	if v.Loading {
		p.progress(draw.Rect{X: box.X + 6, Y: box.Bottom() - 3, W: box.W - 12, H: 2}, v.Done)
	}
	return p.End()
}

// closeTip is the tooltip of what closes a message.
const closeTip = "Close   Esc"

// clicked returns the command and the tooltip of a click on the message itself, which closes one that only reports a
// failure.
func (v *NoticeView) clicked(index int) (do Command, tip string) {
	if v.Error && !v.Loading && v.Button == "" {
		return Command{Verb: VerbDismiss, Index: index}, closeTip
	}
	return Command{}, ""
}

// drawNoticeText writes a message on one line, or on two lines of small text if one is too short. Text that still
// does not fit is shown as a tooltip.
func drawNoticeText(p *Pen, in, box draw.Rect, index int, v *NoticeView) {
	if in.W < 24 {
		return
	}
	if p.Width(v.Text, Body) <= in.W {
		p.Text(in, v.Text, Body, p.Theme.Text, Left)
		return
	}
	const line = 14
	lines := p.Wrap([]Span{{Text: v.Text, Face: Small, Color: p.Theme.Text}}, in.W, 2)
	whole := 0
	for _, l := range lines {
		for _, s := range l {
			whole += len(s.Text)
		}
	}
	r := Centred(in, in.W, line*float32(len(lines)))
	r.H = line
	for _, l := range lines {
		p.Line(r, l...)
		r.Y += line
	}
	if whole < len(v.Text)-len(lines) || p.Width(v.Text, Small) > 2*in.W-20 {
		click, _ := v.clicked(index)
		p.HitArea(draw.Rect{X: box.X, Y: box.Y, W: in.Right() - box.X, H: box.H}, click, v.Text)
	}
}

// progress draws a bar that is filled to the given fraction.
func (p *Pen) progress(bar draw.Rect, share float64) {
	p.Round(bar, 1.5, p.Theme.Track)
	bar.W *= float32(min(max(share, 0), 1))
	p.Round(bar, 1.5, p.Theme.Accent)
}
