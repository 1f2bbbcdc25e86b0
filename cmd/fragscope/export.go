package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/count"
	"fragscope/formats/base/outlet"
	"fragscope/formats/live"
	"fragscope/sim/archive"
	simload "fragscope/sim/load"
)

type exportCmd struct {
	Files   []string `arg:"" name:"folder" help:"Folders of demos, or demos and archives; - is a list on standard input, a name on each line."`
	Output  string   `short:"o" required:"" placeholder:"DIR" help:"The folder for the tables; those of an earlier export are replaced when all is read."`
	Parquet bool     `xor:"form" help:"Write Parquet (the default)."`
	CSV     bool     `name:"csv" xor:"form" help:"Write comma-separated values with a header; text that a spreadsheet would take for a formula gets an apostrophe before it."`
	JSONL   bool     `name:"jsonl" xor:"form" help:"Write JSON objects, one per line."`

	Tables []string      `placeholder:"NAME" values:"demos,matches,players,player_matches,kills,pickups,score_timeline,control,chat,positions,inputs" help:"Write only these tables, with commas between them; help tables describes them."`
	Every  time.Duration `default:"1s" values:"0s,50ms,100ms,1s" help:"The time between two positions of a player; 0s lists those of each snapshot."`
	Shard  shard         `placeholder:"I/N" values:"1/2,1/10" help:"Read only the I-th of N parts of the demos; the parts together are the whole."`

	limits `embed:""`
}

// shard is one of n parts.
type shard struct{ i, n int }

// UnmarshalText parses a shard such as "3/10".
func (s *shard) UnmarshalText(text []byte) error {
	before, after, ok := strings.Cut(string(text), "/")
	i, err := strconv.Atoi(before)
	n, err2 := strconv.Atoi(after)
	if !ok || err != nil || err2 != nil || i < 1 || i > n {
		return fmt.Errorf(msgNoShard, text)
	}
	*s = shard{i, n}
	return nil
}

func (c *exportCmd) form() string {
	switch {
	case c.CSV:
		return "csv"
	case c.JSONL:
		return "jsonl"
	}
	return "parquet"
}

// Run exports the demos as tables.
func (c *exportCmd) Run(out *output) error {
	if c.Every < 0 {
		return usageError(msgEvery)
	}
	for _, name := range c.Files {
		file, _ := simload.SplitMember(name)
		if _, err := os.Stat(file); name != live.StandardInput && errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf(msgNotThere, name)
		}
	}
	ctx, stop := stoppable(context.Background())
	defer stop()
	list := &nameList{in: os.Stdin}
	demos := 0
	err := archive.Export(ctx, archive.ExportOptions{
		Files: list.files(c.Files), Dir: c.Output, Form: c.form(), Tables: c.Tables, Every: c.Every, Shard: c.Shard.i,
		Shards: c.Shard.n, Time: c.TimeLimit, Memory: uint64(c.MemoryLimit), Done: func(d archive.Exported) {
			if d.Err != nil {
				out.warn("%s: %v", d.Path, d.Err)
				return
			}
			demos++
		},
	})
	if err != nil && ctx.Err() != nil {
		return errors.New(msgInterrupted)
	}
	if err := errors.Join(err, list.err); err != nil {
		return err
	}
	say(out.err, msgExported, c.Output, count.Of(demos, "demo"))
	return nil
}

// nameList is a list of files, some given as arguments and some read from a list.
type nameList struct {
	in  io.Reader
	err error
}

// files yields the named files, those in named folders, and those on the list.
func (l *nameList) files(names []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, name := range names {
			list := demoFilesIn([]string{name}, archive.Passed)
			if name == live.StandardInput {
				list = l.listed
			}
			for file, err := range list {
				if !yield(file, err) {
					return
				}
			}
		}
	}
}

// listed yields the files on the list.
func (l *nameList) listed(yield func(string, error) bool) {
	lines := bufio.NewScanner(l.in)
	for lines.Scan() {
		name, err := outlet.FromExact(strings.TrimSuffix(lines.Text(), "\r"))
		if name == "" {
			continue
		}
		for file, failed := range demoFilesIn([]string{name}, archive.Passed) {
			if !yield(file, errors.Join(err, failed)) {
				return
			}
		}
	}
	l.err = lines.Err()
}

// several reports that the limits apply to each demo.
func (c *exportCmd) several() bool { return true }

func (c *exportCmd) places() confine.Places {
	os.MkdirAll(c.Output, 0o777)
	p := confine.Places{Write: []string{c.Output}}
	for _, name := range c.Files {
		if name == live.StandardInput {
			p.Read = append(p.Read, allFiles()...) // the list's files are not known yet
			continue
		}
		p.Read = append(append(p.Read, name), linkedDemos(name)...)
	}
	return p
}

// allFiles returns the entries of the root directory, except those through which the system exposes processes and
// devices.
func allFiles() (list []string) {
	root := string(os.PathSeparator)
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		if name := e.Name(); name != "proc" && name != "sys" && name != "dev" {
			list = append(list, filepath.Join(root, name))
		}
	}
	return list
}
