package viewer

import (
	"context"
	"fmt"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/notice"
)

// services implements [part.Program], which every part can use.
type services struct {
	queue   queue
	changes *changes
	prefs   *preferences
	notices *notice.List
	asking  bool // a dialog is open
}

// Relayout implements part.Program.
func (s *services) Relayout() { s.changes.stale = true }

// Redraw implements part.Program.
func (s *services) Redraw() { s.changes.stale, s.changes.moved = true, true }

// Post implements part.Program.
func (s *services) Post(ctx context.Context, f func()) {
	select {
	case s.queue <- f:
	case <-ctx.Done():
	}
}

// tellTime is how long the game loop may be blocked before messages to it are dropped.
const tellTime = 5 * time.Second

// Tell implements part.Program.
func (s *services) Tell(f func()) {
	select {
	case s.queue <- f:
	case <-time.After(tellTime):
	}
}

// Ask implements part.Program.
func (s *services) Ask(dialog func() (string, error), then func(string)) {
	if s.asking {
		return
	}
	s.asking = true
	go func() {
		answer, err := dialog()
		s.Post(context.Background(), func() {
			s.asking = false
			switch {
			case err != nil:
				s.notices.Warn(fmt.Sprintf(msgNoDialog, notice.Reason(err)))
			case answer != "":
				then(answer)
			}
		})
	}()
}

// KeyLabel implements part.Program.
func (s *services) KeyLabel(id action.ID) string { return s.prefs.binds.KeyLabel(id) }

// queue passes results of background work to the goroutine of the game loop, which empties it at each update.
type queue chan func()

// run runs the waiting functions and reports whether there were any.
func (q queue) run() (ran bool) {
	for {
		select {
		case f := <-q:
			f()
			ran = true
		default:
			return ran
		}
	}
}
