package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"fragscope/formats/base/whole"
)

// stops are the signals that stop a program: from the user, from the system, and from a closed terminal.
var stops = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// gentle holds the work that finishes by itself when the program is stopped. It is global, as signals are.
var gentle struct {
	sync.Mutex
	ends map[*context.CancelFunc]bool
}

// stoppable returns a context that is canceled when the program is stopped, for work that then finishes by itself. A
// second signal ends the program immediately.
func stoppable(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	gentle.Lock()
	defer gentle.Unlock()
	if gentle.ends == nil {
		gentle.ends = map[*context.CancelFunc]bool{}
	}
	gentle.ends[&cancel] = true
	return ctx, func() {
		gentle.Lock()
		defer gentle.Unlock()
		delete(gentle.ends, &cancel)
		cancel()
	}
}

// untilStopped makes a signal end the program without leaving a partial file behind. The returned function undoes
// that.
func (o *output) untilStopped() (undo func()) {
	stopped := make(chan os.Signal, 1)
	for _, s := range stops {
		if !signal.Ignored(s) { // as under nohup
			signal.Notify(stopped, s)
		}
	}
	go func() {
		for range stopped {
			if !endGently() {
				o.abandon(errors.New(msgInterrupted))
			}
		}
	}()
	return func() {
		signal.Stop(stopped)
		close(stopped)
	}
}

// endGently cancels the work that can finish by itself, and reports whether there was any.
func endGently() bool {
	gentle.Lock()
	defer gentle.Unlock()
	for cancel := range gentle.ends {
		(*cancel)()
	}
	any := len(gentle.ends) > 0
	gentle.ends = nil
	return any
}

// abandon ends the program immediately.
func (o *output) abandon(err error) {
	whole.Abandon()
	say(o.err, msgGivenUp, err)
	os.Exit(exitUnread)
}
