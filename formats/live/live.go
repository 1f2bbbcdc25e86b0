package live

import (
	"context"
	"time"

	"fragscope/formats/base/fault"
)

// Source provides the data of a growing demo.
type Source interface {
	// String returns the source's name for use in a title: an address without its password, or a file name.
	String() string
	// Run appends the source's data to d until the source ends, and keeps d's state up to date. If the source ends
	// early, the error describes the reason for the user. Run must return soon after ctx is done; any error is then
	// ignored.
	Run(ctx context.Context, d *Demo) error
}

// State is the state of a source.
type State uint8

// The states of a source. Only Ended is final.
const (
	// Connecting means that nothing has been received yet, or that the connection has been lost.
	Connecting State = iota
	// Playing means that the demo is growing.
	Playing
	// Stalled means that the source is connected but has sent nothing for a while.
	Stalled
	// Ended means that the demo will not grow any more.
	Ended
)

var stateNames = [...]string{Connecting: "connecting", Playing: "live", Stalled: "stalled", Ended: "ended"}

// String returns a one-word description of the state.
func (s State) String() string { return stateNames[s] }

// Status describes the state of a source and of its demo.
type Status struct {
	State State
	// Words is a sentence for the user, without a full stop, about what the source is doing or why it ended. It may be
	// empty.
	Words string
	Since time.Time
	// Last is the time at which the demo last grew, or zero if it never did.
	Last time.Time
	// Bytes is the size of the demo.
	Bytes int64
	// Kept is the path of the file that the demo is saved to, or "" if it is only in memory. KeptBytes is the number of
	// bytes written to it.
	Kept      string
	KeptBytes int64
	// KeepError is the error that stopped saving, such as the size limit or a full disk, or nil. The demo itself
	// continues.
	KeepError error
}

// Run runs s and ends d when s returns or panics. It returns the error from s. If ctx is done, it returns nil.
func Run(ctx context.Context, s Source, d *Demo) error {
	err := fault.Guard(func() error { return s.Run(ctx, d) })
	switch {
	case ctx.Err() != nil:
		err = nil // the source was asked to end
		d.End("")
	case err != nil:
		d.End("%v", err)
	default:
		d.End("")
	}
	return err
}
