package avi

// Messages of this package to the user, collected here to be read side by side.
const (
	msgJPEGSize  = "a JPEG cannot be %dx%d pixels"
	msgRate      = "a video cannot have %g frames per second"
	msgOtherSize = "frame size %dx%d does not match video size %dx%d"
	msgTooLong   = "the video is too long for an AVI"
)
