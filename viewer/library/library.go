//go:build !js

package library

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/sim/archive"
	"fragscope/sim/load"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/field"
	"fragscope/viewer/heat"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// Library shows the table of the user's demos.
type Library struct {
	field.Field
	host    Host
	open    bool
	file    *archive.Library
	index   *archive.Index // nil until it is read; at first only the latest demos
	whole   bool           // index has all demos
	folders int
	table   arrangement
	sorting int    // number of sorts in progress
	asked   string // the filter of index
	other   []rune // the text of the table not shown: demos or hits
	at      int    // selected row
	row     float32
	scroll  panel.Scroll
	marked  []int64 // demos, in the order of marking
	preview preview
	hits    hits
	clips   clips
	played  string // the key of the demo whose hit was played last
	menu    inMenu
	reading bool
	reads   int                // how often it was read, to know the last
	stop    context.CancelFunc // stops the current scan, search or export; nil if there is none
	doing   string             // describes it
	share   float32            // the fraction of it that is done; 0 if unknown
	// During a scan, the table shows shownRead files. It was last read at readAt of the scan. readTook is how long that
	// took.
	shownRead        int
	readAt, readTook time.Duration
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

// New returns the library. Its table is initially closed.
func New(host Host) *Library {
	l := &Library{host: host, clips: clips{host: host}}
	l.table = arrangementOf(&l.host)
	return l
}

// Spots returns the library as a source of data for heat maps of all its demos. It returns nil if no library is
// available.
func (l *Library) Spots() heat.Library {
	if l.host.File == "" {
		return nil
	}
	return l
}

// Part returns the [part.Part] that adds the library to the program.
func (l *Library) Part() part.Part {
	clips := part.Unless(func() bool { return len(l.clips.list) > 0 }, msgNoClips)
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDLibrary:          {Do: l.toggle, On: func() bool { return l.open }, Idle: true},
			IDAsk:              {Do: l.askAll, Idle: true},
			action.MomentsLike: {Do: l.like},
			IDNextClip:         {Do: func() { l.clips.step(1) }, Why: clips},
			IDPrevClip:         {Do: func() { l.clips.step(-1) }, Why: clips},
		},
		Letters: &part.Letters{On: func() bool { return len(l.clips.list) > 0 }, Keys: clipKeys},
		Ready:   func() bool { return !l.reading && l.stop == nil },
		Tick:    l.clips.tick,
		Opened: func() {
			if l.played != "" && l.host.Demo.Key() != l.played { // no way back from another demo
				l.played = ""
				l.host.Notices.Drop(clipNotice)
			}
		},
		Stroke:   l.stroke,
		Type:     l.typed,
		Escape:   l.escape,
		Search:   l.inMenu,
		Quit:     l.quit,
		OfPlayer: l.ofPlayer,
		Panel: &part.Panel{Open: func() bool { return l.open }, Compose: l.compose, Click: l.click,
			Scroll: &l.scroll, Idle: true, Whole: true, Menu: l.verbs},
	}
}

func (l *Library) quit() {
	if l.stop != nil {
		l.stop()
	}
	if l.file != nil {
		l.file.Close()
	}
}

// ready opens the library's file. It reports whether that succeeded; if not, it informs the user of the reason.
func (l *Library) ready() bool {
	if l.file != nil {
		return true
	}
	if l.host.File == "" {
		l.host.Notices.Warn(msgNoFile)
		return false
	}
	file, err := archive.Open(l.host.File)
	if err != nil {
		l.host.Notices.Warn(fmt.Sprintf(msgUnopened, notice.Reason(err)))
		return false
	}
	l.file = file
	return true
}

// toggle opens or closes the table.
func (l *Library) toggle() {
	l.host.Redraw()
	if l.open {
		l.open = false
		return
	}
	if l.open = l.ready(); l.open && l.index == nil && !l.reading {
		l.read()
	}
}

func (l *Library) close() {
	l.open = false
	l.host.Redraw()
}

// latest is the number of demos shown until all are read.
const latest = 200

