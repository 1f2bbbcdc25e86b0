package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strings"
	"time"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/formats/base/count"
	"fragscope/formats/base/regular"
	"fragscope/formats/damage"
	"fragscope/formats/live"
	simload "fragscope/sim/load"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
)

// sampleName names the embedded demo wherever a file is expected.
const sampleName = "sample:"

// openDemo opens a file or the embedded sample. "archive.zip:member" names one of several demos in an archive.
func openDemo(name string) (*formats.Demo, error) {
	if name == sampleName {
		d, err := formats.Read(sample.DemoName, "", sample.Demo())
		if err == nil {
			d.Path = sampleName
		}
		return d, err
	}
	if name == live.StandardInput {
		d, err := readInput()
		if err != nil {
			return nil, about(inputName, err)
		}
		return d, nil
	}
	d, err := formats.OpenMember(simload.SplitMember(name))
	if err != nil {
		return nil, about(name, err)
	}
	return d, nil
}

// readInput reads a demo from standard input until EOF.
func readInput() (*formats.Demo, error) {
	data, err := regular.ReadAll(os.Stdin, 1<<20, formats.MaxSize+1)
	if err != nil {
		return nil, fmt.Errorf(msgStdinUnread, err)
	}
	if len(data) > formats.MaxSize {
		return nil, &formats.NotDemoError{File: inputName, What: fmt.Sprintf("it is longer than %d MiB",
			formats.MaxSize>>20)}
	}
	d, err := formats.Read(inputName, "", data)
	if err != nil {
		return nil, err
	}
	d.Path = live.StandardInput
	return d, nil
}

// inputName names a demo read from standard input.
const inputName = "standard input"

