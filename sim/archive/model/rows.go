package model

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/report"
)

// Demo holds the data about a demo that its recording does not contain.
type Demo struct {
	ID, SHA256 string
	Path       string
	Size       int64 // bytes, unpacked
	Date       Date
}

// Options selects the rows to be extracted.
type Options struct {
	Wanted [Count]bool
	Every  time.Duration // between two positions of a player, or 0 for those of every snapshot
}

// Keys holds the values of the key columns.
type Keys struct {
	Game, Map, Date, Demo string
	Match                 string // of tables whose rows belong to matches
}

// Cells returns the cells for the key columns of table t, in column order.
func (k *Keys) Cells(t ID) []Cell {
	switch {
	case t == Errors:
		return nil
	case t.OfMatches():
		return []Cell{text(k.Game), text(k.Map), text(k.Date), text(k.Demo), text(k.Match)}
	}
	return []Cell{text(k.Game), text(k.Map), text(k.Date), text(k.Demo)}
}

// A Sink receives the rows of a demo. The rows of each table arrive in chronological order; those of Control are
// ordered by end time. cells has one cell for each of the table's Columns and must not be retained. match is the index
// of the match in the demo.
type Sink func(t ID, k *Keys, match int, cells []Cell) error

// extractor creates the rows of one recording.
type extractor struct {
	rec    *recording.Recording
	d      *Demo
	o      *Options
	sink   Sink
	err    error
	header sim.Header
	levels []sim.Level
	list   []report.Match
	keys   []Keys // by match
	whole  Keys   // of the demo
}

// Extract passes rows extracted from rec to sink. o selects the rows, and d provides the data that rec does not
// contain. rec must have been made with worlds included. If sink returns an error, Extract returns it. If ctx is done,
// Extract returns context.Cause(ctx).
func Extract(ctx context.Context, rec *recording.Recording, d *Demo, o *Options, sink Sink) error {
	x := &extractor{rec: rec, d: d, o: o, sink: sink, header: rec.Header(), levels: rec.Levels(),
		list: report.Matches(rec)}
	x.identify()
	if err := x.demo(); err != nil {
		return err
	}
	if err := x.matches(ctx); err != nil {
		return err
	}
	return x.course(ctx)
}

// ErrorRow returns the cells of an errors row, which describes a file or demo that could not be read.
func ErrorRow(path, reason string) []Cell { return []Cell{text(path), text(reason)} }

func (x *extractor) put(t ID, k *Keys, match int, cells ...Cell) {
	if x.err == nil && x.o.Wanted[t] {
		x.err = x.sink(t, k, match, cells)
	}
}

// coarse is the precision to which points of view agree on the start of a match, in games that do not announce it to
// everyone.
const coarse = 10 * time.Second

// identify sets the keys of the demo and its matches.
func (x *extractor) identify() {
	longest := 0
	for i := range x.levels {
		if l := &x.levels[i]; l.End-l.Start > x.levels[longest].End-x.levels[longest].Start {
			longest = i
		}
	}
	x.whole = Keys{Game: x.header.GameKey, Date: x.d.Date.Text, Demo: x.d.ID}
	if len(x.levels) > 0 {
		x.whole.Map = strings.ToLower(x.levels[longest].Map)
	}
	cursor := x.rec.Cursor()
	for i := range x.list {
		m, k := &x.list[i], x.whole
		k.Map, k.Match = strings.ToLower(m.Map), hash(x.d.ID, i)
		run := uint32(0)
		if m.Level < len(x.levels) {
			run = x.levels[m.Level].ServerRun
		}
		w := cursor.At(m.Start + time.Second)
		switch {
		case run != 0 && w.MatchKnown && w.Phase == sim.PhasePlaying:
			k.Match = hash(x.header.GameKey, k.Map, run, int64((w.Clock-w.Match+coarse/2)/coarse))
		case run != 0:
			k.Match = hash(x.header.GameKey, k.Map, run)
		case i == 0 && len(x.header.Date) >= len(time.DateTime) && x.header.Server != "":
			k.Match = hash(x.header.GameKey, k.Map, x.header.Server, x.header.Date)
		}
		x.keys = append(x.keys, k)
	}
}

