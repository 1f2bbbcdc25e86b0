package confine

import (
	"fmt"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// auditArch is how the kernel calls this processor's system calls; 0 where there is no filter.
var auditArch = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]

// Flags of the system call seccomp: which threads a filter applies to.
const thisThread, allThreads = 0, unix.SECCOMP_FILTER_FLAG_TSYNC

// By asking for a socket of a family that there is not, a process finds out whether it is confined: the filter has an answer of its own.
const (
	familySign = 0x46726167
	signErrno  = 3517
)

// confined reports whether this process is confined already. Nothing that a process inherits otherwise can say so: the kernel is asked.
func confined() bool {
	if auditArch == 0 { // nothing else starts such programs confined
		set, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
		return err == nil && set == 1
	}
	_, _, errno := unix.RawSyscall(unix.SYS_SOCKET, familySign, 0, 0)
	return errno == signErrno
}

// denied are calls that change what landlock leaves alone, by the paths of files or in other processes: owners, permissions, times and
// attributes. Those by an open file stay, which has to be reached first. io_uring goes around every filter.
var denied = append([]uint32{
	unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWNAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP, unix.SYS_IO_URING_SETUP,
}, deniedHere...)

// filter is a program for the kernel that judges system calls. It begins with the number in the accumulator.
type filter []unix.SockFilter

const (
	load  = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	mask  = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	least = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	bits  = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	end   = unix.BPF_RET | unix.BPF_K

	// Offsets in struct seccomp_data, of the arguments that of the first; each has 64 bits.
	number, arch, argument = 0, 4, 16

	deny  = unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)
	sign  = unix.SECCOMP_RET_ERRNO | uint32(signErrno)
	allow = unix.SECCOMP_RET_ALLOW
)

// when has the filter end with a verdict where the accumulator has a value.
func (f *filter) when(value, verdict uint32) {
	*f = append(*f, unix.SockFilter{Code: equal, K: value, Jf: 1}, unix.SockFilter{Code: end, K: verdict})
}

// sockets has the filter allow sockets of a kind, which is in the accumulator, by one protocol alone: landlock does not hold others of that
// kind, such as MPTCP, to ports.
func (f *filter) sockets(kind, protocol uint32) {
	*f = append(*f, unix.SockFilter{Code: equal, K: kind, Jf: 5}, unix.SockFilter{Code: load, K: argument + 2*8},
		unix.SockFilter{Code: equal, K: 0, Jt: 1}, unix.SockFilter{Code: equal, K: protocol, Jf: 1},
		unix.SockFilter{Code: end, K: allow}, unix.SockFilter{Code: end, K: deny})
}

// filter returns the filter of system calls for p: it allows the sockets that p needs and refuses calls that no verb makes.
// If the process is to be started again, it also allows the sockets with which it looks up names once more.
func (p Places) filter(anew bool) filter {
	const x32 = 0x40000000 // the bit of amd64's other set of calls
	f := filter{
		{Code: load, K: arch}, {Code: equal, K: auditArch, Jt: 1}, {Code: end, K: deny},
		{Code: load, K: number}, {Code: least, K: x32, Jf: 1}, {Code: end, K: deny},
	}
	for _, call := range denied {
		f.when(call, deny)
	}
	// Times are set by an open file where there is no path.
	f = append(f, unix.SockFilter{Code: equal, K: unix.SYS_UTIMENSAT, Jf: 6},
		unix.SockFilter{Code: load, K: argument + 8}, unix.SockFilter{Code: equal, K: 0, Jf: 3},
		unix.SockFilter{Code: load, K: argument + 8 + 4}, unix.SockFilter{Code: equal, K: 0, Jf: 1}, unix.SockFilter{Code: end, K: allow},
		unix.SockFilter{Code: end, K: deny})
	// A TCP connection that is made with the first data (fast open) is not held to a port by landlock.
	for call, flags := range map[uint32]uint32{unix.SYS_SENDTO: 3, unix.SYS_SENDMSG: 2, unix.SYS_SENDMMSG: 3} {
		f = append(f, unix.SockFilter{Code: equal, K: call, Jf: 4}, unix.SockFilter{Code: load, K: argument + flags*8},
			unix.SockFilter{Code: bits, K: unix.MSG_FASTOPEN, Jf: 1}, unix.SockFilter{Code: end, K: deny}, unix.SockFilter{Code: end, K: allow})
	}
	f = append(f, unix.SockFilter{Code: equal, K: unix.SYS_SOCKET, Jt: 1}, unix.SockFilter{Code: end, K: allow}, unix.SockFilter{Code: load, K: argument})
	f.when(familySign, sign)
	if p.Display {
		f.when(unix.AF_UNIX, allow)
	}
	if p.Port != 0 || p.Datagrams {
		f = append(f, unix.SockFilter{Code: equal, K: unix.AF_INET, Jt: 2}, unix.SockFilter{Code: equal, K: unix.AF_INET6, Jt: 1}, unix.SockFilter{Code: end, K: deny},
			unix.SockFilter{Code: load, K: argument + 8}, unix.SockFilter{Code: mask, K: 0xf}) // without SOCK_CLOEXEC and SOCK_NONBLOCK
		if p.Port != 0 {
			f.sockets(unix.SOCK_STREAM, unix.IPPROTO_TCP)
		}
		if p.Datagrams || anew {
			f.sockets(unix.SOCK_DGRAM, unix.IPPROTO_UDP)
		}
	}
	return append(f, unix.SockFilter{Code: end, K: deny})
}

// set has the kernel judge the calls of threads by the filter.
func (f filter) set(threads uintptr) error {
	if auditArch == 0 {
		return nil
	}
	program := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	failed, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, threads, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(f)
	switch {
	case errno != 0:
		return errno
	case failed != 0: // a thread with a filter of its own
		return fmt.Errorf("thread %d: %w", failed, syscall.EACCES)
	}
	return nil
}
