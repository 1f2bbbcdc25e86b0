package report

import (
	"fmt"
	"strconv"

	"fragscope/sim"
	"fragscope/sim/report"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// taken counts the pickups of an item that the demo shows, all of them and by side.
type taken struct {
	all int
	by  map[string]int
}

// shown counts the pickups that the demo shows by item.
func (t *tables) shown() map[sim.Item]taken {
	out := map[sim.Item]taken{}
	events := t.levelEvents()
	for i := range events {
		e := &events[i]
		if e.Time < t.r.Match.Start || e.Kind != sim.EventPickup && e.Kind != sim.EventFlagTaken {
			continue
		}
		item := e.Item
		if e.Kind == sim.EventFlagTaken {
			item = sim.ItemFlag
		}
		n, ok := out[item]
		if !ok {
			n.by = map[string]int{}
		}
		n.all++
		if e.Profile != nil {
			n.by[t.sideOf(e.Profile)]++
		}
		out[item] = n
	}
	return out
}

// sideOf returns the name of a player's side.
func (t *tables) sideOf(p *sim.Profile) string {
	if len(t.r.Teams) > 0 && p.Team != sim.TeamFree {
		return p.TeamLabel()
	}
	return p.Name.Plain
}

// items returns the table of items taken. If more were taken than the demo shows being taken, as the game reported them
// or they were found gone, a column says how many it shows: only those can be listed.
func (t *tables) items() (columns []panel.Column, rows []panel.TableRow) {
	columns = []panel.Column{{Width: nameWidth, Words: true}, {Title: "Taken", Width: numberWidth},
		{Title: "Shown", Tip: "how many of them the demo shows being taken; the others were reported by the game, or found gone", Width: numberWidth},
		{Title: "Late", Tip: "how long it lay there on average, where the demo shows that", Width: 64}}
	sides := len(t.r.Players)
	if len(t.r.Teams) > 0 {
		sides = len(t.r.Teams)
	}
	for i := range sides {
		columns = append(columns, panel.Column{Title: t.side(i), Width: 96})
	}
	shown := t.shown()
	for _, l := range t.r.Lanes(true) {
		seen := shown[l.Item]
		row := panel.TableRow{Cells: make([]panel.Cell, 4), Color: draw.Of(l.Item.Info().Color).Readable()}
		row.Cells[0].Text = l.Item.Info().Name
		row.Cells[1] = panel.Cell{Text: strconv.Itoa(l.Taken), Faint: true, Ask: t.askItem(l.Item, "", seen.all)}
		if seen.all < l.Taken {
			row.Cells[1].Ask, row.Cells[1].Faint = "", false
			row.Cells[1].Tip = fmt.Sprintf(msgReported, l.Taken, seen.all)
			row.Cells[2] = panel.Cell{Text: strconv.Itoa(seen.all), Faint: true, Ask: t.askItem(l.Item, "", seen.all)}
		}
		if l.OfLate > 0 {
			row.Cells[3] = panel.Cell{Text: fmt.Sprintf("%.1f s", l.Late.Seconds()), Faint: true,
				Tip: fmt.Sprintf("of %d of %d", l.OfLate, l.Taken)}
		}
		for i := range sides {
			row.Cells = append(row.Cells, t.share(&l, t.side(i), seen.by[t.side(i)]))
		}
		rows = append(rows, row)
	}
	return known(columns, rows)
}

// share returns the cell for a side's share of an item, of which the demo shows some.
func (t *tables) share(l *report.Lane, side string, shown int) panel.Cell {
	c := panel.Cell{Text: "0", Faint: true}
	for k, s := range l.Of {
		if s.Name != side {
			continue
		}
		c.Text = fmt.Sprintf("%d · %.0f %%", s.Count, l.Percent(k))
		c.Tip = t.late(s.By, l.Item)
		c.Ask = t.askItem(l.Item, side, shown)
		if shown < s.Count {
			c.Faint, c.Tip = false, fmt.Sprintf(msgReported, s.Count, shown)
		}
	}
	return c
}

// askItem returns the query for the pickups of an item that the demo shows, of which there are n; side is "" for all.
func (t *tables) askItem(item sim.Item, side string, n int) string {
	if n == 0 {
		return ""
	}
	by := ""
	if side != "" {
		by = fmt.Sprintf(" by:%q", side)
	}
	return fmt.Sprintf("kind:pickup,flag_taken item:%q%s %s", item.String(), by, t.r.Match.Scope())
}
