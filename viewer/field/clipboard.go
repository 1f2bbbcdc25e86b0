package field

import (
	"fmt"

	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
)

// Clipboard provides access to the system clipboard.
type Clipboard interface {
	CopyText(string) error
	// PasteText returns the text on the clipboard.
	PasteText() (string, error)
}

// Exchange holds what a field needs to copy and paste.
type Exchange struct {
	Program   part.Program
	Notices   part.Notices
	Clipboard Clipboard
}

// Clipboard handles c if it is the shortcut for copy, cut or paste. It reports whether c is such a shortcut.
func (f *Field) Clipboard(c action.Chord, e Exchange) bool {
	from, to := f.Selected()
	switch {
	case c.Mods != action.Ctrl:
		return false
	case c.Key == "V":
		go f.paste(e)
	case (c.Key == "C" || c.Key == "X") && from != to:
		s := string(f.Text[from:to])
		if c.Key == "X" {
			f.Cut(f.Caret)
		}
		go func() {
			if err := e.Clipboard.CopyText(s); err != nil {
				e.Program.Tell(func() { e.Notices.Warn(fmt.Sprintf(msgNotCopied, notice.Reason(err))) })
			}
		}()
	default:
		return false
	}
	return true
}

func (f *Field) paste(e Exchange) {
	s, err := e.Clipboard.PasteText()
	e.Program.Tell(func() {
		if err != nil {
			e.Notices.Warn(fmt.Sprintf(msgNotPasted, notice.Reason(err)))
			return
		}
		f.Insert([]rune(s))
		e.Program.Relayout()
	})
}
