// Package fault limits the effects of a panic to the work that caused it. No decoder or simulator is known to panic,
// but an unusual demo might cause a panic. In that case, the demo ends at that point and the user is informed, but
// everything else continues. Tests search error messages for [Words], so that a recovered panic makes them fail.
package fault

import (
	"fmt"
	"runtime"
	"strings"
)

// Error reports a recovered panic, which always indicates a bug in the program.
type Error struct {
	Value any
	Where string // the function of this program that panicked, or "" if unknown
}

// Words is a phrase that occurs in the text of every [Error].
const Words = "a fault of the program"

func (e *Error) Error() string {
	where := ""
	if e.Where != "" {
		where = ", in " + e.Where
	}
	return fmt.Sprintf("this is %s; please report it and include the file (%v%s)", Words, e.Value, where)
}

// Guard runs work and returns its error. If work panics, Guard recovers and returns an [*Error].
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
