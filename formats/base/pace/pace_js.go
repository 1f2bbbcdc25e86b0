package pace

import (
	"syscall/js"
	"time"
)

// slice is how long work may occupy the page's only thread.
const slice = 8 * time.Millisecond

// Threads returns the number of goroutines that can run in parallel.
func Threads() int { return 1 }

// New returns a function that background work should call from time to time. If the work's time slice is not used up
// yet, the function returns immediately; otherwise it first yields to the page. It yields by posting a message to
// itself, because a timer takes at least 4 ms, or a second if the page is hidden.
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
