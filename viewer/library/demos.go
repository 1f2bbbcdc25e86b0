//go:build !js

package library

import (
	"context"
	"fmt"
	"slices"
	"time"

	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/sim/archive"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
)

// demoTable is the table of demos: what is listed, in which order, and what is selected and marked in it.
type demoTable struct {
	host    *Host
	file    *archive.Library // nil until the library is opened
	layout  arrangement
	scroll  *panel.Scroll
	changed func() // called after the table was read

	index    *archive.Index // nil until it is read; at first only the latest demos
	whole    bool           // index has all demos
	folders  int            // of the library
	sorting  int            // number of sorts in progress
	asked    string         // the filter of index
	at       int            // selected row
	marked   []int64        // demos, in the order of marking
	reading  bool
	reads    int           // how often it was read, to know the last
	readTook time.Duration // how long that took
}

// columns are the columns of the table, in the order of package archive.
var columns = []column{
	archive.ByDate:    {Title: "Date", Tip: msgDateTip, Share: 0.04, Least: 122},
	archive.ByMap:     {Title: "Map", Share: 0.08, Least: 74},
	archive.ByMode:    {Title: "Mode", Share: 0.04, Least: 120, Rank: 3},
	archive.ByGame:    {Title: "Game", Share: 0.08, Least: 76, Rank: 4},
	archive.ByPlayers: {Title: "Players", Share: 0.2, Least: 110, Rank: 2},
	archive.ByLength:  {Title: "Length", Share: 0.02, Least: 62, Right: true},
	archive.ByScore:   {Title: "Result", Share: 0.18, Least: 110},
	archive.ByState:   {Title: "State", Tip: msgStateTip, Share: 0.02, Least: 84, Rank: 1},
	archive.ByName:    {Title: "File", Share: 0.26, Least: 100},
}

// latest is the number of demos shown until all are read.
const latest = 200

// read reads the table in the background: first what is visible, then all of it.
func (t *demoTable) read() {
	t.reading = true
	t.reads++
	this := t.reads
	column, descending, first := t.layout.sorted, t.layout.descending, t.index == nil
	begun := time.Now()
	go func() {
		var folders []string
		var index *archive.Index
		err := fault.Guard(func() (err error) {
			folders, _ = t.file.Folders()
			if first {
				if index, err := t.file.Latest(context.Background(), latest); err == nil {
					t.host.Tell(func() { t.put(index, len(folders), false) })
				}
			}
			if index, err = t.file.Index(context.Background()); err == nil {
				index.Sort(column, descending)
			}
			return err
		})
		t.host.Tell(func() {
			if this != t.reads {
				return // it has been read again since
			}
			t.readTook = time.Since(begun)
			if t.reading = false; err != nil {
				t.host.Notices.Warn(fmt.Sprintf(msgUnread, notice.Reason(err)))
				return
			}
			if t.put(index, len(folders), true); t.layout.sorted != column || t.layout.descending != descending {
				t.order()
			}
		})
	}()
}

// put shows a table.
func (t *demoTable) put(index *archive.Index, folders int, whole bool) {
	old := t.index
	t.index, t.folders, t.whole = index, folders, whole
	t.index.Filter(t.asked)
	if old != nil {
		t.at = t.index.Keep(old, t.at)
	}
	t.changed()
}

// chosen returns the selected demo, or nil.
func (t *demoTable) chosen() *archive.Row {
	if t.index == nil || t.at < 0 || t.at >= t.index.Len() {
		return nil
	}
	r, err := t.file.Row(t.index.ID(t.at))
	if err != nil {
		return nil
	}
	return r
}

// mark marks the selected demo, or removes its mark.
func (t *demoTable) mark() {
	if t.index == nil || t.at < 0 || t.at >= t.index.Len() {
		return
	}
	id := t.index.ID(t.at)
	if i := slices.Index(t.marked, id); i >= 0 {
		t.marked = slices.Delete(t.marked, i, i+1)
	} else {
		t.marked = append(t.marked, id)
	}
}

// unfold expands or collapses the selected match. When it is expanded, each of its points of view has its own row.
func (t *demoTable) unfold(on bool) {
	if t.index != nil && t.at < t.index.Len() {
		t.index.Unfold(t.at, on)
		t.at = min(t.at, t.index.Len()-1)
	}
}

// ids returns the marked demos or, if none are marked, all that pass the filter.
func (t *demoTable) ids() []int64 {
	ids := slices.Clone(t.marked)
	if len(ids) == 0 && t.index != nil {
		for i := range t.index.Len() {
			ids = append(ids, t.index.ID(i))
		}
	}
	return ids
}

