//go:build !page

package viewer

import (
	"fragscope/viewer/action"
	"fragscope/viewer/heat"
	"fragscope/viewer/library"
	"fragscope/viewer/live"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/race"
)

// several are the concerns that deal with several demos.
type several struct {
	race    *race.Board
	library *library.Library
}

// begin creates them before other concerns, which refer to them.
func (s *several) begin(a *app) {
	s.race = race.New(race.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Watch: a.watch, Notices: a.notices,
		Files: a.files, Theme: &a.prefs.theme, Lists: a.overlay,
		OnMap: func() []race.Other { return s.library.OnMap() }, Load: a.session.Load,
		Large: func() bool { return a.prefs.set.Touch == panel.Open },
	})
	s.race.Want(a.opts.Race)
	s.library = library.New(library.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Actions: a.parts, Notices: a.notices,
		Files: a.files, Exchange: a.exchange(), PlacesIn: a.maps.PlacesIn, PlanIn: a.maps.PlanIn, File: a.opts.Library,
		Settings: &a.prefs.set, SaveSettings: a.prefs.save,
		Open: func(path, member string) { a.session.Open(path, member, true) }, OpenAt: a.openAt, Lists: a.overlay,
		Race: func(path, member string, with []string) {
			s.race.Want(with)
			a.session.Open(path, member, true)
		},
	})
}

// holds reports whether the library has a demo.
func (s *several) holds(path, member string) bool { return s.library.Has(path, member) }

// spots returns the source of heat maps over the library's demos, or nil if there is no library.
func (s *several) spots() heat.Library { return s.library.Spots() }

func liveActions() []action.Action    { return live.Actions() }
func raceActions() []action.Action    { return race.Actions() }
func libraryActions() []action.Action { return library.Actions() }

// libraryOffer returns the library as a way to open a demo.
func libraryOffer() []panel.Offer { return []panel.Offer{{ID: library.IDLibrary, Text: "Library"}} }

func newRace(a *app) part.Part    { return a.others.race.Part() }
func newLibrary(a *app) part.Part { return a.others.library.Part() }

func newLive(a *app) part.Part {
	return live.New(live.Host{
		Program: a.services, Demo: a.session, Clock: a.timeline, Notices: a.notices, Lists: a.overlay,
		Theme: &a.prefs.theme, Settings: &a.prefs.set, SaveSettings: a.prefs.save,
		Open: func(address string) {
			a.session.Playlist = nil
			a.session.Open(address, "", false)
		},
	})
}
