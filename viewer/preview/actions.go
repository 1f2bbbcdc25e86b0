package preview

import "fragscope/viewer/action"

// Actions of the preview.
const (
	IDPreview action.ID = "preview"
)

// Actions returns the table of the preview's actions.
func Actions() []action.Action {
	return action.Behind("demo-time",
		action.Row(action.Playback, IDPreview, "", "Preview",
			"Show a small map of the moment under the pointer on the timeline."),
	)
}
