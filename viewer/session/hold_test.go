package session

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestHold checks that a demo is read up to the hold, and further when it is shown, is no longer wanted, or the hold
// takes too long.
func TestHold(t *testing.T) {
	for name, end := range map[string]func(h *Hold, cancelled chan struct{}){
		"shown":     func(h *Hold, _ chan struct{}) { h.Release(); h.Release() },
		"cancelled": func(_ *Hold, cancelled chan struct{}) { close(cancelled) },
		"long":      func(*Hold, chan struct{}) { time.Sleep(holdMost) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, cancelled := NewHold(), make(chan struct{})
				read := 0
				go func() {
					for pause := h.pause(cancelled); read < 2*heldFrames; {
						read++
						pause()
					}
				}()
				if synctest.Wait(); read != heldFrames {
					t.Errorf("%d frames were read, not %d", read, heldFrames)
				}
				end(h, cancelled)
				if synctest.Wait(); read != 2*heldFrames {
					t.Errorf("%d frames were read in the end", read)
				}
			})
		})
	}
	h := NewHold()
	h.Release()
	pause := h.pause(nil)
	for range heldFrames {
		pause() // returns
	}
	(*Hold)(nil).Release()
}
