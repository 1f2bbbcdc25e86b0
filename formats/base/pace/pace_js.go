package pace

import (
	"syscall/js"
	"time"
)

// slice is the time for which work may occupy the page's only thread.
const slice = 8 * time.Millisecond

// Threads returns the number of goroutines that can run in parallel.
func Threads() int { return 1 }

// New returns a function for background work to call now and then. It returns immediately while the work's time slice
// lasts, otherwise after the page has had its turn. It yields by posting a message to itself, since a timer takes at
// least 4 ms, and a second in a hidden page.
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
