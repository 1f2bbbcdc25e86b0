package pace

import (
	"syscall/js"
	"time"
)

// slice is how long work may occupy the page's only thread.
const slice = 8 * time.Millisecond

// Threads returns how many goroutines can compute at the same time.
func Threads() int { return 1 }

// New returns a function for background work to call now and then: it returns at once until the work has had its slice
// of the thread, then once the page has had its turn. It waits for a message to itself: a timer takes at least 4 ms,
// and in a page out of sight a second.
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
