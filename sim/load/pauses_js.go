package load

import (
	"syscall/js"
	"time"
)

// slice is how long reading may keep the page's one thread.
const slice = 8 * time.Millisecond

// pauses let the page draw, and take what its user does, whenever reading has taken its slice of the thread. The way back is a
// message to ourselves: a timer comes after 4 ms at the earliest, and in a page that is not in sight once a second.
func pauses() func() {
	back := make(chan struct{}, 1)
	channel := js.Global().Get("MessageChannel").New()
	to, from := channel.Get("port1"), channel.Get("port2")
	from.Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		back <- struct{}{}
		return nil
	}))
	since := time.Now()
	return func() {
		if time.Since(since) < slice {
			return
		}
		to.Call("postMessage", nil)
		<-back
		since = time.Now()
	}
}
