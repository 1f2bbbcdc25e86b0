package overlay

// messages are what the menu says, one below the other so that they can be read aloud.
const (
	msgPressKey  = "Press the key, alone or with Ctrl, Alt or Shift. Now it is: %s. Delete takes it away, Esc leaves it."
	msgManualNil = "The manual has nothing with these words."
	msgFindsNil  = "Nothing is called that. Find… searches all texts of the demo."
)
