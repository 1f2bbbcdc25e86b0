package overlay

// Messages of the menu to the user, collected here to be read side by side.
const (
	msgVerbs     = "What can be done"
	msgPressKey  = "Press the key, alone or with Ctrl, Alt or Shift. Now it is: %s. Delete takes it away, Esc leaves it."
	msgManualNil = "The manual has nothing with these words."
	msgFindsNil  = "Nothing is called that. Find… searches all texts of the demo."
)
