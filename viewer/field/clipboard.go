package field

import (
	"fmt"

	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
)

// Clipboard pastes into the field, and copies and cuts what is selected there; it reports whether the key was for that.
func (f *Field) Clipboard(c action.Chord, host *part.Host) bool {
	from, to := f.Selected()
	switch {
	case c.Mods != action.Ctrl:
		return false
	case c.Key == "V":
		go f.paste(host)
	case (c.Key == "C" || c.Key == "X") && from != to:
		s := string(f.Text[from:to])
		if c.Key == "X" {
			f.Cut(f.Caret)
		}
		go func() {
			if err := host.Platform.CopyText(s); err != nil {
				host.Queue.Tell(func() { host.Notices.Warn(fmt.Sprintf(msgNotCopied, notice.Reason(err))) })
			}
		}()
	default:
		return false
	}
	return true
}

func (f *Field) paste(host *part.Host) {
	s, err := host.Platform.PasteText()
	host.Queue.Tell(func() {
		if err != nil {
			host.Notices.Warn(fmt.Sprintf(msgNotPasted, notice.Reason(err)))
			return
		}
		f.Insert([]rune(s))
		host.Relayout()
	})
}
