// Package confine takes from the process what it does not need before it reads files that strangers made.
//
// On Linux that is done with landlock (files, TCP, from kernel 5.13 and 6.7), a seccomp filter (sockets other than local
// ones, on amd64 and arm64; what landlock leaves of files: owners, permissions and times) and no_new_privs, none of which needs privileges. All are properties of a thread. Go offers no way
// to set them on the threads that there are while the program loads libraries of the system: on amd64 a signal has each thread
// restrict itself; elsewhere, and where that fails, they are set on one thread, which then starts the program anew in place of
// all others. Other systems offer nothing alike to a process that
// was not packaged for it.
package confine

// Places are what a confined process still reaches. Those that do not exist are passed over.
type Places struct {
	// Read are files, and folders with all that is below them.
	Read []string
	// List are folders of which, and of the folders below, only the names can be read.
	List []string
	// Write are files that can be written to, and folders in which files can be made, replaced and removed.
	Write []string
	// Run are programs that can be started. They are confined to the same places.
	Run []string
	// Devices can be read, written and controlled.
	Devices []string
	// Display lets the process reach the display, by local sockets. Without it there are none.
	Display bool
	// Port, if it is not 0, is the one TCP port that the process can connect to. Names have to be looked up before.
	Port uint16
	// Datagrams lets the process exchange packets (UDP).
	Datagrams bool
}
