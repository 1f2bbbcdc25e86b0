package filming

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgStillReading = "The demo is still being read: a film can be saved when that is done."
	msgOneAtATime   = "One film is saved at a time: %s gives up the one that is."
	msgNotSaved     = "The film could not be saved: %s."
	msgSaved        = "Film saved: %s"
	msgNoFilm       = "No film is being saved."
	msgGivenUp      = "The film was given up."
	msgStopped      = "the film was given up"

	msgCameraRests   = "as it is now, at rest"
	msgCameraFollows = "as it is now, following %s"
)
