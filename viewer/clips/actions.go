package clips

import "fragscope/viewer/action"

// Actions for clips and pages.
const (
	IDClip action.ID = "save-clip"
	IDPage action.ID = "save-page"
)

// Actions returns the actions that save clips and pages.
func Actions() []action.Action {
	return []action.Action{
		action.Row(action.Share, IDClip, "", "Save clip…",
			"Save the selection, or the next 10 seconds if there is none, as a demo that the game can play."),
		action.Row(action.Share, IDPage, "", "Save page…",
			"Save the selection, or the whole demo, as a web page that plays in any browser."),
	}
}
