// Package fault confines a panic to the work that caused it. Decoders and simulators are not known to panic, but an
// unforeseen demo might make one do so. The demo then ends at that point, the user is told, and everything else
// continues. Tests treat a panic as a failure: they look for [Words].
package fault

import (
	"fmt"
	"runtime"
	"strings"
)

// Error is a recovered panic. It is always the program's fault.
type Error struct {
	Value any
	Where string // the function of this program that panicked, or "" if unknown
}

// Words occurs in the text of every [Error].
const Words = "a fault of the program"

func (e *Error) Error() string {
	where := ""
	if e.Where != "" {
		where = ", in " + e.Where
	}
	return fmt.Sprintf("this is %s, please report it with the file (%v%s)", Words, e.Value, where)
}

// Guard runs work and returns its error, or an [Error] if it panics.
func Guard(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Error{v, where()}
		}
	}()
	return work()
}

// where returns the innermost function of this program on the stack of the panic.
func where() string {
	const module, depth = "fragscope/", 64
	var callers [depth]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	panicked := false
	for {
		f, more := frames.Next()
		if panicked && strings.HasPrefix(f.Function, module) {
			return strings.TrimPrefix(f.Function, module)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return ""
		}
	}
}
