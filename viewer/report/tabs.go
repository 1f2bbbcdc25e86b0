package report

import (
	"fmt"
	"strconv"
	"time"

	"fragscope/sim"
	"fragscope/sim/report"
	"fragscope/viewer/panel"
)

// tab is a table of a report.
type tab struct {
	name  string
	make  func(*tables) ([]panel.Column, []panel.TableRow)
	empty string // shown if it has no rows
	whole bool   // it counts everything, whatever the search asks for
}

// tabs are the tables of a report for each kind of contest: frags mean nothing if nobody fights.
var tabs = [...][]tab{
	sim.Versus: {
		{"Fights", (*tables).fights, msgNobody, false}, {"Control", (*tables).control, msgNobody, false}, {"Weapons", (*tables).weapons, msgNoWeapons, false},
		{"Who killed whom", (*tables).kills, msgNoKills, false}, {itemsTab, (*tables).items, msgNoItems, false}, {"Timing", (*tables).timing, msgNoItems, false}, {deathsTab, (*tables).deaths, msgNoDeaths, true},
	},
	sim.Race:  {{"Splits", (*tables).splits, msgNoSplits, true}, {"Movement", (*tables).movement, msgNobody, true}},
	sim.Story: {{"Progress", (*tables).progress, msgNobody, true}, {"Movement and items", (*tables).control, msgNobody, false}, {"Timing", (*tables).timing, msgNoItems, false}},
}

// tabsOf returns the tables of a report, which may be nil.
func tabsOf(contest sim.Contest, r *report.Report) []tab {
	list := tabs[contest]
	if r != nil && len(r.Rounds) > 0 {
		return append(list[:len(list):len(list)], tab{"Rounds", (*tables).rounds, msgNobody, true})
	}
	return list
}

// rounds returns the list of a match's rounds: the start, length and winner of each, and the deaths of each side.
func (t *tables) rounds() (columns []panel.Column, rows []panel.TableRow) {
	columns = []panel.Column{{Width: 90, Words: true}, {Title: "At", Width: 70}, {Title: "Lasted", Width: 70}, {Title: "Winner", Width: 110, Left: true, Words: true}}
	for i := range t.r.Teams {
		columns = append(columns, panel.Column{Title: t.side(i) + " died", Tip: "deaths of the side in the round", Width: 110})
	}
	for i := range t.r.Rounds {
		x := &t.r.Rounds[i]
		name := "Round"
		if x.Number > 0 { // some demos begin in a round of unknown number
			name += " " + strconv.Itoa(x.Number)
		}
		row := panel.TableRow{Color: t.host.Theme.Text, Do: panel.Command{Verb: panel.VerbEvent, Time: x.Start, Index: -1}}
		winner := unknown
		if x.Winner != sim.TeamFree {
			winner = x.Winner.String()
		}
		for _, s := range []string{name, t.p.When(x.Start), fmt.Sprintf("%.1f s", (x.End - x.Start).Seconds()), winner} {
			row.Cells = append(row.Cells, panel.Cell{Text: s})
		}
		for k := range t.r.Teams {
			deaths := 0
			for who, n := range x.Deaths {
				if who >= 0 && t.r.Players[who].Profile.Team == t.r.Teams[k].Team {
					deaths += n
				}
			}
			row.Cells = append(row.Cells, panel.Cell{Text: strconv.Itoa(deaths), Faint: true})
		}
		rows = append(rows, row)
	}
	return columns, rows
}

// tabNames returns the names of the tables.
func tabNames(list []tab) (names []string) {
	for _, t := range list {
		names = append(names, t.name)
	}
	return names
}

// levelEvents returns the events of the report's level up to its end.
func (t *tables) levelEvents() []sim.Event {
	events := t.host.Demo.Recording().Events()
	m := &t.r.Match
	from, to := panel.CountTo(events, m.Start-1), panel.CountTo(events, m.End)
	return events[min(from, to):to]
}

// splits returns the checkpoints and finishes of the runs: the time of each in the demo, in the run, and since the
// previous one.
func (t *tables) splits() (columns []panel.Column, rows []panel.TableRow) {
	columns = []panel.Column{{Width: nameWidth, Words: true}, {Title: "At", Width: 70}, {Title: "Run", Tip: "by the game's timer", Width: 90}, {Title: "Split", Tip: "since the one before", Width: 90}}
	before, number := map[sim.Slot]int{}, map[sim.Slot]int{}
	for _, e := range t.levelEvents() {
		if e.Kind != sim.EventCheckpoint && e.Kind != sim.EventFinish {
			continue
		}
		if e.Value < before[e.Slot] { // another run
			before[e.Slot], number[e.Slot] = 0, 0
		}
		number[e.Slot]++
		name := "Checkpoint " + strconv.Itoa(number[e.Slot])
		if e.Kind == sim.EventFinish {
			name = "Finish"
		}
		row := panel.TableRow{Color: t.host.Theme.Text, Strong: e.Kind == sim.EventFinish, Do: panel.Command{Verb: panel.VerbEvent, Time: e.Time, Index: e.Slot.Index()}}
		if e.Profile != nil && len(t.r.Players) > 1 {
			name, row.Color = e.Profile.Name.Plain+", "+name, t.color(e.Profile)
		}
		for _, s := range []string{name, t.p.When(e.Time), thousandths(e.Value), thousandths(e.Value - before[e.Slot])} {
			row.Cells = append(row.Cells, panel.Cell{Text: s})
		}
		before[e.Slot] = e.Value
		if rows = append(rows, row); e.Kind == sim.EventFinish {
			before[e.Slot], number[e.Slot] = 0, 0
		}
	}
	return columns, rows
}

