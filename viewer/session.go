package viewer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
)

// open opens a file, or a member of an archive, in the background. What is open
// goes on until the new demo's first picture is there.
func (a *app) open(path, member string, start bool) {
	if path == SampleName {
		a.openSample()
		if a.opening != nil {
			a.opening.start = start
		}
		return
	}
	if member == "" {
		path, member = load.SplitMember(path)
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	a.openWith(&opening{path: path, member: member, start: start}, func(ctx context.Context) (*sim.Recording, []Choice, error) {
		if member != "" {
			rec, err := a.opts.Demos.Member(ctx, path, member)
			return rec, nil, err
		}
		choices, err := a.opts.Demos.Choices(path)
		if err == nil && len(choices) > 1 {
			return nil, choices, nil
		}
		rec, err := a.opts.Demos.Open(ctx, path)
		return rec, nil, err
	})
}

func (a *app) openWith(o *opening, read func(context.Context) (*sim.Recording, []Choice, error)) {
	if a.opts.Demos == nil {
		return
	}
	a.cancelOpening()
	o.ctx, o.cancel = context.WithCancel(context.Background())
	o.since = a.now
	a.opening = o
	a.screen.compose = true
	go func() {
		rec, choices, err := read(o.ctx)
		a.post(o.ctx, func() { a.wasRead(o, rec, choices, err) })
		if o.ctx.Err() != nil && rec != nil {
			rec.Cancel()
		}
	}()
}

// wasRead goes on when the first picture of a demo is there, or it is known that there will be none.
func (a *app) wasRead(o *opening, rec *sim.Recording, choices []Choice, err error) {
	if a.opening != o {
		return
	}
	a.opening = nil
	if err == nil && len(choices) == 0 && (rec == nil || rec.Frames() == 0) {
		err = errEmpty(rec)
	}
	switch {
	case err != nil:
		o.cancel()
		a.openFailed(o, err)
	case len(choices) > 0:
		o.cancel()
		a.askMember(o.path, choices)
	default:
		a.opened(o, rec)
	}
}

var errNothing = errors.New("there is nothing to be seen in it")

func errEmpty(rec *sim.Recording) error {
	if rec != nil && rec.Err() != nil {
		return rec.Err()
	}
	return errNothing
}

func (a *app) cancelOpening() bool {
	if a.opening == nil {
		return false
	}
	a.opening.cancel()
	a.opening = nil
	a.screen.compose = true
	return true
}

func (a *app) openFailed(o *opening, err error) {
	name := filepath.Base(o.path)
	switch {
	case errors.Is(err, context.Canceled):
		return
	case errors.Is(err, fs.ErrNotExist):
		a.shelf.DropRecent(o.path)
		a.loadRecent()
		a.warn(fmt.Sprintf("There is no file %s.", o.path))
	case errors.Is(err, fs.ErrPermission):
		a.warn(fmt.Sprintf("%s may not be read: the system denies it.", o.path))
	case strings.Contains(err.Error(), name):
		a.warn(strings.TrimSuffix(err.Error(), ".") + ".")
	default:
		a.warn(fmt.Sprintf("%s cannot be played: %s.", name, strings.TrimSuffix(reason(err), ".")))
	}
}

// opened makes a recording the demo that is watched.
func (a *app) opened(o *opening, rec *sim.Recording) {
	a.closeDemo()
	d := &demo{
		path: o.path, member: o.member, ctx: o.ctx, cancel: o.cancel, rec: rec, since: a.now, cursor: rec.Cursor(), level: -1, maps: map[int]*levelMap{},
	}
	a.demo = d
	marks, err := a.shelf.Bookmarks(d.key())
	if d.marks = marks; err != nil {
		a.warn("The bookmarks of this demo: " + reason(err) + ".")
	}
	if o.path != SampleName {
		if err := a.shelf.AddRecent(o.path); err == nil {
			a.loadRecent()
		}
	}
	a.fromTheStart()
	_, finished := rec.Progress()
	a.play.SetEnd(rec.Duration(), !finished)
	if o.start {
		a.followName, a.wanted = a.opts.Follow, a.opts.At
		if a.opts.Paused {
			a.play.Pause()
		}
	}
	a.desk.SetTitle(a.title())
	if o.note != "" {
		a.say(o.note)
	}
	a.stepDemo()
}

// fromTheStart puts away what belonged to the demo before: a new one plays from its start with the whole map in sight.
func (a *app) fromTheStart() {
	a.play.ClearLoop()
	a.play.Seek(0)
	a.play.Play(false)
	a.follow, a.chase, a.storey = -1, false, autoStorey
	a.line = line{}
	a.find.reset()
	a.over = overlay{}
	a.heat.clear()
	a.notices = slices.DeleteFunc(a.notices, func(n notice) bool { return !n.Sticky || n.key == nextKey || n.key == damageKey })
	a.ended = false
	a.stage.SetPlan(nil, false)
	a.stage.Camera.Unfollow()
	a.stage.Camera.Fit(false)
	a.screen.all = true
}

// key is what bookmarks are kept under.
func (d *demo) key() string {
	if d.member != "" {
		return d.path + "/" + d.member
	}
	return d.path
}

func (a *app) closeDemo() {
	if a.demo == nil {
		return
	}
	a.demo.cancel()
	a.demo.rec.Cancel()
	a.demo = nil
}

// damageKey is the key of the message that tells of a demo's damage.
const damageKey = "damage"

// tellEnd says what there is to say when loading has ended: where the demo is damaged.
func (a *app) tellEnd(d *demo) {
	for _, text := range damageWords(d.rec, d.stopped) {
		a.addNotice(notice{NoticeView: panel.NoticeView{Text: text, Error: true, Sticky: true}, key: damageKey})
	}
}

// damageWords tells of the damage in words: what, where, and what is done about it.
func damageWords(rec *sim.Recording, stopped bool) []string {
	end := panel.FormatTime(rec.Duration())
	if stopped {
		return []string{fmt.Sprintf("Reading was stopped at %s; playing up to there.", end)}
	}
	var out []string
	list := rec.Damage()
	if len(list) > 0 {
		last := list[len(list)-1]
		where := fmt.Sprintf("%s (byte %d)", panel.FormatTime(last.Time), last.Offset)
		what := last.What
		if exact, rest, ok := strings.Cut(what, ": "); ok && strings.HasPrefix(exact, "offset ") {
			what = rest // the byte is told already
		}
		switch {
		case last.Time >= rec.Duration()-time.Second:
			out = append(out, fmt.Sprintf("The file is cut off or damaged at %s: %s; playing up to there.", where, what))
		case last.Lost >= 50*time.Millisecond:
			out = append(out, fmt.Sprintf("The file is damaged at %s: %s; %.1f s are lost, the rest plays.", where, what, last.Lost.Seconds()))
		default:
			out = append(out, fmt.Sprintf("The file is damaged at %s: %s; the rest plays.", where, what))
		}
		if n := len(list); n > 1 {
			out[0] += fmt.Sprintf(" It is damaged in %d places; the time line marks them.", n)
		}
	} else if err := rec.Err(); err != nil && !errors.Is(err, context.Canceled) {
		out = append(out, fmt.Sprintf("Reading stopped at %s: %s; playing up to there.", end, reason(err)))
	}
	return out
}

// openAll opens the first of several files and makes them the playlist. Of a
// folder, its demos are the playlist.
func (a *app) openAll(paths []string) {
	var list []string
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			list = append(list, demosIn(p)...)
		} else {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		a.warn("There is no demo in this folder.")
		return
	}
	a.playlist = list
	a.open(list[0], "", false)
}

