package load

import (
	"context"
	"errors"
	"time"

	"fragscope/formats"
	"fragscope/formats/live"
	"fragscope/sim/recording"
)

// ErrPassword is returned, wrapped, if a stream requires a password or the given password is wrong.
var ErrPassword = live.ErrPassword

// StreamsError is returned for the address of a server with several streams. The user must select one of them.
type StreamsError = live.StreamsError

// StandardInput is the name by which users refer to standard input.
const StandardInput = live.StandardInput

// IsStream reports whether name is the address of a stream, or standard input, rather than a file.
func IsStream(name string) bool { return name == StandardInput || live.IsAddress(name) }

// LiveMatch is a match in progress found by [FindMatches].
type LiveMatch = live.Match

// Found is the result of [FindMatches].
type Found = live.Found

// Addresses splits text into addresses, which are separated by spaces or commas.
func Addresses(text string) []string { return live.Addresses(text) }

// CanAsk returns nil if [FindMatches] supports the given address. Otherwise it returns an error that lists the
// supported kinds of addresses.
func CanAsk(address string) error { return live.CanAsk(address) }

// FindMatches returns the matches being played at the given addresses, which may be game servers, master servers, QTV
// proxies, GTV servers or hubs.
func FindMatches(ctx context.Context, addresses []string) Found {
	return live.FindMatches(ctx, addresses)
}

// Public returns address without its password, so that it is safe to show and store.
func Public(address string) string { return live.Public(address) }

// WithPassword returns address with the given password added.
func WithPassword(address, password string) string { return live.WithPassword(address, password) }

// Grows reports whether the file at path may still be growing.
func Grows(path string) bool { return live.Grows(path) }

// Stream is a demo that is still growing.
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

// filePatience is the time after which a file that has stopped growing counts as complete. It is longer than the time
// between two writes by an engine.
const filePatience = 30 * time.Second

// OpenStream opens a growing demo. name is the address of a stream, standard input, or a file that is still being
// written. OpenStream returns when the first snapshot has been loaded or loading has failed. The stream ends when ctx
// is done.
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

// atOnce is the maximum time for reading data that is already in a file.
const atOnce = time.Second

// Grew reports whether the demo has grown since it was opened. A file that seemed to be growing may in fact have been
// complete already.
func (s *Stream) Grew() bool { return !s.file || s.demo.Status().Last.Sub(s.opened) > atOnce }

// File reports whether the stream is read from a file. Such a stream need not be saved.
func (s *Stream) File() bool { return s.file }

// Extension returns the file name extension, including the dot, for saving the stream. r is the stream's recording. In
// some games, the extension depends on the protocol.
func (s *Stream) Extension(r *recording.Recording) string {
	return extension(s.demo.Format(context.Background()), r)
}

// Keep saves the stream to a new file at path. The file contains all data from the start of the stream, up to limit
// bytes.
func (s *Stream) Keep(path string, limit int64) error { return s.demo.Keep(path, limit) }

// Stop ends the stream. The data received so far is kept.
func (s *Stream) Stop() { s.stop() }

// Clip returns a demo that contains only the section of the stream between from and to. The section is limited to the
// data received so far.
func (s *Stream) Clip(from, to time.Duration) ([]byte, error) {
	return Clip(&formats.Demo{Name: s.name, Container: formats.Plain, Format: s.demo.Format(context.Background()),
		Data: s.Data()}, from, to)
}

// Data returns the data received so far.
func (s *Stream) Data() []byte {
	data, _ := s.demo.More(-1, nil)
	return data
}
