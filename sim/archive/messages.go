//go:build !js

package archive

// Messages about the library's file to the user, collected here to be read side by side.
const (
	msgPacked    = "this kind of archive cannot be read; unpack it first"
	msgNested    = "archives inside archives are not read; unpack the outer one first"
	msgLinked    = "links to folders are not followed; add the folder itself"
	msgLibrary   = "the library %s: %s"
	msgForeign   = "it is the database of another program and was left unchanged: name another file"
	msgDamaged   = "it is damaged: move it away and create a new one from the demos with library add FOLDER"
	msgNoLibrary = "it is not a library and was left unchanged; if it was one, it is damaged: move it away and create a new one from the demos with library add FOLDER"
	msgFull      = "the disk is full, but what has been read is kept: free some space and run library scan again to continue"
	msgReadOnly  = "it cannot be written to: the file or its folder is read-only"
	msgNotOpened = "it cannot be opened: check that its folder exists and that you may write to it"
	msgBusy      = "another program is writing to it: try again when it has finished"
	msgDisk      = "the disk could not be read or written"
)
