package preview

import "fragscope/viewer/action"

// The actions of the picture over the time line.
const (
	IDPreview action.ID = "preview"
)

// Actions is the table of the actions of the picture over the time line.
func Actions() []action.Action {
	return action.Behind("demo-time",
		action.Row(action.Playback, IDPreview, "Shift+W", "Preview", "A small map of the time under the pointer over the time line, on or off."),
	)
}
