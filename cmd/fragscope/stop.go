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

// stops are the signals by which a program is stopped: by the user, by the system, by a terminal that is closed.
var stops = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// gentle are what ends by itself when the program is stopped. It is about the process, as signals are.
var gentle struct {
	sync.Mutex
	ends map[*context.CancelFunc]bool
}

// stoppable returns a context that ends when the program is stopped, for work that then comes to its own end. If the program is stopped
// once more it ends at once.
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

// untilStopped ends the program when it is stopped, and leaves no half file behind. What it returns undoes that.
func (o *output) untilStopped() (undo func()) {
	stopped := make(chan os.Signal, 1)
	for _, s := range stops {
		if !signal.Ignored(s) { // as nohup has it
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

// endGently ends what can end by itself, and reports whether that was anything.
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

// abandon ends the program at once.
func (o *output) abandon(err error) {
	whole.Abandon()
	say(o.err, msgGivenUp, err)
	os.Exit(exitUnread)
}
