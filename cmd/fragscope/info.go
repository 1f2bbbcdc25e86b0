package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"fragscope/sim"
)

type infoCmd struct {
	Files   []string `arg:"" name:"file" help:"The demos."`
	JSON    bool     `name:"json" help:"One JSON object a line for each demo."`
	GameDir []string `placeholder:"DIR" help:"Folder of a game to look for maps in; may be repeated."`
}

// infoJSON is the line that info --json prints for a demo; times are ms from
// the start of the demo.
type infoJSON struct {
	Path       string       `json:"path"`
	Game       string       `json:"game"`
	Container  string       `json:"container"`
	Protocol   int          `json:"protocol"`
	Mod        string       `json:"mod"`
	Kind       string       `json:"kind"`
	Recorder   string       `json:"recorder"`
	DurationMS int64        `json:"duration_ms"`
	Snapshots  int          `json:"snapshots"`
	Messages   int          `json:"messages"`
	Complete   bool         `json:"complete"`
	Maps       []mapJSON    `json:"maps"`
	Players    []playerJSON `json:"players"`
	Damage     []damageJSON `json:"damage"`
	Remarks    []remarkJSON `json:"remarks,omitempty"`
}

// remarkJSON is something that the demo tells and that cannot be true.
type remarkJSON struct {
	TimeMS int64  `json:"time_ms"`
	Text   string `json:"text"`
}

type mapJSON struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	StartMS int64  `json:"start_ms"`
	EndMS   int64  `json:"end_ms"`
	File    string `json:"file"`
}

type playerJSON struct {
	Slot   int    `json:"slot"`
	Name   string `json:"name"`
	Team   string `json:"team"`
	Frags  *int16 `json:"frags"`
	Deaths *int16 `json:"deaths"`
}

type damageJSON struct {
	Offset int64  `json:"offset"`
	TimeMS *int64 `json:"time_ms"`
	What   string `json:"what"`
	LostMS int64  `json:"lost_ms"`
}

// Run tells what is in each demo; one that cannot be read does not keep the
// others from being told.
func (c *infoCmd) Run(out *output) error {
	for i, file := range c.Files {
		info, err := c.inspect(file, out)
		if err != nil {
			out.fail(err)
			continue
		}
		if c.JSON {
			if err := json.NewEncoder(out.out).Encode(info); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(out.out)
		}
		info.print(out)
	}
	return nil
}

func (c *infoCmd) inspect(file string, out *output) (*infoJSON, error) {
	demo, err := openDemo(file)
	if err != nil {
		return nil, err
	}
	rec, err := load(demo)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	out.warnDamage(rec)
	return describe(file, rec, c.GameDir), nil
}

// describe gathers what is known about a demo.
func describe(file string, rec *sim.Recording, dirs []string) *infoJSON {
	h := rec.Header()
	info := &infoJSON{
		Path: file, Game: h.GameKey, Container: h.Container, Protocol: h.Protocol, Mod: h.Mod, Kind: h.Kind,
		Recorder: h.Recorder, DurationMS: rec.Duration().Milliseconds(), Snapshots: rec.Frames(), Messages: h.Messages,
		Maps: []mapJSON{}, Players: []playerJSON{}, Damage: []damageJSON{},
	}
	for _, l := range rec.Levels() {
		info.Maps = append(info.Maps, mapJSON{l.Map, l.Title, l.Start.Milliseconds(), l.End.Milliseconds(), mapPath(h, l, dirs)})
	}
	for _, p := range rec.Roster() {
		info.Players = append(info.Players, playerJSON{p.Profile.Slot, p.Profile.Name.Plain, p.Profile.TeamLabel(), known(p.Frags), known(p.Deaths)})
	}
	for _, d := range rec.Damage() {
		j := damageJSON{Offset: d.Offset, What: d.What, LostMS: d.Lost.Milliseconds()}
		if d.Time >= 0 {
			ms := d.Time.Milliseconds()
			j.TimeMS = &ms
		}
		info.Damage = append(info.Damage, j)
	}
	for _, r := range rec.Remarks() {
		info.Remarks = append(info.Remarks, remarkJSON{r.Time.Milliseconds(), r.Text})
	}
	info.Complete = h.Complete && len(info.Damage) == 0 && rec.Err() == nil
	return info
}

// known is nil for what the demo does not tell.
func known(n int16) *int16 {
	if n == sim.Unknown {
		return nil
	}
	return &n
}

// print tells it in words.
func (i *infoJSON) print(out *output) {
	row := func(name, format string, args ...any) {
		fmt.Fprintf(out.out, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	row("file", "%s (%s)", filepath.Base(i.Path), i.Container)
	row("game", "%s, protocol %d%s", i.Game, i.Protocol, prefixed(", mod ", i.Mod))
	row("recording", "%s%s", i.Kind, prefixed(", by ", i.Recorder))
	row("length", "%s, %d snapshots in %d messages", clockText(time.Duration(i.DurationMS)*time.Millisecond), i.Snapshots, i.Messages)
	for _, m := range i.Maps {
		start := time.Duration(m.StartMS) * time.Millisecond
		file := m.File
		if file == "" {
			file = "no map file found"
		}
		row("map", "%s%s, from %s (%s)", m.Name, prefixed(" – ", m.Title), clockText(start), file)
	}
	for _, p := range i.Players {
		var score []string
		if p.Frags != nil {
			score = append(score, fmt.Sprintf("%d frags", *p.Frags))
		}
		if p.Deaths != nil {
			score = append(score, fmt.Sprintf("%d deaths", *p.Deaths))
		}
		row("player", "%2d %s%s%s", p.Slot, p.Name, prefixed(", ", p.Team), prefixed(", ", strings.Join(score, ", ")))
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
		row("odd", "%s: %s", clockText(time.Duration(r.TimeMS)*time.Millisecond), r.Text)
	}
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// mapPath tells where the map of a level is; empty where there is none.
func mapPath(h sim.Header, l sim.Level, dirs []string) string {
	file, err := mapFiles().Find(h, l, dirs)
	if err != nil || file == nil {
		return ""
	}
	return file.Where
}
