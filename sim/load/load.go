// Package load opens demos of all supported games as recordings. It detects the format of a file and runs the simulator
// of its game.
package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"fragscope/formats"
	"fragscope/formats/base/fault"
	"fragscope/formats/base/pace"
	"fragscope/formats/codec"
	"fragscope/formats/damage"
	"fragscope/formats/live"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
	"fragscope/formats/wolfenstein"
	"fragscope/sim"
	"fragscope/sim/q1"
	"fragscope/sim/q2"
	"fragscope/sim/q3"
	"fragscope/sim/recording"
	simwolf "fragscope/sim/wolfenstein"
)

// recorder fills a recorder's recording with a demo, given its bytes and file name, and finishes it.
type recorder func(rec *recording.Recorder, data []byte, name string)

// adapter holds the operations on demos of a format.
type adapter struct {
	record recorder
	// positions calls row for each position in each snapshot; see [Positions].
	positions func(data []byte, name string, all bool, row func(*sim.Position)) []damage.Damage
	// write writes a recording as one demo. It is nil for formats whose snapshots hold the state of a single player.
	write func(io.Writer, *recording.Recording) error
	// ahead is set if the demo is read ahead on other goroutines, where a fault in mapped memory would crash the
	// program.
	ahead bool
}

// adapters has an entry for each format.
var adapters = map[*codec.Codec]adapter{
	netquake.Codec:            {record: q1.RecordNetQuake, positions: q1.PositionsNetQuake},
	quakeworld.Codec:          {record: q1.RecordQuakeWorld, positions: q1.PositionsQuakeWorld},
	quakeworld.MultiViewCodec: {record: q1.RecordMultiView, positions: q1.PositionsMultiView, write: q1.WriteMultiView},
	quake2.Codec:              {record: q2.Record, positions: q2.Positions},
	quake2.MultiViewCodec:     {record: q2.Record, positions: q2.Positions, write: q2.WriteMultiView},
	quake3.Codec:              {record: q3.Record, positions: q3.Positions, ahead: true},

	wolfenstein.Codec:          {record: simwolf.Record, positions: simwolf.Positions},
	wolfenstein.MultiViewCodec: {record: simwolf.Record, positions: simwolf.Positions},
}

// Mappable reports whether it is safe to load the demo from a memory-mapped file, which another program might truncate
// during loading.
func Mappable(demo *formats.Demo) bool { return !adapters[demo.Format].ahead }

// Option is an option for opening demos.
type Option func(*recording.Recorder)

// WithTexts returns an option that sets the source of translations for the game's text keys. The first time that a demo
// uses a key, the given function is called with the demo's path, which may be empty. The function must return the
// translations for that demo.
func WithTexts(of func(demo string) recording.Texts) Option {
	return func(rec *recording.Recorder) {
		once := sync.OnceValue(func() recording.Texts { return of(rec.Header().Path) })
		rec.SetTexts(func(key string) (string, bool) {
			if texts := once(); texts != nil {
				return texts(key)
			}
			return "", false
		})
	}
}

// Only returns an option that limits the recording to the given parts.
func Only(p recording.Parts) Option { return func(rec *recording.Recorder) { rec.Keep(p) } }

// Sketch returns an option that makes the recording keep, after the given time, only the data from which the map can be
// learned; see [recording.Recorder.Sketch].
func Sketch(from time.Duration) Option { return func(rec *recording.Recorder) { rec.Sketch(from) } }

// Open loads a demo in the background. It returns as soon as the first snapshot has been loaded. If loading fails
// before that, it returns an error. If ctx is done, loading stops, but the data loaded so far remains available.
func Open(ctx context.Context, demo *formats.Demo, options ...Option) (*recording.Recording, error) {
	a, ok := adapters[demo.Format]
	if !ok {
		return nil, fmt.Errorf(msgNotPlayed, demo.Name, demo.Format)
	}
	rec, r := recording.NewRecorder(sim.Header{Name: demo.Name, Path: demo.Path, Container: container(demo)})
	rec.Limit(len(demo.Data))
	rec.Pause(pace.New())
	for _, option := range options {
		option(rec)
	}
	if demo.Growing == nil { // a growing demo is to be seen immediately
		rec.Batch(pace.Threads() > 1 && rec.Keeps(recording.Worlds))
	}
	for _, d := range demo.Damage {
		rec.Damage(d)
	}
	if demo.Growing != nil {
		rec.Follow(follow(demo.Growing, rec))
	}
	stop := context.AfterFunc(ctx, r.Cancel)
	go func() {
		defer stop()
		guarded(a.record, rec, demo)
	}()
	r.WaitFirst()
	if r.Frames() > 0 {
		return r, nil
	}
	err := r.Err()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", demo.Name, err)
	}
	return r, nil
}

