package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"fragscope/assets/gamedata"
	"fragscope/formats"
	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/formats/base/outlet"
	"fragscope/sim"
	simload "fragscope/sim/load"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
	"fragscope/viewer/maps"
)

type infoCmd struct {
	Files   []string `arg:"" name:"file" help:"The demos; a folder or an archive stands for all demos in it."`
	JSON    bool     `name:"json" help:"One JSON object per line for each demo."`
	GameDir []string `sep:"none" placeholder:"DIR" help:"Look for maps in this folder of a game; may be repeated."`

	Merge bool `help:"Make one recording of several demos of one match."`

	following `embed:""`
	limits    `embed:""`

	maps maps.Files
}

// infoJSON is a line of info --json: one demo. Times are in milliseconds from its start.
type infoJSON struct {
	Path       string       `json:"path"`
	PathExact  string       `json:"path_exact,omitempty"` // if Path is not valid UTF-8
	Game       string       `json:"game"`
	Container  string       `json:"container"`
	Protocol   int          `json:"protocol"`
	Mod        string       `json:"mod"`
	ModName    string       `json:"mod_name"`
	Kind       string       `json:"kind"`
	Recorder   string       `json:"recorder"`
	Server     string       `json:"server"`
	Locked     bool         `json:"locked"`
	Date       string       `json:"date"`
	DateMS     int64        `json:"date_ms"`
	DurationMS int64        `json:"duration_ms"`
	Snapshots  int          `json:"snapshots"`
	Messages   int          `json:"messages"`
	Complete   bool         `json:"complete"`
	Maps       []mapJSON    `json:"maps"`
	Players    []playerJSON `json:"players"`
	Damage     []damageJSON `json:"damage"`
	Remarks    []remarkJSON `json:"remarks,omitempty"`

	clock *moment.Clock
}

// remarkJSON is a statement in the demo that cannot be true.
type remarkJSON struct {
	TimeMS int64  `json:"time_ms"`
	Text   string `json:"text"`
	Why    string `json:"why"` // a possible reason
}

type mapJSON struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	StartMS int64  `json:"start_ms"`
	EndMS   int64  `json:"end_ms"`
	File    string `json:"file"`
	Exact   string `json:"file_exact,omitempty"` // if the path is not valid UTF-8
}

type playerJSON struct {
	Slot   int    `json:"slot"`
	Name   string `json:"name"`
	Team   string `json:"team"`
	Class  string `json:"class,omitempty"`
	Frags  *int16 `json:"frags"`
	Deaths *int16 `json:"deaths"`
}

type damageJSON struct {
	Offset int64  `json:"offset"`
	TimeMS *int64 `json:"time_ms"`
	What   string `json:"what"`
	LostMS int64  `json:"lost_ms"`
}

// ahead is the maximum number of demos read ahead of the one being printed.
const ahead = 256

// Run prints a description of each demo, in the order of the arguments. It reads as many demos in parallel as there are
// processors. If a demo cannot be read, Run continues with the others.
func (c *infoCmd) Run(out *output) error {
	if err := checkFolders(c.GameDir); err != nil {
		return err
	}
	if c.Merge {
		if len(c.Files) < 2 {
			return usageError(msgMergeTwo)
		}
		c.Files = []string{simload.MatchPath(c.Files)}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c.maps = mapFiles()
	c.maps.Cache = new(gamedata.Cache)
	turns := make(chan (<-chan *output), ahead)
	go func() {
		defer close(turns)
		readers := make(chan struct{}, runtime.GOMAXPROCS(0))
		for name, err := range demoFilesIn(c.Files, nil) {
			turn := make(chan *output, 1)
			select {
			case turns <- turn:
			case <-ctx.Done():
				return
			}
			readers <- struct{}{}
			go func() {
				turn <- c.tell(name, err)
				<-readers
			}()
		}
	}()
	for turn := range turns {
		if err := out.take(<-turn, !c.JSON); err != nil {
			return err
		}
	}
	return nil
}

// demoFilesIn yields the named files and, for each folder, the files in and below it that have names of demos. With an
// error, it yields the name of a folder that could not be listed, and of an entry for which passed, if not nil, returns
// one.
func demoFilesIn(names []string, passed func(path string, e fs.DirEntry) error) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, name := range names {
			if info, err := os.Stat(name); err != nil || !info.IsDir() {
				if !yield(name, nil) {
					return
				}
				continue
			}
			err := filepath.WalkDir(name, func(path string, e fs.DirEntry, err error) error {
				if err == nil && passed != nil {
					err = passed(path, e)
				}
				switch {
				case err == nil && (e.IsDir() || !simload.Named(path)):
					return nil
				case !yield(path, err):
					return fs.SkipAll
				}
				return nil
			})
			if err != nil {
				return
			}
		}
	}
}