// read reads the table in the background: first what is visible, then all of it.
func (l *Library) read() {
	l.reading = true
	l.reads++
	this := l.reads
	column, descending, first := l.table.sorted, l.table.descending, l.index == nil
	begun := time.Now()
	go func() {
		var folders []string
		var index *archive.Index
		err := fault.Guard(func() (err error) {
			folders, _ = l.file.Folders()
			if first {
				if index, err := l.file.Latest(context.Background(), latest); err == nil {
					l.host.Tell(func() { l.put(index, len(folders), false) })
				}
			}
			if index, err = l.file.Index(context.Background()); err == nil {
				index.Sort(column, descending)
			}
			return err
		})
		l.host.Tell(func() {
			if this != l.reads {
				return // it has been read again since
			}
			l.readTook = time.Since(begun)
			if l.reading = false; err != nil {
				l.host.Notices.Warn(fmt.Sprintf(msgUnread, notice.Reason(err)))
				return
			}
			if l.put(index, len(folders), true); l.table.sorted != column || l.table.descending != descending {
				l.order()
			}
		})
	}()
}

// put shows a table.
func (l *Library) put(index *archive.Index, folders int, whole bool) {
	old := l.index
	l.index, l.folders, l.whole = index, folders, whole
	l.index.Filter(l.shown())
	if old != nil {
		l.at = l.index.Keep(old, l.at)
	}
	l.preview.id = 0
	l.host.Redraw()
}

// contentOf returns the number of a demo's content in the library.
func contentOf(ctx context.Context, library *archive.Library, path string) (int64, error) {
	file, member := load.SplitMember(path)
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	return library.ContentOf(ctx, file, member)
}

// scan reads the new files in the folders.
func (l *Library) scan() {
	ctx, end, ok := l.begin(scanning(archive.Progress{}))
	if !ok {
		return
	}
	l.shownRead, l.readAt = 0, -readEvery // the first are shown at once
	go func() {
		progress := func(d archive.Progress) { l.host.Post(ctx, func() { l.progress(d) }) }
		var done archive.Progress
		err := fault.Guard(func() (err error) {
			done, err = l.file.Scan(ctx, archive.ScanOptions{Progress: progress})
			return err
		})
		l.host.Tell(func() {
			if err != nil && ctx.Err() == nil {
				l.host.Notices.Warn(fmt.Sprintf(msgUnread, notice.Reason(err)))
			} else {
				l.host.Notices.Say(scanned(done))
			}
			end()
			l.read()
		})
	}()
}

// progress shows how far a scan is, and from time to time the demos that it has read.
func (l *Library) progress(d archive.Progress) {
	l.doing, l.share = scanning(d), 0.01
	if d.Found > 0 {
		l.share = max(l.share, float32(d.Passed)/float32(max(d.Found, d.Passed)))
	}
	if d.Read > l.shownRead && !l.reading && d.Demos > 0 && d.Took-l.readAt >= max(readEvery, readShare*l.readTook) {
		l.shownRead, l.readAt = d.Read, d.Took
		l.read()
	}
	l.host.Relayout()
}

// The table is read anew during a scan after readEvery, but at least readShare times as long as reading it takes.
const (
	readEvery = time.Second
	readShare = 10
)

// scanning describes how far a scan is.
func scanning(d archive.Progress) string {
	demos, mb := count.Of(d.Demos+d.Known, "demo"), float64(d.Bytes)/1e6
	rate := mb / max(d.Took.Seconds(), 1e-3)
	if d.Found > 0 {
		return fmt.Sprintf(msgScanningOf, min(d.Passed, d.Found), count.Of(d.Found, "file"), demos, mb, rate)
	}
	return fmt.Sprintf(msgScanning, count.Of(d.Passed, "file"), demos, mb, rate)
}

// scanned describes what a scan has done.
func scanned(d archive.Progress) string {
	files := count.Of(d.Files, "file")
	if d.Read == 0 {
		return fmt.Sprintf(msgNothingNew, files)
	}
	return fmt.Sprintf(msgScanned, files, d.Read, count.Of(d.Demos+d.Known, "demo"), d.Bad)
}

// addFolder asks for a folder, adds it and reads it.
func (l *Library) addFolder() {
	l.host.Ask(func() (string, error) { return l.host.Files.OpenFolder("Choose a folder of demos", "") },
		func(dir string) {
			if err := l.file.Add(dir); err != nil {
				l.host.Notices.Warn(fmt.Sprintf(msgNotAdded, dir, notice.Reason(err)))
				return
			}
			l.scan()
		})
}

// escape stops the current operation, otherwise goes back from hits to demos, otherwise closes the table.
func (l *Library) escape() bool {
	switch {
	case !l.open:
		return false
	case l.stop != nil:
		l.stop()
	case l.hits.shown:
		l.turn()
	default:
		l.close()
	}
	return true
}

