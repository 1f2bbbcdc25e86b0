package session

import (
	"sync"
	"time"

	"fragscope/sim/recording"
)

// Hold pauses the reading of a demo, once its beginning has been read, until that is shown: the user waits for the
// window and the map, and further reading would take the processors from both.
type Hold struct {
	shown chan struct{}
	once  sync.Once
}

// NewHold returns a hold on everything that is opened until it is released.
func NewHold() *Hold { return &Hold{shown: make(chan struct{})} }

// Release resumes all reading, and ends the hold. A nil hold never holds anything.
func (h *Hold) Release() {
	if h != nil {
		h.once.Do(func() { close(h.shown) })
	}
}

const (
	// heldFrames is how many frames are read before: ten seconds of most demos.
	heldFrames = 300
	// holdMost is the longest that reading is held.
	holdMost = 600 * time.Millisecond
)

// option is a load option.
func (h *Hold) option(rec *recording.Recorder) { rec.Pause(h.pause(rec.Cancelled())) }

// pause returns a function to be called after each frame of a demo whose reading may be cancelled.
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
