package report

import (
	"math"
	"strconv"

	"fragscope/sim"
)

// Document is the exported form of a report. Players are identified by name instead of by index, and times are demo
// times in milliseconds.
type Document struct {
	Schema   string         `json:"schema"` // fragscope.report
	Version  int            `json:"version"`
	Demo     string         `json:"demo"`
	Game     string         `json:"game"`
	Map      string         `json:"map"`
	GameType string         `json:"game_type,omitempty"`
	StartMS  int64          `json:"start_ms"`
	EndMS    int64          `json:"end_ms"`
	Whole    bool           `json:"whole"`
	Notes    []string       `json:"notes,omitempty"`
	Teams    []SideJSON     `json:"teams,omitempty"`
	Players  []SideJSON     `json:"players"`
	Kills    []KillJSON     `json:"kills,omitempty"`
	Items    []TimingJSON   `json:"items,omitempty"`
	Lanes    []LaneJSON     `json:"item_totals,omitempty"`
	Rounds   []RoundJSON    `json:"rounds,omitempty"`
	Runs     []RunJSON      `json:"runs,omitempty"`
	FinishMS *int64         `json:"finish_ms,omitempty"` // of a level against monsters, by the level's own time
	Lead     *AdvantageJSON `json:"advantage,omitempty"`
	Turns    []TurnJSON     `json:"turning_points,omitempty"`
}

// SideJSON holds the numbers of a player or a team.
type SideJSON struct {
	Name    string                `json:"name"`
	Slot    *int                  `json:"slot,omitempty"`
	Team    string                `json:"team,omitempty"`
	Span    string                `json:"span,omitempty"` // why counted numbers cover a different time
	Numbers map[string]NumberJSON `json:"numbers"`
	Weapons []TallyJSON           `json:"weapons,omitempty"`
	Items   []TallyJSON           `json:"items,omitempty"`
}

// NumberJSON is a number with its source. Counted is set only if Value was reported by the game and the counted value
// differs from it.
type NumberJSON struct {
	Value   float64  `json:"value"`
	Source  string   `json:"source"`
	Counted *float64 `json:"counted,omitempty"`
	// ToldMS is the time at which the game told the number, if that was before the end of the match.
	ToldMS *int64 `json:"told_ms,omitempty"`
	// Over is the number of cases from which a counted mean was calculated. Of is the total number of cases.
	Over *int   `json:"over,omitempty"`
	Of   int    `json:"of,omitempty"`
	Find string `json:"find,omitempty"`
}

// TallyJSON holds the numbers for one weapon or item.
type TallyJSON struct {
	Name    string                `json:"name"`
	Numbers map[string]NumberJSON `json:"numbers"`
}

// KillJSON is an entry in the table of killers and victims.
type KillJSON struct {
	Killer string `json:"killer,omitempty"`
	Victim string `json:"victim"`
	Weapon string `json:"weapon,omitempty"`
	Count  int    `json:"count"`
	Find   string `json:"find"`
}

// TimingJSON describes the pickup of an item and its timing.
type TimingJSON struct {
	Item     string   `json:"item"`
	Team     string   `json:"team,omitempty"`
	BackMS   *int64   `json:"back_ms,omitempty"`
	TakenMS  int64    `json:"taken_ms"`
	LateMS   *int64   `json:"late_ms,omitempty"`
	By       string   `json:"by,omitempty"`
	Nearest  string   `json:"nearest,omitempty"`
	Distance *int     `json:"distance,omitempty"`
	HeardBy  []string `json:"heard_by,omitempty"`
	Before   *[2]int  `json:"stack_before,omitempty"` // health and armour
	After    *[2]int  `json:"stack_after,omitempty"`
}

// LaneJSON holds the pickup counts for a kind of item.
type LaneJSON struct {
	Item     string         `json:"item"`
	Title    string         `json:"-"` // the item's name for display
	Taken    int            `json:"taken"`
	By       map[string]int `json:"by,omitempty"`
	MeanLate *int64         `json:"mean_late_ms,omitempty"`
	OfLate   int            `json:"of_late,omitempty"` // pickups with a known delay
}

// RoundJSON describes a round of a match. Deaths maps each player's name to his number of deaths.
type RoundJSON struct {
	Number  int            `json:"number,omitempty"`
	StartMS int64          `json:"start_ms"`
	EndMS   int64          `json:"end_ms"`
	Winner  string         `json:"winner,omitempty"`
	Deaths  map[string]int `json:"deaths,omitempty"`
}

