package filming

// messages are what users may read from this part of the window, gathered so that they can be read aloud.
const (
	msgStillReading = "The demo is still being read. A film can be saved once that is done."
	msgOneAtATime   = "Only one film can be saved at a time: %s cancels it."
	msgNotSaved     = "The film could not be saved: %s."
	msgSaved        = "Film saved: %s"
	msgNoFilm       = "No film is being saved."
	msgGivenUp      = "The film was cancelled."
	msgStopped      = "the film was cancelled"

	msgCameraRests   = "as it is now, at rest"
	msgCameraFollows = "as it is now, following %s"
	msgProgress      = "Saving %s: %d %%"
)
