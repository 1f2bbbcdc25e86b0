package viewer

import (
	"fragscope/viewer/accessible"
	"fragscope/viewer/action"
	"fragscope/viewer/bookmarks"
	"fragscope/viewer/clips"
	"fragscope/viewer/field"
	"fragscope/viewer/filming"
	"fragscope/viewer/find"
	"fragscope/viewer/heat"
	"fragscope/viewer/moments"
	"fragscope/viewer/notes"
	"fragscope/viewer/part"
	"fragscope/viewer/paths"
	"fragscope/viewer/preview"
	"fragscope/viewer/report"
	"fragscope/viewer/runs"
	"fragscope/viewer/turns"
	"fragscope/viewer/vision"
)

// concernCount is the number of concerns. Each has a layer of the picture.
const concernCount = 17

// concern is a row in the table of concerns: its table of actions, if any, and its part.
type concern struct {
	actions func() []action.Action
	enter   func(*app) part.Part
}

// concerns returns the table of concerns, which is all that the program knows about them. A new concern is a new row.
// Their panels are layered in this order.
func concerns() [concernCount]concern {
	return [concernCount]concern{
		{find.Actions, newFind},
		{report.Actions, newReport},
		{moments.Actions, newMoments},
		{turns.Actions, newTurns},
		{notes.Actions, newNotes},
		{bookmarks.Actions, newBookmarks},
		{vision.Actions, newVision},
		{runs.Actions, newRuns},
		{heat.Actions, newHeat},
		{paths.Actions, newPaths},
		{clips.Actions, newClips},
		{nil, newAccessible},
		{filming.Actions, newFilming},
		{liveActions, newLive},
		{preview.Actions, newPreview},
		{raceActions, newRace},
		{libraryActions, newLibrary},
	}
}

// Actions returns all of the program's actions, in the order in which the help lists them.
func Actions() []action.Action {
	tables := [][]action.Action{action.Shell()}
	for _, c := range concerns() {
		if c.actions != nil {
			tables = append(tables, c.actions())
		}
	}
	return action.Join(tables...)
}

// Each concern is given access only to what it needs.

// exchange provides access to the clipboard.
func (a *app) exchange() field.Exchange {
	return field.Exchange{Program: a.services, Notices: a.notices, Clipboard: a.opts.Platform}
}

func newFind(a *app) part.Part {
	a.find = find.New(find.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Lists: a.overlay, Notices: a.notices,
		Theme: &a.prefs.theme, Exchange: a.exchange(), Places: a.maps.Places, Front: a.surface.raise,
	})
	return a.find.Part()
}

func newReport(a *app) part.Part {
	return report.New(report.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Question: a.find, Notices: a.notices,
		Theme: &a.prefs.theme, Places: a.maps.Places, About: a.parts.about,
	})
}

func newMoments(a *app) part.Part {
	return moments.New(moments.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Notices: a.notices,
		Theme: &a.prefs.theme,
	})
}

func newTurns(a *app) part.Part {
	return turns.New(turns.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Notices: a.notices, Theme: &a.prefs.theme,
		Shown: func() bool { return a.prefs.set.Turns },
	})
}

func newNotes(a *app) part.Part {
	return notes.New(notes.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Map: a.watch, Notices: a.notices,
		Files: a.files, Store: a.opts.Store, Theme: &a.prefs.theme, Kept: a.parts.kept,
	})
}

func newBookmarks(a *app) part.Part {
	return bookmarks.New(bookmarks.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Lists: a.overlay, Notices: a.notices,
		Store: a.opts.Store,
		Theme: &a.prefs.theme,
	})
}

func newVision(a *app) part.Part {
	return vision.New(vision.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Notices: a.notices,
		Theme: &a.prefs.theme,
	})
}

func newRuns(a *app) part.Part {
	return runs.New(runs.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Notices: a.notices,
		Theme: &a.prefs.theme,
	})
}

func newHeat(a *app) part.Part {
	return heat.New(heat.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Question: a.find, Notices: a.notices,
		Library: a.others.spots(),
		Places:  a.maps.Places,
	})
}

func newPaths(a *app) part.Part {
	return paths.New(paths.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Notices: a.notices,
		Files: a.files,
		Theme: &a.prefs.theme,
	})
}

func newClips(a *app) part.Part {
	return clips.New(clips.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Notices: a.notices, Files: a.files,
		Store: a.opts.Store, Plans: a.maps.Plans, PageProgram: a.opts.PageProgram, BuildPage: a.opts.BuildPage,
	})
}

func newAccessible(a *app) part.Part {
	return accessible.New(accessible.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Actions: a.parts, Lists: a.overlay,
		Notices:  a.notices,
		Platform: a.opts.Platform,
	})
}

func newFilming(a *app) part.Part {
	return filming.New(filming.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Lists: a.overlay, Notices: a.notices,
		Theme: &a.prefs.theme, Platform: a.opts.Platform, Screenshots: func() string { return a.prefs.set.Screenshots },
		NewFilm: a.newFilm, Window: a.screen.filmed,
	})
}

func newPreview(a *app) part.Part {
	return preview.New(preview.Host{Program: a.services, Demo: a.session, Watch: a.watch, Theme: &a.prefs.theme,
		Turn: a.watch.Turn})
}