// RunJSON describes a run against the clock, with the times from its start to each checkpoint and to the finish.
type RunJSON struct {
	Player        string  `json:"player,omitempty"`
	CheckpointsMS []int64 `json:"checkpoints_ms,omitempty"`
	SplitsMS      []int64 `json:"splits_ms,omitempty"`
	FinishMS      *int64  `json:"finish_ms,omitempty"`
	EndedMS       int64   `json:"ended_ms"`
}

// AdvantageJSON is the exported form of an [Advantage]. It has one row per second. Each row holds the time, the first
// side's health, armour and weapons, and then the second side's.
type AdvantageJSON struct {
	Sides [2]string `json:"sides"`
	Rows  [][7]int  `json:"rows"`
}

// TurnJSON describes a turning point of the match.
type TurnJSON struct {
	FromMS  int64  `json:"from_ms"`
	AtMS    int64  `json:"at_ms"`
	UntilMS int64  `json:"until_ms"`
	Text    string `json:"text"`
	Slot    *int   `json:"slot,omitempty"` // of the player that the text is about
	Team    string `json:"team,omitempty"`
}

// Export returns the report as a document. a and turns may be nil.
func (r *Report) Export(h sim.Header, a *Advantage, turns []TurningPoint) *Document {
	m := &r.Match
	d := &Document{Schema: "fragscope.report", Version: 2, Demo: h.Name, Game: h.Game, Map: m.Map, GameType: m.GameType,
		StartMS: m.Start.Milliseconds(), EndMS: m.End.Milliseconds(), Whole: m.Whole, Notes: r.Notes}
	for i := range r.Teams {
		t := &r.Teams[i]
		d.Teams = append(d.Teams, SideJSON{Name: t.Name, Team: t.Team.String(), Numbers: numbers(&t.Numbers),
			Items: exportItems(t.Items)})
	}
	for i := range r.Players {
		d.Players = append(d.Players, r.exportPlayer(&r.Players[i]))
	}
	for _, k := range r.Kills {
		d.Kills = append(d.Kills, KillJSON{r.name(k.Killer), r.name(k.Victim), k.Weapon.String(), k.Count, k.Query})
	}
	for i := range r.Items {
		d.Items = append(d.Items, r.exportTiming(&r.Items[i]))
	}
	for _, l := range r.Lanes(true) {
		j := LaneJSON{Item: l.Item.String(), Title: l.Item.Info().Name, Taken: l.Taken, By: map[string]int{}}
		for _, s := range l.Of {
			j.By[s.Name] += s.Count
		}
		if l.OfLate > 0 {
			j.MeanLate, j.OfLate = new(l.Late.Milliseconds()), l.OfLate
		}
		d.Lanes = append(d.Lanes, j)
	}
	if r.Finished {
		d.FinishMS = new(r.Finish.Milliseconds())
	}
	r.exportCourse(d)
	for i := range turns {
		d.Turns = append(d.Turns, turns[i].export())
	}
	if a != nil {
		d.Lead = &AdvantageJSON{Sides: a.Names}
		for _, p := range a.Points {
			if x, y := p.Sides[0], p.Sides[1]; p.Known {
				d.Lead.Rows = append(d.Lead.Rows, [7]int{int(p.Time.Milliseconds()), x.Health, x.Armor, x.Weapons,
					y.Health, y.Armor, y.Weapons})
			}
		}
	}
	return d
}

func (p *TurningPoint) export() TurnJSON {
	j := TurnJSON{FromMS: p.From.Milliseconds(), AtMS: p.At.Milliseconds(), UntilMS: p.Until.Milliseconds(),
		Text: p.Text}
	if p.Slot.Valid() {
		j.Slot = new(p.Slot.Index())
	}
	if p.Team != sim.TeamFree {
		j.Team = p.Team.String()
	}
	return j
}