// watch opens the marked demos as one, otherwise all points of view of the selected row's match, otherwise its demo.
func (l *Library) watch() {
	if l.index == nil {
		return
	}
	ids := l.marked
	if len(ids) < 2 && l.at < l.index.Len() {
		if views, folded := l.index.Views(l.at); folded {
			ids = views
		}
	}
	var names []string
	for _, id := range ids {
		if r, err := l.file.Row(id); err == nil && r != nil {
			names = append(names, r.Name())
		}
	}
	if len(names) < 2 {
		l.watchOne()
		return
	}
	l.host.Open(load.MatchPath(names), "")
	l.marked = nil
	l.close()
}

// watchOne opens the selected demo.
func (l *Library) watchOne() {
	if r := l.chosen(); r != nil {
		l.host.Open(r.Path, r.Member)
		l.marked = nil
		l.close()
	}
}

// chosen returns the selected demo, or nil.
func (l *Library) chosen() *archive.Row {
	if l.index == nil || l.at < 0 || l.at >= l.index.Len() {
		return nil
	}
	r, err := l.file.Row(l.index.ID(l.at))
	if err != nil {
		return nil
	}
	return r
}

// race opens the first marked demo in a race against the other marked demos.
func (l *Library) race() {
	var names []string
	for _, id := range l.marked {
		if r, err := l.file.Row(id); err == nil && r != nil {
			names = append(names, r.Name())
		}
	}
	if len(names) < 2 {
		l.host.Notices.Say(msgRace)
		return
	}
	file, member := load.SplitMember(names[0])
	l.host.Race(file, member, names[1:])
	l.marked = nil
	l.close()
}

// heat opens the selected demo with the heat map of all demos on its map.
func (l *Library) heat() {
	if l.chosen() == nil {
		return
	}
	l.watchOne()
	if !l.host.Actions.On(heat.IDLibrary) {
		l.host.Actions.Do(heat.IDLibrary)
	}
}

// play starts playback at the selected hit.
func (l *Library) play() {
	h := &l.hits
	if h.at < 0 || h.at >= len(h.list) {
		return
	}
	hit := &h.list[h.at]
	l.played = demoKey(hit.row.Path, hit.row.Member)
	l.close()
	l.host.OpenAt(hit.row.Path, hit.row.Member, max(hit.at-clipBefore, 0), hit.who)
	l.host.Notices.Drop(clipNotice)
	l.host.Notices.Add(notice.Notice{Key: clipNotice, NoticeView: panel.NoticeView{
		Text: fmt.Sprintf(msgHit, h.at+1, len(h.list), h.asked), Button: "Back", Do: IDAsk, Sticky: true,
	}})
}

// playAll plays all hits as clips, starting with the selected one.
func (l *Library) playAll() {
	if len(l.hits.list) > 0 {
		l.close()
		l.clips.play(l.hits.list, l.hits.at)
	}
}

// enter handles Enter: it searches if the query has changed, otherwise it plays the selected hit or opens the selected
// demo.
func (l *Library) enter(one bool) {
	switch text := strings.TrimSpace(string(l.Text)); {
	case l.hits.shown && text != "" && text != l.hits.asked:
		l.find()
	case l.hits.shown:
		l.play()
	case one:
		l.watchOne()
	default:
		l.watch()
	}
}

// remark asks for the tags and the note of the selected demo.
func (l *Library) remark() {
	r := l.chosen()
	if r == nil || l.hits.shown {
		return
	}
	l.host.Lists.Ask(part.Prompt{Title: "Tags and note", Note: r.Base(), Hint: "#final #lan what is worth knowing",
		Text: r.Remark, Done: func(text string) {
			if err := l.file.Remark(r, text); err != nil {
				l.host.Notices.Warn(fmt.Sprintf(msgNotRemarked, notice.Reason(err)))
				return
			}
			l.read()
		}})
}

