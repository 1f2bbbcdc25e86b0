//go:build !js

package live

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"fragscope/formats/codec"
)

const (
	// dialTimeout and answerTimeout bound the time a server may take to accept a connection and to answer a request.
	dialTimeout   = 10 * time.Second
	answerTimeout = 15 * time.Second
	// silenceTimeout is the time for which a server may be silent before the connection is considered lost. QTV servers
	// send 100 bytes a second even without players, GTV servers answer pings.
	silenceTimeout = 45 * time.Second
	// streamStall is the time for which a server may be silent before the user is informed.
	streamStall = 5 * time.Second
	// maxRate and maxBurst bound the growth of a server's demo, in bytes per second and bytes: a match of 16 players
	// has 20 KB/s. A faster server has to wait.
	maxRate  = 1 << 20
	maxBurst = 16 << 20
)

// pauses lists how long to wait before each attempt to reconnect. If the last attempt fails, the source gives up.
var pauses = []time.Duration{1, 2, 4, 8, 15, 30, 30, 60, 60, 60, 60, 60}

// pauseUnit is the unit of pauses.
const pauseUnit = time.Second

// lasting is the time for which a connection must have lasted for the pauses to start over.
const lasting = 30 * time.Second

// finalError is an error that another attempt would not fix.
type finalError struct{ error }

func (e finalError) Unwrap() error { return e.error }

// final returns an error that ends a source.
func final(format string, args ...any) error { return finalError{fmt.Errorf(format, args...)} }

// errEnded is returned for a stream that the server has ended properly.
var errEnded = errors.New(msgEnded)

// errAgain is returned for a stream that must be requested again.
var errAgain = errors.New(msgAgain)

// stream is a source that speaks to a server over TCP.
type stream struct {
	address
	format *codec.Codec
	// talk asks for the stream and passes it on, in whole blocks, until it ends.
	talk func(*line) error
	// unit is the unit of pauses; tests use a short one.
	unit time.Duration
}

// line is a connection to a server.
type line struct {
	net.Conn
	ctx  context.Context
	in   *bufio.Reader // paced
	demo *Demo
	rest []byte // of an incomplete block
	done bool   // blocks have come
	gap  func() // notes, before the first block, what was lost
	ends framing
}

func newLine(ctx context.Context, conn net.Conn, d *Demo, f *codec.Codec) *line {
	l := &line{Conn: conn, ctx: ctx, demo: d, ends: framing{format: f}}
	l.in = bufio.NewReaderSize(l.paced(conn), readBytes)
	return l
}

// paced returns a reader of r at no more than the rate of a demo, until l's context ends.
func (l *line) paced(r io.Reader) io.Reader { return &pacedReader{l.ctx, r, pace{}} }

// pacedReader is a reader that waits if it would exceed its pace.
type pacedReader struct {
	ctx  context.Context
	r    io.Reader
	pace pace
}

// Read implements io.Reader.
func (p *pacedReader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	if late := p.pace.wait(p.ctx, n); late != nil {
		return 0, late
	}
	return n, err
}

// run speaks to the server, reconnecting when the connection is lost.
func (s *stream) run(ctx context.Context, d *Demo) error {
	unit := s.unit
	if unit == 0 {
		unit = pauseUnit
	}
	lost := time.Time{}
	for tries := 0; ; {
		begun := time.Now()
		came, err := s.connect(ctx, d, lost)
		var last finalError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errEnded):
			return nil
		case errors.Is(err, errAgain) && tries == 0:
			tries++
			continue
		case errors.As(err, &last), !came && lost.IsZero():
			return err
		case came && time.Since(begun) > lasting:
			tries = 0
		}
		if came {
			lost = time.Now()
		}
		if tries == len(pauses) {
			return fmt.Errorf(msgLost, err)
		}
		pause := pauses[tries] * unit
		tries++
		d.Tell(Connecting, "the connection was lost (%s); it is tried again in %v", err, pause)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// connect connects to the server once. came is true if any part of the demo was received.
func (s *stream) connect(ctx context.Context, d *Demo, lost time.Time) (came bool, err error) {
	d.Tell(Connecting, "connecting to %s", s)
	dialer := net.Dialer{Timeout: dialTimeout}
	conn, err := dialer.DialContext(ctx, "tcp", s.dialed())
	if err != nil {
		return false, errors.New(Reason(err))
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	defer conn.Close()
	l := newLine(ctx, conn, d, s.format)
	if !lost.IsZero() {
		l.gap = func() {
			gone := time.Since(lost)
			d.Gap(gone, "the connection was lost for %v", gone.Round(100*time.Millisecond))
		}
	}
	conn.SetDeadline(time.Now().Add(answerTimeout))
	err = s.talk(l)
	switch {
	case l.done && l.ends.ended && len(l.rest) == 0 && errors.Is(err, io.EOF):
		err = errEnded
	case err != nil && !errors.Is(err, errEnded) && !errors.Is(err, errAgain) && !errors.As(err, new(finalError)):
		err = errors.New(Reason(err))
	}
	return l.done, err
}

// take passes on the whole blocks in data, and keeps the rest.
func (l *line) take(data []byte) error {
	l.rest = append(l.rest, data...)
	l.ends.at = 0
	n := l.ends.whole(l.rest, 0, false)
	if l.ends.loose {
		return errors.New(msgNoDemo)
	}
	if n == 0 {
		return nil
	}
	err := l.pass(l.rest[:n])
	l.rest = append(l.rest[:0], l.rest[n:]...)
	return err
}

// pass passes on whole blocks.
func (l *line) pass(blocks []byte) error {
	if l.gap != nil {
		l.gap()
		l.gap = nil
	}
	l.done = true
	l.demo.SetFormat(l.ends.format)
	if err := l.demo.Append(blocks); err != nil {
		return finalError{err}
	}
	return nil
}

// quiet reads into b. It waits for streamStall, informs the user of the silence, then waits until the connection is
// considered lost.
func (l *line) quiet(read func([]byte) (int, error), b []byte) (int, error) {
	l.SetReadDeadline(time.Now().Add(silenceTimeout))
	told := time.AfterFunc(streamStall, func() {
		l.demo.Tell(Stalled, "nothing has come for a while")
	})
	defer told.Stop()
	return read(b)
}

// pace limits a rate.
type pace struct {
	spent float64
	last  time.Time
}

// wait waits until n more bytes are within the rate, or returns ctx's error when that ends.
func (p *pace) wait(ctx context.Context, n int) error {
	now := time.Now()
	if !p.last.IsZero() {
		p.spent = max(0, p.spent-now.Sub(p.last).Seconds()*maxRate)
	}
	p.last = now
	p.spent += float64(n)
	if over := p.spent - maxBurst; over > 0 {
		late := time.NewTimer(time.Duration(over / maxRate * float64(time.Second)))
		defer late.Stop()
		select {
		case <-late.C:
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}
