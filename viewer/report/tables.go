package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fragscope/sim"
	"fragscope/sim/report"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// tables builds the tables of a report.
type tables struct {
	host *Host
	r    *report.Report
	// whole is the report on the whole match if r covers only a section of the match; otherwise it is nil.
	whole *report.Report
	p     *panel.Pen
	// losses are the deaths of the whole match, the costliest first. about describes whether a victim could see it coming.
	losses []report.Loss
	about  func(*sim.Event) string
	title  string // of the table made last, in place of the match's; may be empty
}

const (
	nameWidth   = 150
	numberWidth = 52
)

// unknown is shown for a number that the demo does not contain.
const unknown = "–"

// unknownStack is shown for health and armour that the demo does not contain.
const unknownStack = "?"

// cell returns the cell for a number.
func cell(n report.Number, unit string) panel.Cell {
	v, source := n.Value()
	c := panel.Cell{Text: n.Text(), Faint: source == report.Counted, Ask: n.Query}
	switch source {
	case report.Unknown:
		c.Text, c.Tip, c.Ask = unknown, "The demo does not tell", ""
	case report.Counted:
		c.Tip = "Counted"
		if told, counted, ok := n.Both(); ok && told != counted {
			c.Tip = fmt.Sprintf(msgCountedTip, told)
		}
	case report.Told:
		c.Tip = "Told by the game, for the whole match"
		if at, ok := n.Before(); ok {
			c.Tip = fmt.Sprintf(msgToldBefore, panel.FormatTime(at))
		}
		if told, counted, ok := n.Both(); ok && told != counted {
			c.Tip += fmt.Sprintf(msgToldTip, counted)
		}
	}
	if unit == "%" && source != report.Unknown {
		c.Text = fmt.Sprintf("%.0f%%", v)
	}
	return c
}

// cell returns the cell for the number n. In a table for part of the match, all numbers are counted; one that is
// unknown for the part is replaced by whole, the number for the whole match.
func (t *tables) cell(n report.Number, whole *report.Number, unit string) panel.Cell {
	c := cell(n, unit)
	if t.whole == nil {
		return c
	}
	c.Faint = false
	if _, source := n.Value(); source != report.Unknown || whole == nil {
		return c
	}
	if _, source := whole.Value(); source != report.Unknown {
		c = cell(*whole, unit)
		c.Whole, c.Tip = true, msgWholeTip
	}
	return c
}

// numbersOf returns the numbers of a player in the report of the whole match, or nil if there is none.
func (t *tables) numbersOf(p *report.Player) *[report.FieldCount]report.Number {
	if q := t.playerOf(p); q != nil {
		return &q.Numbers
	}
	return nil
}

// playerOf returns a player's part of the report of the whole match, or nil.
func (t *tables) playerOf(p *report.Player) *report.Player {
	if t.whole == nil {
		return nil
	}
	i := slices.IndexFunc(t.whole.Players, func(q report.Player) bool {
		return q.Slot == p.Slot && q.Profile.Name.Plain == p.Profile.Name.Plain
	})
	if i < 0 {
		return nil
	}
	return &t.whole.Players[i]
}

// ofTeam returns the numbers of a team in the report of the whole match, or nil if there is none.
func (t *tables) ofTeam(team sim.Team) *[report.FieldCount]report.Number {
	if t.whole == nil {
		return nil
	}
	i := slices.IndexFunc(t.whole.Teams, func(q report.Team) bool { return q.Team == team })
	if i < 0 {
		return nil
	}
	return &t.whole.Teams[i].Numbers
}

// has reports whether anybody's number for a field is known, for the part or for the whole match.
func (t *tables) has(f report.Field) bool {
	known := func(p report.Player) bool {
		_, source := p.Numbers[f].Value()
		return source != report.Unknown
	}
	return slices.ContainsFunc(t.r.Players, known) || t.whole != nil && slices.ContainsFunc(t.whole.Players, known)
}

func (t *tables) color(pr *sim.Profile) draw.Color {
	return t.host.Theme.Badge(pr, t.host.Demo.Level().Teams).Color
}

// fights and control return the tables of the players and their teams.
func (t *tables) fights() ([]panel.Column, []panel.TableRow) {
	return t.players(report.Fights)
}
func (t *tables) control() ([]panel.Column, []panel.TableRow) {
	return t.players(report.Command)
}

func (t *tables) movement() ([]panel.Column, []panel.TableRow) {
	return t.players(report.Movement)
}

