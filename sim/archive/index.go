//go:build !js

package archive

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/sim"
)

// The columns of an Index.
const (
	ByDate = iota
	ByMap
	ByMode
	ByGame
	ByPlayers
	ByLength
	ByScore
	ByState
	ByName
	ColumnCount
)

// The states of a demo by which the table can be filtered, as in is:damaged.
const (
	StateUnreadable = "unreadable" // no part of it can be played
	StateDamaged    = "damaged"    // something is missing
	StateCopy       = "copy"       // another demo has the same content
	StateNew        = "new"        // found by the latest scan that found anything
)

// Index is a table of the demos in the library. It can be filtered and sorted instantly. Only [Index.Order] is safe for
// concurrent use.
type Index struct {
	rows  []indexed
	order []int32 // all rows, sorted
	shown []int32 // the rows that pass the filter
	asked string  // the filter
	text  string  // all text that the filter searches, in lower case, row by row
	holds []bool  // by row: it passes the filter

	matches  [][]int32      // rows that are points of view of the same match, if there are several
	unfolded map[int32]bool // matches that are expanded
	seen     []int32        // by match: the pass that saw it last
	folded   int            // demos that pass the filter without a row: another row stands for them
	pass     int32
}

// indexed is a demo of an Index.
type indexed struct {
	id, content int64
	cells       [ColumnCount]string
	ms          int64
	date        uint64 // its digits, twelve of them
	to          int    // end of its part of the text
	match       int32  // index into matches; -1 if there is none
	run         uint32
	bad         bool
}

// indexQuestion selects the columns that indexPart.add reads.
const indexQuestion = `SELECT copies.id, coalesce(content, 0), path, member, mtime_ns, coalesce(copies.error, ''), coalesce(game, ''), coalesce(mod, ''), coalesce(map, ''),
	coalesce(maps, ''), coalesce(mode, ''), coalesce(score, ''), coalesce(names, ''), coalesce(server, ''), coalesce(told_date, ''), coalesce(duration_ms, 0), coalesce(server_run, 0),
	coalesce(complete, 1), coalesce(contents.error, ''),
	coalesce((SELECT text FROM remarks WHERE remarks.checksum = contents.checksum), ''),
	copies.id >= coalesce((SELECT max(first) FROM scans), 1 << 62),
	EXISTS (SELECT 1 FROM copies d WHERE d.content = copies.content AND d.id < copies.id)
	FROM copies JOIN files ON files.id = copies.file LEFT JOIN contents ON contents.id = copies.content `

// Index returns a table of all demos. For 100,000 demos, this takes about half a second. In the meantime, a program can
// show the result of [Library.Latest].
func (l *Library) Index(ctx context.Context) (*Index, error) {
	var first, last int64
	if err := l.db.QueryRowContext(ctx, "SELECT coalesce(min(id), 0), coalesce(max(id), -1) FROM copies").Scan(&first,
		&last); err != nil {
		return nil, l.told(err)
	}
	var parts [2]indexPart
	var readers sync.WaitGroup
	middle := first + (last-first)/2
	for i, span := range [...][2]int64{{first, middle}, {middle + 1, last}} {
		readers.Go(func() {
			err := fault.Guard(func() error {
				parts[i].read(ctx, l, indexQuestion+"WHERE copies.id BETWEEN ? AND ?", span[0], span[1])
				return nil
			})
			parts[i].err = cmp.Or(parts[i].err, err)
		})
	}
	readers.Wait()
	return newIndex(parts[:]...)
}

// Latest returns a table of the demos with the latest dates. most is the maximum number of demos. Unlike
// [Library.Index], Latest causes no noticeable delay.
func (l *Library) Latest(ctx context.Context, most int) (*Index, error) {
	var part indexPart
	part.read(ctx, l, indexQuestion+"ORDER BY copies.date DESC LIMIT ?", most)
	return newIndex(part)
}

// indexPart holds some rows of an index, with their text.
type indexPart struct {
	rows []indexed
	text strings.Builder
	err  error
}

func (p *indexPart) read(ctx context.Context, l *Library, question string, args ...any) {
	p.err = l.eachIn(ctx, question, args, p.add)
}

