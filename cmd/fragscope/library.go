package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"fragscope/cmd/fragscope/confine"
	"fragscope/formats/base/count"
	"fragscope/formats/base/outlet"
	"fragscope/sim"
	"fragscope/sim/archive"
)

type libraryCmd struct {
	Action  string   `arg:"" enum:"add,scan,list,forget" help:"What to do: add takes folders into the library and reads them, scan reads what is new in them, list prints its demos, forget takes folders out."`
	Folders []string `arg:"" optional:"" name:"folder" help:"Folders, or single files."`
	JSON    bool     `name:"json" xor:"form" help:"List one JSON object per line."`
	CSV     bool     `name:"csv" xor:"form" help:"List comma-separated values with a header; text that a spreadsheet would take for a formula gets an apostrophe before it."`

	inLibrary `embed:""`
	limits    `embed:""`
}

// inLibrary selects a library.
type inLibrary struct {
	LibraryFile string `aliases:"library" placeholder:"FILE" help:"The library's file, instead of the one in the user's data folder."`
}

func (i *inLibrary) file() string {
	if i.LibraryFile != "" {
		return i.LibraryFile
	}
	return archive.UserFile()
}

// place returns the folder of the library's files. It creates the folder, because a confined process cannot.
func (i *inLibrary) place() string {
	dir := filepath.Dir(i.file())
	os.MkdirAll(dir, 0o700)
	return dir
}

// open opens an existing library.
func (i *inLibrary) open() (*archive.Library, error) {
	if _, err := os.Stat(i.file()); err != nil {
		return nil, fmt.Errorf(msgNoLibrary, i.file())
	}
	return archive.Open(i.file())
}

// libraryJSON is a line of library list --json: one demo.
type libraryJSON struct {
	Path       string   `json:"path"`
	PathExact  string   `json:"path_exact,omitempty"`
	Member     string   `json:"member,omitempty"`
	FileSize   int64    `json:"file_size"`
	Changed    string   `json:"changed"`
	Checksum   string   `json:"sha256,omitempty"`
	Copies     int      `json:"copies"`
	Game       string   `json:"game"`
	Mod        string   `json:"mod"`
	Map        string   `json:"map"`
	Maps       []string `json:"maps"`
	Mode       string   `json:"mode"`
	Score      string   `json:"score"`
	Players    []string `json:"players"`
	Date       string   `json:"date"`
	DateTold   bool     `json:"date_told"`
	DurationMS int64    `json:"duration_ms"`
	Server     string   `json:"server"`
	Kind       string   `json:"kind"`
	Recorder   string   `json:"recorder"`
	Complete   bool     `json:"complete"`
	Error      string   `json:"error,omitempty"`
}

// Run adds, scans, lists or forgets folders.
func (c *libraryCmd) Run(out *output) error {
	switch {
	case len(c.Folders) == 0 && (c.Action == "add" || c.Action == "forget"):
		return usageError(fmt.Sprintf(msgWantsFolders, c.Action))
	case len(c.Folders) > 0 && (c.Action == "scan" || c.Action == "list"):
		return usageError(fmt.Sprintf(msgWantsNoFolders, c.Action))
	}
	open := c.open
	if c.Action == "add" {
		open = func() (*archive.Library, error) { return archive.Open(c.file()) }
	}
	l, err := open()
	if err != nil {
		return err
	}
	defer l.Close()
	switch c.Action {
	case "forget":
		return c.forget(l)
	case "list":
		return c.list(l, out)
	case "add":
		for _, dir := range c.Folders {
			if err := l.Add(dir); err != nil {
				return about(dir, err)
			}
		}
	}
	return c.scan(l, out)
}

// scan reads new files and prints progress.
func (c *libraryCmd) scan(l *archive.Library, out *output) error {
	ctx, stop := stoppable(context.Background())
	defer stop()
	const tellEach = 2 * time.Second
	last := time.Now()
	done, err := l.Scan(ctx, archive.ScanOptions{Workers: runtime.GOMAXPROCS(0), Time: c.TimeLimit,
		Memory: uint64(c.MemoryLimit), Progress: func(p archive.Progress) {
			if time.Since(last) >= tellEach {
				last = time.Now()
				say(out.err, "%s", scanText(p))
			}
		}})
	say(out.out, "%s", scanText(done))
	if ctx.Err() != nil {
		return errors.New(msgScanStopped)
	}
	return err
}

