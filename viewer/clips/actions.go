package clips

import "fragscope/viewer/action"

// Actions of clips and pages.
const (
	IDClip action.ID = "save-clip"
	IDPage action.ID = "save-page"
)

// Actions returns the table of the actions of clips and pages.
func Actions() []action.Action {
	return []action.Action{
		action.Row(action.Share, IDClip, "", "Save clip…", "Save the loop as a demo of its own, which the game plays."),
		action.Row(action.Share, IDPage, "", "Save page…", "Save the loop, else the whole demo, as a page that plays in any browser."),
	}
}