func (p *indexPart) add(scan scanner) error {
	var r Row
	var content, changed int64
	var names, short string
	var recent, double bool
	c := &r.Content
	if err := scan(&r.ID, &content, &r.Path, &r.Member, &changed, &c.Error, &c.Game, &c.Mod, &c.Map, &c.Maps, &c.Mode,
		&c.Score, &names, &c.Server, &c.Date, &c.DurationMS, &c.ServerRun, &c.Complete, &short, &r.Remark, &recent,
		&double); err != nil {
		return err
	}
	r.Changed = time.Unix(0, changed)
	date, source := r.When()
	e := indexed{id: r.ID, content: content, ms: c.DurationMS, bad: c.Error != "", run: c.ServerRun, match: -1}
	date = date[:min(len(date), 16)]
	e.date = dateKey(date)
	if source == DateFile { // the day is enough, as it need not be that of the match
		date = "(" + date[:min(len(date), 10)] + ")"
	}
	score := c.Score
	if e.bad {
		score = c.Error
	}
	var state []string
	switch {
	case e.bad:
		state = append(state, StateUnreadable)
	case !c.Complete || short != "":
		state = append(state, StateDamaged)
	}
	if double {
		state = append(state, StateCopy)
	}
	if recent {
		state = append(state, StateNew)
	}
	e.cells = [ColumnCount]string{ByDate: date, ByMap: c.Map, ByMode: c.Mode, ByGame: sim.GameName(c.Game),
		ByScore: score, ByName: r.Base(), ByPlayers: strings.ReplaceAll(names, "\n", ", "),
		ByState: strings.Join(state, ", "), ByLength: fmt.Sprintf("%d:%02d", c.DurationMS/60000, c.DurationMS/1000%60)}
	p.text.WriteString(strings.ToLower(strings.Join([]string{r.Path, r.Member, c.Game, e.cells[ByGame], c.Mod, c.Maps,
		c.Mode, score, names, c.Server, date, r.Remark}, "\n")))
	for _, s := range state {
		p.text.WriteString("\nis:" + s)
	}
	p.text.WriteByte(0) // no word crosses it
	e.to = p.text.Len()
	p.rows = append(p.rows, e)
	return nil
}

// newIndex joins parts into a table, latest demos first.
func newIndex(parts ...indexPart) (*Index, error) {
	x := &Index{unfolded: map[int32]bool{}}
	for i := range parts {
		if parts[i].err != nil {
			return nil, parts[i].err
		}
		for k := range parts[i].rows {
			parts[i].rows[k].to += len(x.text)
		}
		x.rows = append(x.rows, parts[i].rows...)
		x.text += parts[i].text.String()
	}
	x.holds = make([]bool, len(x.rows))
	x.findMatches()
	x.SetOrder(x.Order(ByDate, true))
	return x, nil
}

// findMatches finds the points of view of each match: several contents on one map with the same number from the
// server.
func (x *Index) findMatches() {
	type match struct {
		run   uint32
		level string
	}
	all := map[match][]int32{}
	for i := range x.rows {
		if r := &x.rows[i]; r.run != 0 {
			k := match{r.run, strings.ToLower(r.cells[ByMap])}
			all[k] = append(all[k], int32(i))
		}
	}
	for _, rows := range all {
		if !slices.ContainsFunc(rows, func(i int32) bool { return x.rows[i].content != x.rows[rows[0]].content }) {
			continue
		}
		for _, i := range rows {
			x.rows[i].match = int32(len(x.matches))
		}
		x.matches = append(x.matches, rows)
	}
	x.seen = make([]int32, len(x.matches))
}

// Filter limits the table to the demos that match all words in text.
func (x *Index) Filter(text string) {
	words := strings.Fields(strings.ToLower(text))
	narrower := x.asked != "" && strings.HasPrefix(text, x.asked)
	x.asked = text
	if !narrower {
		for i := range x.holds {
			x.holds[i] = true
		}
	}
	for _, w := range words {
		x.narrow(w)
	}
	x.list()
}

// narrow keeps the demos that contain a word. Searching all text in one go is faster than searching row by row.
func (x *Index) narrow(word string) {
	row, at := 0, 0
	for at < len(x.text) {
		i := strings.Index(x.text[at:], word)
		if i < 0 {
			break
		}
		for ; x.rows[row].to <= at+i; row++ {
			x.holds[row] = false
		}
		at = x.rows[row].to
		row++
	}
	for ; row < len(x.rows); row++ {
		x.holds[row] = false
	}
}

// list lists the rows to show. For a collapsed match, it shows the first point of view.
func (x *Index) list() {
	x.shown = x.shown[:0]
	x.pass++
	x.folded = 0
	several := len(x.matches) > 0
	for _, i := range x.order {
		if !x.holds[i] {
			continue
		}
		if !several { // avoids touching the row, which is far away in memory
			x.shown = append(x.shown, i)
			continue
		}
		if m := x.rows[i].match; m >= 0 && !x.unfolded[m] {
			if x.seen[m] == x.pass {
				x.folded++
				continue
			}
			x.seen[m] = x.pass
		}
		x.shown = append(x.shown, i)
	}
}

