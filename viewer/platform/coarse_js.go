package platform

import "syscall/js"

// coarsePointer is what the page knows of the pointer: the browser keeps it up to date.
var coarsePointer = js.Global().Get("matchMedia").Invoke("(pointer: coarse)")

// coarse reports whether the user points with fingers, as far as the browser knows.
func coarse() bool { return coarsePointer.Get("matches").Bool() }