// mark marks the selected demo, or removes its mark.
func (l *Library) mark() {
	if l.hits.shown || l.index == nil || l.at < 0 || l.at >= l.index.Len() {
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

// unfold expands or collapses the selected match. When it is expanded, each of its points of view has its own row.
func (l *Library) unfold(on bool) {
	if !l.hits.shown && l.index != nil && l.at < l.index.Len() {
		l.index.Unfold(l.at, on)
		l.at = min(l.at, l.index.Len()-1)
	}
}

// move moves the selection by a number of rows.
func (l *Library) move(by int) {
	at, n := l.choice()
	if n == 0 {
		return
	}
	*at = min(max(*at+by, 0), n-1)
	l.scroll.Reveal(*at, n, l.row)
}

// choice returns the selected row, and the number of rows.
func (l *Library) choice() (at *int, n int) {
	switch {
	case l.hits.shown:
		return &l.hits.at, len(l.hits.list)
	case l.index == nil:
		return &l.at, 0
	}
	return &l.at, l.index.Len()
}

// sort sorts the table by a column or, if it is already sorted by that column, reverses the order.
func (l *Library) sort(column int) {
	if l.hits.shown || l.index == nil || column < 0 || column >= archive.ColumnCount {
		return
	}
	l.table.descending = column == l.table.sorted && !l.table.descending
	l.table.sorted = column
	l.table.keepSorting()
	if l.whole {
		l.order()
	}
}

// order sorts the table in the background.
func (l *Library) order() {
	index, column, descending := l.index, l.table.sorted, l.table.descending
	l.sorting++
	go func() {
		order := index.Order(column, descending)
		l.host.Tell(func() {
			if l.sorting--; l.index != index || l.table.sorted != column || l.table.descending != descending {
				return // the order has been changed again
			}
			index.SetOrder(order)
			l.at, l.scroll.At = 0, 0
			l.host.Relayout()
		})
	}()
}

// The commands of the buttons.
const (
	askWatch  = "watch"
	askMark   = "mark"
	askScan   = "scan"
	askAdd    = "add"
	askHeat   = "heat"
	askExport = "export"
	askTurn   = "turn"
	askFind   = "find"
	askClips  = "clips"
	askRace   = "race"
	askRemark = "remark"
	askClear  = "clear"
)

func (l *Library) click(c panel.Command) bool {
	l.host.Relayout()
	switch c.Verb {
	case panel.VerbCategory:
		l.sort(c.Index)
	case panel.VerbChoose:
		at, _ := l.choice()
		if c.Index != *at {
			*at = c.Index
			return true
		}
		if l.hits.shown { // the second click
			l.play()
		} else {
			l.watch()
		}
	case panel.VerbAsk:
		map[string]func(){
			askWatch: l.watch, askMark: l.mark, askScan: l.scan, askAdd: l.addFolder, askHeat: l.heat,
			askExport: l.export, askTurn: l.turn, askFind: l.find, askClips: l.playAll, askRace: l.race,
			askRemark: l.remark, askClear: func() { l.filter("") },
		}[c.Text]()
	default:
		return false
	}
	return true
}

// steps maps keys to the number of rows they move by.
var steps = map[action.Key]int{"Down": 1, "Up": -1, "PgDn": 20, "PgUp": -20}

// stroke handles a key for the table. It reports whether the key was for the table.
func (l *Library) stroke(c action.Chord) bool {
	if !l.open {
		return false
	}
	l.host.Relayout()
	if by, ok := steps[c.Key]; ok && c.Mods == 0 {
		l.move(by)
		return true
	}
	if do := l.shortcut(c); do != nil {
		do()
		return true
	}
	if l.Field.Stroke(c) || l.Clipboard(c, l.host.Exchange) {
		return true
	}
	if c.Mods&(action.Ctrl|action.Alt) != 0 {
		return false
	}
	return len([]rune(string(c.Key))) == 1 || c.Key == "Space"
}

// shortcut returns the function of a key of the table, or nil if the key is for the text.
func (l *Library) shortcut(c action.Chord) func() {
	last := l.Caret == len(l.Text)
	switch c {
	case action.Chord{Key: "Enter"}, action.Chord{Key: "NumpadEnter"}:
		return func() { l.enter(false) }
	case action.Chord{Key: "Enter", Mods: action.Shift}:
		return func() { l.enter(true) }
	case action.Chord{Key: "Enter", Mods: action.Ctrl}:
		return l.playAll
	case action.Chord{Key: "Insert"}:
		return func() {
			l.mark()
			l.move(1)
		}
	case action.Chord{Key: "F5"}:
		return l.scan
	case action.Chord{Key: "F", Mods: action.Ctrl}, action.Chord{Key: "F", Mods: action.Alt}, action.Chord{Key: "Tab"}:
		return l.turn
	case action.Chord{Key: "H", Mods: action.Ctrl}:
		return l.heat
	case action.Chord{Key: "R", Mods: action.Ctrl}:
		return l.race
	case action.Chord{Key: "E", Mods: action.Ctrl}:
		return l.export
	case action.Chord{Key: "N", Mods: action.Ctrl}:
		return l.remark
	case action.Chord{Key: "Right"}, action.Chord{Key: "Left"}:
		if last && len(l.Text) == 0 {
			return func() { l.unfold(c.Key == "Right") }
		}
	}
	return nil
}

func (l *Library) typed(text []rune) {
	if l.open && len(text) > 0 {
		l.Insert(text)
		l.host.Relayout()
	}
}

// filter replaces the text.
func (l *Library) filter(text string) {
	l.Text = []rune(text)
	l.Caret, l.Anchor = len(l.Text), len(l.Text)
	l.host.Relayout()
}

// compose lays out the table.
func (l *Library) compose(p *panel.Pen, area draw.Rect) panel.List {
	v := view{Text: string(l.Text), Caret: l.Caret, Anchor: l.Anchor, Scroll: l.scroll.At}
	if l.hits.shown {
		l.showHits(&v)
	} else {
		l.showDemos(&v)
	}
	if l.stop != nil {
		v.Note, v.Share = l.doing, l.share
	}
	list, room, row := layOut(p, area, v)
	l.scroll.Room, l.row = room, row
	return list
}

// button returns a button of the table.
func button(text, tip, do string) tableButton {
	return tableButton{Text: text, Tip: tip, Do: panel.Command{Verb: panel.VerbAsk, Text: do}}
}

// showDemos lays out the table of demos.
func (l *Library) showDemos(v *view) {
	shown := l.table.columns()
	for _, id := range shown {
		v.Columns = append(v.Columns, columns[id])
	}
	v.IDs, v.Sorted, v.Descending, v.Hint, v.Unit, v.Note = shown, l.table.sorted, l.table.descending, msgFilterHint,
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
	l.dim(v.Buttons)
	if l.index == nil {
		return
	}
	if v.Text != "" {
		v.Empty = msgNoMatch
	}
	if l.asked != v.Text {
		l.asked, l.at = v.Text, 0
		l.scroll.At, v.Scroll = 0, 0
		l.index.Filter(v.Text)
	}
	v.Chosen, v.Count, v.Note = l.at, l.index.Len(), l.note()
	v.Row = func(i int) tableRow { return rowOf(l.index, i, shown, l.marked) }
	if l.at >= 0 && l.at < l.index.Len() {
		l.preview.look(l.file, &l.host, l.index.ID(l.at))
		v.showPreview(&l.preview)
	}
}

// dim sets why buttons can do nothing now.
func (l *Library) dim(list []tableButton) {
	empty := l.index != nil && l.whole && l.index.All() == 0
	for i := range list {
		switch do := list[i].Do.Text; {
		case do == askScan && empty && l.folders == 0:
			list[i].Why = msgNoFolder
		case do != askAdd && do != askScan && empty:
			list[i].Why = msgNoDemo
		case do == askRace && len(l.marked) < 2:
			list[i].Why = msgRace
		}
	}
}

// showHits lays out the table of hits.
func (l *Library) showHits(v *view) {
	h := &l.hits
	v.Columns, v.Sorted, v.Hint, v.Unit, v.Chosen, v.Count = hitColumns, -1, msgAskHint, "hit", h.at, len(h.list)
	v.Row = func(i int) tableRow { return tableRow{Cells: h.list[i].cells()} }
	v.Buttons = []tableButton{
		button("Demos", "Back to the demos   Ctrl+F", askTurn),
		button("Play all", "Play all hits as clips, from the chosen one on   Ctrl+Enter", askClips),
		button("Find", "Search all demos for what is typed   Enter", askFind),
	}
	switch {
	case h.wrong != "":
		v.Note = h.wrong
	case h.asked == "":
		v.Note = msgAsk
	default:
		v.Note = fmt.Sprintf(msgHits, len(h.list), h.asked)
		if !h.busy {
			v.Empty = msgNoHits
		}
	}
	if h.at >= 0 && h.at < len(h.list) {
		l.preview.look(l.file, &l.host, h.list[h.at].row.ID)
		v.showPreview(&l.preview)
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
func (l *Library) note() string {
	switch {
	case !l.whole:
		return msgReading
	case l.folders == 0:
		return msgEmpty
	case l.sorting > 0:
		return msgSorting
	case len(l.marked) > 0:
		return fmt.Sprintf(msgMarked, l.index.Len(), count.Of(l.index.All(), "demo"), len(l.marked))
	}
	folded := ""
	if n := l.index.Folded(); n == 1 {
		folded = msgFoldedOne
	} else if n > 1 {
		folded = fmt.Sprintf(msgFolded, n)
	}
	return fmt.Sprintf(msgCount, l.index.Len()+l.index.Folded(), count.Of(l.index.All(), "demo"), folded)
}
