// Package confine drops the privileges that the process does not need, before it reads files from strangers.
//
// On Linux it uses landlock (files and TCP, from kernels 5.13 and 6.7), a seccomp filter (sockets other than local
// ones, on amd64 and arm64, and what landlock leaves open about files: owners, permissions and times) and
// no_new_privs, none of which needs privileges. All of them apply to single threads, and Go has no way to set them
// on the existing threads of a program that loads system libraries. On amd64 a signal makes each thread restrict
// itself; elsewhere, and if that fails, one thread is restricted, which then restarts the program in place of all
// the others. Other systems offer nothing similar to a process that was not packaged for it.
package confine

// Places lists what a confined process can still access. Places that do not exist are ignored.
type Places struct {
	// Read lists readable files, and folders readable with everything below them.
	Read []string
	// List lists folders that can be listed, including the folders below them, but whose files cannot be read.
	List []string
	// Write lists writable files, and folders in which files can be created, replaced and removed.
	Write []string
	// Run lists programs that can be started. They are confined in the same way.
	Run []string
	// Devices lists devices that can be read, written and controlled.
	Devices []string
	// Display allows access to the display through local sockets, which are otherwise forbidden.
	Display bool
	// Port, unless 0, is the only TCP port to which the process can connect. Host names must be looked up before.
	Port uint16
	// Datagrams allows UDP.
	Datagrams bool
}
