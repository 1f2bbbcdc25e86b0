package viewer

import (
	"fmt"
	"math"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/ink"
	"fragscope/viewer/panel"
	"fragscope/viewer/settings"
)

// handlers says what each action does. A test holds that none is missing.
func handlers() map[action.ID]func(*app) {
	seek := func(d time.Duration) func(*app) { return func(a *app) { a.seek(a.play.Position() + d) } }
	toggle := func(at func(*app) *bool) func(*app) {
		return func(a *app) { *at(a) = !*at(a); a.save(); a.touch() }
	}
	h := map[action.ID]func(*app){
		action.PlayPause:     func(a *app) { a.ifDemo(a.play.Toggle) },
		action.Reverse:       func(a *app) { a.ifDemo(func() { a.play.Play(true) }) },
		action.Pause:         func(a *app) { a.play.Pause() },
		action.Forward:       func(a *app) { a.ifDemo(func() { a.play.Play(false) }) },
		action.SeekBack:      seek(-5 * time.Second),
		action.SeekForward:   seek(5 * time.Second),
		action.SeekBack1:     seek(-time.Second),
		action.SeekForward1:  seek(time.Second),
		action.SeekBack30:    seek(-30 * time.Second),
		action.SeekForward30: seek(30 * time.Second),
		action.PrevEvent:     func(a *app) { a.stepEvent(-1) },
		action.NextEvent:     func(a *app) { a.stepEvent(1) },
		action.FrameBack:     func(a *app) { a.stepFrame(-1) },
		action.FrameForward:  func(a *app) { a.stepFrame(1) },
		action.Faster:        func(a *app) { a.play.Faster() },
		action.Slower:        func(a *app) { a.play.Slower() },
		action.NormalSpeed:   func(a *app) { a.play.SetSpeed(1) },
		action.Start:         func(a *app) { a.seek(0) },
		action.End:           func(a *app) { a.seek(a.play.End()) },
		action.PrevChapter:   func(a *app) { a.stepChapter(-1) },
		action.NextChapter:   func(a *app) { a.stepChapter(1) },
		action.LoopFrom:      func(a *app) { a.ifDemo(a.play.LoopFromHere) },
		action.LoopTo:        func(a *app) { a.ifDemo(a.play.LoopToHere) },
		action.LoopClear:     func(a *app) { a.play.ClearLoop() },
		action.ZoomTimeIn:    func(a *app) { a.zoomTime(a.playheadX(), 1/1.5) },
		action.ZoomTimeOut:   func(a *app) { a.zoomTime(a.playheadX(), 1.5) },

		action.FreeView:    func(a *app) { a.setFollow(-1) },
		action.FollowPrev:  func(a *app) { a.stepFollow(-1) },
		action.FollowNext:  func(a *app) { a.stepFollow(1) },
		action.Scoreboard:  func(a *app) { a.pinned = !a.pinned },
		action.Names:       toggle(func(a *app) *bool { return &a.set.Names }),
		action.Arcs:        toggle(func(a *app) *bool { return &a.set.Arcs }),
		action.Trails:      toggle(func(a *app) *bool { return &a.set.Trails }),
		action.Ghosts:      toggle(func(a *app) *bool { return &a.set.Ghosts }),
		action.ItemsShown:  toggle(func(a *app) *bool { return &a.set.Things }),
		action.Sounds:      toggle(func(a *app) *bool { return &a.set.Sounds }),
		action.Floors:      func(a *app) { a.nextFloors() },
		action.MapMarks:    toggle(func(a *app) *bool { return &a.set.Marks }),
		action.TrailLength: func(a *app) { a.nextTrail() },
		action.HeatMap:     func(a *app) { a.ifDemo(a.toggleHeat) },
		action.HeatKind:    func(a *app) { a.ifDemo(a.nextHeatKind) },
		action.HeatFilter:  func(a *app) { a.ifDemo(a.nextHeatFilter) },
		action.HeatWeapon:  func(a *app) { a.ifDemo(a.nextHeatWeapon) },

		action.Fit:          func(a *app) { a.fit() },
		action.ZoomIn:       func(a *app) { a.zoomMap(math.Sqrt2) },
		action.ZoomOut:      func(a *app) { a.zoomMap(1 / math.Sqrt2) },
		action.StoreyUp:     func(a *app) { a.ifDemo(func() { a.setStorey(1) }) },
		action.StoreyDown:   func(a *app) { a.ifDemo(func() { a.setStorey(-1) }) },
		action.StoreyAuto:   func(a *app) { a.storey = autoStorey; a.touch() },
		action.FullScreen:   func(a *app) { a.desk.SetFullscreen(!a.desk.Fullscreen()) },
		action.Panels:       func(a *app) { a.bare = !a.bare; a.screen.all = true },
		action.PanelLeft:    func(a *app) { a.set.Left = fold(a.frame.Left.W > 0); a.save(); a.screen.all = true },
		action.PanelRight:   func(a *app) { a.set.Right = fold(a.frame.Right.W > 0); a.save(); a.screen.all = true },
		action.PanelHeights: func(a *app) { a.set.Heights = fold(a.frame.Heights.W > 0); a.save(); a.screen.all = true },
		action.PanelStatus:  toggle(func(a *app) *bool { return &a.set.Status }),
		action.PanelItems:   func(a *app) { a.set.Items = !a.set.Items; a.save(); a.screen.all = true },
		action.Palette:      func(a *app) { a.set.ColorBlind = !a.set.ColorBlind; a.save(); a.setTheme() },
		action.ScaleUp:      func(a *app) { a.rescale(1.1) },
		action.ScaleDown:    func(a *app) { a.rescale(1 / 1.1) },

		action.Find:      func(a *app) { a.ifDemo(a.openFind) },
		action.FindNext:  func(a *app) { a.ifDemo(func() { a.stepFind(1) }) },
		action.FindPrev:  func(a *app) { a.ifDemo(func() { a.stepFind(-1) }) },
		action.Bookmark:  func(a *app) { a.ifDemo(a.addBookmark) },
		action.Bookmarks: func(a *app) { a.ifDemo(a.openBookmarks) },
		action.Chapters:  func(a *app) { a.ifDemo(a.openChapters) },

		action.Open:       func(a *app) { a.askOpen() },
		action.Recent:     func(a *app) { a.openRecent() },
		action.PrevDemo:   func(a *app) { a.stepFile(-1) },
		action.NextDemo:   func(a *app) { a.stepFile(1) },
		action.Sample:     func(a *app) { a.openSample() },
		action.GameFolder: func(a *app) { a.askGameFolder() },

		action.Screenshot:     func(a *app) { a.ifDemo(func() { a.shoot(shotRequest{}) }) },
		action.ScreenshotFull: func(a *app) { a.shoot(shotRequest{panels: true}) },
		action.CopyPicture:    func(a *app) { a.ifDemo(func() { a.shoot(shotRequest{copy: true}) }) },
		action.CopyPosition:   func(a *app) { a.ifDemo(a.copyPosition) },

		action.Help:     func(a *app) { a.toggleOverlay(overlayHelp) },
		action.Menu:     func(a *app) { a.toggleOverlay(overlayMenu) },
		action.Settings: func(a *app) { a.writeSettings() },
		action.Escape:   func(a *app) { a.escape() },
		action.Quit:     func(a *app) { a.quit = true },
	}
	for n := 1; n <= 9; n++ {
		h[action.FollowSlot(n)] = func(a *app) { a.ifDemo(func() { a.followNumber(n) }) }
	}
	return h
}

