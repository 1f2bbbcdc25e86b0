//go:build !js

package library

import (
	"slices"
	"strings"

	"fragscope/sim/archive"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// columnNames are the names of the columns in the settings, in the order of package archive.
var columnNames = [archive.ColumnCount]string{
	archive.ByDate: "date", archive.ByMap: "map", archive.ByMode: "mode", archive.ByGame: "game",
	archive.ByPlayers: "players", archive.ByLength: "length", archive.ByScore: "result", archive.ByState: "state",
	archive.ByName: "file",
}

// arrangement is the arrangement of the table of demos: its columns and sort order. It is stored in the settings.
type arrangement struct {
	host       *Host
	sorted     int // the column
	descending bool
}

func arrangementOf(host *Host) arrangement {
	column, descending := sorting(host.Settings)
	return arrangement{host, column, descending}
}

// sorting returns the column by which the settings sort the table, and the direction.
func sorting(s *settings.Settings) (column int, descending bool) {
	name, descending := strings.CutPrefix(s.LibrarySort, "-")
	if column = slices.Index(columnNames[:], name); column < 0 {
		return archive.ByDate, true
	}
	return column, descending
}

// keepSorting stores the sort order in the settings.
func (a *arrangement) keepSorting() {
	a.host.Settings.LibrarySort = map[bool]string{true: "-"}[a.descending] + columnNames[a.sorted]
	a.host.SaveSettings()
}

// columns returns the columns that are shown, in order.
func (a *arrangement) columns() (list []int) {
	for _, name := range a.host.Settings.LibraryColumns {
		if i := slices.Index(columnNames[:], name); i >= 0 {
			list = append(list, i)
		}
	}
	return list
}

// keepColumns stores the columns in the settings.
func (a *arrangement) keepColumns(list []int) {
	names := make([]string, len(list))
	for i, id := range list {
		names[i] = columnNames[id]
	}
	a.host.Settings.LibraryColumns = names
	a.host.SaveSettings()
	a.host.Relayout()
}

// verbs returns the menu entries for a column or a row.
func (l *Library) verbs(c panel.Command) [][]part.Entry {
	switch {
	case c.Verb == panel.VerbCategory && !l.hits.shown:
		return l.demos.layout.verbs(c.Index, l.demos.sort)
	case c.Verb == panel.VerbChoose:
		at, _ := l.choice()
		*at = c.Index
		l.host.Relayout()
		return l.rowVerbs()
	}
	return nil
}

func entry(name, help string, do func()) part.Entry {
	return part.Entry{Entry: panel.Entry{Name: name, Help: help}, Do: do}
}

// verbs returns the menu entries for a column: sort by it, move it, and show or hide columns.
func (a *arrangement) verbs(id int, sort func(column int)) [][]part.Entry {
	list := a.columns()
	at := slices.Index(list, id)
	move := func(by int) func() {
		return func() {
			to := min(max(at+by, 0), len(list)-1)
			a.keepColumns(slices.Insert(slices.Delete(slices.Clone(list), at, at+1), to, id))
		}
	}
	own := []part.Entry{entry("Sort by it", "", func() { sort(id) }), entry("To the left", "", move(-1)),
		entry("To the right", "", move(1))}
	var all []part.Entry
	for other, c := range columns {
		shown := slices.Index(list, other)
		e := entry(c.Title, "", func() {
			if shown < 0 {
				a.keepColumns(append(slices.Clone(list), other))
			} else if len(list) > 1 {
				a.keepColumns(slices.Delete(slices.Clone(list), shown, shown+1))
			}
		})
		if e.Switch = panel.SwitchOff; shown >= 0 {
			e.Switch = panel.SwitchOn
		}
		all = append(all, e)
	}
	return [][]part.Entry{own, all}
}

// rowVerbs returns the menu entries for the selected demo or hit.
func (l *Library) rowVerbs() [][]part.Entry {
	if l.hits.shown {
		return [][]part.Entry{{entry("Play from here", "", l.play),
			entry("Play all from here", "All hits one after another, as clips.", l.playAll)}}
	}
	return [][]part.Entry{
		{
			entry("Watch", "", l.watch), entry("Mark", "To watch several demos of a match as one, or to race them.",
				l.mark),
			entry("Tags and note…", "", l.remark), entry("Heat map of its map", "From all demos of the library.",
				l.heat),
		},
		l.alike(),
		{entry("Find in all demos…", "", l.turn), entry("Update", "Read what is new in the folders.", l.scan)},
	}
}

// alikeMost is the maximum number of players in the menu of a demo.
const alikeMost = 16

// alike returns menu entries that filter the table by the map and by the players of the selected demo.
func (l *Library) alike() (out []part.Entry) {
	r := l.demos.chosen()
	if r == nil {
		return nil
	}
	if r.Map != "" {
		out = append(out, entry("This map: "+r.Map, "All demos on it.", func() { l.filter(r.Map) }))
	}
	for _, name := range r.Names[:min(len(r.Names), alikeMost)] {
		if strings.TrimSpace(name) != "" {
			out = append(out, entry(name, "All demos in which he plays.", func() { l.filter(name) }))
		}
	}
	return out
}
