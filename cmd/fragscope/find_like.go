package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/base/outlet"
	"fragscope/sim/archive"
	simload "fragscope/sim/load"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
)

// demoMoment is a demo and a moment in it.
type demoMoment struct {
	demo string
	at   moment.Moment
}

// UnmarshalText parses a demo name followed by a time, such as "match.mvd@3:12".
func (m *demoMoment) UnmarshalText(text []byte) error {
	s := string(text)
	i := strings.LastIndexByte(s, '@')
	if i <= 0 {
		return fmt.Errorf(msgNoMoment, s)
	}
	m.demo = s[:i]
	return m.at.UnmarshalText(text[i+1:])
}

// places returns the files that are read to open the demo.
func (m *demoMoment) places() []string { return demoPlaces(m.demo).Read }

// findLike lists the moments in the library that are most similar to a given one.
func (c *findCmd) findLike(out *output) error {
	in := inLibrary{c.LibraryFile}
	l, err := in.open()
	if err != nil {
		return err
	}
	defer l.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	limited, cancel := c.context()
	defer cancel()
	rec, err := openRecording(limited, c.Like.demo, recording.Worlds)
	if err != nil {
		return err
	}
	at, err := rec.Clock().Own(c.Like.at)
	if err != nil {
		return usageError(err.Error())
	}
	m, err := momentOf(ctx, l, rec, c.Like.demo, at)
	if err != nil {
		return about(c.Like.demo, err)
	}
	list, err := l.Like(ctx, m, c.Most)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out.out)
	lines := &listing{w: w, json: c.JSON, csv: c.CSV}
	for i := range list {
		a := &list[i]
		j := placeJSON{Path: a.Row.Name(), PathExact: outlet.ExactUnlessPlain(a.Row.Name()),
			TimeMS: a.Time.Milliseconds(), Distance: &a.Distance}
		lines.line(&j, []string{"path", "time_ms", "distance"},
			[]string{outlet.Cell(j.Path), strconv.FormatInt(j.TimeMS, 10), strconv.FormatFloat(a.Distance, 'f', 4, 64)},
			fmt.Sprintf("%.3f  %s  %s", a.Distance, j.Path, a.Row.Clock.Exact(a.Time)))
	}
	return flushed(lines.err, w)
}

// momentOf returns a recording's moment at the given time.
func momentOf(ctx context.Context, l *archive.Library, rec *recording.Recording, path string,
	at time.Duration) (*archive.Moment, error) {
	w := rec.Cursor().At(at)
	levels := rec.Levels()
	if w.Level < 0 || w.Level >= len(levels) {
		return nil, errors.New(msgNoLevel)
	}
	m := archive.MomentOf(rec.Header().GameKey, levels[w.Level], w)
	if m.Players() == 0 {
		return nil, fmt.Errorf(msgNobodyThere, rec.Clock().Exact(at))
	}
	file, member := simload.SplitMember(path)
	if abs, err := filepath.Abs(file); err == nil {
		file = abs
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	var err error
	m.Content, err = l.ContentOf(ctx, file, member)
	return m, err
}