// take prints the output of one of several readers, after an empty line if apart is set.
func (o *output) take(p *output, apart bool) error {
	o.damaged, o.unread = o.damaged || p.damaged, o.unread || p.unread
	text, warnings := p.out.(*bytes.Buffer), p.err.(*bytes.Buffer)
	if _, err := warnings.WriteTo(o.err); err != nil {
		return err
	}
	if text.Len() == 0 {
		return nil
	}
	if apart && o.told {
		text = bytes.NewBuffer(append([]byte{'\n'}, text.Bytes()...))
	}
	o.told = true
	_, err := text.WriteTo(o.out)
	return err
}

// tell describes the demos in a file.
func (c *infoCmd) tell(name string, err error) *output {
	out := &output{out: new(bytes.Buffer), err: new(bytes.Buffer)}
	if err == nil {
		err = fault.Guard(func() error {
			c.tellOf(name, out)
			return nil
		})
	}
	if err != nil {
		out.fail(about(name, err))
	}
	return out
}

// tellOf writes a description of the demo in a file, or of each demo in an archive, to out.
func (c *infoCmd) tellOf(name string, out *output) {
	ctx, cancel := c.context()
	defer cancel()
	if _, match, err := simload.MatchDemos(name); match || err != nil {
		rec, err := openRecording(ctx, name, 0)
		if err != nil {
			out.fail(err)
			return
		}
		c.report(name, rec, out)
		return
	}
	if err := c.await(name); err != nil {
		out.fail(about(name, err))
		return
	}
	demo, err := openDemo(name)
	var several *formats.SeveralError
	if !errors.As(err, &several) {
		c.inspect(ctx, name, demo, err, out)
		return
	}
	archive, err := formats.OpenArchive(name)
	if err != nil {
		out.fail(about(name, err))
		return
	}
	defer archive.Close()
	for i, m := range archive.Members() {
		if ctx.Err() != nil {
			out.fail(about(name, context.Cause(ctx)))
			return
		}
		demo, err := archive.Demo(i)
		c.inspect(ctx, name+":"+m.Name, demo, err, out)
	}
	for _, what := range archive.LeftOut() {
		out.warn("%s: %s", name, what)
	}
}

// inspect describes one demo, or reports why it could not be opened.
func (c *infoCmd) inspect(ctx context.Context, name string, demo *formats.Demo, err error, out *output) {
	var rec *recording.Recording
	if err != nil {
		out.fail(about(name, err))
		return
	}
	if rec, err = loadBeside(ctx, demo, 0, c.seek); err != nil {
		out.fail(err)
		return
	}
	c.report(name, rec, out)
}

// seek searches for the first level's map while the demo is still being read. It drops the result, because the data
// about the level may still change, but leaves the game folders in the cache for the real search.
func (c *infoCmd) seek(rec *recording.Recording) {
	if levels := rec.Levels(); len(levels) > 0 {
		c.mapPath(rec.Header(), levels[0])
	}
}

// report describes a recording.
func (c *infoCmd) report(name string, rec *recording.Recording, out *output) {
	out.warnDamage(name, rec)
	info := c.describe(name, rec)
	if !c.JSON {
		if out.told {
			say(out.out, "")
		}
		out.told = true
		info.print(out)
		return
	}
	line, err := outlet.JSON(info)
	if err != nil {
		out.fail(fmt.Errorf("%s: %w", name, err))
	}
	out.out.Write(line)
}

