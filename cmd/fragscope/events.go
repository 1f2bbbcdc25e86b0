package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"time"

	"fragscope/assets/sight"
	"fragscope/formats/base/outlet"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
)

type eventsCmd struct {
	File string `arg:"" help:"The demo; sample: is the built-in one."`
	JSON bool   `name:"json" xor:"form" help:"One JSON object per line."`
	CSV  bool   `name:"csv" xor:"form" help:"Comma-separated values with a header; text that a spreadsheet would take for a formula gets an apostrophe before it."`

	Exact bool `help:"With --csv: text exactly as it is in the demo, formulas and newlines included."`

	Commands bool `help:"Include the console commands that servers of Quake, QuakeWorld and Quake II send."`

	Sight   bool     `help:"With --json: of each kill, whether the victim could see and hear it coming."`
	GameDir []string `sep:"none" placeholder:"DIR" help:"Name the places of events, from the maps and .loc files in this folder of a game, which --sight looks in, too; may be repeated."`

	merging   `embed:""`
	following `embed:""`
	limits    `embed:""`

	sights *sights
	named  *namedPlaces
}

// eventJSON is a line of events --json. Fields the event does not have are omitted.
type eventJSON struct {
	TimeMS       int64     `json:"time_ms"`
	ClockMS      int64     `json:"clock_ms"`
	Kind         string    `json:"kind"`
	Slot         *int      `json:"slot,omitempty"`
	Name         string    `json:"name,omitempty"`
	Attacker     *int      `json:"attacker,omitempty"`
	AttackerName string    `json:"attacker_name,omitempty"`
	Weapon       string    `json:"weapon,omitempty"`
	Cause        string    `json:"cause,omitempty"`
	Item         string    `json:"item,omitempty"`
	Powerup      string    `json:"powerup,omitempty"`
	Team         string    `json:"team,omitempty"`
	Place        string    `json:"place,omitempty"`
	Text         string    `json:"text,omitempty"`
	Value        int       `json:"value,omitempty"`
	Origin       []float32 `json:"origin,omitempty"`

	Sight *sightJSON `json:"sight,omitempty"`
}

// Run lists the demo's events.
func (c *eventsCmd) Run(out *output) error {
	ctx, cancel := c.context()
	defer cancel()
	w := bufio.NewWriter(out.out)
	if c.CSV {
		if err := writeRow(w, eventColumns); err != nil {
			return err
		}
	}
	if c.Live {
		return c.follow(ctx, out, w)
	}
	path, err := c.demo(c.File)
	if err != nil {
		return err
	}
	parts := recording.Parts(0)
	if c.Sight {
		parts = recording.AllParts
	}
	rec, err := openRecording(ctx, path, parts)
	if err != nil {
		return err
	}
	out.warnDamage(c.File, rec)
	if err := checkFolders(c.GameDir); err != nil {
		return err
	}
	if len(c.GameDir) > 0 {
		c.named = &namedPlaces{placesOf(mapFiles(), rec, c.GameDir), rec.Levels()}
	}
	if c.Sight && c.JSON {
		c.sights = &sights{rec: rec, dirs: c.GameDir, maps: map[int]*sight.Map{}}
	}
	return flushed(c.write(w, c.listed(rec, rec.Events())), w)
}

// listed returns the events to list. Console commands are included only on request. The server commands of Quake III
// and its successors are messages from the game itself.
func (c *eventsCmd) listed(rec *recording.Recording, events []sim.Event) []sim.Event {
	key := rec.Header().GameKey
	if c.Commands || key != "quake" && key != "quakeworld" && key != "quake2" {
		return events
	}
	return slices.DeleteFunc(slices.Clone(events), func(e sim.Event) bool { return e.Kind == sim.EventCommand })
}

// write writes events in the requested form.
func (c *eventsCmd) write(w *bufio.Writer, events []sim.Event) error {
	switch {
	case c.JSON:
		return c.writeJSON(w, events)
	case c.CSV:
		return c.writeCSV(w, events)
	}
	for _, e := range events {
		text := e.String()
		if place := c.named.of(&e); place != "" {
			text += " [" + place + "]"
		}
		say(w, "%s  %s", clockText(e.Time), text)
	}
	return nil
}

// namedPlaces are the named places of a recording's levels.
type namedPlaces struct {
	places query.Places
	levels []sim.Level
}