func (r *Report) exportCourse(d *Document) {
	for _, x := range r.Rounds {
		j := RoundJSON{Number: x.Number, StartMS: x.Start.Milliseconds(), EndMS: x.End.Milliseconds(),
			Deaths: map[string]int{}}
		if x.Winner != sim.TeamFree {
			j.Winner = x.Winner.String()
		}
		for who, n := range x.Deaths {
			j.Deaths[r.name(who)] += n
		}
		d.Rounds = append(d.Rounds, j)
	}
	for _, x := range r.Runs {
		j := RunJSON{Player: r.name(x.Player), EndedMS: x.Ended.Milliseconds()}
		for _, c := range x.Checkpoints {
			j.CheckpointsMS = append(j.CheckpointsMS, c.Milliseconds())
		}
		if x.Finished {
			j.FinishMS = new(x.Finish.Milliseconds())
		}
		for _, split := range x.Splits() {
			j.SplitsMS = append(j.SplitsMS, split.Milliseconds())
		}
		d.Runs = append(d.Runs, j)
	}
}

// name returns the name of player i, or "" if i is negative.
func (r *Report) name(i int) string {
	if i < 0 || i >= len(r.Players) {
		return ""
	}
	return r.Players[i].Profile.Name.Plain
}

func (r *Report) exportPlayer(p *Player) SideJSON {
	j := SideJSON{Name: p.Profile.Name.Plain, Slot: new(p.Slot.Index()), Span: p.Span, Numbers: numbers(&p.Numbers)}
	if p.Profile.Team != sim.TeamFree {
		j.Team = p.Profile.TeamLabel()
	}
	for i := range p.Weapons {
		w := &p.Weapons[i]
		t := TallyJSON{Name: w.Weapon.String(), Numbers: map[string]NumberJSON{}}
		for key, n := range map[string]Number{"kills": w.Kills, "deaths": w.Deaths, "accuracy": w.Accuracy,
			"shots": w.Shots, "hits": w.Hits, "damage": w.Damage,
			"taken": w.Taken, "dropped": w.Dropped} {
			put(t.Numbers, key, n)
		}
		j.Weapons = append(j.Weapons, t)
	}
	j.Items = exportItems(p.Items)
	return j
}

func exportItems(items []ItemNumbers) (list []TallyJSON) {
	for i := range items {
		t := TallyJSON{Name: items[i].Item.String(), Numbers: map[string]NumberJSON{}}
		put(t.Numbers, "taken", items[i].Taken)
		put(t.Numbers, "held", items[i].Held)
		put(t.Numbers, "late", items[i].Late)
		list = append(list, t)
	}
	return list
}

func numbers(list *[FieldCount]Number) map[string]NumberJSON {
	out := map[string]NumberJSON{}
	for f := range FieldCount {
		put(out, f.Info().Key, list[f])
	}
	return out
}

// put adds a number if it is known.
func put(to map[string]NumberJSON, key string, n Number) {
	v, source := n.Value()
	if source == Unknown {
		return
	}
	j := NumberJSON{Value: tenths(v), Source: source.String(), Find: n.Query}
	if told, counted, ok := n.Both(); ok && source == Told && told != counted {
		j.Counted = new(tenths(counted))
	}
	if at, ok := n.Before(); ok {
		j.ToldMS = new(at.Milliseconds())
	}
	if over, of := n.Of(); over > 0 {
		j.Over, j.Of = new(over), of
	}
	to[key] = j
}

func tenths(v float64) float64 { return math.Round(v*10) / 10 }

// Text formats the number for display. A large number is rounded to an integer. The text is empty if the number is
// unknown.
func (n Number) Text() string {
	v, source := n.Value()
	switch {
	case source == Unknown:
		return ""
	case v == math.Trunc(v) || math.Abs(v) >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

func (r *Report) exportTiming(t *Timing) TimingJSON {
	j := TimingJSON{Item: t.Item.String(), TakenMS: t.Taken.Milliseconds(), By: r.name(t.By),
		Nearest: r.name(t.Nearest)}
	if t.Item == sim.ItemFlag {
		j.Team = t.Team.String()
	}
	if late, ok := t.Late(); ok {
		j.BackMS, j.LateMS = new(t.Back.Milliseconds()), new(late.Milliseconds())
	}
	if t.Nearest >= 0 {
		j.Distance = new(int(t.Distance))
	}
	for _, i := range t.HeardBy {
		j.HeardBy = append(j.HeardBy, r.name(i))
	}
	j.Before, j.After = t.Before.export(), t.After.export()
	return j
}

func (s Stack) export() *[2]int {
	if s.Health == sim.Unknown || s.Armor == sim.Unknown {
		return nil
	}
	return &[2]int{int(s.Health), int(s.Armor)}
}
