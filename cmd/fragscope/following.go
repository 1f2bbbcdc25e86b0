package main

import (
	"context"

	"fragscope/formats/live"
	simload "fragscope/sim/load"
	"fragscope/sim/recording"
)

// following is embedded in verbs that can read demos that are still being written.
type following struct {
	Live bool `help:"Follow a demo that is still being written, to its end or until it stops growing."`
}

// source returns the source of a followed demo.
func (following) source(name string) (live.Source, error) {
	source, err := live.Parse(name)
	if f, ok := source.(live.File); ok {
		f.Patience = patience
		return f, nil
	}
	return source, err
}

// live opens a growing demo. An interrupt ends it.
func (f following) live(ctx context.Context, name string) (*recording.Recording, error) {
	source, err := f.source(name)
	if err != nil {
		return nil, err
	}
	d := live.New(nil)
	running, stop := stoppable(ctx)
	go func() {
		defer stop()
		live.Run(running, source, d)
	}()
	return simload.Live(ctx, source.String(), d)
}

// receives reports whether a verb reads from a network address. All others read files.
func receives(v verb) bool {
	c, ok := v.(*eventsCmd)
	return ok && c.Live && c.Unconfined
}

// await waits until the named demo has stopped growing, if demos are followed. Standard input is read until EOF
// anyway, and the sample is complete.
func (f following) await(name string) error {
	if !f.Live || name == live.StandardInput || name == sampleName {
		return nil
	}
	source, err := f.source(name)
	if err != nil {
		return err
	}
	ctx, stop := stoppable(context.Background())
	defer stop()
	return live.Run(ctx, source, live.New(nil))
}
