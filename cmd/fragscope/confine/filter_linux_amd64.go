package confine

import "golang.org/x/sys/unix"

// deniedHere are older calls that exist only on this processor.
var deniedHere = []uint32{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES,
	unix.SYS_FUTIMESAT}