// openSample opens the sample that comes with the program.
func (a *app) openSample() {
	a.openWith(&opening{path: SampleName}, func(ctx context.Context) (*sim.Recording, []Choice, error) {
		rec, err := a.opts.Demos.Sample(ctx)
		return rec, nil, err
	})
}

// siblings are the demos of the playlist, or of the folder where there is none, and the
// place among them of the one that is open; -1 where it is not one of them.
func (a *app) siblings() (list []string, at int) {
	path, member := "", ""
	switch {
	case a.opening != nil:
		path, member = a.opening.path, a.opening.member
	case a.demo != nil:
		path, member = a.demo.path, a.demo.member
	}
	list = a.playlist
	if len(list) < 2 {
		if path == "" || path == SampleName {
			return nil, -1
		}
		list = demosIn(filepath.Dir(path))
	}
	return list, slices.IndexFunc(list, func(p string) bool {
		file, m := load.SplitMember(p)
		return samePath(file, path) && (m == "" || m == member)
	})
}

// stepFile opens the demo by places on in the playlist, or in the folder where
// there is none.
func (a *app) stepFile(by int) {
	list, at := a.siblings()
	if len(list) == 0 {
		return
	}
	next := at + by
	if at < 0 && by < 0 {
		next = len(list) - 1
	}
	if next < 0 || next >= len(list) {
		if by > 0 {
			a.say("This is the last demo.")
		} else {
			a.say("This is the first demo.")
		}
		return
	}
	a.open(list[next], "", false)
	if a.opening != nil {
		a.opening.note = fmt.Sprintf("%s, %d of %d", filepath.Base(list[next]), next+1, len(list))
	}
}

