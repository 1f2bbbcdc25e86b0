//go:build page

package viewer

import (
	"fragscope/viewer/action"
	"fragscope/viewer/heat"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// A saved page contains one demo and has to be small, so it omits everything that deals with several demos or with
// servers.

type several struct{}

func (*several) begin(*app) {}

func (*several) holds(_, _ string) bool { return false }

func (*several) spots() heat.Library { return nil }

// None of them has actions.
func liveActions() []action.Action    { return nil }
func raceActions() []action.Action    { return nil }
func libraryActions() []action.Action { return nil }
func libraryOffer() []panel.Offer     { return nil }

func newLive(*app) part.Part    { return part.Part{} }
func newRace(*app) part.Part    { return part.Part{} }
func newLibrary(*app) part.Part { return part.Part{} }
