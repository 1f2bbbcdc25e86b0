// Package confine drops the privileges that the process does not need. It must be used before the process reads
// untrusted files.
//
// On Linux it uses three mechanisms, none of which requires privileges. Landlock restricts access to files (since Linux
// 5.13) and TCP (since Linux 6.7). A seccomp filter (on amd64 and arm64) blocks all sockets except local ones. It also
// blocks changes to the owners, permissions and times of files, because Landlock does not restrict such changes. The
// third mechanism is no_new_privs.
//
// All of these mechanisms apply to single threads. Go cannot apply them to the existing threads of a program that loads
// system libraries. On amd64, a signal makes each thread restrict itself. On other architectures, or if this method
// fails, one thread restricts itself and then restarts the program. The restart ends all other threads.
//
// Other operating systems confine only programs that have been packaged for this purpose, so the package does nothing
// there.
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
