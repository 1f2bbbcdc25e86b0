package animgif

// Messages of this package to the user, collected here to be read side by side.
const (
	msgSize      = "a GIF cannot be %dx%d pixels"
	msgOtherSize = "frame size %dx%d does not match animation size %dx%d"
)