// scanText describes the progress of a scan in one line.
func scanText(p archive.Progress) string {
	s := fmt.Sprintf("%s, %d of them new: %s read, %d known already, %d unreadable", count.Of(p.Files, "file"), p.Read,
		count.Of(p.Demos, "demo"), p.Known, p.Bad)
	if p.Gone > 0 {
		s += ", " + count.Of(p.Gone, "file") + " gone"
	}
	for _, a := range p.Aside {
		s += fmt.Sprintf(msgAside, count.Of(a.Files, "file"), a.Folder)
	}
	return s + fmt.Sprintf("; %.1f MB, %.1f MB/s", float64(p.Bytes)/1e6,
		float64(p.Bytes)/1e6/max(p.Took.Seconds(), 1e-3))
}

func (c *libraryCmd) forget(l *archive.Library) error {
	for _, dir := range c.Folders {
		ok, err := l.Forget(dir)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf(msgNotInLibrary, dir)
		}
	}
	return nil
}

// list lists the demos.
func (c *libraryCmd) list(l *archive.Library, out *output) error {
	w := bufio.NewWriter(out.out)
	table := csv.NewWriter(w)
	if c.CSV {
		table.Write([]string{"path", "member", "file_size", "changed", "sha256", "copies", "game", "mod", "map", "maps",
			"mode", "score", "players", "date", "date_told", "duration_ms", "server", "kind", "recorder",
			"complete", "error"})
	}
	err := l.Each(context.Background(), func(r *archive.Row) error {
		j := libraryLine(r)
		switch {
		case c.JSON:
			line, err := outlet.JSON(j)
			w.Write(line)
			return err
		case c.CSV:
			cell := outlet.Cell
			return table.Write([]string{cell(j.Path), cell(j.Member), strconv.FormatInt(j.FileSize, 10), j.Changed,
				j.Checksum, strconv.Itoa(j.Copies), cell(j.Game), cell(j.Mod), cell(j.Map),
				cell(strings.Join(j.Maps, " ")), cell(j.Mode), cell(j.Score), cell(strings.Join(j.Players, ", ")),
				cell(j.Date), strconv.FormatBool(j.DateTold), strconv.FormatInt(j.DurationMS, 10), cell(j.Server),
				j.Kind, cell(j.Recorder),
				strconv.FormatBool(j.Complete), cell(j.Error)})
		}
		say(w, "%s", libraryText(r, &j))
		return nil
	})
	table.Flush()
	return flushed(cmp.Or(err, table.Error()), w)
}

func libraryLine(r *archive.Row) libraryJSON {
	date, source := r.When()
	return libraryJSON{
		Path: r.Path, PathExact: outlet.ExactUnlessPlain(r.Path), Member: r.Member, FileSize: r.FileSize,
		Changed: r.Changed.UTC().Format(time.RFC3339), Checksum: r.Checksum, Copies: r.Copies, Game: r.Game, Mod: r.Mod,
		Map: r.Map, Maps: strings.Fields(r.Maps), Mode: r.Mode, Score: r.Score, Players: append([]string{}, r.Names...),
		Date: date, DateTold: source == archive.DateTold, DurationMS: r.DurationMS, Server: r.Server, Kind: r.Kind,
		Recorder: r.Recorder, Complete: r.Complete,
		Error: r.Error,
	}
}

// libraryText describes a demo of the library in one line.
func libraryText(r *archive.Row, j *libraryJSON) string {
	if r.Checksum == "" {
		return fmt.Sprintf("%s: %s", r.Name(), r.Error)
	}
	s := fmt.Sprintf("%s  %-11s %-12s %6s  %s", j.Date[:min(len(j.Date), 16)], sim.GameName(r.Game), r.Map,
		clockText(time.Duration(r.DurationMS)*time.Millisecond), r.Name())
	if r.Score != "" {
		s += "  " + r.Score
	}
	if r.Copies > 1 {
		s += fmt.Sprintf("  (%d copies)", r.Copies)
	}
	return s
}

// several reports that the limits apply to each demo.
func (c *libraryCmd) several() bool { return true }

func (c *libraryCmd) places() confine.Places {
	read := append([]string(nil), c.Folders...)
	if l, err := c.open(); err == nil {
		list, _ := l.Folders()
		read = append(read, list...)
		l.Close()
	}
	for _, dir := range read {
		read = append(read, linkedDemos(dir)...)
	}
	return confine.Places{Read: read, Write: []string{c.place()}}
}