// do does an action.
func (a *app) do(id action.ID) {
	if f := a.does[id]; f != nil {
		f(a)
		a.screen.compose = true
	}
}

func (a *app) ifDemo(f func()) {
	if a.demo != nil {
		f()
	}
}

func fold(open bool) panel.Fold {
	if open {
		return panel.Shut
	}
	return panel.Open
}

// seek goes to a time.
func (a *app) seek(t time.Duration) {
	if a.demo == nil {
		return
	}
	a.wanted = 0
	a.play.Seek(t)
	a.line.show(a.play.Position())
	a.screen.compose = true
}

// trailLengths are the lengths of trails in seconds that a key goes through.
var trailLengths = []float64{1, 3, 10, 30}

func (a *app) nextTrail() {
	next := trailLengths[0]
	for _, l := range trailLengths {
		if l > a.set.TrailSeconds {
			next = l
			break
		}
	}
	a.set.Trails, a.set.TrailSeconds = true, next
	a.save()
	a.say(fmt.Sprintf("Trails of %g s.", next))
	a.touch()
}

// trail is how long the trails are: as set, or, inside a loop, from its start.
func (a *app) trail() time.Duration {
	if !a.set.Trails {
		return 0
	}
	if from, to, ok := a.play.Loop(); ok && a.play.Position() > from && a.play.Position() <= to {
		return a.play.Position() - from
	}
	return time.Duration(a.set.TrailSeconds * float64(time.Second))
}