// follow returns a function that a recorder uses to wait for more data of a growing demo, until the recording is
// cancelled. Data missing on the way becomes damage of the recording.
func follow(demo formats.Growing, rec *recording.Recorder) func(have int) (data []byte, last bool) {
	told := 0
	return func(have int) ([]byte, bool) {
		data, last := demo.More(have, rec.Cancelled())
		rec.Limit(len(data))
		for _, gap := range demo.Gaps()[told:] {
			if gap.Offset > int64(have) {
				break
			}
			told++
			rec.Gap(gap)
		}
		return data, last
	}
}

// Live opens a demo that is still growing. name is the name of the file or other source. Live returns when the first
// snapshot has been loaded.
func Live(ctx context.Context, name string, d *live.Demo, options ...Option) (*recording.Recording, error) {
	format := d.Format(ctx)
	if s := d.Status(); format == nil && s.Words != "" {
		return nil, errors.New(s.Words)
	}
	return Open(ctx, &formats.Demo{Name: name, Container: formats.Plain, Format: format, Growing: d}, options...)
}

// guarded records a demo. If a simulator panics, the recording ends there and the program continues.
func guarded(record recorder, rec *recording.Recorder, demo *formats.Demo) {
	debug.SetPanicOnFault(true) // the data may be a memory-mapped file, which another program truncates
	err := fault.Guard(func() error {
		record(rec, demo.Data, demo.Name)
		return nil
	})
	if err != nil {
		rec.Finish(err)
	}
}

// container returns the extension of a plain file, which may indicate the protocol, otherwise the format and the kind
// of compression.
func container(d *formats.Demo) string {
	kind := d.Format.String()
	if ext := filepath.Ext(d.Name); len(ext) > 1 && d.Format.Extension != nil {
		kind = ext[1:]
	}
	switch d.Container {
	case formats.Gzip:
		return kind + ".gz"
	case formats.Zip:
		return kind + ".zip"
	}
	return kind
}

// File opens the demo at path. If path stands for the demos of a match, File merges them. If path is an archive with
// several demos, the error is a [*formats.SeveralError].
func File(ctx context.Context, path string, options ...Option) (*recording.Recording, error) {
	if demos, ok, err := MatchDemos(path); ok {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return Match(ctx, demos, options...)
	}
	return Member(ctx, path, "", options...)
}

// Member opens the demo with the given name in the archive at path.
func Member(ctx context.Context, path, name string, options ...Option) (*recording.Recording, error) {
	demo, err := formats.OpenMember(path, name)
	if err != nil {
		return nil, err
	}
	return Open(ctx, demo, options...)
}

// Bytes opens the demo in data. name is its file name.
func Bytes(ctx context.Context, name string, data []byte) (*recording.Recording, error) {
	demo, err := formats.Read(name, "", data)
	if err != nil {
		return nil, err
	}
	return Open(ctx, demo)
}

// SplitMember splits a path that refers to a demo in an archive, such as "archive.zip:member" or "archive.pk3:member".
// For any other path, member is empty.
func SplitMember(path string) (file, member string) {
	for i := range len(path) {
		if path[i] == ':' && (hasSuffixFold(path[:i], ".zip") || hasSuffixFold(path[:i], ".pk3")) {
			return path[:i], path[i+1:]
		}
	}
	return path, ""
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

// Extensions returns the file name extensions of demos, in lower case and without dots.
func Extensions() []string { return formats.Extensions() }

// Named reports whether name looks like the name of a file containing demos: a demo (possibly gzipped), a zip archive
// or a match file.
func Named(name string) bool {
	ext := filepath.Ext(name)
	return formats.FormatByName(name) != nil || strings.EqualFold(ext, ".zip") || strings.EqualFold(ext, MatchExtension)
}

// Choice is a demo in an archive.
type Choice struct {
	Name string
	Size int64 // unpacked, in bytes
}

// Choices returns the demos in the archive at path, or nil if the file is not an archive.
func Choices(path string) ([]Choice, error) {
	members, err := formats.Members(path)
	if err != nil {
		return nil, err
	}
	list := make([]Choice, len(members))
	for i, m := range members {
		list[i] = Choice{m.Name, m.Size}
	}
	return list, nil
}

// Positions calls row for the point of view and each player in every snapshot of a demo. If all is set, it also does so
// for every other entity. The positions are exactly as sent. Positions does not stop at damage in the demo. It returns
// a list of all damage found.
func Positions(demo *formats.Demo, all bool, row func(*sim.Position)) ([]damage.Damage, error) {
	a, ok := adapters[demo.Format]
	if !ok {
		return nil, fmt.Errorf(msgNotPlayed, demo.Name, demo.Format)
	}
	found := slices.Clone(demo.Damage)
	err := fault.Guard(func() error {
		found = append(found, a.positions(demo.Data, demo.Name, all, row)...)
		return nil
	})
	return found, err
}
