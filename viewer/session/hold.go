package session

import (
	"sync"
	"time"

	"fragscope/sim/recording"
)

// Hold has the reading of a demo wait, when the beginning has been read, until that is shown: who opened it waits for the window and
// the map, and reading on would take the processors from both.
type Hold struct {
	shown chan struct{}
	once  sync.Once
}

// NewHold is a hold on all that is opened until it is released.
func NewHold() *Hold { return &Hold{shown: make(chan struct{})} }

// Release has all go on, and holds nothing any more. A nil hold never held anything.
func (h *Hold) Release() {
	if h != nil {
		h.once.Do(func() { close(h.shown) })
	}
}

const (
	// heldFrames are read before: ten seconds of most demos.
	heldFrames = 300
	// holdMost is how long reading waits at most.
	holdMost = 600 * time.Millisecond
)

// option is what a demo is loaded with.
func (h *Hold) option(rec *recording.Recorder) { rec.Pause(h.pause(rec.Cancelled())) }

// pause returns what is called after each frame of a demo, of which reading may be cancelled.
func (h *Hold) pause(cancelled <-chan struct{}) func() {
	frames := 0
	return func() {
		if frames++; frames != heldFrames {
			return
		}
		end := time.NewTimer(holdMost)
		defer end.Stop()
		select {
		case <-h.shown:
		case <-cancelled:
		case <-end.C:
		}
	}
}
