package action

// Messages of this package to the user, collected here to be read side by side.
const (
	msgNoKey         = "no key is given"
	msgNoModifier    = "key %q: %q is not a modifier (Ctrl, Alt, Shift)"
	msgUnknownKey    = "key %q: no key is called %q"
	msgKey           = "key %q: %w"
	msgUnknownAction = "there is no action called %q"
	msgBound         = "%s: %s is already assigned to %s"
)
