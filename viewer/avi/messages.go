package avi

// messages are what this package says, one below the other so that they can be read aloud.
const (
	msgJPEGSize  = "a JPEG cannot have %dx%d pixels"
	msgRate      = "a film cannot have %g pictures a second"
	msgOtherSize = "a picture of %dx%d in a film of %dx%d"
	msgTooLong   = "the film is too long for an AVI"
)