// describe collects the information about a demo.
func (c *infoCmd) describe(file string, rec *recording.Recording) *infoJSON {
	h := rec.Header()
	info := &infoJSON{
		Path: file, PathExact: outlet.ExactUnlessPlain(file), Game: h.GameKey, Container: h.Container,
		Protocol: h.Protocol, Mod: h.Mod, ModName: h.ModName, Kind: h.Kind, Recorder: h.Recorder, Server: h.Server,
		Locked: h.Locked, Date: h.Date, DateMS: h.DateAt.Milliseconds(), DurationMS: rec.Duration().Milliseconds(),
		Snapshots: rec.Frames(), Messages: h.Messages, clock: rec.Clock(), Maps: []mapJSON{}, Players: []playerJSON{},
		Damage: []damageJSON{},
	}
	for _, l := range rec.Levels() {
		path := c.mapPath(h, l)
		info.Maps = append(info.Maps, mapJSON{l.Map, l.Title, l.Start.Milliseconds(), l.End.Milliseconds(), path,
			outlet.ExactUnlessPlain(path)})
	}
	for _, p := range rec.Roster() {
		info.Players = append(info.Players, playerJSON{p.Profile.Slot.Index(), p.Profile.Name.Plain,
			p.Profile.TeamLabel(), p.Profile.Class, known(p.Frags), known(p.Deaths)})
	}
	for _, d := range rec.Damage() {
		j := damageJSON{Offset: d.Offset, What: d.What, LostMS: d.Lost.Milliseconds()}
		if d.Time >= 0 {
			ms := d.Time.Milliseconds()
			j.TimeMS = &ms
		}
		info.Damage = append(info.Damage, j)
	}
	for _, r := range rec.Anomalies() {
		info.Remarks = append(info.Remarks, remarkJSON{r.Time.Milliseconds(), r.Text, r.Why})
	}
	info.Complete = h.Complete && len(info.Damage) == 0 && rec.Err() == nil
	return info
}

// known returns nil if a number is unknown.
func known(n int16) *int16 {
	if n == sim.Unknown {
		return nil
	}
	return &n
}

// called returns a time in the demo, given in milliseconds, as text.
func (i *infoJSON) called(n int64) string {
	return i.clock.Moment(time.Duration(n) * time.Millisecond).Short()
}

func (i *infoJSON) print(out *output) {
	row := func(name, format string, args ...any) {
		say(out.out, "%-10s %s", name, fmt.Sprintf(format, args...))
	}
	row("file", "%s (%s)", filepath.Base(i.Path), i.Container)
	mod := prefixed(", mod ", i.Mod)
	if i.ModName != "" && !strings.EqualFold(i.Mod, i.ModName) {
		mod += " (" + i.ModName + ")"
	}
	row("game", "%s, protocol %d%s", i.Game, i.Protocol, mod)
	row("recording", "%s%s", i.Kind, prefixed(", by ", i.Recorder))
	if i.Server != "" {
		locked := ""
		if i.Locked {
			locked = ", with a password"
		}
		row("server", "%s%s", i.Server, locked)
	}
	if i.Date != "" {
		told := ""
		if i.DateMS > 0 {
			told = fmt.Sprintf(" (told at %s)", i.called(i.DateMS))
		}
		row("date", "%s%s", i.Date, told)
	}
	row("length", "%s, %s in %s", clockText(time.Duration(i.DurationMS)*time.Millisecond),
		count.Of(i.Snapshots, "snapshot"), count.Of(i.Messages, "message"))
	for _, m := range i.Maps {
		file := m.File
		if file == "" {
			file = "no map file found"
		}
		row("map", "%s%s, from %s (%s)", m.Name, prefixed(" – ", m.Title), i.called(m.StartMS), file)
	}
	for _, p := range i.Players {
		var score []string
		if p.Frags != nil {
			score = append(score, count.Of(int(*p.Frags), "frag"))
		}
		if p.Deaths != nil {
			score = append(score, count.Of(int(*p.Deaths), "death"))
		}
		row("player", "%2d %s%s%s", p.Slot, p.Name, prefixed(", ", p.Team)+prefixed(", ", p.Class),
			prefixed(", ", strings.Join(score, ", ")))
	}
	switch {
	case i.Complete:
		row("state", "complete")
	case len(i.Damage) == 0:
		row("state", "the end is missing: the recording was cut off")
	}
	for _, d := range i.Damage {
		row("damage", "at byte %d: %s", d.Offset, d.What)
	}
	for _, r := range i.Remarks {
		row("odd", "%s: %s", i.called(r.TimeMS), r.Text)
	}
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// mapPath returns the path of a level's map, or "" if it is not found.
func (c *infoCmd) mapPath(h sim.Header, l sim.Level) string {
	file, err := c.maps.Find(h, l, c.GameDir)
	if err != nil || file == nil {
		return ""
	}
	return file.Where
}
