package confine

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// self is this program, even if its file was replaced since it started.
const self = "/proc/self/exe"

// Access rights for files.
const (
	readFile = unix.LANDLOCK_ACCESS_FS_READ_FILE
	readAll  = readFile | unix.LANDLOCK_ACCESS_FS_READ_DIR
	writeAll = readAll | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE
	device = readAll | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	run    = readFile | unix.LANDLOCK_ACCESS_FS_EXECUTE
	// onFile are the rights that a rule can grant for a file rather than a folder.
	onFile = run | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// abilities are the rights that each version of landlock can take away in addition to earlier ones.
var abilities = []unix.LandlockRulesetAttr{
	1:  {Handled_access_fs: unix.LANDLOCK_ACCESS_FS_REFER - 1},
	2:  {Handled_access_fs: unix.LANDLOCK_ACCESS_FS_REFER},
	3:  {Handled_access_fs: unix.LANDLOCK_ACCESS_FS_TRUNCATE},
	4:  {Handled_access_net: unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP},
	5:  {Handled_access_fs: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV},
	6:  {Scoped: unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL},
	9:  {Handled_access_fs: unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX},
	10: {Handled_access_net: unix.LANDLOCK_ACCESS_NET_BIND_UDP | unix.LANDLOCK_ACCESS_NET_CONNECT_SEND_UDP},
}

// Process confines the process to the resources returned by places, as far as the system supports this. If the existing
// threads cannot be restricted, Process restarts the program and returns only in the new process. It must therefore be
// called before anything is read or written. Process returns an error if confinement is supported but fails.
func Process(places func() Places) error { return process(places, restrictThreads) }

// process is like Process, but takes the function that restricts all threads to a landlock ruleset, which is negative
// if there is none.
func process(places func() Places, restrict func(ruleset int) error) error {
	if confined() {
		return nil // it was restarted
	}
	if _, err := os.Stat(self); err != nil {
		return nil // without /proc the program cannot be restarted
	}
	p := places()
	set, rules := p.rules(landlock())
	ruleset := -1
	if set.Handled_access_fs != 0 {
		var err error
		if ruleset, err = newRuleset(set, rules, p.Ports); err != nil {
			return fmt.Errorf("landlock: %w", err)
		}
		defer unix.Close(ruleset)
	}
	if !signalsScoped() && restrict(ruleset) == nil && offered(p.filter(false).set(allThreads)) == nil {
		return nil
	}
	return startAnew(ruleset, p.filter(true))
}

// startAnew confines this thread, which then restarts the program in place of all the others.
func startAnew(ruleset int, f filter) error {
	// The thread stays restricted. If the program cannot be restarted, the thread ends with this goroutine.
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	if ruleset >= 0 {
		if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(ruleset), 0, 0); errno != 0 {
			return fmt.Errorf("landlock: %w", errno)
		}
	}
	if err := offered(f.set(thisThread)); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	// Mesa may not make a folder for its shaders any more, and would report that twice.
	env := append(os.Environ(), "MESA_SHADER_CACHE_DISABLE=true")
	return fmt.Errorf("starting anew: %w", syscall.Exec(self, os.Args, env))
}

// offered returns err, or nil if it says that the kernel lacks the call.
func offered(err error) error {
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return nil
	}
	return err
}

// Offer returns a description of the confinement supported by this kernel.
func Offer() string {
	offer := []string{"no_new_privs"}
	if version := landlock(); version > 0 {
		offer = append([]string{fmt.Sprintf("landlock %d", version)}, offer...)
	}
	if auditArch != 0 {
		offer = append(offer, "seccomp")
	}
	return "verbs are confined by " + strings.Join(offer, ", ")
}

// Confines reports whether [Process] restricts anything on this system.
func Confines() bool { return true }

// landlock returns the kernel's version of landlock, or 0 if it has none.
func landlock() int {
	version, _, err := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if err != 0 {
		return 0
	}
	return int(version)
}

// signalsScoped reports whether landlock prevents the threads of a process from signalling each other once each has
// restricted itself. Kernels 6.12 to 6.14 do so unless they have erratum 2, but Go's runtime relies on these signals.
func signalsScoped() bool {
	if landlock() < 6 {
		return false
	}
	const corrected = 1 << (2 - 1)
	errata, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_ERRATA)
	return errno != 0 || errata&corrected == 0
}