func (x *extractor) demo() error {
	h, c := &x.header, x.d
	var maps []string
	for i := range x.levels {
		maps = append(maps, x.levels[i].Map)
	}
	failed := ""
	if err := x.rec.Err(); err != nil {
		failed = err.Error()
	}
	roster, damage := x.rec.Roster(), len(x.rec.Damage())
	x.put(Demos, &x.whole, 0, text(c.Date.Source), text(c.Path), text(c.SHA256), number(c.Size), number(h.Protocol),
		text(h.Mod), text(h.ModName), text(h.Kind), text(h.Recorder), text(h.Server), text(strings.Join(maps, " ")),
		number(x.rec.Duration().Milliseconds()), number(x.rec.Frames()), number(len(x.list)), number(len(roster)),
		boolean(h.Complete && damage == 0 && failed == ""), number(damage), text(failed))
	for _, p := range roster {
		id, rests, sure := Identity(p.Profile)
		x.put(Players, &x.whole, 0, slotCell(p.Profile.Slot), text(id), text(rests), text(sure),
			text(p.Profile.Name.Plain), text(CleanName(p.Profile.Name.Plain)), text(p.Profile.Clan),
			boolean(p.Profile.Bot), optional(p.Frags), optional(p.Deaths), number(p.First.Milliseconds()),
			number(p.Last.Milliseconds()))
	}
	return x.err
}

// modes maps words in games' names for modes, in lower case, to modes. The first word that a name contains counts.
var modes = []struct{ word, mode string }{
	{"tournament", "duel"}, {"duel", "duel"}, {"1v1", "duel"}, {"hoony", "duel"}, {"capture strike", "ctf"},
	{"capture", "ctf"}, {"ctf", "ctf"},
	{"clan arena", "ca"}, {"rocket arena", "ca"}, {"wipeout", "ca"}, {"freeze", "ft"}, {"defrag", "race"},
	{"race", "race"}, {"single", "sp"}, {"coop", "coop"}, {"co-op", "coop"},
	{"objective", "objective"}, {"stopwatch", "objective"}, {"campaign", "objective"}, {"last man", "ca"},
	{"team death", "tdm"}, {"teamplay", "tdm"}, {"team", "tdm"}, {" on ", "tdm"}, {"free for all", "ffa"},
	{"ffa", "ffa"}, {"deathmatch", "ffa"},
}

// Mode returns the mode of a level, as defined for the matches.mode column. told is the game's own name for the mode.
func Mode(told string, contest sim.Contest, teams bool) string {
	told = strings.ToLower(told)
	for _, m := range modes {
		switch {
		case !strings.Contains(told, m.word):
		case m.mode == "ffa" && teams:
			return "tdm"
		default:
			return m.mode
		}
	}
	switch {
	case contest == sim.Race:
		return "race"
	case contest == sim.Story:
		return "sp"
	case told != "":
		return "other"
	case teams:
		return "tdm"
	}
	return "ffa"
}

// outcome is the outcome of a match.
type outcome struct {
	ended  string
	known  bool // the demo has the end
	ranked []ranked
}

// ranked is a side and its score.
type ranked struct {
	name, id string
	team     sim.Team
	score    float64
}

// draw reports whether the best two sides had the same score.
func (o *outcome) draw() bool {
	return o.known && len(o.ranked) > 1 && o.ranked[0].score == o.ranked[1].score
}

// won reports whether there was a winner.
func (o *outcome) won() bool { return o.known && len(o.ranked) > 1 && !o.draw() }

// endings maps the words with which games announce the end of a match to their meanings.
var endings = []struct{ word, ended string }{
	{"forfeit", "forfeit"}, {"abort", "aborted"}, {"cancel", "aborted"}, {"halted", "aborted"},
	{"terminate", "aborted"}, {"time", "time"}, {"frag", "score"}, {"capture", "score"},
	{"score", "score"}, {"round", "score"}, {"mercy", "score"}, {"point", "score"},
}

