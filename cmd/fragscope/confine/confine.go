// Package confine drops the privileges that the process does not need, before it reads files from strangers.
//
// On Linux it uses landlock (files and TCP, from kernels 5.13 and 6.7), a seccomp filter (sockets other than local
// ones, on amd64 and arm64, and what landlock leaves open about files: owners, permissions and times) and
// no_new_privs, none of which needs privileges. All of them apply to single threads, and Go has no way to set them
// on the existing threads of a program that loads system libraries. On amd64 a signal makes each thread restrict
// itself; elsewhere, and if that fails, one thread is restricted, which then restarts the program in place of all
// the others. Other systems offer nothing similar to a process that was not packaged for it.
package confine

// Places are what a confined process can still reach. Those that do not exist are ignored.
type Places struct {
	// Read are files, and folders with everything below them.
	Read []string
	// List are folders that, including those below them, can be listed but whose files cannot be read.
	List []string
	// Write are files that can be written, and folders in which files can be created, replaced and removed.
	Write []string
	// Run are programs that can be started. They are confined to the same places.
	Run []string
	// Devices can be read, written and controlled.
	Devices []string
	// Display allows access to the display by local sockets, which are otherwise forbidden.
	Display bool
	// Port, unless 0, is the one TCP port to which the process can connect. Names have to be looked up before.
	Port uint16
	// Datagrams allows UDP.
	Datagrams bool
}
