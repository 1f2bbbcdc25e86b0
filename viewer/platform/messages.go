package platform

// Messages of this package to the user, collected here to be read side by side.
const (
	msgNoClipboardTool = "no clipboard program is installed"
	msgNoAnswer        = "no answer"
	msgNotHere         = "this is not a file on this computer"
	msgNoGTK           = "file dialogs need GTK 3, which is not installed"
	msgOldGTK          = "file dialogs need a newer GTK 3: %w"
	msgNoDisplay       = "there is no display for a file dialog"
	msgTooManyPictures = "%s: there are too many pictures with this name"
	msgNoDesktop       = "there is no desktop"
)
