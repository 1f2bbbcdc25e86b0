package live

import (
	"context"
	"time"

	"fragscope/formats/base/fault"
)

// Source is the origin of a demo that plays while it grows.
type Source interface {
	// String returns what was opened, for a title: an address without a password, a file's name.
	String() string
	// Run appends what it hears to d until the source ends, and keeps its state up to date. An error says, for the
	// user, why it ended early. It returns soon after ctx is done, then with any error.
	Run(ctx context.Context, d *Demo) error
}

// State is the state of a source.
type State uint8

// The states of a source. Only Ended is final.
const (
	// Connecting: no bytes have come yet, or the connection was lost.
	Connecting State = iota
	// Playing: the demo grows.
	Playing
	// Stalled: the source is there but has sent nothing for a while.
	Stalled
	// Ended: nothing follows.
	Ended
)

var stateNames = [...]string{Connecting: "connecting", Playing: "live", Stalled: "stalled", Ended: "ended"}

// String returns the state in a word.
func (s State) String() string { return stateNames[s] }

// Status is the status of a source.
type Status struct {
	State State
	// Words say what the source is doing or why it ended, as a sentence for the user without a full stop; may be empty.
	Words string
	Since time.Time
	// Last is when the demo last grew; zero if never.
	Last time.Time
	// Bytes is the size of the demo.
	Bytes int64
	// Kept is the path of the demo's file, "" if it is in memory only. KeptBytes is how much of it is on disk.
	Kept      string
	KeptBytes int64
	// KeepError is why the file no longer grows: the size limit, a full disk. The demo goes on.
	KeepError error
}

// Run fills d from a source and ends it when the source returns, whatever happens.
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
