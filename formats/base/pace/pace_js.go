package pace

import (
	"syscall/js"
	"time"
)

// slice is how long work may occupy the page's only thread.
const slice = 8 * time.Millisecond

// Threads returns the number of goroutines that can run in parallel.
func Threads() int { return 1 }

// New returns a function that background work should call regularly. If the work has used up its time slice, the
// function yields to the page; otherwise it returns immediately. The function yields by posting a message and waiting
// for it to arrive. A timer would take at least 4 ms, or a second if the page is hidden.
func New() func() {
	back := make(chan struct{}, 1)
	var to js.Value
	since := time.Now()
	return func() {
		if time.Since(since) < slice {
			return
		}
		if to.IsUndefined() {
			channel := js.Global().Get("MessageChannel").New()
			to = channel.Get("port1")
			channel.Get("port2").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
				back <- struct{}{}
				return nil
			}))
		}
		to.Call("postMessage", nil)
		<-back
		since = time.Now()
	}
}
