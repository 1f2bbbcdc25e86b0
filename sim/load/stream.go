package load

import (
	"context"
	"errors"
	"time"

	"fragscope/formats"
	"fragscope/formats/live"
	"fragscope/sim/recording"
)

// ErrPassword is wrapped by the error for a stream that wants a password, or another one.
var ErrPassword = live.ErrPassword

// StreamsError is the error of a server that has several streams.
type StreamsError = live.StreamsError

// StandardInput is how users name it.
const StandardInput = live.StandardInput

// IsStream reports whether what a user named is no file: the address of a stream, or standard input.
func IsStream(name string) bool { return name == StandardInput || live.IsAddress(name) }

// Public is an address as it may be shown and kept: without its password.
func Public(address string) string { return live.Public(address) }

// WithPassword is an address with a password in it.
func WithPassword(address, password string) string { return live.WithPassword(address, password) }

// Grows reports whether the file at a path may still be growing.
func Grows(path string) bool { return live.Grows(path) }

// Stream is a demo that is watched while it grows.
type Stream struct {
	name   string
	file   bool
	demo   *live.Demo
	opened time.Time
	stop   context.CancelFunc
}

// StreamStatus is how a stream is doing.
type StreamStatus = live.Status

// StreamState is the State of a StreamStatus.
type StreamState = live.State

// The states of a stream.
const (
	StreamConnecting = live.Connecting
	StreamPlaying    = live.Playing
	StreamStalled    = live.Stalled
	StreamEnded      = live.Ended
)

// filePatience is for how long a file may not grow until it counts as whole: longer than engines wait between two steps.
const filePatience = 30 * time.Second

// OpenStream opens what grows: the address of a stream, standard input, or a file that is being written. It returns when the first
// snapshot is there or there will be none. The stream ends with ctx.
func OpenStream(ctx context.Context, name string, options ...Option) (*recording.Recording, *Stream, error) {
	source, err := live.Parse(name)
	if err != nil {
		return nil, nil, err
	}
	f, file := source.(live.File)
	if file {
		f.Patience = filePatience
		source = f
	}
	ctx, stop := context.WithCancel(ctx)
	s := &Stream{name: source.String(), file: file, demo: live.New(nil), opened: time.Now(), stop: stop}
	ended := make(chan error, 1)
	go func() { ended <- live.Run(ctx, source, s.demo) }()
	r, err := Live(ctx, s.name, s.demo, options...)
	if err == nil {
		return r, s, nil
	}
	stop()
	if why := <-ended; why != nil && !errors.Is(why, context.Canceled) {
		err = why
	}
	return nil, nil, err
}

// Status is how the stream is doing now.
func (s *Stream) Status() StreamStatus { return s.demo.Status() }

// atOnce is how long it may take to read what is in a file already.
const atOnce = time.Second

// Grew reports whether the demo has grown since it was opened. A file that was written just before need not.
func (s *Stream) Grew() bool { return !s.file || s.demo.Status().Last.Sub(s.opened) > atOnce }

// File reports whether the stream is a file, which need not be kept a second time.
func (s *Stream) File() bool { return s.file }

// Extension is that of the names of such demos, with its dot. What does not tell its protocol gets that of the recording.
func (s *Stream) Extension(r *recording.Recording) string {
	return extension(s.demo.Format(context.Background()), r)
}

// Keep has the stream written to a new file, from its first byte on, and nothing behind limit bytes.
func (s *Stream) Keep(path string, limit int64) error { return s.demo.Keep(path, limit) }

// Stop ends the stream; what came stays.
func (s *Stream) Stop() { s.stop() }

// Clip is a part of what came so far, as a demo of its own.
func (s *Stream) Clip(from, to time.Duration) ([]byte, error) {
	return Clip(&formats.Demo{Name: s.name, Container: formats.Plain, Format: s.demo.Format(context.Background()), Data: s.Data()}, from, to)
}

// Data is what came so far.
func (s *Stream) Data() []byte {
	data, _ := s.demo.More(-1, nil)
	return data
}
