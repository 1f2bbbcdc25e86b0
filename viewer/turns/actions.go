package turns

import "fragscope/viewer/action"

// Actions for the changes of the lead.
const (
	IDNextLead action.ID = "next-lead"
	IDPrevLead action.ID = "previous-lead"
)

// Actions returns the actions that step through the changes of the lead.
func Actions() []action.Action {
	return action.Behind(action.NextEvent,
		action.Repeat(action.Row(action.Playback, IDPrevLead, "", "Previous lead change",
			"Go to the last time the lead went to another player or team.")),
		action.Repeat(action.Row(action.Playback, IDNextLead, "", "Next lead change",
			"Go to the next time the lead goes to another player or team.")),
	)
}
