//go:build !js

package library

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

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

// Library shows the table of the user's demos, or the hits of a search in all of them.
type Library struct {
	field.Field
	host    Host
	open    bool
	demos   demoTable
	other   []rune // the text of the table not shown: demos or hits
	row     float32
	scroll  panel.Scroll
	preview preview
	hits    hits
	clips   clips
	played  string // the key of the demo whose hit was played last
	menu    inMenu
	task    task
	scanned scanned
}

// New returns the library. Its table is initially closed.
func New(host Host) *Library {
	l := &Library{host: host, clips: clips{host: host}}
	l.task.relayout = host.Relayout
	l.demos = demoTable{host: &l.host, scroll: &l.scroll, layout: arrangementOf(&l.host), changed: func() {
		l.preview.id = 0
		host.Redraw()
	}}
	return l
}

// Spots returns a source of data for heat maps of all demos in the library. It returns nil if no library is available.
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
		Ready:   func() bool { return !l.demos.reading && !l.task.running() },
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
	l.task.cancel()
	if l.demos.file != nil {
		l.demos.file.Close()
	}
}

// ready opens the library's file. It reports whether that succeeded; if not, it informs the user of the reason.
func (l *Library) ready() bool {
	if l.demos.file != nil {
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
	l.demos.file = file
	return true
}

// toggle opens or closes the table.
func (l *Library) toggle() {
	l.host.Redraw()
	if l.open {
		l.open = false
		return
	}
	if l.open = l.ready(); l.open && l.demos.index == nil && !l.demos.reading {
		l.demos.read()
	}
}

func (l *Library) close() {
	l.open = false
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
	ctx, end, ok := l.task.begin(howFar(archive.Progress{}))
	if !ok {
		return
	}
	l.scanned = scanned{at: -readEvery} // the first are shown at once
	go func() {
		progress := func(d archive.Progress) { l.host.Post(ctx, func() { l.scanning(d) }) }
		var done archive.Progress
		err := fault.Guard(func() (err error) {
			done, err = l.demos.file.Scan(ctx, archive.ScanOptions{Progress: progress})
			return err
		})
		l.host.Tell(func() {
			if err != nil && ctx.Err() == nil {
				l.host.Notices.Warn(fmt.Sprintf(msgUnread, notice.Reason(err)))
			} else {
				l.host.Notices.Say(summary(done))
			}
			end()
			l.demos.read()
		})
	}()
}

// howFar describes how far a scan is.
func howFar(d archive.Progress) string {
	demos, mb := count.Of(d.Demos+d.Known, "demo"), float64(d.Bytes)/1e6
	rate := mb / max(d.Took.Seconds(), 1e-3)
	if d.Found > 0 {
		return fmt.Sprintf(msgScanningOf, min(d.Passed, d.Found), count.Of(d.Found, "file"), demos, mb, rate)
	}
	return fmt.Sprintf(msgScanning, count.Of(d.Passed, "file"), demos, mb, rate)
}

// summary describes what a scan has done.
func summary(d archive.Progress) string {
	files := count.Of(d.Files, "file")
	if d.Read == 0 {
		return fmt.Sprintf(msgNothingNew, files)
	}
	return fmt.Sprintf(msgScanned, files, d.Read, count.Of(d.Demos+d.Known, "demo"), d.Bad)
}

// scanning shows how far a scan is, and from time to time the demos that it has read.
func (l *Library) scanning(d archive.Progress) {
	share := float32(0.01)
	if d.Found > 0 {
		share = max(share, float32(d.Passed)/float32(max(d.Found, d.Passed)))
	}
	l.task.progress(howFar(d), share)
	if !l.demos.reading && l.scanned.due(d, l.demos.readTook) {
		l.demos.read()
	}
}

// addFolder asks for a folder, adds it and reads it.
func (l *Library) addFolder() {
	l.host.Ask(func() (string, error) { return l.host.Files.OpenFolder("Choose a folder of demos", "") },
		func(dir string) {
			if err := l.demos.file.Add(dir); err != nil {
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
	case l.task.running():
		l.task.cancel()
	case l.hits.shown:
		l.turn()
	default:
		l.close()
	}
	return true
}

// watch opens the marked demos as one, otherwise all points of view of the selected row's match, otherwise its demo.
func (l *Library) watch() {
	if l.demos.index == nil {
		return
	}
	ids := l.demos.marked
	if len(ids) < 2 && l.demos.at < l.demos.index.Len() {
		if views, folded := l.demos.index.Views(l.demos.at); folded {
			ids = views
		}
	}
	var names []string
	for _, id := range ids {
		if r, err := l.demos.file.Row(id); err == nil && r != nil {
			names = append(names, r.Name())
		}
	}
	if len(names) < 2 {
		l.watchOne()
		return
	}
	l.host.Open(load.MatchPath(names), "")
	l.demos.marked = nil
	l.close()
}

// watchOne opens the selected demo.
func (l *Library) watchOne() {
	if r := l.demos.chosen(); r != nil {
		l.host.Open(r.Path, r.Member)
		l.demos.marked = nil
		l.close()
	}
}

// race opens the first marked demo in a race against the other marked demos.
func (l *Library) race() {
	var names []string
	for _, id := range l.demos.marked {
		if r, err := l.demos.file.Row(id); err == nil && r != nil {
			names = append(names, r.Name())
		}
	}
	if len(names) < 2 {
		l.host.Notices.Say(msgRace)
		return
	}
	file, member := load.SplitMember(names[0])
	l.host.Race(file, member, names[1:])
	l.demos.marked = nil
	l.close()
}

// heat opens the selected demo with the heat map of all demos on its map.
func (l *Library) heat() {
	if l.demos.chosen() == nil {
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
	r := l.demos.chosen()
	if r == nil || l.hits.shown {
		return
	}
	l.host.Lists.Ask(part.Prompt{Title: "Tags and note", Note: r.Base(), Hint: "#final #lan what is worth knowing",
		Text: r.Remark, Done: func(text string) {
			if err := l.demos.file.Remark(r, text); err != nil {
				l.host.Notices.Warn(fmt.Sprintf(msgNotRemarked, notice.Reason(err)))
				return
			}
			l.demos.read()
		}})
}

// mark marks the selected demo, or removes its mark.
func (l *Library) mark() {
	if !l.hits.shown {
		l.demos.mark()
		l.host.Relayout()
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
	case l.demos.index == nil:
		return &l.demos.at, 0
	}
	return &l.demos.at, l.demos.index.Len()
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
		if !l.hits.shown {
			l.demos.sort(c.Index)
		}
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
			return func() {
				if !l.hits.shown {
					l.demos.unfold(c.Key == "Right")
				}
			}
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
		if l.demos.show(&v); v.Chosen >= 0 && v.Chosen < v.Count {
			l.preview.look(l.demos.file, &l.host, l.demos.index.ID(v.Chosen))
			v.showPreview(&l.preview)
		}
	}
	if l.task.running() {
		v.Note, v.Share = l.task.doing, l.task.share
	}
	list, room, row := layOut(p, area, v)
	l.scroll.Room, l.row = room, row
	return list
}

// button returns a button of the table.
func button(text, tip, do string) tableButton {
	return tableButton{Text: text, Tip: tip, Do: panel.Command{Verb: panel.VerbAsk, Text: do}}
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
		l.preview.look(l.demos.file, &l.host, h.list[h.at].row.ID)
		v.showPreview(&l.preview)
	}
}
