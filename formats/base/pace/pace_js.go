package pace

import (
	"syscall/js"
	"time"
)

// slice is how long work may keep the page's one thread.
const slice = 8 * time.Millisecond

// Threads is how many goroutines may compute at the same time.
func Threads() int { return 1 }

// New returns what work in the background calls now and then: it returns at once until the work has had its slice of the thread, and then
// when the page has had its turn. The way back is a message to ourselves: a timer comes after 4 ms at the earliest, and in a page that
// is not in sight once a second.
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
