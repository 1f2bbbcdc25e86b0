package confine

import (
	"fmt"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// auditArch is the kernel's number for this processor's system calls, or 0 if there is no filter for it.
var auditArch = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]

// Flags of the seccomp call: the threads that a filter applies to.
const thisThread, allThreads = 0, unix.SECCOMP_FILTER_FLAG_TSYNC

// A process determines whether it is confined by requesting a socket of a family that does not exist, to which the
// filter responds with a specific error.
const (
	familySign = 0x46726167
	signErrno  = 3517
)

// confined reports whether this process is already confined. It asks the kernel, since anything else that a process
// inherits could be forged.
func confined() bool {
	if auditArch == 0 { // nothing else starts such programs confined
		set, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
		return err == nil && set == 1
	}
	_, _, errno := unix.RawSyscall(unix.SYS_SOCKET, familySign, 0, 0)
	return errno == signErrno
}

// denied are calls that change, by path or in other processes, properties that landlock does not protect: owners,
// permissions, times and attributes. Those by an open file are allowed, as it had to be opened first. io_uring bypasses
// every filter.
var denied = append([]uint32{
	unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWNAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV,
	unix.SYS_PIDFD_GETFD, unix.SYS_KCMP, unix.SYS_IO_URING_SETUP,
}, deniedHere...)

// filter is a program with which the kernel checks system calls. It starts with the number of the call in the
// accumulator.
type filter []unix.SockFilter

const (
	load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	mask  = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	least = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	bits  = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	end   = unix.BPF_RET | unix.BPF_K

	// Offsets in struct seccomp_data; argument is the offset of the first one. Arguments have 64 bits.
	number, arch, argument = 0, 4, 16

	deny  = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
	sign  = unix.SECCOMP_RET_ERRNO | uint32(signErrno)
	allow = unix.SECCOMP_RET_ALLOW
)

// when ends the filter with a verdict if the accumulator has a value.
func (f *filter) when(value, verdict uint32) {
	*f = append(*f, unix.SockFilter{Code: equal, K: value, Jf: 1}, unix.SockFilter{Code: end, K: verdict})
}

// sockets allows sockets of the type in the accumulator for a single protocol: landlock does not hold others of the
// type, such as MPTCP, to ports.
func (f *filter) sockets(kind, protocol uint32) {
	*f = append(*f, unix.SockFilter{Code: equal, K: kind, Jf: 5}, unix.SockFilter{Code: load, K: argument + 2*8},
		unix.SockFilter{Code: equal, K: 0, Jt: 1}, unix.SockFilter{Code: equal, K: protocol, Jf: 1},
		unix.SockFilter{Code: end, K: allow}, unix.SockFilter{Code: end, K: deny})
}

// filter returns the system call filter for p: it allows the sockets that p needs and refuses calls that no verb makes.
// If the process will be restarted, it also allows the sockets for looking up names again.
func (p Places) filter(anew bool) filter {
	const x32 = 0x40000000 // marks amd64's alternative set of calls
	f := filter{
		{Code: load, K: arch}, {Code: equal, K: auditArch, Jt: 1}, {Code: end, K: deny},
		{Code: load, K: number}, {Code: least, K: x32, Jf: 1}, {Code: end, K: deny},
	}
	for _, call := range denied {
		f.when(call, deny)
	}
	// With a null path, the times of an open file are set.
	f = append(f, unix.SockFilter{Code: equal, K: unix.SYS_UTIMENSAT, Jf: 6},
		unix.SockFilter{Code: load, K: argument + 8}, unix.SockFilter{Code: equal, K: 0, Jf: 3},
		unix.SockFilter{Code: load, K: argument + 8 + 4}, unix.SockFilter{Code: equal, K: 0, Jf: 1},
		unix.SockFilter{Code: end, K: allow},
		unix.SockFilter{Code: end, K: deny})
	// landlock does not hold a TCP connection that is made along with the first data (fast open) to a port.
	for call, flags := range map[uint32]uint32{unix.SYS_SENDTO: 3, unix.SYS_SENDMSG: 2, unix.SYS_SENDMMSG: 3} {
		f = append(f, unix.SockFilter{Code: equal, K: call, Jf: 4}, unix.SockFilter{Code: load, K: argument + flags*8},
			unix.SockFilter{Code: bits, K: unix.MSG_FASTOPEN, Jf: 1}, unix.SockFilter{Code: end, K: deny},
			unix.SockFilter{Code: end, K: allow})
	}
	f = append(f, unix.SockFilter{Code: equal, K: unix.SYS_SOCKET, Jt: 1}, unix.SockFilter{Code: end, K: allow},
		unix.SockFilter{Code: load, K: argument})
	f.when(familySign, sign)
	if p.Display {
		f.when(unix.AF_UNIX, allow)
	}
	if len(p.Ports) > 0 || p.Datagrams {
		f = append(f, unix.SockFilter{Code: equal, K: unix.AF_INET, Jt: 2},
			unix.SockFilter{Code: equal, K: unix.AF_INET6, Jt: 1}, unix.SockFilter{Code: end, K: deny},
			// without SOCK_CLOEXEC and SOCK_NONBLOCK
			unix.SockFilter{Code: load, K: argument + 8}, unix.SockFilter{Code: mask, K: 0xf})
		if len(p.Ports) > 0 {
			f.sockets(unix.SOCK_STREAM, unix.IPPROTO_TCP)
		}
		if p.Datagrams || anew {
			f.sockets(unix.SOCK_DGRAM, unix.IPPROTO_UDP)
		}
	}
	return append(f, unix.SockFilter{Code: end, K: deny})
}

// set makes the kernel apply the filter to the calls of threads.
func (f filter) set(threads uintptr) error {
	if auditArch == 0 {
		return nil
	}
	program := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	failed, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, threads,
		uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(f)
	switch {
	case errno != 0:
		return errno
	case failed != 0: // a thread with its own filter
		return fmt.Errorf("thread %d: %w", failed, syscall.EACCES)
	}
	return nil
}
