package session

import (
	"context"
	"errors"
	"time"

	"fragscope/formats/base/pace"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// Source opens demos.
type Source interface {
	// Open opens a file. It returns when the first frame is ready, or when it is clear that there is no frame.
	Open(ctx context.Context, path string) (*recording.Recording, error)
	// Choices returns the demos in an archive that has several, or nil for any other file.
	Choices(path string) ([]Choice, error)
	// Member opens a demo in an archive.
	Member(ctx context.Context, path, name string) (*recording.Recording, error)
	// Stream opens a growing demo: a stream by its address, standard input, or a file that another program is writing.
	Stream(ctx context.Context, name string) (*recording.Recording, *load.Stream, error)
	// Clip extracts the section between the times from and to of the demo at path, as a separate demo. If member is not
	// empty, the demo is the one called member in the archive at path.
	Clip(path, member string, from, to time.Duration) ([]byte, error)
	// Data returns the decompressed contents of the demo at path. If member is not empty, the demo is the one called
	// member in the archive at path.
	Data(path, member string) ([]byte, error)
	// Sample opens the built-in sample. It returns an error if there is none.
	Sample(ctx context.Context) (*recording.Recording, error)
}

// Choice describes one of the demos in an archive.
type Choice struct {
	Name string
	Size int64
}

// Files is a Source that opens demos from the file system.
type Files struct {
	// Built opens the built-in sample. It may be nil.
	Built func(ctx context.Context) (*recording.Recording, error)
	// Texts returns the translations for the game of the demo at the given path. Texts and its result may be nil.
	Texts func(demo string) recording.Texts
	// Hold, if not nil, delays the reading of opened demos, except for growing ones.
	Hold *Hold
	// Sketch is the time after which single demos are read only for the map (see [load.Sketch]), or 0 if they are read
	// completely.
	Sketch time.Duration
}

func (f Files) options() []load.Option {
	if f.Texts == nil {
		return nil
	}
	return []load.Option{load.WithTexts(f.Texts)}
}

// Single returns the load options for a file with a single demo, including the options that pause or limit reading.
func (f Files) Single() []load.Option {
	list := f.options()
	if f.Hold != nil && pace.Threads() > 1 {
		list = append(list, f.Hold.option)
	}
	if f.Sketch > 0 {
		list = append(list, load.Sketch(f.Sketch))
	}
	return list
}

// Open implements Source.
func (f Files) Open(ctx context.Context, path string) (*recording.Recording, error) {
	if load.IsMatch(path) {
		return load.File(ctx, path, f.options()...)
	}
	return load.File(ctx, path, f.Single()...)
}

// Choices implements Source.
func (Files) Choices(path string) ([]Choice, error) {
	list, err := load.Choices(path)
	out := make([]Choice, len(list))
	for i, c := range list {
		out[i] = Choice{c.Name, c.Size}
	}
	return out, err
}

// Member implements Source.
func (f Files) Member(ctx context.Context, path, name string) (*recording.Recording, error) {
	return load.Member(ctx, path, name, f.Single()...)
}

// Stream implements Source.
func (f Files) Stream(ctx context.Context, name string) (*recording.Recording, *load.Stream, error) {
	return load.OpenStream(ctx, name, f.options()...)
}

// Clip implements Source.
func (Files) Clip(path, member string, from, to time.Duration) ([]byte, error) {
	return load.ClipMember(path, member, from, to)
}

// Data implements Source.
func (Files) Data(path, member string) ([]byte, error) { return load.Data(path, member) }

// Sample opens the built-in sample. It returns an error if there is none.
func (f Files) Sample(ctx context.Context) (*recording.Recording, error) {
	if f.Built == nil {
		return nil, errors.New(msgNoSample)
	}
	return f.Built(ctx)
}
