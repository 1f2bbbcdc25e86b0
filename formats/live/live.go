package live

import (
	"context"
	"time"

	"fragscope/formats/base/fault"
)

// Source is where a demo comes from while it is played.
type Source interface {
	// String is what was opened, as a title shows it: an address without a password, a file's name.
	String() string
	// Run appends what it hears to d until the source ends, and tells d of its state. An error says, for the user, why it ended early.
	// It returns soon after ctx is done, then with any error.
	Run(ctx context.Context, d *Demo) error
}

// State is how a source is doing.
type State uint8

// The states of a source. Ended is the only one that does not change any more.
const (
	// Connecting is until the first bytes of the demo are there, and again after a connection was lost.
	Connecting State = iota
	// Playing is while the demo grows.
	Playing
	// Stalled is where the source is there but has sent nothing for a while.
	Stalled
	// Ended is behind the last byte.
	Ended
)

var stateNames = [...]string{Connecting: "connecting", Playing: "live", Stalled: "stalled", Ended: "ended"}

// String is the state in a word.
func (s State) String() string { return stateNames[s] }

// Status is how a source is doing, and since when.
type Status struct {
	State State
	// Words say what it is at or why it ended, as a sentence for the user without its full stop; may be empty.
	Words string
	Since time.Time
	// Last is when the demo grew last; zero where it never did.
	Last time.Time
	// Bytes is how long the demo is.
	Bytes int64
	// Kept is where the demo is written to, empty where it is in memory only. KeptBytes are of it on disk.
	Kept      string
	KeptBytes int64
	// KeepError is why no more of the demo is written: the limit of its size, a full disk. Playing goes on.
	KeepError error
}

// Run has a source fill a demo and ends the demo when it returns, whatever happens.
func Run(ctx context.Context, s Source, d *Demo) error {
	err := fault.Guard(func() error { return s.Run(ctx, d) })
	switch {
	case ctx.Err() != nil:
		err = nil // it was asked to end
		d.End("")
	case err != nil:
		d.End("%v", err)
	default:
		d.End("")
	}
	return err
}