// rule grants rights to a path.
type rule struct {
	path   string
	rights uint64
}

// rules returns the rights that the given version of landlock takes away, and the exceptions.
func (p Places) rules(version int) (set unix.LandlockRulesetAttr, rules []rule) {
	for _, a := range abilities[:min(version+1, len(abilities))] {
		set.Handled_access_fs |= a.Handled_access_fs
		set.Handled_access_net |= a.Handled_access_net
		set.Scoped |= a.Scoped
	}
	if p.Display {
		set.Scoped &^= unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
		set.Handled_access_fs &^= unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX
	}
	if p.Datagrams {
		set.Handled_access_net &^= unix.LANDLOCK_ACCESS_NET_BIND_UDP | unix.LANDLOCK_ACCESS_NET_CONNECT_SEND_UDP
	}
	add := func(rights uint64, paths ...string) {
		for _, path := range paths {
			if path != "" {
				rules = append(rules, rule{path, rights & set.Handled_access_fs})
			}
		}
	}
	for _, program := range append([]string{self}, p.Run...) {
		add(run, program, loader(program))
	}
	add(readAll, libraries...)
	add(readAll, filepath.SplitList(os.Getenv("LD_LIBRARY_PATH"))...)
	add(readAll, p.Read...)
	add(unix.LANDLOCK_ACCESS_FS_READ_DIR, p.List...)
	add(writeAll, p.Write...)
	add(device, p.Devices...)
	return set, rules
}

// libraries lists the paths of the system's libraries, the time zones, and the files that Go's runtime reads about
// memory and processors.
var libraries = []string{"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/ld-musl-x86_64.path", "/etc/ld-musl-aarch64.path",
	"/etc/localtime", "/usr/share/zoneinfo",
	"/sys/kernel/mm/transparent_hugepage", "/sys/fs/cgroup", "/sys/devices/system/cpu", "/proc/self/cgroup",
	"/proc/self/mountinfo", "/proc/self/maps", "/dev/null", "/dev/urandom"}

// loader returns the path of a program's dynamic loader, or "" if it has none.
func loader(name string) string {
	program, err := elf.Open(name)
	if err != nil {
		return ""
	}
	defer program.Close()
	for _, part := range program.Progs {
		if part.Type == elf.PT_INTERP {
			name, _ := io.ReadAll(io.LimitReader(part.Open(), unix.PathMax))
			return strings.TrimRight(string(name), "\x00")
		}
	}
	return ""
}

// newRuleset returns a landlock ruleset that takes rights away except for those of the rules.
func newRuleset(set unix.LandlockRulesetAttr, rules []rule, ports []uint16) (fd int, err error) {
	made, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&set)),
		unsafe.Sizeof(set), 0)
	if errno != 0 {
		return -1, errno
	}
	fd = int(made)
	defer func() {
		if err != nil {
			unix.Close(fd)
		}
	}()
	for _, r := range rules {
		if err := r.add(fd); err != nil && !passable(err) {
			return -1, fmt.Errorf("%s: %w", r.path, err)
		}
	}
	for _, port := range ports {
		if set.Handled_access_net == 0 {
			break
		}
		allowed := struct{ rights, port uint64 }{unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, uint64(port)}
		const rulePort = 2 // LANDLOCK_RULE_NET_PORT
		if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, made, rulePort, uintptr(unsafe.Pointer(&allowed)),
			0, 0, 0); errno != 0 {
			return -1, errno
		}
	}
	return fd, nil
}

// passable reports whether an error means that the path could not be opened without confinement either.
func passable(err error) bool {
	for _, e := range []error{fs.ErrNotExist, fs.ErrPermission, unix.ENOTDIR, unix.ELOOP, unix.ENAMETOOLONG} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// add adds the rule to a ruleset.
func (r rule) add(set int) error {
	at, err := unix.Open(r.path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(at)
	var stat unix.Stat_t
	if err := unix.Fstat(at, &stat); err != nil {
		return err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		r.rights &= onFile
	}
	if r.rights == 0 {
		return nil
	}
	beneath := unix.LandlockPathBeneathAttr{Allowed_access: r.rights, Parent_fd: int32(at)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(set), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&beneath)), 0, 0, 0)
	if errno == unix.EBADFD { // a pipe or the like without a place in a file system, which landlock does not restrict
		return nil
	}
	if errno != 0 {
		return errno
	}
	return nil
}
