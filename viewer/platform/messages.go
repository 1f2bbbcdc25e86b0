package platform

// messages are what a user can come to read of this package, one below the other so that they can be read aloud.
const (
	msgNoClipboardTool = "no program that reaches the clipboard is installed"
	msgNoAnswer        = "no answer"
	msgNotHere         = "this is no file of this computer"
	msgNoGTK           = "file dialogs need GTK 3, which is not installed: drop files onto the window instead"
	msgOldGTK          = "file dialogs need a newer GTK 3: %w"
	msgNoDisplay       = "file dialogs find no display"
	msgTooManyPictures = "%s: too many pictures of that name"
	msgNoDesktop       = "there is no desktop"
)
