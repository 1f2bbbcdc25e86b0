package filming

// Messages of this part of the window to the user, collected here to be read side by side.
const (
	msgStillReading = "The demo is still being read. You can save a film once it has been read."
	msgOneAtATime   = "Only one film can be saved at a time; %s cancels the current one."
	msgNotSaved     = "The film could not be saved: %s."
	msgSaved        = "Film saved: %s"
	msgNoFilm       = "No film is being saved."
	msgGivenUp      = "The film was cancelled."
	msgStopped      = "the film was cancelled"

	msgCameraRests   = "as now, not moving"
	msgCameraFollows = "as now, following %s"
	msgNeedsFFmpeg   = ": ffmpeg is not installed"
	msgProgress      = "Saving %s: %d %%"
)
