package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"strconv"

	"fragscope/sim"
	"fragscope/sim/outlet"
)

type eventsCmd struct {
	File string `arg:"" help:"The demo; sample: is the built-in one."`
	JSON bool   `name:"json" xor:"form" help:"One JSON object per line."`
	CSV  bool   `name:"csv" xor:"form" help:"Comma-separated values with a header; text that a spreadsheet would take for a formula gets an apostrophe before it."`

	Exact bool `help:"With --csv: text exactly as it is in the demo, formulas and newlines included."`

	limits `embed:""`
}

// eventJSON is the line that events --json prints; what an event does not
// have is left out.
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
}

// Run lists the events of the demo.
func (c *eventsCmd) Run(out *output) error {
	demo, err := openDemo(c.File)
	if err != nil {
		return err
	}
	ctx, cancel := c.context()
	defer cancel()
	rec, err := load(ctx, demo)
	if err != nil {
		return err
	}
	out.warnDamage(c.File, rec)
	w := bufio.NewWriter(out.out)
	switch {
	case c.JSON:
		err = writeEventsJSON(w, rec.Events())
	case c.CSV:
		err = c.writeCSV(w, rec.Events())
	default:
		for _, e := range rec.Events() {
			say(w, "%s  %s", clockText(e.Time), e.String())
		}
	}
	return errors.Join(err, w.Flush())
}

func writeEventsJSON(w *bufio.Writer, events []sim.Event) error {
	for i := range events {
		line, err := outlet.JSON(eventLine(&events[i]))
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
		Weapon: e.Weapon.String(), Cause: e.Cause, Item: e.Item.String(), Place: e.Place, Text: e.Text.Plain, Value: e.Value,
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
		j.Powerup = e.Powerup.Info().Name
	case sim.EventFlagTaken, sim.EventFlagDropped, sim.EventFlagReturned, sim.EventCapture, sim.EventTeamChange, sim.EventTeamChat:
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
	if err := out.Write([]string{"time_ms", "clock_ms", "kind", "slot", "name", "attacker", "attacker_name", "weapon", "cause",
		"item", "powerup", "team", "text", "value", "x", "y", "z"}); err != nil {
		return err
	}
	for i := range events {
		j := eventLine(&events[i])
		row := []string{
			strconv.FormatInt(j.TimeMS, 10), strconv.FormatInt(j.ClockMS, 10), j.Kind, slotText(j.Slot), cell(j.Name), slotText(j.Attacker),
			cell(j.AttackerName), cell(j.Weapon), cell(j.Cause), cell(j.Item), cell(j.Powerup), cell(j.Team), cell(j.Text), strconv.Itoa(j.Value), "", "", "",
		}
		for k, v := range j.Origin {
			row[len(row)-3+k] = strconv.FormatFloat(float64(v), 'g', 9, 32)
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