// of returns the name of the place where an event happened, or "" if unknown.
func (n *namedPlaces) of(e *sim.Event) string {
	if n == nil || n.places == nil || !e.HasOrigin {
		return ""
	}
	name := ""
	for i := range n.levels {
		if l := &n.levels[i]; l.Start <= e.Time {
			name = n.places.PlaceAt(l.Index, e.Origin)
		}
	}
	return name
}

// follow lists the events of a growing demo as they arrive.
func (c *eventsCmd) follow(ctx context.Context, out *output, w *bufio.Writer) error {
	rec, err := c.live(ctx, c.File)
	if err != nil {
		return about(c.File, err)
	}
	listed := 0
	for finished := false; !finished; {
		select {
		case <-rec.Finished():
			finished = true
		case <-time.After(eventsPause):
		}
		events := rec.Events()[listed:]
		listed += len(events)
		if err := flushed(c.write(w, c.listed(rec, events)), w); err != nil {
			return err
		}
	}
	out.warnDamage(c.File, rec)
	return nil
}

// writeRow writes one row of comma-separated values.
func writeRow(w io.Writer, row []string) error {
	out := csv.NewWriter(w)
	_ = out.Write(row) // Error returns it
	out.Flush()
	return out.Error()
}

// eventsPause is the interval at which follow checks for new events.
const eventsPause = 50 * time.Millisecond

// eventColumns is the header of the list.
var eventColumns = []string{"time_ms", "clock_ms", "kind", "slot", "name", "attacker", "attacker_name",
	"weapon", "cause", "item", "powerup", "team", "text", "value", "x", "y", "z", "place"}

func (c *eventsCmd) writeJSON(w *bufio.Writer, events []sim.Event) error {
	for i := range events {
		j := eventLine(&events[i])
		j.Sight, j.Place = c.sights.of(&events[i]), cmp.Or(j.Place, c.named.of(&events[i]))
		line, err := outlet.JSON(j)
		if err != nil {
			return err
		}
		w.Write(line)
	}
	return nil
}

func eventLine(e *sim.Event) eventJSON {
	j := eventJSON{
		TimeMS: e.Time.Milliseconds(), ClockMS: e.Clock.Milliseconds(), Kind: e.Kind.String(),
		Weapon: e.Weapon.String(), Cause: e.Cause, Item: e.Item.String(), Place: e.Place, Text: e.Text.Plain,
		Value: e.Value,
	}
	if e.Slot.Valid() {
		j.Slot = new(e.Slot.Index())
	}
	if e.Attacker.Valid() {
		j.Attacker = new(e.Attacker.Index())
	}
	if e.Profile != nil {
		j.Name = e.Profile.Name.Plain
	}
	if e.AttackerProfile != nil {
		j.AttackerName = e.AttackerProfile.Name.Plain
	}
	switch e.Kind {
	case sim.EventPowerup, sim.EventPowerupEnd:
		j.Powerup = e.Powerup.String()
	case sim.EventTeamChange, sim.EventTeamChat:
		j.Team = e.Team.String()
	}
	if e.Kind.Is(sim.OfSide) {
		j.Team = e.Team.String()
	}
	if e.HasOrigin {
		j.Origin = e.Origin[:]
	}
	return j
}

func (c *eventsCmd) writeCSV(w *bufio.Writer, events []sim.Event) error {
	out, cell := csv.NewWriter(w), outlet.Cell
	if c.Exact {
		cell = func(s string) string { return s }
	}
	for i := range events {
		j := eventLine(&events[i])
		row := []string{
			strconv.FormatInt(j.TimeMS, 10), strconv.FormatInt(j.ClockMS, 10), j.Kind, slotText(j.Slot), cell(j.Name),
			slotText(j.Attacker), cell(j.AttackerName), cell(j.Weapon), cell(j.Cause), cell(j.Item), cell(j.Powerup),
			cell(j.Team), cell(j.Text), strconv.Itoa(j.Value), "", "", "",
			cell(cmp.Or(j.Place, c.named.of(&events[i]))),
		}
		for k, v := range j.Origin {
			row[len(row)-4+k] = strconv.FormatFloat(float64(v), 'g', 9, 32)
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func slotText(slot *int) string {
	if slot == nil {
		return ""
	}
	return strconv.Itoa(*slot)
}