// thousandths formats milliseconds as runners write them: "25.488", "1:03.120".
func thousandths(ms int) string {
	if ms < 60000 {
		return fmt.Sprintf("%.3f", float64(ms)/1000)
	}
	return fmt.Sprintf("%d:%06.3f", ms/60000, float64(ms%60000)/1000)
}

// progress returns the table of a level's progress: monsters killed, secrets and keys found.
func (t *tables) progress() (columns []panel.Column, rows []panel.TableRow) {
	columns = []panel.Column{{Width: nameWidth, Words: true}, {Title: "Done", Width: 70}, {Title: "Of", Tip: "as far as the game tells", Width: 70}, {Title: "First", Width: 90}, {Title: "Last", Width: 90}}
	for _, what := range []struct {
		name, ask string
		is        func(*sim.Event) bool
	}{
		{"Monsters", "kind:monster_kill", func(e *sim.Event) bool { return e.Kind == sim.EventMonsterKill }},
		{"Secrets", "kind:secret", func(e *sim.Event) bool { return e.Kind == sim.EventSecret }},
		{"Keys", `kind:pickup item:"` + sim.ItemKeyGold.String() + `","` + sim.ItemKeySilver.String() + `","` + sim.ItemKey.String() + `"`, isKey},
	} {
		done, of, first, last := 0, unknown, time.Duration(-1), time.Duration(0)
		for _, e := range t.levelEvents() {
			if !what.is(&e) {
				continue
			}
			if done = max(done+1, e.Value); first < 0 {
				first = e.Time
			}
			last = e.Time
			if all := panel.Total(&e); all != "" {
				of = all
			}
		}
		row := panel.TableRow{Color: t.host.Theme.Text, Cells: []panel.Cell{{Text: what.name}, {Text: strconv.Itoa(done)}, {Text: of}, {}, {}}}
		if done > 0 {
			row.Cells[1].Ask = what.ask + " " + t.r.Match.Scope()
			row.Cells[3].Text, row.Cells[4].Text = t.p.When(first), t.p.When(last)
		}
		rows = append(rows, row)
	}
	for _, what := range []struct {
		name, ask string
		kind      sim.EventKind
	}{{"Deaths", "kind:death", sim.EventObituary}, {"Finish", "", sim.EventIntermission}} {
		row := panel.TableRow{Color: t.host.Theme.Text, Cells: []panel.Cell{{Text: what.name}, {Text: "0"}, {Text: ""}, {}, {}}}
		n := 0
		for _, e := range t.levelEvents() {
			if e.Kind != what.kind {
				continue
			}
			if n++; n == 1 {
				row.Cells[3].Text = t.p.When(e.Time)
			}
			row.Cells[1], row.Cells[4].Text = panel.Cell{Text: strconv.Itoa(n)}, t.p.When(e.Time)
			if what.ask != "" {
				row.Cells[1].Ask = what.ask + " " + t.r.Match.Scope()
			}
		}
		if what.kind == sim.EventIntermission { // by the level's own time
			if row.Cells[1].Text = unknown; t.r.Finished {
				row.Cells[1].Text, row.Cells[4].Text = thousandths(int(t.r.Finish.Milliseconds())), ""
			}
		}
		rows = append(rows, row)
	}
	return columns, rows
}

func isKey(e *sim.Event) bool {
	return e.Kind == sim.EventPickup && (e.Item == sim.ItemKeyGold || e.Item == sim.ItemKeySilver || e.Item == sim.ItemKey)
}

// scoreFields are the statistics that the scoreboard shows next to its own numbers, most important first, as many as
// fit.
var scoreFields = [...][]report.Field{
	sim.Versus: {report.Efficiency, report.DamageGiven, report.DamageTaken, report.Accuracy, report.Net, report.Suicides, report.TeamKills, report.DamageTeam},
	sim.Race:   {report.SpeedMax, report.SpeedMean, report.Seen},
	sim.Story:  {report.SpeedMax, report.SpeedMean, report.Seen, report.WeaponsTaken, report.Armors, report.Megas},
}
