//go:build !js

package library

import (
	"context"
	"fmt"
	"slices"

	"fragscope/sim/archive"
	"fragscope/sim/load"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/field"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// library is the state of the table.
type library struct {
	field.Field
	host       *part.Host
	open       bool
	file       *archive.Library
	index      *archive.Index // nil until it is read
	folders    int
	sorted     int
	descending bool
	asked      string // the text by which index is filtered
	at         int    // row chosen
	row        float32
	scroll     panel.Scroll
	marked     []int64 // demos, in the order in which they were marked
	preview    preview
	reading    bool
	stop       context.CancelFunc // of the scan that goes on; nil where there is none
	progress   archive.Progress
	known      int // files of the last scan, by which the share of the next is told
}

// preview is what is told of the chosen demo.
type preview struct {
	id    int64
	lines []string
}

// columns are those of the table, in the order of archive's.
var columns = []panel.LibraryColumn{
	archive.ByDate: {Title: "Date", Share: 0.18}, archive.ByMap: {Title: "Map", Share: 0.11}, archive.ByMode: {Title: "Mode", Share: 0.11}, archive.ByGame: {Title: "Game", Share: 0.1},
	archive.ByLength: {Title: "Length", Share: 0.07, Right: true}, archive.ByScore: {Title: "Score", Share: 0.21}, archive.ByName: {Title: "File", Share: 0.22},
}

// New returns the library, which is closed.
func New(host *part.Host) part.Part {
	l := &library{host: host, sorted: archive.ByDate, descending: true}
	return part.Part{
		Actions: map[action.ID]part.Action{action.Library: {Do: l.toggle, On: func() bool { return l.open }, Idle: true}},
		Ready:   func() bool { return !l.reading },
		Stroke:  l.stroke,
		Type:    l.typed,
		Escape:  l.escape,
		Quit:    l.quit,
		Panel:   &part.Panel{Width: l.width, Compose: l.compose, Click: l.click, Scroll: &l.scroll, Idle: true},
	}
}

// width is next to nothing: the table lies over the map.
func (l *library) width() float32 {
	if l.open {
		return 1
	}
	return 0
}

func (l *library) quit() {
	if l.stop != nil {
		l.stop()
	}
	if l.file != nil {
		l.file.Close()
	}
}

// toggle opens the table, or closes it.
func (l *library) toggle() {
	l.open = !l.open
	l.host.Redraw()
	if !l.open || l.file != nil {
		return
	}
	file, err := archive.Open(l.host.LibraryFile)
	if l.host.LibraryFile == "" || err != nil {
		l.open = false
		if l.host.LibraryFile == "" {
			l.host.Notices.Warn(msgNoFile)
		} else {
			l.host.Notices.Warn(fmt.Sprintf(msgUnopened, notice.Reason(err)))
		}
		return
	}
	l.file = file
	l.read()
}

// read reads the table anew, in the background.
func (l *library) read() {
	l.reading = true
	go func() {
		index, err := l.file.Index(context.Background())
		folders, _ := l.file.Folders()
		if err == nil {
			index.Sort(l.sorted, l.descending)
		}
		l.host.Queue.Tell(func() {
			l.reading = false
			if err != nil {
				l.host.Notices.Warn(fmt.Sprintf(msgUnread, notice.Reason(err)))
				return
			}
			l.index, l.folders, l.known = index, len(folders), index.All()
			l.index.Filter(l.asked)
			l.preview = preview{}
			l.host.Redraw()
		})
	}()
}

// scan reads what is new in the folders.
func (l *library) scan() {
	if l.stop != nil || l.file == nil {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	l.stop, l.progress = stop, archive.Progress{}
	go func() {
		done, err := l.file.Scan(ctx, archive.ScanOptions{Progress: func(p archive.Progress) {
			l.host.Queue.Post(ctx, func() {
				l.progress = p
				l.host.Relayout()
			})
		}})
		l.host.Queue.Tell(func() {
			l.stop = nil
			stop()
			if err != nil && ctx.Err() == nil {
				l.host.Notices.Warn(fmt.Sprintf(msgUnread, notice.Reason(err)))
			} else {
				l.host.Notices.Say(fmt.Sprintf(msgScanned, done.Files, done.Read, done.Demos, done.Bad))
			}
			l.read()
		})
	}()
}

// addFolder asks for a folder, takes it in and reads it.
func (l *library) addFolder() {
	l.host.Ask(func() (string, error) { return l.host.Platform.OpenFolder("Choose a folder of demos", "") }, func(dir string) {
		if err := l.file.Add(dir); err != nil {
			l.host.Notices.Warn(fmt.Sprintf(msgNotAdded, dir, notice.Reason(err)))
			return
		}
		l.scan()
	})
}

// escape stops the scan, else closes the table.
func (l *library) escape() bool {
	if !l.open {
		return false
	}
	if l.stop != nil {
		l.stop()
		return true
	}
	l.open = false
	l.host.Redraw()
	return true
}

// watch opens the marked demos as one, else the chosen one.
func (l *library) watch() {
	if l.index == nil {
		return
	}
	var names []string
	for _, id := range l.marked {
		if r, err := l.file.Row(id); err == nil && r != nil {
			names = append(names, r.Name())
		}
	}
	switch {
	case len(names) > 1:
		l.host.OpenDemo(load.MatchPath(names), "")
	case l.at >= 0 && l.at < l.index.Len():
		r, err := l.file.Row(l.index.ID(l.at))
		if err != nil || r == nil {
			return
		}
		l.host.OpenDemo(r.Path, r.Member)
	default:
		return
	}
	l.open, l.marked = false, nil
	l.host.Redraw()
}

// mark marks the chosen demo, or takes its mark away.
func (l *library) mark() {
	if l.index == nil || l.at < 0 || l.at >= l.index.Len() {
		return
	}
	id := l.index.ID(l.at)
	if i := slices.Index(l.marked, id); i >= 0 {
		l.marked = slices.Delete(l.marked, i, i+1)
	} else {
		l.marked = append(l.marked, id)
	}
	l.host.Relayout()
}

// move chooses the row so many further on.
func (l *library) move(by int) {
	if l.index == nil || l.index.Len() == 0 {
		return
	}
	l.at = min(max(l.at+by, 0), l.index.Len()-1)
	l.scroll.Reveal(l.at, l.index.Len(), l.row)
}

// sort sorts by a column; the second time the other way round.
func (l *library) sort(column int) {
	if l.index == nil || column < 0 || column >= archive.ColumnCount {
		return
	}
	l.descending = column == l.sorted && !l.descending
	l.sorted = column
	l.index.Sort(column, l.descending)
	l.at, l.scroll.At = 0, 0
}

// What the buttons ask for.
const (
	askWatch = "watch"
	askMark  = "mark"
	askScan  = "scan"
	askAdd   = "add"
)

func (l *library) click(c panel.Command) bool {
	l.host.Relayout()
	switch c.Verb {
	case panel.VerbCategory:
		l.sort(c.Index)
	case panel.VerbChoose:
		if c.Index == l.at { // the second click
			l.watch()
			return true
		}
		l.at = c.Index
	case panel.VerbAsk:
		map[string]func(){askWatch: l.watch, askMark: l.mark, askScan: l.scan, askAdd: l.addFolder}[c.Text]()
	default:
		return false
	}
	return true
}

// steps are by how many rows keys go on.
var steps = map[action.Key]int{"Down": 1, "Up": -1, "PgDn": 20, "PgUp": -20}

// stroke lets the keyboard into the table; it reports whether the key was for that.
func (l *library) stroke(c action.Chord) bool {
	if !l.open {
		return false
	}
	l.host.Relayout()
	if by, ok := steps[c.Key]; ok && c.Mods == 0 {
		l.move(by)
		return true
	}
	if l.Field.Stroke(c) || l.Clipboard(c, l.host) {
		return true
	}
	if c.Mods&(action.Ctrl|action.Alt) != 0 {
		return false
	}
	switch c.Key {
	case "Enter", "NumpadEnter":
		l.watch()
	case "Insert":
		l.mark()
		l.move(1)
	case "F5":
		l.scan()
	default:
		return len([]rune(string(c.Key))) == 1 || c.Key == "Space"
	}
	return true
}

func (l *library) typed(text []rune) {
	if l.open && len(text) > 0 {
		l.Insert(text)
		l.host.Relayout()
	}
}

// compose lays out the table.
func (l *library) compose(p *panel.Pen, area draw.Rect) panel.List {
	v := panel.LibraryView{
		Text: string(l.Text), Caret: l.Caret, Anchor: l.Anchor, Columns: columns, Sorted: l.sorted, Descending: l.descending, Chosen: l.at, Scroll: l.scroll.At, Note: msgReading,
		Buttons: []panel.LibraryButton{
			{Text: "Add folder…", Tip: "Take a folder into the library", Do: panel.Command{Verb: panel.VerbAsk, Text: askAdd}},
			{Text: "Read", Tip: "Read what is new in the folders   F5", Do: panel.Command{Verb: panel.VerbAsk, Text: askScan}},
			{Text: "Mark", Tip: "Mark the chosen demo, to show several of one match as one   Insert", Do: panel.Command{Verb: panel.VerbAsk, Text: askMark}},
			{Text: "Watch", Tip: "Watch the chosen demo, or the marked ones as one   Enter", Do: panel.Command{Verb: panel.VerbAsk, Text: askWatch}},
		},
	}
	if l.index != nil {
		if l.asked != v.Text {
			l.asked, l.at, v.Chosen = v.Text, 0, 0
			l.scroll.At, v.Scroll = 0, 0
			l.index.Filter(v.Text)
		}
		v.Count, v.Row, v.Preview, v.Note = l.index.Len(), l.cells, l.told(), l.note()
	}
	if l.stop != nil {
		d := l.progress
		v.Note = fmt.Sprintf(msgScanning, d.Files, d.Read, d.Demos+d.Known, float64(d.Bytes)/1e6, float64(d.Bytes)/1e6/max(d.Took.Seconds(), 1e-3))
		v.Share = max(float32(d.Files)/float32(max(l.known, d.Files, 1)), 0.01)
	}
	list, room, row := panel.Library(p, area, v)
	l.scroll.Room, l.row = room, row
	return list
}

func (l *library) cells(i int) panel.LibraryRow {
	cells, bad := l.index.Cells(i)
	return panel.LibraryRow{Cells: cells[:], Bad: bad, Marked: slices.Contains(l.marked, l.index.ID(i))}
}

// note says how many demos there are.
func (l *library) note() string {
	switch {
	case l.folders == 0:
		return msgEmpty
	case len(l.marked) > 0:
		return fmt.Sprintf(msgMarked, l.index.Len(), l.index.All(), len(l.marked))
	}
	return fmt.Sprintf(msgCount, l.index.Len(), l.index.All())
}

// told is what the library knows of the chosen demo.
func (l *library) told() []string {
	if l.at < 0 || l.at >= l.index.Len() {
		return nil
	}
	id := l.index.ID(l.at)
	if l.preview.id == id {
		return l.preview.lines
	}
	l.preview = preview{id: id}
	r, err := l.file.Row(id)
	if err != nil || r == nil {
		return nil
	}
	lines := []string{r.Base(), r.Path, ""}
	add := func(title, text string) {
		if text != "" {
			lines = append(lines, title+text)
		}
	}
	add("", r.Error)
	add("Map  ", r.Maps)
	add("Mode  ", r.Mode)
	add("Mod  ", r.ModName)
	add("Server  ", r.Server)
	add("Recorded by  ", r.Recorder)
	if r.Copies > 1 {
		add("", fmt.Sprintf("%d copies of it are in the library", r.Copies))
	}
	if r.Score != "" {
		lines = append(lines, "", r.Score)
	}
	if len(r.Names) > 0 {
		lines = append(append(lines, "", fmt.Sprintf("%d players", len(r.Names))), r.Names...)
	}
	l.preview.lines = lines
	return lines
}
