package film

// messages are what users may read from this package, gathered so that they can be read aloud.
const (
	msgNoFFmpeg         = "films of this kind are written by the program ffmpeg, which is not installed (https://ffmpeg.org); GIF and AVI need nothing"
	msgFFmpegNotStarted = "ffmpeg cannot be started: %w"
	msgCutShort         = "it was not written to its end: is there room on the disk?"
	msgTooLarge         = "a film has at most %dx%d pixels, not %dx%d"
	msgRate             = "a %s has from 1 to %g pictures a second, not %g"
)