// nextKey is the key of the message that offers the next demo.
const nextKey = "next"

// stepEnd offers the next demo of the playlist while the one that is watched stands on
// its last frame.
func (a *app) stepEnd() {
	ended := a.demo != nil && a.play.AtEnd() && !a.play.Playing() && a.opening == nil && len(a.playlist) > 1
	if ended == a.ended {
		return
	}
	a.ended = ended
	if !ended {
		a.dropNotice(nextKey)
		return
	}
	if list, at := a.siblings(); at >= 0 && at+1 < len(list) {
		a.addNotice(notice{NoticeView: panel.NoticeView{
			Text: "Next: " + filepath.Base(list[at+1]), Button: "Play", Do: action.NextDemo, Sticky: true,
		}, key: nextKey})
	}
}

func samePath(p, q string) bool {
	pa, err1 := filepath.Abs(p)
	qa, err2 := filepath.Abs(q)
	return p == q || err1 == nil && err2 == nil && pa == qa
}

// demosIn are the files of a folder whose names are those of demos, by name. The
// content decides what a file is when it is opened; here the name spares
// reading every file of a folder.
func demosIn(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if !e.IsDir() && load.Named(e.Name()) {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	slices.SortFunc(out, func(a, b string) int { return naturalCompare(filepath.Base(a), filepath.Base(b)) })
	return out
}

// naturalCompare orders names with numbers by the numbers: "round2" before "round10".
func naturalCompare(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	for a != "" && b != "" {
		na, nb := digits(a), digits(b)
		if na > 0 && nb > 0 {
			x, y := strings.TrimLeft(a[:na], "0"), strings.TrimLeft(b[:nb], "0")
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			if x != y {
				return strings.Compare(x, y)
			}
			a, b = a[na:], b[nb:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// findPlayer is the slot of the player of that name: exactly, else as its beginning, else a part of it.
func findPlayer(roster []sim.RosterEntry, name string) (int, bool) {
	name = strings.ToLower(name)
	for _, match := range []func(string) bool{
		func(s string) bool { return s == name },
		func(s string) bool { return strings.HasPrefix(s, name) },
		func(s string) bool { return strings.Contains(s, name) },
	} {
		for i := range roster {
			if match(strings.ToLower(roster[i].Profile.Name.Plain)) {
				return roster[i].Profile.Slot.Index(), true
			}
		}
	}
	return 0, false
}

// askOpen asks for a file.
func (a *app) askOpen() {
	dir := ""
	switch {
	case a.demo != nil && a.demo.path != SampleName:
		dir = filepath.Dir(a.demo.path)
	case len(a.recent) > 0:
		dir = filepath.Dir(a.recent[0])
	}
	a.ask(func() (string, error) { return a.desk.OpenFile("Open a demo", dir) }, func(path string) {
		a.playlist = nil
		a.open(path, "", false)
	})
}

// askGameFolder asks for a folder with maps and looks there from now on.
func (a *app) askGameFolder() {
	a.ask(func() (string, error) { return a.desk.OpenFolder("Choose a game folder", "") }, func(dir string) {
		if !slices.Contains(a.set.GameDirs, dir) {
			a.set.GameDirs = append(a.set.GameDirs, dir)
			a.save()
		}
		a.dropNotice("map")
		a.ifDemo(a.findMapsAnew)
	})
}

// ask runs a dialog in the background, one at a time.
func (a *app) ask(dialog func() (string, error), then func(string)) {
	if a.busy {
		return
	}
	a.busy = true
	go func() {
		s, err := dialog()
		a.post(context.Background(), func() {
			a.busy = false
			switch {
			case err != nil:
				a.warn("The dialog cannot be shown: " + reason(err) + ". A file can be dropped onto the window or named on the command line.")
			case s != "":
				then(s)
			}
		})
	}()
}

// askMember lists the demos in an archive.
func (a *app) askMember(path string, choices []Choice) {
	rows := make([]panel.Row, len(choices))
	for i, c := range choices {
		rows[i] = panel.Row{Spans: []panel.Span{{Text: c.Name, Face: panel.Body, Color: a.theme.Text}}, Note: formatSize(c.Size)}
	}
	a.openRows(overlay{
		title: "Which demo?", note: filepath.Base(path), rows: rows,
		choose: func(i int) { a.open(path, choices[i].Name, false) },
	})
}

func formatSize(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d B", n)
}
