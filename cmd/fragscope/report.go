package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/base/outlet"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
	"fragscope/sim/report"
	"fragscope/sim/report/page"
)

type reportCmd struct {
	File string `arg:"" help:"The demo; sample: is the built-in one."`
	JSON bool   `name:"json" xor:"form" help:"One JSON object per match and line."`
	CSV  bool   `name:"csv" xor:"form" help:"Comma-separated values: a line for each number, with its source; text that a spreadsheet would take for a formula gets an apostrophe before it."`
	HTML bool   `name:"html" xor:"form" help:"A page for a browser, with charts, in one file."`

	merging `embed:""`
	limits  `embed:""`
}

// Run prints the statistics of the demo's matches.
func (c *reportCmd) Run(out *output) error {
	path, err := c.demo(c.File)
	if err != nil {
		return err
	}
	ctx, cancel := c.context()
	defer cancel()
	rec, err := openRecording(ctx, path, recording.Worlds)
	if err != nil {
		return err
	}
	out.warnDamage(c.File, rec)
	docs, err := documents(ctx, rec)
	if err != nil {
		return about(c.File, err)
	}
	w := bufio.NewWriter(out.out)
	switch {
	case c.JSON:
		for _, d := range docs {
			line, err := outlet.JSON(d)
			if err != nil {
				return err
			}
			w.Write(line)
		}
	case c.CSV:
		err = reportCSV(w, docs)
	case c.HTML:
		err = page.Write(w, rec, docs)
	default:
		for _, d := range docs {
			reportText(w, rec.Clock(), d)
		}
	}
	return flushed(err, w)
}

// documents returns the reports of all matches.
func documents(ctx context.Context, rec *recording.Recording) (list []*report.Document, err error) {
	for _, m := range report.Matches(rec) {
		r, err := report.Make(ctx, rec, m)
		if err != nil {
			return nil, err
		}
		a, err := report.AdvantageOf(ctx, rec, r)
		if err != nil {
			return nil, err
		}
		turns, err := report.TurningPoints(ctx, rec, m)
		if err != nil {
			return nil, err
		}
		list = append(list, r.Export(rec.Header(), a, turns))
	}
	return list, nil
}

// reportText prints a report for a terminal. Counted numbers are preceded by a +.
func reportText(w io.Writer, c *moment.Clock, d *report.Document) {
	say(w, "%s %s  %s to %s", d.Map, d.GameType, c.Exact(ms(d.StartMS)), c.Exact(ms(d.EndMS)))
	sides := append(append([]report.SideJSON(nil), d.Teams...), d.Players...)
	var fields []report.FieldInfo // with at least one known value
	for f := range report.FieldCount {
		if slices.ContainsFunc(sides, func(s report.SideJSON) bool { _, ok := s.Numbers[f.Info().Key]; return ok }) {
			fields = append(fields, f.Info())
		}
	}
	var head strings.Builder
	fmt.Fprintf(&head, "%-22s", "")
	for _, f := range fields {
		fmt.Fprintf(&head, "%9s", f.Title)
	}
	say(w, "%s", head.String())
	for _, side := range sides {
		var line strings.Builder
		name := []rune(outlet.Terminal(side.Name))
		fmt.Fprintf(&line, "%-22s", string(name[:min(len(name), 21)]))
		for _, f := range fields {
			fmt.Fprintf(&line, "%9s", numberText(side.Numbers, f.Key))
		}
		say(w, "%s", line.String())
		if side.Span != "" {
			say(w, msgSpan, outlet.Terminal(side.Name), side.Span)
		}
	}
	for _, l := range d.Lanes {
		text := fmt.Sprintf(msgTaken, l.Title, times(l.Taken))
		for _, side := range sides {
			if n := l.By[side.Name]; n > 0 {
				text += fmt.Sprintf(", %s %d", side.Name, n) + lateText(&side, l.Item)
			}
		}
		if l.MeanLate != nil {
			if l.OfLate == 1 {
				text += fmt.Sprintf(msgLayOnce, ms(*l.MeanLate).Seconds())
			} else {
				text += fmt.Sprintf(msgLay, ms(*l.MeanLate).Seconds(), l.OfLate)
			}
		}
		say(w, "%s", text)
	}
	courseText(w, c, d)
	for _, p := range d.Turns {
		say(w, msgTurned, c.Exact(ms(p.AtMS)), outlet.Terminal(p.Text))
	}
	for _, note := range d.Notes {
		say(w, "%s", note)
	}
	say(w, msgCounted)
	if slices.ContainsFunc(d.Players, toldLate) {
		say(w, msgToldLate)
	}
}