// stepFrame pauses and goes to the next snapshot, or the one before.
func (a *app) stepFrame(by int) {
	if a.demo == nil {
		return
	}
	a.play.Pause()
	rec := a.demo.rec
	now := a.play.Position()
	i := rec.FrameAt(now)
	if by < 0 && i >= 0 && rec.FrameTime(i) < now {
		by++ // back to the snapshot that is being left
	}
	a.seek(rec.FrameTime(min(max(i+by, 0), rec.Frames()-1)))
}

// stepEvent goes to the next event of note, or the one before; while a player is
// followed, to those that are about him.
func (a *app) stepEvent(by int) {
	if a.demo == nil {
		return
	}
	events := a.demo.rec.Events()
	now := a.play.Position()
	i, _ := slices.BinarySearchFunc(events, now, func(e sim.Event, t time.Duration) int { return int(e.Time - t) })
	if by > 0 {
		for ; i < len(events); i++ {
			if events[i].Time > now && a.stopsAt(&events[i]) {
				a.seek(events[i].Time)
				return
			}
		}
		return
	}
	// While it plays, the event just passed is not the one that is meant.
	slack := time.Duration(0)
	if a.play.Playing() {
		slack = time.Duration(float64(700*time.Millisecond) * a.play.Speed())
	}
	for i = min(i, len(events)-1); i >= 0; i-- {
		if events[i].Time < now-slack && a.stopsAt(&events[i]) {
			a.seek(events[i].Time)
			return
		}
	}
}

func (a *app) stopsAt(e *sim.Event) bool {
	rank, ok := panel.Notable(e, -1)
	if !ok || rank < 2 {
		return false
	}
	return a.follow < 0 || e.Slot.Index() == a.follow || e.Attacker.Index() == a.follow || rank >= 8
}

// chapters are the beginnings of levels, matches and rounds, ascending.
func chapters(rec *sim.Recording) []panel.Break {
	var out []panel.Break
	levels := rec.Levels()
	for i := range levels {
		l := &levels[i]
		name := l.Map
		if l.Title != "" && l.Title != l.Map {
			name += " – " + l.Title
		}
		out = append(out, panel.Break{At: l.Start, Name: name})
		for _, c := range l.Chapters {
			out = append(out, panel.Break{At: c.Start, Name: c.Name})
		}
	}
	slices.SortStableFunc(out, func(a, b panel.Break) int { return int(a.At - b.At) })
	return out
}

func (a *app) stepChapter(by int) {
	if a.demo == nil {
		return
	}
	list := chapters(a.demo.rec)
	now := a.play.Position()
	if by > 0 {
		for _, c := range list {
			if c.At > now {
				a.seek(c.At)
				return
			}
		}
		return
	}
	for _, c := range slices.Backward(list) {
		if c.At < now-time.Second {
			a.seek(c.At)
			return
		}
	}
	a.seek(0)
}

// stepFollow follows the next player of the list.
func (a *app) stepFollow(by int) {
	if a.demo == nil || a.demo.world == nil {
		return
	}
	ps := a.demo.world.Players
	var slots []int
	for _, i := range panel.Ranked(ps, a.level().Teams) {
		if !panel.Spectates(&ps[i]) {
			slots = append(slots, ps[i].Slot.Index())
		}
	}
	if len(slots) == 0 {
		return
	}
	at := slices.Index(slots, a.follow)
	switch {
	case at < 0 && by < 0:
		at = len(slots) - 1
	case at < 0:
		at = 0
	default:
		at = (at + by + len(slots)) % len(slots)
	}
	a.setFollow(slots[at])
}

