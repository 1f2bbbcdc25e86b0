package instance

import (
	"net"
	"testing"
)

// FuzzRequest sends any line to a window. It answers exactly if it passes a request on.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"Files":["/demos/a.mvd","/demos/%ff.dem"],"At":"R7/0:01.000","Follow":"a \"b\"","Speed":0.5,` +
		`"Paused":true}` + "\n"))
	f.Add([]byte("{}\n"))
	f.Add([]byte(`{"At":"NaN","Speed":1e999}` + "\n"))
	f.Fuzz(func(t *testing.T, line []byte) {
		w := &Window{requests: make(chan Request, 1), done: make(chan struct{})}
		window, other := net.Pipe()
		w.served.Add(1)
		go w.serve(window)
		answered := make(chan int, 1)
		go func() {
			reply := make([]byte, len(answer)+1)
			n, _ := other.Read(reply)
			answered <- n
		}()
		_, _ = other.Write(append(line, '\n'))
		w.served.Wait()
		other.Close()
		if n, passed := <-answered, len(w.requests); n != passed*len(answer) {
			t.Errorf("%d requests, and an answer of %d bytes", passed, n)
		}
	})
}
