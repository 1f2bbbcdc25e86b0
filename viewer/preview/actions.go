package preview

import "fragscope/viewer/action"

// The IDs of the preview's actions.
const (
	IDPreview action.ID = "preview"
)

// Actions returns the actions for the preview.
func Actions() []action.Action {
	return action.Behind("demo-time",
		action.Row(action.Playback, IDPreview, "", "Preview",
			"Show a small map of the moment under the pointer on the timeline."),
	)
}
