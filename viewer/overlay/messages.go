package overlay

// Messages of the menu to the user, collected here to be read side by side.
const (
	msgVerbs     = "Commands"
	msgPressKey  = "Press a key, alone or with Ctrl, Alt or Shift. The current key is %s. Delete removes it; Esc keeps it."
	msgManualNil = "The manual does not mention this."
	msgFindsNil  = "Nothing found. Find… searches all text in the demo."
)
