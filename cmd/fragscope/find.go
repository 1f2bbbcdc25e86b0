package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"fragscope/formats/base/outlet"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/viewer/maps"
)

type findCmd struct {
	File  string   `arg:"" optional:"" help:"The demo; sample: is the built-in one. With --library it is left out."`
	Query []string `arg:"" optional:"" help:"What is looked for; help find has the grammar. A term with a minus sign, < or > is put in quotes for the shell."`
	JSON  bool     `name:"json" xor:"form" help:"One JSON object per line."`
	CSV   bool     `name:"csv" xor:"form" help:"Comma-separated values with a header; text that a spreadsheet would take for a formula gets an apostrophe before it."`

	GameDir []string `sep:"none" placeholder:"DIR" help:"Look for the names of places in this folder of a game; may be repeated."`

	Library     bool       `help:"Ask all demos of the library."`
	Like        demoMoment `placeholder:"DEMO@TIME" values:"match.mvd@3:12" help:"With --library, in the place of a question: list the moments on the same map that are the most like this one of a demo, by where everybody is and what he has. The distance is 0 for the same and 1 for nothing in common."`
	Most        int        `default:"20" values:"10,100,1000" help:"How many moments --like lists at most."`
	LibraryFile string     `placeholder:"FILE" help:"The library's file, instead of the one in the user's data folder."`

	clipping `embed:""`
	limits   `embed:""`
}

// momentJSON is a line of find --json. Fields the moment does not have are omitted.
type momentJSON struct {
	Path       string    `json:"path,omitempty"` // with --library
	PathExact  string    `json:"path_exact,omitempty"`
	TimeMS     int64     `json:"time_ms"`
	Moment     string    `json:"moment"` // the same as text
	UntilMS    int64     `json:"until_ms,omitempty"`
	Kind       string    `json:"kind"`
	Slot       *int      `json:"slot,omitempty"`
	Name       string    `json:"name,omitempty"`
	VictimSlot *int      `json:"victim_slot,omitempty"`
	VictimName string    `json:"victim_name,omitempty"`
	Weapon     string    `json:"weapon,omitempty"`
	Item       string    `json:"item,omitempty"`
	Powerup    string    `json:"powerup,omitempty"`
	Place      string    `json:"place,omitempty"`
	Text       string    `json:"text"`
	Origin     []float32 `json:"origin,omitempty"`
	Files      []string  `json:"files,omitempty"` // made from it
}

// Run lists the moments that match the query in each demo.
func (c *findCmd) Run(out *output) error {
	words := c.Query
	switch {
	case c.Like.demo != "" && (!c.Library || c.File != "" || c.Most < 1):
		return usageError(msgLike)
	case c.Like.demo != "":
		return c.findLike(out)
	case c.File == "":
		return usageError(msgWantsQuestion)
	}
	if c.Library {
		words = append([]string{c.File}, c.Query...)
	} else if len(words) == 0 {
		return usageError(msgWantsQuestion)
	}
	q, err := query.Parse(strings.Join(words, " "))
	if err != nil {
		return usageError(err.Error())
	}
	if err := errors.Join(checkFolders(c.GameDir), c.clipping.check(c.File)); err != nil {
		return err
	}
	if c.Library {
		return c.findInLibrary(out, q)
	}
	ctx, cancel := c.context()
	defer cancel()
	rec, err := openRecording(ctx, c.File, recording.AllParts)
	if err != nil {
		return err
	}
	out.warnDamage(c.File, rec)
	answer, err := q.Find(ctx, query.Source{Recording: rec, Places: placesOf(mapFiles(), rec, c.GameDir)})
	if err != nil {
		return about(c.File, err)
	}
	for _, note := range answer.Notes {
		say(out.err, "%s", note)
	}
	made, err := c.clips(out, c.File, rec, answer.Moments)
	if err != nil {
		return err
	}
	return c.write(out, rec, answer.Moments, made)
}