// outcomeOf returns the outcome of a match.
func (x *extractor) outcomeOf(r *report.Report) (o outcome) {
	m, events := &r.Match, x.rec.Events()
	var over *sim.Event
	for i := range events {
		if e := &events[i]; e.Time >= m.Start && e.Time <= m.End+2*time.Second &&
			(e.Kind == sim.EventMatchEnd || e.Kind == sim.EventIntermission && over == nil) {
			over = e
		}
	}
	last := m.Level == len(x.levels)-1
	switch {
	case over != nil:
		o.known, o.ended = true, "other"
		for _, e := range endings {
			if strings.Contains(strings.ToLower(over.Text.Plain), e.word) {
				o.ended = e.ended
				break
			}
		}
		if limit := x.levels[m.Level].TimeLimit; o.ended == "other" && limit > 0 && x.length(m) >= limit-2*time.Second {
			o.ended = "time"
		}
	case r.Finished || slices.ContainsFunc(r.Runs, func(r report.Run) bool { return r.Finished }):
		o.ended = "finished"
	case last || m.End < x.levels[m.Level].End:
		o.ended = "recording"
	default:
		o.ended = "level"
	}
	if x.levels[m.Level].Contest == sim.Versus {
		o.ranked = sides(r)
	}
	return o
}

// sides returns the sides of a match whose score is known, sorted by score.
func sides(r *report.Report) (list []ranked) {
	for i := range r.Teams {
		t := &r.Teams[i]
		if v, source := t.Numbers[report.Score].Value(); source != report.Unknown {
			list = append(list, ranked{name: t.Team.String(), team: t.Team, score: v})
		}
	}
	if len(r.Teams) == 0 {
		for i := range r.Players {
			p := &r.Players[i]
			if v, source := p.Numbers[report.Score].Value(); source != report.Unknown {
				id, _, _ := Identity(p.Profile)
				list = append(list, ranked{name: p.Profile.Name.Plain, id: id, score: v})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score),
			cmp.Compare(a.name, b.name))
	})
	return list
}

func (x *extractor) length(m *report.Match) time.Duration {
	return m.End - m.Start - sim.StoodStill(x.rec.Events(), m.Start, m.End)
}

// matches makes the rows of matches and of the players in them.
func (x *extractor) matches(ctx context.Context) error {
	if !x.o.Wanted[Matches] && !x.o.Wanted[PlayerMatches] {
		return nil
	}
	for i, m := range x.list {
		r, err := report.Make(ctx, x.rec, m)
		if err != nil {
			return err
		}
		if m.Level >= len(x.levels) {
			continue
		}
		o := x.outcomeOf(r)
		x.match(i, r, &o)
		for k := range r.Players {
			x.player(i, r, k, &o)
		}
		if x.err != nil {
			return x.err
		}
	}
	return nil
}

func (x *extractor) match(i int, r *report.Report, o *outcome) {
	m, l := &r.Match, &x.levels[r.Match.Level]
	overtimes, start := 0, Cell{}
	for _, e := range x.rec.Events() {
		if e.Kind == sim.EventOvertime && e.Time >= m.Start && e.Time <= m.End {
			overtimes++
		}
	}
	if d := &x.d.Date; strings.HasPrefix(d.Source, "told") {
		start = text(d.at.Add((m.Start - x.header.DateAt).Truncate(time.Second)).Format(seconds))
	}
	var winner, winnerID, second, best, other Cell
	if o.won() {
		winner, winnerID, second = text(o.ranked[0].name), text(o.ranked[0].id), text(o.ranked[1].name)
	}
	if len(o.ranked) > 0 {
		best = number(int64(o.ranked[0].score))
	}
	if len(o.ranked) > 1 {
		other = number(int64(o.ranked[1].score))
	}
	run := Cell{Told: l.ServerRun != 0, N: int64(l.ServerRun)}
	x.put(Matches, &x.keys[i], i, number(i), number(m.Level), text(Mode(m.GameType, l.Contest, m.Teams)),
		text(m.GameType), boolean(m.Teams), start, number(m.Start.Milliseconds()), number(m.End.Milliseconds()),
		number(x.length(m).Milliseconds()), boolean(m.Whole && o.known), number(overtimes), text(o.ended), winner,
		winnerID, boolean(o.draw()), best, other, second, number(len(r.Players)), text(x.header.Server), run,
		number(x.view(r)))
}

