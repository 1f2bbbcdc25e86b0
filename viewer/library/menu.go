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
	if l.index == nil {
		if _, err := os.Stat(l.host.File); err == nil && !l.reading && l.ready() {
			l.read()
		}
		return nil
	}
	if m := &l.menu; m.text != text || m.index != l.index {
		*m = inMenu{text: text, index: l.index}
		l.index.Filter(text)
		for i := range min(l.index.Len(), menuMost) {
			m.rows = append(m.rows, l.menuRow(i))
		}
		l.index.Filter(l.shown())
	}
	return l.menu.rows
}

// menuRow returns the demo of a row of the table as an entry of the menu.
func (l *Library) menuRow(i int) part.Entry {
	cells, _ := l.index.Cells(i)
	id := l.index.ID(i)
	return part.Entry{
		Rank: part.RankDemo,
		Entry: panel.Entry{Kind: "Demo", Name: cells[archive.ByName],
			Help: cells[archive.ByMap] + "  " + cells[archive.ByScore], Value: cells[archive.ByDate]},
		Do: func() {
			if r, err := l.file.Row(id); err == nil && r != nil {
				l.host.Open(r.Path, r.Member)
			}
		},
	}
}

// shown returns the filter of the table of demos.
func (l *Library) shown() string {
	if l.hits.shown {
		return string(l.other)
	}
	return l.asked
}