// players returns a table of the players and their teams with the fields of a topic. It omits columns that are empty
// for everyone.
func (t *tables) players(topic report.Topic) (columns []panel.Column, rows []panel.TableRow) {
	columns = append(columns, panel.Column{Width: nameWidth, Words: true})
	var fields []report.Field
	for f := range report.FieldCount {
		if f.Is(topic) && t.has(f) {
			fields = append(fields, f)
			columns = append(columns, panel.Column{Title: f.Info().Title, Tip: f.Info().Help, Width: numberWidth})
		}
	}
	line := func(name, span string, c draw.Color, strong bool, n, whole *[report.FieldCount]report.Number) {
		row := panel.TableRow{Cells: []panel.Cell{{Text: name}}, Color: c, Strong: strong}
		if span != "" {
			row.Cells[0].Tip = fmt.Sprintf(msgSpan, span)
		}
		for _, f := range fields {
			var all *report.Number
			if whole != nil {
				all = &whole[f]
			}
			row.Cells = append(row.Cells, t.cell(n[f], all, f.Info().Unit))
		}
		rows = append(rows, row)
	}
	for i := range t.r.Teams {
		team := &t.r.Teams[i]
		line(team.Name, "", t.host.Theme.Team(team.Team), true, &team.Numbers, t.ofTeam(team.Team))
	}
	for i := range t.r.Players {
		p := &t.r.Players[i]
		line(p.Profile.Name.Plain, p.Span, t.color(p.Profile), false, &p.Numbers, t.numbersOf(p))
	}
	return columns, rows
}

// scores adds statistics of the whole match to the scoreboard. It omits columns that are empty for everyone.
func (t *tables) scores(v *panel.ScoresView) {
	v.Numbers = map[int]*panel.ScoreNumbers{}
	for i := range t.r.Players {
		n := &t.r.Players[i].Numbers
		v.Numbers[t.r.Players[i].Slot.Index()] = &panel.ScoreNumbers{Row: panel.TableRow{Cells: make([]panel.Cell, 1)},
			Frags: n[report.Frags].Query, Deaths: n[report.Deaths].Query}
	}
	for _, f := range scoreFields[v.Contest] {
		if !slices.ContainsFunc(t.r.Players, func(p report.Player) bool {
			_,
				source := p.Numbers[f].Value()
			return source != report.Unknown
		}) {
			continue
		}
		info := f.Info()
		v.Columns = append(v.Columns, panel.Column{Title: info.Title, Tip: info.Help + ", of the whole match",
			Width: numberWidth})
		for i := range t.r.Players {
			p := &t.r.Players[i]
			row := &v.Numbers[p.Slot.Index()].Row
			row.Cells = append(row.Cells, cell(p.Numbers[f], info.Unit))
		}
	}
}

// weapons returns the table of each player's numbers by weapon.
func (t *tables) weapons() (columns []panel.Column, rows []panel.TableRow) {
	columns = []panel.Column{{Width: nameWidth, Words: true}, {Title: "Weapon", Width: 110, Left: true, Words: true}}
	for _, c := range []struct{ title, tip string }{
		{"Kills", "enemies killed with it"}, {"Deaths", "his deaths by it"}, {"Acc", "shots that hit"}, {"Hits", ""},
		{"Shots", ""}, {"Damage", "to enemies"},
		{"Taken", "from its place in the map, not from who lost it"},
		{"Dropped", "with which he died, so that others could take it"},
	} {
		columns = append(columns, panel.Column{Title: c.title, Tip: c.tip, Width: 58})
	}
	for i := range t.r.Players {
		p := &t.r.Players[i]
		for k := range p.Weapons {
			w := &p.Weapons[k]
			name := w.Weapon.InfoIn(t.p.Game).Name
			if w.Weapon == sim.WeaponNone {
				name = "not told"
			}
			row := panel.TableRow{Cells: []panel.Cell{{Text: p.Profile.Name.Plain}, {Text: name}},
				Color: t.color(p.Profile)}
			some := false
			whole := t.weaponOf(p, w.Weapon)
			for at, number := range weaponNumbers(w) {
				n := *number
				unit := ""
				if at == 2 {
					unit = "%"
				}
				v, _ := n.Value()
				some = some || v > 0
				var all *report.Number
				if whole != nil {
					all = weaponNumbers(whole)[at]
				}
				row.Cells = append(row.Cells, t.cell(n, all, unit))
			}
			if some {
				rows = append(rows, row)
			}
		}
	}
	return known(columns, rows)
}

// weaponNumbers returns the numbers for a weapon in the order of the table.
func weaponNumbers(w *report.WeaponNumbers) []*report.Number {
	return []*report.Number{&w.Kills, &w.Deaths, &w.Accuracy, &w.Hits, &w.Shots, &w.Damage, &w.Taken, &w.Dropped}
}

// weaponOf returns a player's numbers for a weapon in the whole match, or nil.
func (t *tables) weaponOf(p *report.Player, weapon sim.Weapon) *report.WeaponNumbers {
	if q := t.playerOf(p); q != nil {
		for i := range q.Weapons {
			if q.Weapons[i].Weapon == weapon {
				return &q.Weapons[i]
			}
		}
	}
	return nil
}

