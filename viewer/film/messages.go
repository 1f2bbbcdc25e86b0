package film

// messages are what users may read from this package, gathered so that they can be read aloud.
const (
	msgNoFFmpeg         = "films of this kind need the program ffmpeg, which is not installed (https://ffmpeg.org); GIF and AVI work without it"
	msgFFmpegNotStarted = "ffmpeg cannot be started: %w"
	msgCutShort         = "it could not be written completely: is the disk full?"
	msgTooLarge         = "a film has at most %dx%d pixels, not %dx%d"
	msgRate             = "a %s has from 1 to %g pictures a second, not %g"
)