// followNumber follows the player whose sign has that number.
func (a *app) followNumber(n int) {
	if a.demo.world == nil {
		return
	}
	teams := a.level().Teams
	for i := range a.demo.world.Players {
		pl := &a.demo.world.Players[i]
		if !panel.Spectates(pl) && a.theme.Badge(pl.Profile, teams).Number == n {
			a.setFollow(pl.Slot.Index())
			return
		}
	}
	a.say(fmt.Sprintf("No player has the number %d; %s and %s go through all of them.", n, a.binds.KeyLabel(action.FollowPrev), a.binds.KeyLabel(action.FollowNext)))
}

func (a *app) fit() {
	a.stage.Camera.Fit(true)
	a.chase = a.follow >= 0
	a.touch()
}

func (a *app) zoomMap(factor float64) {
	x, y := a.stage.Camera.View().Center()
	a.stage.Camera.ZoomAt(x, y, factor)
	a.touch()
}

func (a *app) rescale(by float64) {
	a.set.Scale = math.Round(min(max(a.set.Scale*by, settings.MinScale), settings.MaxScale)*100) / 100
	a.save()
	a.screen.all = true
}

// escape closes what is open, else stops loading, else leaves the followed player, else full
// screen. It never quits.
func (a *app) escape() {
	switch {
	case a.over.kind != overlayNone:
		a.closeOverlay()
	case a.pinned:
		a.pinned = false
	case a.find.open:
		a.find.reset()
		a.screen.compose = true
	case a.cancelOpening():
	case a.stopLoading():
	case a.closeNotice():
	case a.follow >= 0:
		a.setFollow(-1)
	case a.desk.Fullscreen():
		a.desk.SetFullscreen(false)
	}
}

// stopLoading stops reading the demo that is watched; what is read stays.
func (a *app) stopLoading() bool {
	if a.demo == nil {
		return false
	}
	if _, finished := a.demo.rec.Progress(); finished {
		return false
	}
	a.demo.stopped = true
	a.demo.rec.Cancel()
	return true
}

// closeNotice closes the last message that stays.
func (a *app) closeNotice() bool {
	for i := len(a.notices) - 1; i >= 0; i-- {
		if a.notices[i].Sticky {
			a.notices = slices.Delete(a.notices, i, i+1)
			return true
		}
	}
	return false
}

// addBookmark sets a bookmark here, or takes away the one that is here.
func (a *app) addBookmark() {
	d := a.demo
	now := a.play.Position().Truncate(time.Millisecond)
	for i, m := range d.marks {
		if gap := time.Duration(m.At) - now; gap > -250*time.Millisecond && gap < 250*time.Millisecond {
			a.removeBookmark(i)
			a.say("The bookmark is gone.")
			return
		}
	}
	note := a.level().Map
	if pl := a.followed(); pl != nil {
		note += ", " + pl.Profile.Name.Plain
	}
	mark := settings.Mark{At: settings.Millis(now), Note: note}
	d.marks = append(d.marks, mark)
	a.keptBookmarks(a.shelf.AddBookmark(d.key(), mark))
	a.say("Bookmark at " + panel.FormatTenths(now) + ".")
}

// removeBookmark takes away the bookmark with an index.
func (a *app) removeBookmark(i int) {
	d := a.demo
	mark := d.marks[i]
	d.marks = slices.Delete(d.marks, i, i+1)
	a.keptBookmarks(a.shelf.RemoveBookmark(d.key(), mark))
}

// keptBookmarks says whether a change of the bookmarks could be saved.
func (a *app) keptBookmarks(err error) {
	if err != nil {
		a.warn("The bookmarks could not be saved: " + reason(err) + ".")
	}
	a.screen.compose = true
}

// writeSettings writes the settings file and says where it is.
func (a *app) writeSettings() {
	if !a.save() {
		return
	}
	a.addNotice(notice{NoticeView: panel.NoticeView{Text: "The settings are in " + a.shelf.SettingsPath() + ". Keys can be rebound there; what is changed holds as soon as the file is saved.", Sticky: true}, key: "settings"})
}

func (a *app) text(s string, f panel.Face, c ink.Color) []panel.Span {
	return []panel.Span{{Text: s, Face: f, Color: c}}
}