// view returns the rank of this view of a match: views that show everybody come first, then longer ones.
func (x *extractor) view(r *report.Report) int64 {
	n := int64((r.Match.End - r.Match.Start) / time.Second)
	if x.header.Multi {
		n += 1 << 20
	}
	return n
}

func (x *extractor) player(i int, r *report.Report, k int, o *outcome) {
	p := &r.Players[k]
	cells := who(p.Profile, p.Slot)
	result := Cell{}
	mine := func(s *ranked) bool {
		if len(r.Teams) > 0 {
			return s.team == p.Profile.Team
		}
		return s.name == p.Profile.Name.Plain
	}
	if place := slices.IndexFunc(o.ranked, func(s ranked) bool { return mine(&s) }); place >= 0 && o.known &&
		len(o.ranked) > 1 {
		switch {
		case o.ranked[place].score < o.ranked[0].score:
			result = text("loss")
		case o.draw():
			result = text("draw")
		default:
			result = text("win")
		}
	}
	best := Cell{}
	for _, run := range r.Runs {
		if ms := run.Finish.Milliseconds(); run.Finished && run.Player == k && (!best.Told || ms < best.N) {
			best = number(ms)
		}
	}
	var told []string
	var values []Cell
	for f := range report.FieldCount {
		v, source := p.Numbers[f].Value()
		if source == report.Told {
			told = append(told, f.Info().Key)
		}
		if source == report.Unknown {
			values = append(values, Cell{})
			continue
		}
		values = append(values, float(v))
	}
	cells = append(cells, text(Mode(r.Match.GameType, x.levels[r.Match.Level].Contest, r.Match.Teams)),
		text(p.Profile.TeamName), result, best, text(strings.Join(told, " ")))
	x.put(PlayerMatches, &x.keys[i], i, append(append(cells, values...), things(p)...)...)
}

// things returns the numbers of weapons and items as JSON.
func things(p *report.Player) []Cell {
	weapons, items := map[string]map[string]float64{}, map[string]map[string]float64{}
	put := func(to map[string]map[string]float64, name, key string, n report.Number) {
		if v, source := n.Value(); source != report.Unknown && name != "" {
			if to[name] == nil {
				to[name] = map[string]float64{}
			}
			to[name][key] = math.Round(v*100) / 100
		}
	}
	for _, w := range p.Weapons {
		for key, n := range map[string]report.Number{"kills": w.Kills, "deaths": w.Deaths, "accuracy": w.Accuracy,
			"shots": w.Shots, "hits": w.Hits, "damage": w.Damage,
			"taken": w.Taken, "dropped": w.Dropped} {
			put(weapons, w.Weapon.String(), key, n)
		}
	}
	for _, t := range p.Items {
		for key, n := range map[string]report.Number{"taken": t.Taken, "held": t.Held, "late": t.Late} {
			put(items, t.Item.String(), key, n)
		}
	}
	a, _ := json.Marshal(weapons)
	b, _ := json.Marshal(items)
	return []Cell{text(string(a)), text(string(b))}
}

// who returns the cells of person.
func who(p *sim.Profile, s sim.Slot) []Cell {
	if p == nil {
		return []Cell{{}, {}, slotCell(s), {}, {}}
	}
	id, _, _ := Identity(p)
	return []Cell{text(id), text(p.Name.Plain), slotCell(s), text(p.Team.String()), text(p.Class)}
}
