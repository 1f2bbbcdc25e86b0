//go:build !js

package archive

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Columns of an Index.
const (
	ByDate = iota
	ByMap
	ByMode
	ByGame
	ByLength
	ByScore
	ByName
	ColumnCount
)

// Index is the whole library as a table that can be filtered and sorted at once. It is for one goroutine.
type Index struct {
	rows  []indexed
	order []int32 // of all rows, sorted
	shown []int32 // those of them that the filter lets through
	asked string  // the filter
	text  string  // all that the filter looks at, in lower case, row after row
	holds []bool  // of each row, whether the filter lets it through
}

// indexed is a demo of an Index.
type indexed struct {
	id    int64
	cells [ColumnCount]string
	ms    int64
	from  int // its part of the text, which ends where the next one's begins
	bad   bool
}

// Index reads the table of all demos. It takes about a second for 100,000.
func (l *Library) Index(ctx context.Context) (*Index, error) {
	x := new(Index)
	var text strings.Builder
	err := l.eachIn(ctx, `SELECT demos.id, path, member, mtime_ns, coalesce(demos.error, ''), coalesce(game, ''), coalesce(mod, ''), coalesce(map, ''), coalesce(maps, ''), coalesce(mode, ''),
		coalesce(score, ''), coalesce(names, ''), coalesce(server, ''), coalesce(told_date, ''), coalesce(duration_ms, 0)
		FROM demos JOIN files ON files.id = demos.file LEFT JOIN contents ON contents.id = demos.content`, nil, func(scan scanner) error {
		var r Row
		var changed int64
		var names string
		c := &r.Content
		if err := scan(&r.ID, &r.Path, &r.Member, &changed, &c.Error, &c.Game, &c.Mod, &c.Map, &c.Maps, &c.Mode, &c.Score, &names, &c.Server, &c.Date, &c.DurationMS); err != nil {
			return err
		}
		r.Changed = time.Unix(0, changed)
		date, _ := r.When()
		e := indexed{id: r.ID, ms: c.DurationMS, bad: c.Error != "", from: text.Len()}
		score := c.Score
		if e.bad {
			score = c.Error
		}
		e.cells = [ColumnCount]string{ByDate: date[:min(len(date), 16)], ByMap: c.Map, ByMode: c.Mode, ByGame: c.Game, ByScore: score, ByName: r.Base(),
			ByLength: fmt.Sprintf("%d:%02d", c.DurationMS/60000, c.DurationMS/1000%60)}
		text.WriteString(strings.ToLower(strings.Join([]string{r.Path, r.Member, c.Game, c.Mod, c.Maps, c.Mode, score, names, c.Server, date}, "\n")))
		x.rows = append(x.rows, e)
		return nil
	})
	x.text, x.holds = text.String(), make([]bool, len(x.rows))
	x.Sort(ByDate, true)
	return x, err
}

// Filter shows the demos that have all words of a text.
func (x *Index) Filter(text string) {
	words := strings.Fields(strings.ToLower(text))
	if narrower := x.asked != "" && strings.HasPrefix(text, x.asked); narrower {
		x.shown = slices.DeleteFunc(x.shown, func(i int32) bool { return !x.has(int(i), words) })
		x.asked = text
		return
	}
	x.asked = text
	for i := range x.rows { // in the order of the text, which is faster than in that of the table
		x.holds[i] = x.has(i, words)
	}
	x.shown = x.shown[:0]
	for _, i := range x.order {
		if x.holds[i] {
			x.shown = append(x.shown, i)
		}
	}
}

// has reports whether a demo has all words.
func (x *Index) has(i int, words []string) bool {
	to := len(x.text)
	if i+1 < len(x.rows) {
		to = x.rows[i+1].from
	}
	text := x.text[x.rows[i].from:to]
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// Sort sorts by a column.
func (x *Index) Sort(column int, descending bool) {
	if len(x.order) != len(x.rows) {
		x.order = make([]int32, len(x.rows))
		for i := range x.order {
			x.order[i] = int32(i)
		}
	}
	compare := func(a, b *indexed) int { return strings.Compare(a.cells[column], b.cells[column]) }
	if column == ByLength {
		compare = func(a, b *indexed) int { return int(a.ms - b.ms) }
	}
	slices.SortStableFunc(x.order, func(a, b int32) int {
		if descending {
			a, b = b, a
		}
		return compare(&x.rows[a], &x.rows[b])
	})
	asked := x.asked
	x.asked = ""
	x.Filter(asked)
}

// Len is how many demos are shown, All how many there are.
func (x *Index) Len() int { return len(x.shown) }

// All is how many demos there are.
func (x *Index) All() int { return len(x.rows) }

// Cells are what is shown of a demo, and whether it could not be read.
func (x *Index) Cells(i int) (cells *[ColumnCount]string, bad bool) {
	r := &x.rows[x.shown[i]]
	return &r.cells, r.bad
}

// ID is the number of a demo that is shown, for [Library.Row].
func (x *Index) ID(i int) int64 { return x.rows[x.shown[i]].id }
