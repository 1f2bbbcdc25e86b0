package session

import (
	"sync"
	"time"

	"fragscope/sim/recording"
)

// Hold delays the reading of a demo until the first frame has been shown. Until then, only the first few seconds of the
// demo are read. Reading more would take processor time from the window and the map, for which the user is waiting.
type Hold struct {
	shown chan struct{}
	once  sync.Once
}

// NewHold returns a Hold that applies to all demos opened before it is released.
func NewHold() *Hold { return &Hold{shown: make(chan struct{})} }

// Release ends the hold and resumes the reading of all demos that it has paused. Calling Release on a nil Hold does
// nothing.
func (h *Hold) Release() {
	if h != nil {
		h.once.Do(func() { close(h.shown) })
	}
}

const (
	// heldFrames is the number of frames read before the hold: ten seconds of most demos.
	heldFrames = 300
	// holdMost is the maximum duration of the hold.
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
