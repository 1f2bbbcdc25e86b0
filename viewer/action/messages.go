package action

// messages are what this package says, one below the other so that they can be read aloud.
const (
	msgNoKey         = "there is no key"
	msgNoModifier    = "key %q: %q is not a modifier (Ctrl, Alt, Shift)"
	msgUnknownKey    = "key %q: no key is called %q"
	msgKey           = "key %q: %w"
	msgUnknownAction = "there is no action called %q"
	msgBound         = "%s: %s already does %s"
)
