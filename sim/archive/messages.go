//go:build !js

package archive

// messages are what users may read about the library's file: what happened, and what they can do.
const (
	msgPacked    = "an archive of a kind that is not read: unpack it"
	msgNested    = "an archive in an archive is not read: unpack the outer one"
	msgLinked    = "a link to a folder is not followed: add the folder itself"
	msgLibrary   = "the library %s: %s"
	msgForeign   = "it is a database of another program, and was left as it is: name another file"
	msgDamaged   = "it is damaged; move it away, then library add FOLDER makes a new one from the demos"
	msgNoLibrary = "it is not a library, and was left as it is; if it was one it is damaged: move it away, then library add FOLDER makes a new one from the demos"
	msgFull      = "the disk is full; what was read so far is kept, and library scan goes on from there when there is room"
	msgReadOnly  = "it cannot be written: its folder or the file is read-only"
	msgNotOpened = "it cannot be opened: see whether its folder is there and who may write there"
	msgBusy      = "another program is writing it: try again when that has finished"
	msgDisk      = "the disk could not be read or written"
)
