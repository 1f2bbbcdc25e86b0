// Package fault keeps a panic from ending more than the work that it is in. Decoders and simulators do not panic, as far
// as anybody knows; a demo that nobody thought of may show that they do. Then that demo ends there, it is told, and what
// else is open goes on. In tests a panic is a failure: they look for the words of [Error].
package fault

import (
	"fmt"
	"runtime"
	"strings"
)

// Error is a panic, which is always a fault of the program.
type Error struct {
	Value any
	Where string // the function of this program that panicked; empty where that is not known
}

// Words are in the text of every [Error].
const Words = "a fault of the program"

func (e *Error) Error() string {
	where := ""
	if e.Where != "" {
		where = ", in " + e.Where
	}
	return fmt.Sprintf("this is %s, please report it with the file (%v%s)", Words, e.Value, where)
}

// Guard does some work and gives its error; if it panics, that is an [Error].
func Guard(work func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Error{v, where()}
		}
	}()
	return work()
}

// where is the innermost function of this program on the stack behind the panic.
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
