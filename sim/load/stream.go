package load

import (
	"context"
	"errors"
	"time"

	"fragscope/formats"
	"fragscope/formats/live"
	"fragscope/sim/recording"
)

// ErrPassword is wrapped by the error for a stream that requires a password, or a different one.
var ErrPassword = live.ErrPassword

// StreamsError is the error for a server that has several streams.
type StreamsError = live.StreamsError

// StandardInput is the users' name for standard input.
const StandardInput = live.StandardInput

// IsStream reports whether name is not a file but the address of a stream, or standard input.
func IsStream(name string) bool { return name == StandardInput || live.IsAddress(name) }

// IsServer reports whether s is the address of a game server, host:port.
func IsServer(s string) bool { return live.IsServer(s) }

// ServerStatus is what is played on a game server. AskServer asks for it.
type ServerStatus = live.ServerStatus

// AskServer asks a game server, host:port, what is played.
func AskServer(ctx context.Context, address string) (ServerStatus, error) {
	return live.AskStatus(ctx, address)
}

// Public returns an address without its password, fit to be shown and kept.
func Public(address string) string { return live.Public(address) }

// WithPassword returns an address with a password in it.
func WithPassword(address, password string) string { return live.WithPassword(address, password) }

// Grows reports whether the file at a path may still be growing.
func Grows(path string) bool { return live.Grows(path) }

// Stream is a demo being watched while it grows.
type Stream struct {
	name   string
	file   bool
	demo   *live.Demo
	opened time.Time
	stop   context.CancelFunc
}

// StreamStatus is the status of a stream.
type StreamStatus = live.Status

type StreamState = live.State

const (
	StreamConnecting = live.Connecting
	StreamPlaying    = live.Playing
	StreamStalled    = live.Stalled
	StreamEnded      = live.Ended
)

// filePatience is how long a file may stop growing before it counts as complete: longer than engines pause between
// writes.
const filePatience = 30 * time.Second

// OpenStream opens a growing demo: the address of a stream, standard input, or a file being written. It returns
// once the first snapshot is there or none will come. The stream ends with ctx.
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

// Status returns the current status of the stream.
func (s *Stream) Status() StreamStatus { return s.demo.Status() }

// atOnce is how long reading what is already in a file may take.
const atOnce = time.Second

// Grew reports whether the demo has grown since it was opened. A file that was merely written just before need not
// have.
func (s *Stream) Grew() bool { return !s.file || s.demo.Status().Last.Sub(s.opened) > atOnce }

// File reports whether the stream is a file, which need not be saved again.
func (s *Stream) File() bool { return s.file }

// Extension returns the file name extension, with its dot, for such demos. If the demo does not tell its protocol,
// the recording's is used.
func (s *Stream) Extension(r *recording.Recording) string {
	return extension(s.demo.Format(context.Background()), r)
}

// Keep saves the stream to a new file, from its first byte on, up to limit bytes.
func (s *Stream) Keep(path string, limit int64) error { return s.demo.Keep(path, limit) }

// Stop ends the stream. What has arrived stays.
func (s *Stream) Stop() { s.stop() }

// Clip returns a part of what has arrived so far as a demo of its own.
func (s *Stream) Clip(from, to time.Duration) ([]byte, error) {
	return Clip(&formats.Demo{Name: s.name, Container: formats.Plain, Format: s.demo.Format(context.Background()), Data: s.Data()}, from, to)
}

// Data returns what has arrived so far.
func (s *Stream) Data() []byte {
	data, _ := s.demo.More(-1, nil)
	return data
}
