// Package confine drops the privileges that the process does not need, before it reads untrusted files.
//
// On Linux it uses landlock (files and TCP, since kernels 5.13 and 6.7), a seccomp filter (sockets other than local
// ones, on amd64 and arm64, and properties of files that landlock does not protect: owners, permissions and times) and
// no_new_privs. None of these requires privileges. All of them apply to single threads, and Go has no way to set them
// on the existing threads of a program that loads system libraries. On amd64, a signal makes each thread restrict
// itself. Elsewhere, or if that fails, one thread is restricted, which then restarts the program in place of all the
// others. Other systems offer nothing similar to a process that was not packaged for it.
package confine

// Places lists what a confined process can still access. Files and folders that do not exist are ignored.
type Places struct {
	// Read lists files that can be read, and folders that can be read with everything below them.
	Read []string
	// List lists folders that can be listed, including the folders below them, but whose files cannot be read.
	List []string
	// Write lists files that can be written, and folders where files can be created, replaced and removed.
	Write []string
	// Run lists programs that can be started. They are confined in the same way.
	Run []string
	// Devices lists devices that can be read, written and controlled.
	Devices []string
	// Display allows access to the display through local sockets, which are otherwise forbidden.
	Display bool
	// Ports are the only TCP ports that the process can connect to. Host names must be looked up first.
	Ports []uint16
	// Datagrams allows the use of UDP.
	Datagrams bool
}
