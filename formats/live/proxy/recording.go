package proxy

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"fragscope/formats/codec"
	"fragscope/formats/live"
)

const (
	maxBacklog = 32 << 20        // bytes of a demo that nobody has taken yet
	stalled    = 5 * time.Second // silence of the server
)

// errBacklog is the error that ends a recording that is not being read.
var errBacklog = errors.New(msgBacklog)

// Recording is a [live.Source] that provides the demo of one player's connection to the server.
type Recording struct {
	// Format and Extension (with its dot) describe the demo's files. Player and Server are the addresses of the two ends
	// of the connection.
	Format         *codec.Codec
	Extension      string
	Player, Server netip.AddrPort
	Began          time.Time

	more chan struct{} // holds an element when there is more

	mu    sync.Mutex
	parts []part
	size  int // of all parts
	ended bool
	why   string
	err   error
}

// part is a block, or the description of a gap.
type part struct {
	block []byte
	gap   string
}

// String returns a phrase that contains the addresses of both the server and the player.
func (r *Recording) String() string { return fmt.Sprintf("%v, played from %v", r.Server, r.Player) }

// put adds a part.
func (r *Recording) put(p part) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return
	}
	if r.size += len(p.block) + len(p.gap); r.size > maxBacklog {
		r.ended, r.err = true, errBacklog
	} else {
		r.parts = append(r.parts, p)
	}
	r.wake()
}

// end ends the recording.
func (r *Recording) end(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.ended {
		r.ended, r.why = true, why
		r.wake()
	}
}

func (r *Recording) wake() {
	select {
	case r.more <- struct{}{}:
	default:
	}
}

// take returns the parts received since the last call, and whether the recording has ended.
func (r *Recording) take() (parts []part, ended bool, why string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	parts, r.parts, r.size = r.parts, nil, 0
	return parts, r.ended, r.why, r.err
}

// Run appends the demo to d until the connection ends.
func (r *Recording) Run(ctx context.Context, d *live.Demo) error {
	d.Tell(live.Connecting, "")
	quiet := time.NewTimer(stalled)
	defer quiet.Stop()
	for {
		parts, ended, why, err := r.take()
		for _, p := range parts {
			if p.block == nil {
				d.Gap(0, "%s", p.gap)
			} else if err := d.Append(p.block); err != nil {
				return err
			}
		}
		if ended {
			if err == nil && why != "" {
				d.End("%s", why)
			}
			return err
		}
		if len(parts) > 0 {
			quiet.Reset(stalled)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-quiet.C:
			d.Tell(live.Stalled, "nothing comes from the server")
		case <-r.more:
		}
	}
}

// tape makes recordings from the packets of a connection.
type tape struct {
	l      *Listener
	player netip.AddrPort
	r      *Recording
}

// Begin implements [Tape].
func (t *tape) Begin(f *codec.Codec, extension string) {
	t.End("")
	r := &Recording{Format: f, Extension: extension, Player: t.player, Server: t.l.server, Began: time.Now(),
		more: make(chan struct{}, 1)}
	select {
	case t.l.recordings <- r:
		t.r = r
	default:
		t.Say("there are too many recordings at once; this connection is not recorded")
	}
}

// Append implements [Tape].
func (t *tape) Append(block []byte) {
	if t.r != nil {
		t.r.put(part{block: append([]byte(nil), block...)})
	}
}

// Gap implements [Tape].
func (t *tape) Gap(format string, args ...any) {
	if t.r != nil {
		t.r.put(part{gap: fmt.Sprintf(format, args...)})
	}
}

// End implements [Tape].
func (t *tape) End(format string, args ...any) {
	if t.r != nil {
		t.r.end(fmt.Sprintf(format, args...))
		t.r = nil
	}
}

// Say implements [Tape].
func (t *tape) Say(format string, args ...any) {
	t.l.say("%v: %s", t.player, fmt.Sprintf(format, args...))
}
