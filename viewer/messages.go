package viewer

// messages are what this part of the window says, one below the other so that they can be read aloud.
const (
	msgNoDialog         = "The dialog cannot be shown: %s. A file can be dropped onto the window or named on the command line."
	msgNotSaved         = "The picture could not be saved: %s."
	msgNoClipboard      = "The clipboard cannot be reached (%s). The line is: %s"
	msgCopied           = "Copied: %s"
	msgPartsMissing     = "Parts of the map are not drawn: %s."
	msgClosed           = "%s was closed: %s."
	msgSettingsFile     = "The settings file: %s."
	msgReloaded         = "The settings were reloaded."
	msgSettingsNotSaved = "The settings could not be saved: %s."
	msgSettingsAt       = "The settings are in %s. Keys can be rebound there; changes apply as soon as the file is saved."
	msgMore             = "%s and %d more"
	msgAllKnow          = "all %d points of view"
	msgOneKnew          = "as %s knew it"
	msgNobodyNamed      = "nobody in this demo is called that"
	msgNoPicture        = "no picture can be drawn"
	msgWhichDemo        = "%s holds %d demos: name one as %[1]s:NAME"
	msgNothingToDraw    = "there is nothing to draw"
	msgNoWindow         = "the window cannot be opened: %w; %s"
	msgNewerDriver      = "a newer graphics driver may help"
	msgNoDisplay        = "there is no display here; info, events, positions and dump need none, and xvfb-run gives shot one"
	msgNoOpenGL         = "it needs OpenGL: install the graphics driver (Debian: libgl1-mesa-dri), or draw in software with LIBGL_ALWAYS_SOFTWARE=1"
)
