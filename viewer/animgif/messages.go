package animgif

// messages are what this package says, one below the other so that they can be read aloud.
const (
	msgSize      = "a GIF cannot have %dx%d pixels"
	msgOtherSize = "a picture of %dx%d in a film of %dx%d"
)