// sort sorts the table by a column or, if it is already sorted by that column, reverses the order.
func (t *demoTable) sort(column int) {
	if t.index == nil || column < 0 || column >= archive.ColumnCount {
		return
	}
	t.layout.descending = column == t.layout.sorted && !t.layout.descending
	t.layout.sorted = column
	t.layout.keepSorting()
	if t.whole {
		t.order()
	}
}

// order sorts the table in the background.
func (t *demoTable) order() {
	index, column, descending := t.index, t.layout.sorted, t.layout.descending
	t.sorting++
	go func() {
		order := index.Order(column, descending)
		t.host.Tell(func() {
			if t.sorting--; t.index != index || t.layout.sorted != column || t.layout.descending != descending {
				return // the order has been changed again
			}
			index.SetOrder(order)
			t.at, t.scroll.At = 0, 0
			t.host.Relayout()
		})
	}()
}

// show lays out the table.
func (t *demoTable) show(v *view) {
	shown := t.layout.columns()
	for _, id := range shown {
		v.Columns = append(v.Columns, columns[id])
	}
	v.IDs, v.Sorted, v.Descending, v.Hint, v.Unit, v.Note = shown, t.layout.sorted, t.layout.descending, msgFilterHint,
		"demo", msgReading
	v.Buttons = []tableButton{
		button("Add folder…", "Add a folder to the library", askAdd),
		button("Update", "Read what is new in the folders   F5", askScan),
		button("Export…", "Write tables of the marked demos, or of all that are shown   Ctrl+E", askExport),
		button("Heat map", "Watch the chosen demo with the heat map of all demos on its map   Ctrl+H", askHeat),
		button("Find…", "Search all demos   Ctrl+F", askTurn),
		button("Mark", "Mark the chosen demo, to show several of one match as one   Insert", askMark),
		button("Note…", "Write tags and a note on the chosen demo; words that begin with # are tags   Ctrl+N",
			askRemark),
		button("Race", "Race the marked demos with each other   Ctrl+R", askRace),
		button("Watch", "Watch the chosen demo, or the marked ones as one   Enter", askWatch),
	}
	t.dim(v.Buttons)
	if t.index == nil {
		return
	}
	if v.Text != "" {
		v.Empty = msgNoMatch
	}
	if t.asked != v.Text {
		t.asked, t.at = v.Text, 0
		t.scroll.At, v.Scroll = 0, 0
		t.index.Filter(v.Text)
	}
	v.Chosen, v.Count, v.Note = t.at, t.index.Len(), t.note()
	v.Row = func(i int) tableRow { return rowOf(t.index, i, shown, t.marked) }
}

// dim sets why buttons can do nothing now.
func (t *demoTable) dim(list []tableButton) {
	empty := t.index != nil && t.whole && t.index.All() == 0
	for i := range list {
		switch do := list[i].Do.Text; {
		case do == askScan && empty && t.folders == 0:
			list[i].Why = msgNoFolder
		case do != askAdd && do != askScan && empty:
			list[i].Why = msgNoDemo
		case do == askRace && len(t.marked) < 2:
			list[i].Why = msgRace
		}
	}
}

// rowOf returns row i of the table of demos.
func rowOf(index *archive.Index, i int, columns []int, marked []int64) tableRow {
	cells, bad := index.Cells(i)
	views, folded := index.Views(i)
	row := tableRow{Bad: bad, Marked: slices.Contains(marked, index.ID(i))}
	for _, id := range columns {
		text := cells[id]
		if id == archive.ByName && folded {
			text = fmt.Sprintf(msgViews, count.Of(len(views), "view"), text)
		}
		if id == archive.ByLength && bad {
			text = ""
		}
		row.Cells = append(row.Cells, text)
	}
	return row
}

// note returns a text with the number of demos.
func (t *demoTable) note() string {
	switch {
	case !t.whole:
		return msgReading
	case t.folders == 0:
		return msgEmpty
	case t.sorting > 0:
		return msgSorting
	case len(t.marked) > 0:
		return fmt.Sprintf(msgMarked, t.index.Len(), count.Of(t.index.All(), "demo"), len(t.marked))
	}
	folded := ""
	if n := t.index.Folded(); n == 1 {
		folded = msgFoldedOne
	} else if n > 1 {
		folded = fmt.Sprintf(msgFolded, n)
	}
	return fmt.Sprintf(msgCount, t.index.Len()+t.index.Folded(), count.Of(t.index.All(), "demo"), folded)
}
