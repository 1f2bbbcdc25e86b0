package panel

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"fragscope/viewer/draw"
)

// PromptView describes a prompt for a line of text.
type PromptView struct {
	Title, Note, Hint string
	Edit              EditView
	Secret            bool   // shows dots in place of the text
	Button            string // OK if it is empty
}

// Prompt lays out a prompt over the window.
func Prompt(p *Pen, window draw.Rect, v PromptView) List {
	const wide, button = 560, 96
	field := p.Tall(34)
	box := Within(window, wide, 50+field+16)
	body := p.sheet(box, v.Title, v.Note)
	row, _ := body.CutTop(field)
	ok, row := row.CutRight(button)
	_, row = row.CutRight(10)
	p.Round(row, 6, p.Theme.Void)
	p.Outline(row, 6, 1, p.Theme.Accent)
	if v.Secret {
		v.Edit.Text = strings.Repeat("•", utf8.RuneCountInString(v.Edit.Text))
	}
	p.Edited(row.Inset(10, 0), v.Edit, v.Hint)
	does := cmp.Or(v.Button, "OK")
	p.textButton(ok, does, true, Command{Verb: VerbChoose}, does+"   Enter")
	return p.End()
}