// write lists moments in the requested form, and the files made from them.
func (c *findCmd) write(out *output, rec *recording.Recording, moments []query.Moment,
	made map[int][]string) (err error) {
	w := bufio.NewWriter(out.out)
	switch {
	case c.JSON:
		for i := range moments {
			j := momentLine(rec, &moments[i])
			j.Files = made[i]
			line, err := outlet.JSON(j)
			if err != nil {
				return err
			}
			w.Write(line)
		}
	case c.CSV:
		out := csv.NewWriter(w)
		out.Write(momentColumns)
		err = writeMoments(out, rec, moments)
	default:
		for i := range moments {
			m := &moments[i]
			say(w, "%s  %s", rec.Clock().Exact(m.Time), momentText(rec, m))
		}
		listMade(w, made, len(moments))
	}
	return flushed(err, w)
}

// listMade lists the files made from hits, without duplicates.
func listMade(w io.Writer, made map[int][]string, hits int) {
	told := map[string]bool{}
	for i := range hits {
		for _, file := range made[i] {
			if !told[file] {
				told[file] = true
				say(w, "%s", file)
			}
		}
	}
}

// placesOf returns the named places of a recording's levels, or nil if there are none.
func placesOf(files maps.Files, rec *recording.Recording, dirs []string) query.Places {
	list := maps.Names{}
	for _, l := range rec.Levels() {
		if p := files.Locations(rec.Header(), l, dirs); p != nil {
			list[l.Index] = p
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// momentText returns a moment as a sentence, with its place.
func momentText(rec *recording.Recording, m *query.Moment) string {
	text := m.Sentence(rec)
	if m.Place != "" {
		text += " [" + m.Place + "]"
	}
	return text
}

func momentLine(rec *recording.Recording, m *query.Moment) momentJSON {
	j := momentJSON{TimeMS: m.Time.Milliseconds(), Moment: rec.Clock().Exact(m.Time).String(), Kind: "state",
		Place: m.Place, Text: m.Sentence(rec)}
	if m.Until > m.Time {
		j.UntilMS = m.Until.Milliseconds()
	}
	if m.Event >= 0 {
		e := eventLine(&rec.Events()[m.Event])
		j.Kind, j.Weapon, j.Item, j.Powerup = e.Kind, e.Weapon, e.Item, e.Powerup
	}
	if m.Who.Valid() {
		j.Slot = new(m.Who.Index())
	}
	if m.Profile != nil {
		j.Name = m.Profile.Name.Plain
	}
	if m.Whom.Valid() {
		j.VictimSlot = new(m.Whom.Index())
	}
	if m.VictimProfile != nil {
		j.VictimName = m.VictimProfile.Name.Plain
	}
	if m.HasOrigin {
		j.Origin = m.Origin[:]
	}
	return j
}

// momentColumns is the header of the list.
var momentColumns = []string{"time_ms", "until_ms", "kind", "slot", "name", "victim_slot", "victim_name", "weapon",
	"item", "powerup", "place", "text", "x", "y", "z"}

// writeMoments writes one row per moment, each preceded by the cells before.
func writeMoments(out *csv.Writer, rec *recording.Recording, moments []query.Moment, before ...string) error {
	for i := range moments {
		j := momentLine(rec, &moments[i])
		row := append(slices.Clone(before), strconv.FormatInt(j.TimeMS, 10), "", j.Kind, slotText(j.Slot),
			outlet.Cell(j.Name), slotText(j.VictimSlot), outlet.Cell(j.VictimName), outlet.Cell(j.Weapon),
			outlet.Cell(j.Item), outlet.Cell(j.Powerup), outlet.Cell(j.Place), outlet.Cell(j.Text), "", "", "")
		if j.UntilMS > 0 {
			row[len(before)+1] = strconv.FormatInt(j.UntilMS, 10)
		}
		for k, v := range j.Origin {
			row[len(row)-3+k] = strconv.FormatFloat(float64(v), 'g', 9, 32)
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}
