//go:build !js

package library

import (
	"os"

	"fragscope/sim/archive"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// menuMost is the maximum number of the library's demos that the menu finds.
const menuMost = 6

// inMenu is the last result for the menu.
type inMenu struct {
	text  string
	index *archive.Index
	rows  []part.Entry
}

// inMenu finds demos of the library by the words in their rows. The first call starts reading the library.
func (l *Library) inMenu(text string) []part.Entry {
	if l.demos.index == nil {
		if _, err := os.Stat(l.host.File); err == nil && !l.demos.reading && l.ready() {
			l.demos.read()
		}
		return nil
	}
	if m := &l.menu; m.text != text || m.index != l.demos.index {
		*m = inMenu{text: text, index: l.demos.index}
		l.demos.index.Filter(text)
		for i := range min(l.demos.index.Len(), menuMost) {
			m.rows = append(m.rows, l.menuRow(i))
		}
		l.demos.index.Filter(l.demos.asked)
	}
	return l.menu.rows
}

// menuRow returns the demo of a row of the table as an entry of the menu.
func (l *Library) menuRow(i int) part.Entry {
	cells, _ := l.demos.index.Cells(i)
	id := l.demos.index.ID(i)
	return part.Entry{
		Rank: part.RankDemo,
		Entry: panel.Entry{Kind: "Demo", Name: cells[archive.ByName],
			Help: cells[archive.ByMap] + "  " + cells[archive.ByScore], Value: cells[archive.ByDate]},
		Do: func() {
			if r, err := l.demos.file.Row(id); err == nil && r != nil {
				l.host.Open(r.Path, r.Member)
			}
		},
	}
}
