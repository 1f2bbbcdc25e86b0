package viewer

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgNotSaved         = "The picture could not be saved: %s."
	msgNoClipboard      = "The clipboard cannot be reached (%s). The line is: %s"
	msgCopied           = "Copied: %s"
	msgPartsMissing     = "Parts of the map are not drawn: %s."
	msgClosed           = "%s was closed: %s."
	msgSettingsFile     = "The settings file: %s."
	msgReloaded         = "The settings were reloaded."
	msgSettingsNotSaved = "The settings could not be saved: %s."
	msgSettingsAt       = "The settings are in %s. Keys can be rebound there; what is changed holds as soon as the file is saved."
)