// toldLate reports whether the game itself reported the delay of any of a player's items.
func toldLate(p report.SideJSON) bool {
	return slices.ContainsFunc(p.Items, func(t report.TallyJSON) bool {
		n, ok := t.Numbers["late"]
		return ok && n.Source == report.Told.String()
	})
}

// times returns a count as "once" or "3 times".
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// roundName returns the heading of a round; number is 0 if the demo does not have one.
func roundName(number int) string {
	if number == 0 {
		return "Round"
	}
	return "Round " + strconv.Itoa(number)
}

// lateText returns the average time for which an item had been available when a side took it, as text, or "" if
// unknown.
func lateText(side *report.SideJSON, item string) string {
	for _, t := range side.Items {
		if _, ok := t.Numbers["late"]; ok && t.Name == item {
			return fmt.Sprintf(msgLate, numberText(t.Numbers, "late"))
		}
	}
	return ""
}

// courseText prints a report's rounds and runs.
func courseText(w io.Writer, c *moment.Clock, d *report.Document) {
	for _, r := range d.Rounds {
		text := fmt.Sprintf(msgRound, roundName(r.Number), c.Exact(ms(r.StartMS)), c.Exact(ms(r.EndMS)))
		if r.Winner != "" {
			text += fmt.Sprintf(msgWinner, r.Winner)
		}
		for _, p := range d.Players {
			if n := r.Deaths[p.Name]; n > 0 {
				text += fmt.Sprintf(msgRoundDeaths, outlet.Terminal(p.Name), times(n))
			}
		}
		say(w, "%s", text)
	}
	for _, r := range d.Runs {
		text := fmt.Sprintf(msgRun, outlet.Terminal(r.Player))
		for _, at := range r.CheckpointsMS {
			text += fmt.Sprintf(" %.3f", ms(at).Seconds())
		}
		if r.FinishMS != nil {
			text += fmt.Sprintf(msgFinished, ms(*r.FinishMS).Seconds())
		}
		if len(r.SplitsMS) > 1 {
			text += msgSplits
			for _, split := range r.SplitsMS {
				text += fmt.Sprintf(" %.3f", ms(split).Seconds())
			}
		}
		say(w, "%s", text)
	}
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func numberText(list map[string]report.NumberJSON, key string) string {
	n, ok := list[key]
	switch {
	case !ok:
		return "-"
	case n.ToldMS != nil:
		return "~" + strconv.FormatFloat(n.Value, 'f', -1, 64)
	case n.Source == report.Told.String():
		return strconv.FormatFloat(n.Value, 'f', -1, 64)
	}
	return fmt.Sprintf("%+g", n.Value)
}

// reportCSV writes one line per number.
func reportCSV(w io.Writer, docs []*report.Document) error {
	out := csv.NewWriter(w)
	out.Write([]string{"match", "map", "of", "name", "team", "thing", "number", "value", "source", "counted"})
	for i, d := range docs {
		line := func(of string, s *report.SideJSON, thing, key string, n report.NumberJSON) {
			counted := ""
			if n.Counted != nil {
				counted = strconv.FormatFloat(*n.Counted, 'f', -1, 64)
			}
			out.Write([]string{strconv.Itoa(i + 1), outlet.Cell(d.Map), of, outlet.Cell(s.Name), outlet.Cell(s.Team),
				outlet.Cell(thing), key, strconv.FormatFloat(n.Value, 'f', -1, 64), n.Source, counted})
		}
		for k := range d.Teams {
			eachNumber(&d.Teams[k], func(thing, key string, n report.NumberJSON) {
				line("team", &d.Teams[k],
					thing, key, n)
			})
		}
		for k := range d.Players {
			eachNumber(&d.Players[k], func(thing, key string, n report.NumberJSON) {
				line("player", &d.Players[k],
					thing, key, n)
			})
		}
		for _, k := range d.Kills {
			out.Write([]string{strconv.Itoa(i + 1), outlet.Cell(d.Map), "kills", outlet.Cell(k.Killer), "",
				outlet.Cell(k.Victim), outlet.Cell(k.Weapon), strconv.Itoa(k.Count), "counted", ""})
		}
	}
	out.Flush()
	return out.Error()
}

// eachNumber calls f for each number of a side, in a fixed order.
func eachNumber(s *report.SideJSON, f func(thing, key string, n report.NumberJSON)) {
	for field := range report.FieldCount {
		if n, ok := s.Numbers[field.Info().Key]; ok {
			f("", field.Info().Key, n)
		}
	}
	for _, t := range append(append([]report.TallyJSON(nil), s.Weapons...), s.Items...) {
		for _, key := range []string{"kills", "deaths", "accuracy", "shots", "hits", "damage", "taken", "dropped",
			"held", "late"} {
			if n, ok := t.Numbers[key]; ok {
				f(t.Name, key, n)
			}
		}
	}
}