// kills returns the table of kills, with a row for each killer and a column for each victim. It includes the weapon
// used most.
func (t *tables) kills() (columns []panel.Column, rows []panel.TableRow) {
	columns = []panel.Column{{Title: "killer", Width: nameWidth, Words: true}}
	for i := range t.r.Players {
		name := t.r.Players[i].Profile.Name.Plain
		columns = append(columns, panel.Column{Title: name, Tip: "Deaths of " + name, Width: 76,
			Color: t.color(t.r.Players[i].Profile)})
	}
	for killer := range len(t.r.Players) + 1 {
		row := panel.TableRow{Cells: []panel.Cell{{Text: "map or self", Tip: "killed by the map or by himself"}},
			Color: t.host.Theme.Soft}
		who := killer
		if killer == len(t.r.Players) {
			who = -1
		} else {
			pr := t.r.Players[killer].Profile
			row.Cells[0].Text, row.Color = pr.Name.Plain, t.color(pr)
		}
		for victim := range t.r.Players {
			row.Cells = append(row.Cells, t.killCell(who, victim))
		}
		rows = append(rows, row)
	}
	return columns, rows
}

func (t *tables) killCell(killer, victim int) panel.Cell {
	n, ask, words := 0, "", []string{}
	for i := range t.r.Kills {
		k := &t.r.Kills[i]
		if k.Killer != killer || k.Victim != victim {
			continue
		}
		n += k.Count
		ask = k.Query
		if k.Weapon != sim.WeaponNone {
			ask = strings.Replace(ask, " with:\""+k.Weapon.String()+"\"", "", 1)
			words = append(words, fmt.Sprintf("%d %s", k.Count, k.Weapon.InfoIn(t.p.Game).Name))
		}
	}
	if n == 0 {
		return panel.Cell{}
	}
	return panel.Cell{Text: strconv.Itoa(n), Ask: ask, Tip: strings.Join(words, ", ")}
}

// late returns the average time for which an item had been available when a player took it, or "" if unknown.
func (t *tables) late(player int, item sim.Item) string {
	if player < 0 {
		return ""
	}
	for i := range t.r.Players[player].Items {
		n := &t.r.Players[player].Items[i].Late
		if late, source := n.Value(); t.r.Players[player].Items[i].Item == item && source != report.Unknown {
			over, of := n.Of()
			if source == report.Told {
				return fmt.Sprintf(msgLateTold, late)
			}
			return fmt.Sprintf(msgLateCounted, late, over, of)
		}
	}
	return ""
}

func (t *tables) side(i int) string {
	if len(t.r.Teams) > 0 {
		return t.r.Teams[i].Name
	}
	return t.r.Players[i].Profile.Name.Plain
}

// timing returns the list of all pickups of items.
func (t *tables) timing() (columns []panel.Column, rows []panel.TableRow) {
	when := max(52, t.p.Width(t.p.When(t.r.Match.End), panel.Body)+10)
	columns = []panel.Column{{Width: 60, Words: true}, {Title: "Back", Width: when}, {Title: "Taken", Width: when},
		{Title: "Late", Width: 56},
		{Title: "By", Width: 100, Left: true, Words: true}, {Title: "Stack", Tip: "health and armour, before and after",
			Width: 132, Left: true},
		{Title: "Nearest", Tip: "who else was nearest", Width: 100, Left: true, Words: true},
		{Title: "Away", Tip: "how far away he was, in units", Width: 44},
		{Title: "Heard by", Width: 150, Left: true, Words: true}}
	for i := range t.r.Items {
		x := &t.r.Items[i]
		name := x.Item.Info().Short
		if x.Item == sim.ItemFlag {
			name = x.Team.String() + " flag"
		}
		if places := t.host.Places(); places != nil && x.Entity >= 0 {
			if place := places.PlaceAt(t.r.Match.Level, x.Origin); place != "" && !strings.EqualFold(place, name) &&
				!strings.EqualFold(place, x.Item.String()) {
				name += ", " + place
			}
		}
		slot := -1
		row := panel.TableRow{Color: draw.Of(x.Item.Info().Color).Readable()}
		back, late := "", ""
		if d, ok := x.Late(); ok {
			back, late = t.p.When(x.Back), fmt.Sprintf("%.1f s", d.Seconds())
		}
		if x.By >= 0 {
			slot = t.r.Players[x.By].Slot.Index()
		}
		away := ""
		if x.Nearest >= 0 {
			away = fmt.Sprintf("%.0f", x.Distance)
		}
		var heard []string
		for _, who := range x.HeardBy {
			heard = append(heard, t.name(who))
		}
		for _, s := range []string{name, back, t.p.When(x.Taken), late, t.name(x.By),
			stack(x.Before) + " → " + stack(x.After), t.name(x.Nearest), away, strings.Join(heard, ", ")} {
			row.Cells = append(row.Cells, panel.Cell{Text: s, Faint: true})
		}
		row.Do = panel.Command{Verb: panel.VerbEvent, Time: x.Taken, Index: slot}
		rows = append(rows, row)
	}
	return known(columns, rows)
}

func (t *tables) name(i int) string {
	if i < 0 {
		return ""
	}
	return t.r.Players[i].Profile.Name.Plain
}

func stack(s report.Stack) string {
	if s.Health == sim.Unknown || s.Armor == sim.Unknown {
		return unknownStack
	}
	return fmt.Sprintf("%d/%d", s.Health, s.Armor)
}
