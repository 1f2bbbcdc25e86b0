package film

// Messages of this package to the user, collected here to be read side by side.
const (
	msgNoFFmpeg         = "films of this kind need ffmpeg, which is not installed (https://ffmpeg.org); GIF and AVI work without it"
	msgFFmpegNotStarted = "ffmpeg cannot be started: %w"
	msgCutShort         = "it could not be written completely: is the disk full?"
	msgTooLarge         = "a film can have at most %dx%d pixels, not %dx%d"
	msgRate             = "a %s can have 1 to %g frames per second, not %g"
)