// about returns an error that mentions the file it is about exactly once, as the user named it.
func about(name string, err error) error {
	var not *formats.NotDemoError
	var several *formats.SeveralError
	var path *fs.PathError
	switch {
	case errors.As(err, &not):
		return &formats.NotDemoError{File: name, What: not.What}
	case errors.As(err, &several):
		return &formats.SeveralError{File: name, Members: several.Members}
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf(msgNoFile, name)
	case errors.As(err, &path):
		err = path.Err
	case strings.Contains(err.Error(), name):
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// load simulates a whole demo for callers that need only some aspects of the recording.
func load(ctx context.Context, demo *formats.Demo, parts recording.Parts) (*recording.Recording, error) {
	return loadBeside(ctx, demo, parts, func(*recording.Recording) {})
}

// loadBeside is like load, but calls beside while the demo is being read, once its first snapshot is available.
func loadBeside(ctx context.Context, demo *formats.Demo, parts recording.Parts,
	beside func(*recording.Recording)) (*recording.Recording, error) {
	rec, err := simload.Open(ctx, demo, simload.Only(parts))
	if ctx.Err() != nil {
		return nil, about(nameOf(demo), context.Cause(ctx))
	}
	if err != nil {
		return nil, about(nameOf(demo), cmp.Or(errors.Unwrap(err), err)) // the wrapped error names the file again
	}
	beside(rec)
	rec.Wait()
	if ctx.Err() != nil {
		return nil, about(nameOf(demo), context.Cause(ctx))
	}
	return rec, nil
}

// nameOf returns a demo's name as the user would write it.
func nameOf(demo *formats.Demo) string {
	name := cmp.Or(demo.Path, demo.Name)
	if demo.Member != "" {
		name += ":" + demo.Member
	}
	return name
}

// warnDamage prints on standard error the parts of the demo at path that could not be read.
func (o *output) warnDamage(path string, rec *recording.Recording) {
	for _, d := range rec.Damage() {
		o.warn("%s: %s", path, damageText(d, rec.Clock().Moment(d.Time).Short()))
	}
	if err := rec.Err(); err != nil {
		o.warn("%s: %v", path, err)
	}
}

// damageSentence describes a damage and its position, for a demo whose moments are unknown.
func damageSentence(d damage.Damage) string {
	return damageText(d, moment.At(d.Time.Truncate(100*time.Millisecond)).String()+" s")
}

// damageText describes a damage and its position. when is its formatted time.
func damageText(d damage.Damage, when string) string {
	s := fmt.Sprintf("at byte %d", d.Offset)
	if d.Time >= 0 {
		s += ", " + when
	}
	s += ": " + d.What
	if d.Skipped > 0 {
		s += "; " + count.Of(int(d.Skipped), "byte") + " passed over"
	}
	return s
}

// clockText formats a duration, or a time from the demo's start, as minutes, seconds and tenths.
func clockText(d time.Duration) string {
	tenths := d.Milliseconds() / 100
	return fmt.Sprintf("%d:%02d.%d", tenths/600, tenths/10%60, tenths%10)
}

// watchedDemos opens demos for the viewer and reports each recording.
type watchedDemos struct {
	demoFiles
	opened func(*recording.Recording)
}

func (d watchedDemos) tell(rec *recording.Recording, err error) (*recording.Recording, error) {
	if err == nil {
		d.opened(rec)
	}
	return rec, err
}

// Open opens the demo at path, or the built-in sample if path is the sample's name.
func (d watchedDemos) Open(ctx context.Context, path string) (*recording.Recording, error) {
	return d.tell(d.demoFiles.Open(ctx, path))
}

// Member opens the demo with the given name in the archive at path.
func (d watchedDemos) Member(ctx context.Context, path, name string) (*recording.Recording, error) {
	return d.tell(d.demoFiles.Member(ctx, path, name))
}

// Sample opens the built-in sample.
func (d watchedDemos) Sample(ctx context.Context) (*recording.Recording, error) {
	return d.tell(d.demoFiles.Sample(ctx))
}

// Stream opens a demo from a source that may still be growing: a file, a server or standard input.
func (d watchedDemos) Stream(ctx context.Context, name string) (*recording.Recording, *simload.Stream, error) {
	rec, stream, err := d.demoFiles.Stream(ctx, name)
	rec, err = d.tell(rec, err)
	return rec, stream, err
}

// tellEnd prints a message if a demo ends before the requested time, or before the requested length from there. The
// message says what is shown instead.
func (o *output) tellEnd(name string, rec *recording.Recording, at *moment.Moment, long length) {
	end, clock, from := rec.Duration(), rec.Clock(), time.Duration(0)
	if at != nil {
		own, err := clock.Own(*at)
		if err != nil {
			say(o.err, "%s: %v", name, err)
		}
		from = own
	}
	switch to := from + time.Duration(long); {
	case from > end:
		say(o.err, msgEndsBefore, name, clock.Exact(end), at)
	case to > end:
		say(o.err, msgFilmEnds, name, clock.Exact(end), clock.Exact(to))
	}
}

// ownTimes converts two moments to the demo's own times. A nil first means the start of the demo; a nil last means a
// time after its end.
func ownTimes(clock *moment.Clock, first, last *moment.Moment) (from, to time.Duration, err error) {
	to = math.MaxInt64
	for _, x := range []struct {
		m  *moment.Moment
		at *time.Duration
	}{{first, &from}, {last, &to}} {
		if x.m == nil {
			continue
		}
		if *x.at, err = clock.Own(*x.m); err != nil {
			return 0, 0, usageError(err.Error())
		}
	}
	if to <= from {
		err = usageError(msgCutRange)
	}
	return from, to, err
}

// partOf is like ownTimes for a demo, of which it reads no more than necessary. called names the demo's times.
func partOf(demo *formats.Demo, first, last *moment.Moment) (from, to time.Duration,
	called func(time.Duration) moment.Moment, err error) {
	clock, called := new(moment.Clock), moment.At
	if first != nil && !first.Own || last != nil && !last.Own {
		rec, err := load(context.Background(), demo, 0)
		if err != nil {
			return 0, 0, nil, err
		}
		clock, called = rec.Clock(), rec.Clock().Exact
	}
	from, to, err = ownTimes(clock, first, last)
	return from, to, called, err
}
