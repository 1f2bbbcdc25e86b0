package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fragscope/formats/base/count"
	"fragscope/sim"
	"fragscope/sim/report"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// lossesMost is the maximum number of deaths listed.
const lossesMost = 12

// deathsTab is the name of the table of deaths.
const deathsTab = "Worst deaths"

// itemsTab is the name of the table of who took which items.
const itemsTab = "Items"

// mine returns the player whose deaths are listed: the followed player or else the recorder, or nil for all players.
func (t *tables) mine() *sim.Player {
	if p := t.host.Watch.Followed(); p != nil {
		return p
	}
	if w := t.host.Demo.World(); w != nil && w.POV.Valid() {
		for i := range w.Players {
			if w.Players[i].Slot == w.POV {
				return &w.Players[i]
			}
		}
	}
	return nil
}

// deaths returns the table of the costliest deaths: who killed the player, what was lost, and why.
func (t *tables) deaths() (columns []panel.Column, rows []panel.TableRow) {
	when := max(52, t.p.Width(t.p.When(t.r.Match.End), panel.Body)+10)
	columns = []panel.Column{
		{Title: "At", Width: when}, {Title: "Killed by", Width: 110, Left: true, Words: true},
		{Title: "With", Width: 100, Left: true, Words: true},
		{Title: "Lost", Tip: "the most health and armour of the last three seconds, weapons, powerups and flag",
			Width: 140, Left: true, Words: true},
		{Title: "Killer had", Tip: "health and armour when it was over", Width: 76},
		{Title: "Why", Tip: "what was against him, and what it brought the other side in the next 12 seconds",
			Width: 300, Left: true, Words: true, Wrap: true},
	}
	who, all := t.mine(), 0
	if who == nil {
		columns = slices.Insert(columns, 1, panel.Column{Title: "Died", Width: 110, Left: true, Words: true})
	}
	for i := range t.losses {
		l := &t.losses[i]
		e := &l.Event
		if who != nil && e.Slot != who.Slot || e.Time < t.r.Match.Start || e.Time > t.r.Match.End {
			continue
		}
		if all++; all > lossesMost {
			continue
		}
		why, tip := t.why(l)
		row := panel.TableRow{Color: t.host.Theme.Text, Do: panel.Command{Verb: panel.VerbEvent, Time: e.Time,
			Index: e.Slot.Index()}}
		cells := []string{t.p.When(e.Time), killer(e), e.Weapon.InfoIn(t.p.Game).Name, lost(t.p.Game, l),
			stack(l.Killer), why}
		if who == nil {
			name := ""
			if e.Profile != nil {
				name = e.Profile.Name.Plain
			}
			cells = slices.Insert(cells, 1, name)
		}
		for _, s := range cells {
			row.Cells = append(row.Cells, panel.Cell{Text: s})
		}
		row.Cells[len(row.Cells)-1].Tip = tip
		rows = append(rows, row)
	}
	t.title = fmt.Sprintf(msgDeaths, "all players", len(rows), all)
	if who != nil {
		t.title = fmt.Sprintf(msgDeaths, who.Profile.Name.Plain, len(rows), all)
	}
	return known(columns, rows)
}

// killer returns the name of the killer, or "" if he is the victim or unknown.
func killer(e *sim.Event) string {
	if e.AttackerProfile == nil || e.Attacker == e.Slot {
		return ""
	}
	return e.AttackerProfile.Name.Plain
}

// lost returns a text that lists what was lost.
func lost(game string, l *report.Loss) string {
	parts := []string{stack(l.Before)}
	for _, w := range l.Weapons {
		parts = append(parts, w.InfoIn(game).Short)
	}
	for p := range sim.PowerupCount {
		if l.Powerups.Has(p) {
			parts = append(parts, p.Info().Short)
		}
	}
	if l.Flag {
		parts = append(parts, "flag")
	}
	return strings.Join(parts, " ")
}

// why returns a text with the circumstances that were against the player, most important first, and the consequences.
// tip is the same text followed by a full account of whether he could see it coming.
func (t *tables) why(l *report.Loss) (text, tip string) {
	var parts []string
	e := &l.Event
	add := func(on bool, format string, args ...any) {
		if on {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	tip = t.about(e)
	if _, seen, ok := strings.Cut(tip, " could "); ok && !strings.Contains(tip, "is not known") {
		seen, _, _ = strings.Cut(seen, ":")
		add(true, "could %s", seen)
	}
	suicide := e.Attacker == e.Slot || !e.Attacker.Valid()
	add(suicide, "by himself or the map")
	add(e.TeamKill(t.host.Demo.Level().Teams), "by a team mate")
	add(!suicide && l.Enemies > l.Mates+1, "%d against %d", l.Enemies, l.Mates+1)
	known := l.Before.Health != sim.Unknown && l.Killer.Health != sim.Unknown
	add(!suicide && known && total(l.Killer) > total(l.Before)+50, "weaker from the start")
	add(!suicide && l.Distance > 0, "from %.0f units", l.Distance)
	add(l.Frags > 1, "after %s", count.Of(l.Frags, "frag"))
	for _, n := range l.Then[:min(len(l.Then), 3)] {
		add(true, "%s to them %.0f s later", n.Item.Word(), (n.Time - e.Time).Round(time.Second).Seconds())
	}
	text = strings.Join(parts, "; ")
	return text, strings.Trim(text+". "+tip, ". ")
}

func total(s report.Stack) int { return int(s.Health) + int(max(s.Armor, 0)) }

// sights caches whether victims could see their deaths coming, which takes a while to find out.
type sights map[sightKey]string

type sightKey struct {
	at   time.Duration
	slot sim.Slot
}

// about returns a sentence about whether a victim could see his death coming, or "" if this is not yet known.
func (b *board) about(e *sim.Event) string {
	k := sightKey{e.Time, e.Slot}
	text, ok := b.seen[k]
	if !ok {
		if text = b.host.About(e); text == "" {
			return ""
		}
		if b.seen == nil {
			b.seen = sights{}
		}
		b.seen[k] = text
	}
	return text
}

// ofPlayer returns a menu entry for the table of a player's deaths.
func (b *board) ofPlayer(pl *sim.Player) []part.Entry {
	slot := pl.Slot.Index()
	e := part.Entry{Entry: panel.Entry{Name: "His worst deaths", Help: "What was lost, to whom, and why.",
		Why: b.noFights()}, Do: func() {
		b.host.Watch.Follow(slot)
		b.show(deathsTab)
	}}
	return []part.Entry{e}
}

// step opens the next or previous table.
func (b *board) step(by int) {
	n := len(tabsOf(b.contest(), b.report))
	b.turnTo((b.tab + by + n) % n)
	b.host.Redraw()
}

// noFights returns the reason why there is no table of deaths, or "" if there is one.
func (b *board) noFights() string {
	if b.contest() != sim.Versus {
		return msgNoFights
	}
	return ""
}

// show opens a table by name, and the report.
func (b *board) show(name string) {
	if b.hidden() {
		return
	}
	if at := slices.IndexFunc(tabsOf(b.contest(), b.report), func(t tab) bool { return t.name == name }); at >= 0 {
		b.turnTo(at)
		b.open = true
	}
	b.host.Redraw()
}