// Order returns the row order that results from sorting by the given column. The result is for use with
// [Index.SetOrder]. Order may be called from any goroutine.
func (x *Index) Order(column int, descending bool) []int32 {
	type keyed struct {
		key uint64
		row int32
	}
	list := make([]keyed, len(x.rows))
	for i := range list {
		list[i] = keyed{x.rows[i].key(column), int32(i)}
	}
	slices.SortFunc(list, func(a, b keyed) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return cmp.Or(strings.Compare(x.rows[a.row].cells[column], x.rows[b.row].cells[column]),
			cmp.Compare(a.row, b.row))
	})
	order := make([]int32, len(list))
	for i := range list {
		at := i
		if descending {
			at = len(list) - 1 - i
		}
		order[at] = list[i].row
	}
	return order
}

// key returns a number by which rows can be sorted by a column. It is made from the first bytes of text or the digits
// of a date.
func (r *indexed) key(column int) (key uint64) {
	switch text := r.cells[column]; column {
	case ByLength:
		return uint64(max(r.ms, 0))
	case ByDate:
		return r.date
	default:
		for i := range 8 {
			key <<= 8
			if i < len(text) {
				key |= uint64(text[i])
			}
		}
		return key
	}
}

// dateKey returns the digits of a date as a number of twelve digits, padded with zeros if only the day is known.
func dateKey(date string) (key uint64) {
	n := 0
	for _, c := range []byte(date) {
		if c >= '0' && c <= '9' && n < 12 {
			key = key*10 + uint64(c-'0')
			n++
		}
	}
	for ; n < 12; n++ {
		key *= 10
	}
	return key
}

// SetOrder sets the order of the rows to one returned by [Index.Order].
func (x *Index) SetOrder(order []int32) {
	x.order = order
	asked := x.asked
	x.asked = ""
	x.Filter(asked)
}

// Sort sorts the rows by the given column.
func (x *Index) Sort(column int, descending bool) { x.SetOrder(x.Order(column, descending)) }

// Len returns the number of rows.
func (x *Index) Len() int { return len(x.shown) }

// Folded returns the number of demos that pass the filter but have no row of their own. They are collapsed into the row
// of another demo of the same match.
func (x *Index) Folded() int { return x.folded }

// All returns the number of demos in the table, including those without a row.
func (x *Index) All() int { return len(x.rows) }

// Cells returns the text of the cells in row i. bad is set if the demo could not be read.
func (x *Index) Cells(i int) (cells *[ColumnCount]string, bad bool) {
	r := &x.rows[x.shown[i]]
	return &r.cells, r.bad
}

// ID returns the id of the demo in row i, for use with [Library.Row].
func (x *Index) ID(i int) int64 { return x.rows[x.shown[i]].id }

// Views returns the ids of the demos that show the match in row i. Of demos with the same content, it lists only one.
// ids is nil if only one demo shows the match. folded is set if the match is collapsed into one row.
func (x *Index) Views(i int) (ids []int64, folded bool) {
	r := &x.rows[x.shown[i]]
	if r.match < 0 {
		return nil, false
	}
	var contents []int64
	for _, k := range x.matches[r.match] {
		if v := &x.rows[k]; !v.bad && !slices.Contains(contents, v.content) {
			contents, ids = append(contents, v.content), append(ids, v.id)
		}
	}
	return ids, !x.unfolded[r.match]
}

// Unfold expands the match in row i if on is set, and collapses the match otherwise. In an expanded match, each demo
// has its own row.
func (x *Index) Unfold(i int, on bool) {
	if m := x.rows[x.shown[i]].match; m >= 0 {
		x.unfolded[m] = on
		x.list()
	}
}

// Keep expands all matches in x that are expanded in old, an earlier table of the same library. at is the index of a
// row in old. Keep returns the index of the same demo's row in x, or 0 if there is no such row.
func (x *Index) Keep(old *Index, at int) int {
	apart := map[int64]bool{}
	for m, on := range old.unfolded {
		if on {
			apart[old.rows[old.matches[m][0]].id] = true
		}
	}
	if len(apart) > 0 {
		for i := range x.rows {
			if r := &x.rows[i]; r.match >= 0 && apart[r.id] {
				x.unfolded[r.match] = true
			}
		}
		x.list()
	}
	if at >= old.Len() {
		return 0
	}
	id := old.ID(at)
	return max(slices.IndexFunc(x.shown, func(i int32) bool { return x.rows[i].id == id }), 0)
}
