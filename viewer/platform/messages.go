package platform

// Messages of this package to the user, collected here to be read side by side.
const (
	msgNoClipboardTool = "no clipboard program is installed"
	msgNoAnswer        = "no answer"
	msgNotHere         = "this is not a file on this computer"
	msgNoGTK           = "GTK 3 is not installed (package libgtk-3-0 or gtk3)"
	msgOldGTK          = "GTK 3 is too old: %v"
	msgNoDisplay       = "no display is available"
	msgTooManyPictures = "%s: there are too many pictures with this name"
	msgNoDesktop       = "there is no desktop"
	msgNoDialog        = "this desktop provides no dialogs"
)
