package merge

import (
	"cmp"
	"math"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/recording"
)

// view is the state at one moment as known to one witness.
type view struct {
	*span
	world *sim.World
	exact bool          // the witness has a snapshot of that moment
	shift time.Duration // from the witness's time to the match's
}

// moved converts a time of the witness to a match time. 0 still means unknown.
func (v *view) moved(t time.Duration) time.Duration {
	if t == 0 {
		return 0
	}
	return max(t+v.shift, 0)
}

// The ranks of witnesses for a player's position.
const (
	rankName    = iota // knows that he plays
	rankGhost          // saw him some time ago
	rankSeen           // sees him
	rankServer         // is the server's recording
	rankEyes           // watches through his eyes
	rankHimself        // is himself
)

func (v *view) rank(p *sim.Player) int {
	switch {
	case p.Life == sim.Absent:
		return rankName
	case !p.Visible:
		return rankGhost
	case p.POV && p.Profile.Name.Plain == v.header.Recorder:
		return rankHimself
	case p.POV:
		return rankEyes
	case v.header.Multi:
		return rankServer
	}
	return rankSeen
}

// recorder merges one match.
type recorder struct {
	rec     *recording.Recorder
	group   *group
	frame   recording.Frame
	views   []view
	players []testimony[*sim.Player]
	things  []testimony[*sim.Entity]
	movers  []testimony[*sim.Mover]
	last    map[sim.Slot]*known
	// copies of the players' inventories, as those of a world belong to its cursor
	held   map[sim.Slot]*sim.Inventory
	before map[int]recording.FrameEntity // the entities of the previous frame
	scores scoreboard
	// deaths counts the events since the match began, as each witness does from his own start. told has the highest
	// number that any of them reported.
	deaths, told map[identity]int16
	anew         time.Duration // until when, after the start of a match, some still show earlier scores
	came         presence
	now          time.Duration
}

// testimony is one witness's report about a player or an entity.
type testimony[T any] struct {
	key, rank int
	view      int
	of        T
}

// known holds the data kept about a player from earlier frames.
type known struct {
	row     recording.FramePlayer
	witness int // index of the source
	seen    bool
}

func (m *Match) record(rec *recording.Recorder, groups []*group) error {
	m.damage(rec)
	total := groups[len(groups)-1]
	length := total.time(total.last)
	r := &recorder{rec: rec, scores: newScoreboard(), came: presence{names: map[sim.Slot]string{}}}
	for _, g := range groups {
		r.begin(g)
		events, effects, chapters := g.events(), g.effects(), g.chapters()
		for ref := g.begin; ; {
			select {
			case <-rec.Cancelled():
				rec.Finish(nil)
				return nil
			default:
			}
			r.now = g.time(ref)
			r.tell(&events, &effects, &chapters)
			r.moment(ref)
			rec.Progress(float64(r.now) / float64(max(length, 1)))
			next, ok := g.next(ref)
			if !ok {
				break
			}
			ref = next
		}
		r.now = math.MaxInt64
		r.tell(&events, &effects, &chapters)
	}
	rec.Finish(nil)
	return nil
}

// next returns the match clock at the next snapshot of any member. ok is false after the last one.
func (g *group) next(ref int32) (next int32, ok bool) {
	next = math.MaxInt32
	for _, p := range g.members {
		if i := p.after(ref); i < p.to {
			next, ok = min(next, p.frames[i].ref), true
		}
	}
	return next, ok
}

// begin starts a level.
func (r *recorder) begin(g *group) {
	r.group = g
	l := g.members[0].levels[g.members[0].level]
	for _, p := range g.members[1:] {
		o := &p.levels[p.level]
		l.Title, l.GameType, l.Mod = cmp.Or(l.Title, o.Title), cmp.Or(l.GameType, o.GameType), cmp.Or(l.Mod, o.Mod)
		l.Contest = cmp.Or(l.Contest, o.Contest)
		l.TimeLimit, l.FragLimit = cmp.Or(l.TimeLimit, o.TimeLimit), cmp.Or(l.FragLimit, o.FragLimit)
		l.Checksum, l.MapModels, l.ServerRun = cmp.Or(l.Checksum, o.Checksum), cmp.Or(l.MapModels, o.MapModels),
			cmp.Or(l.ServerRun, o.ServerRun)
		l.Teams = l.Teams || o.Teams
		if len(l.Paks) == 0 {
			l.Paks = o.Paks
		}
	}
	l.Chapters = nil
	r.rec.Level(l)
	r.last, r.before, r.held = map[sim.Slot]*known{}, map[int]recording.FrameEntity{}, map[sim.Slot]*sim.Inventory{}
	r.scores, r.deaths, r.told = newScoreboard(), map[identity]int16{}, map[identity]int16{}
	r.anew = 0
}

// tell passes the events, effects and chapters up to now to the recorder.
func (r *recorder) tell(events *[]told, effects *[]sim.Effect, chapters *[]sim.Chapter) {
	for ; len(*chapters) > 0 && (*chapters)[0].Start <= r.now; *chapters = (*chapters)[1:] {
		c := (*chapters)[0]
		r.rec.Chapter(c.Name, c.Kind, c.Start)
	}
	for ; len(*events) > 0 && (*events)[0].Time <= r.now; *events = (*events)[1:] {
		if e := &(*events)[0].Event; r.came.news(e) {
			r.rec.Event(*e)
			r.count(e)
		}
	}
	for ; len(*effects) > 0 && (*effects)[0].Start <= r.now; *effects = (*effects)[1:] {
		r.rec.Effect((*effects)[0])
	}
}

// count counts the deaths of the match.
func (r *recorder) count(e *sim.Event) {
	switch e.Kind {
	case sim.EventObituary:
		if e.Profile != nil {
			r.deaths[identity{e.Slot, e.Profile.Name.Plain}]++
		}
	case sim.EventMatchStart:
		clear(r.deaths)
		clear(r.told)
		r.anew = e.Time + 2*late
	}
}

// identity identifies a player for as long as he keeps his name. A slot may have several, one after another.
type identity struct {
	slot sim.Slot
	name string
}

// moment records the combined knowledge of all witnesses at a moment.
func (r *recorder) moment(ref int32) {
	r.look(ref)
	if len(r.views) == 0 {
		return
	}
	f := &r.frame
	*f = recording.Frame{Time: r.now, Clock: duration(ref), Players: f.Players[:0], Entities: f.Entities[:0],
		Movers: f.Movers[:0]}
	r.head(f)
	r.blendPlayers(f)
	r.blendEntities(f)
	r.blendMovers(f)
	r.rec.Frame(f)
}

// look queries all witnesses who were recording at a moment.
func (r *recorder) look(ref int32) {
	r.views = r.views[:0]
	for _, p := range r.group.members {
		t, exact, ok := p.timeAt(ref)
		if !ok {
			continue
		}
		r.views = append(r.views, view{p, p.cursor.At(t), exact, r.now - t})
	}
}

// head sets the state of the match: from a witness with many points of view if there is one, and scores from the one
// who reported them last.
func (r *recorder) head(f *recording.Frame) {
	for i := range f.TeamScore {
		f.TeamScore[i] = sim.Unknown
	}
	for i := range r.views {
		w := r.views[i].world
		if f.Phase == sim.PhaseUnknown {
			f.Phase = w.Phase
		}
		if !f.MatchKnown && w.MatchKnown {
			f.MatchKnown, f.Match, f.Phase = true, w.Match, w.Phase
		}
		f.Approximate = f.Approximate || w.Approximate && len(r.views) == 1
		for team := range w.TeamScore {
			f.TeamScore[team] = r.scores.latest(scoreKey{team, scoreTeam}, r.views[i].index, w.TeamScore[team])
			flag := r.scores.latest(scoreKey{team, scoreFlag}, r.views[i].index,
				unknownIfZero(int16(w.FlagState[team])))
			f.FlagState[team] = sim.FlagState(max(flag, 0))
		}
	}
}

func unknownIfZero(n int16) int16 {
	if n == 0 {
		return sim.Unknown
	}
	return n
}

func (r *recorder) blendPlayers(f *recording.Frame) {
	r.players = r.players[:0]
	for i := range r.views {
		v := &r.views[i]
		for k := range v.world.Players {
			p := &v.world.Players[k]
			r.players = append(r.players, testimony[*sim.Player]{p.Slot.Index(), v.rank(p), i, p})
		}
	}
	slices.SortStableFunc(r.players, func(a, b testimony[*sim.Player]) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.rank, a.rank), r.preferred(a, b))
	})
	for from := 0; from < len(r.players); {
		to := from + 1
		for to < len(r.players) && r.players[to].key == r.players[from].key {
			to++
		}
		f.Players = append(f.Players, r.player(r.players[from:to]))
		from = to
	}
}

// preferred orders witnesses of the same rank. Among those who remember, it prefers the latest, then the one used in
// the previous frame, then one that has a snapshot at this moment.
func (r *recorder) preferred(a, b testimony[*sim.Player]) int {
	if a.rank == rankGhost {
		if c := cmp.Compare(r.views[b.view].moved(b.of.LastSeen), r.views[a.view].moved(a.of.LastSeen)); c != 0 {
			return c
		}
	}
	if k := r.last[a.of.Slot]; k != nil && k.seen {
		if c := boolCompare(r.views[b.view].index == k.witness, r.views[a.view].index == k.witness); c != 0 {
			return c
		}
	}
	return boolCompare(r.views[b.view].exact, r.views[a.view].exact)
}

// player makes a row from all witnesses' reports about a player, best one first.
func (r *recorder) player(said []testimony[*sim.Player]) recording.FramePlayer {
	best := said[0]
	v := &r.views[best.view]
	p := recording.FramePlayer{Player: *best.of}
	p.POV, p.Witness = false, uint8(v.index+1)
	p.LastSeen = v.moved(p.LastSeen)
	r.remember(&p, said)
	k := r.last[p.Slot]
	fresh := k == nil || !k.seen || k.row.Profile.Name.Plain != p.Profile.Name.Plain
	switch {
	case p.Visible:
		p.NoLerp = fresh || v.exact && v.cursor.Jumped(p.Slot) || r.leaps(k, &p, v.index)
	case k != nil && k.row.LastSeen > p.LastSeen && k.row.Profile.Name.Plain == p.Profile.Name.Plain &&
		k.row.Life != sim.Absent:
		// The last one to see him is no longer recording.
		now := p
		p = k.row
		p.Profile, p.Visible, p.Inventory, p.Firing = now.Profile, false, nil, false
		p.Frags, p.Deaths, p.Ping = now.Frags, now.Deaths, now.Ping
	}
	if k == nil {
		k = &known{}
		r.last[p.Slot] = k
	}
	row := p
	row.Inventory = nil
	*k = known{row, v.index, p.Visible}
	return p
}

// leaps reports whether a change of witness would move the player farther than he can have moved since the previous
// frame.
func (r *recorder) leaps(k *known, p *recording.FramePlayer, by int) bool {
	return k.witness != by && k.row.Origin.Distance2(p.Origin) > stride*stride
}

// remember sets values that are missing from the best witness.
func (r *recorder) remember(p *recording.FramePlayer, said []testimony[*sim.Player]) {
	p.Inventory = nil
	id := identity{p.Slot, p.Profile.Name.Plain}
	deaths := r.told[id]
	for _, s := range said {
		o, v := s.of, &r.views[s.view]
		if o.Profile.Name.Plain != p.Profile.Name.Plain {
			continue
		}
		if p.Health == sim.Unknown && o.Health != sim.Unknown {
			p.Health, p.Armor, p.ArmorKind = o.Health, o.Armor, o.ArmorKind
		}
		if p.Weapon == 0 {
			p.Weapon = o.Weapon
		}
		if p.Ammo == sim.Unknown && o.Weapon == p.Weapon {
			p.Ammo = o.Ammo
		}
		if p.Inventory == nil && o.Inventory != nil {
			p.Inventory = o.Inventory.Kept(r.held[p.Slot])
			r.held[p.Slot] = p.Inventory
		}
		p.Powerups |= o.Powerups
		for i, end := range o.PowerupEnd {
			if p.PowerupEnd[i] == 0 || s.of == said[0].of {
				p.PowerupEnd[i] = v.moved(end)
			}
		}
		if !p.FlagCarried && o.FlagCarried && s.rank >= rankSeen {
			p.FlagCarried, p.Flag = true, o.Flag
		}
		p.Firing = p.Firing || o.Firing
		slot := o.Slot.Index()
		p.Frags = r.scores.latest(scoreKey{slot, scoreFrags}, v.index, o.Frags)
		if r.now >= r.anew {
			deaths = max(deaths, o.Deaths)
		}
		if p.Ping == sim.Unknown {
			p.Ping = o.Ping
		}
		if o.EnteredKnown && (!p.EnteredKnown || s.of == said[0].of) {
			p.Entered, p.EnteredKnown = v.moved(o.Entered), true
		}
		p.Bot = p.Bot || o.Bot
	}
	if r.told[id] = deaths; p.Deaths != sim.Unknown || max(deaths, r.deaths[id]) > 0 {
		p.Deaths = max(deaths, r.deaths[id])
	}
}

// scoreKind is the kind of a score.
type scoreKind uint8

const (
	scoreFrags scoreKind = iota
	scoreTeam
	scoreFlag
)

type scoreKey struct {
	of   int
	kind scoreKind
}

// scoreboard holds the scores last reported. If witnesses differ, the one whose number changed last is right.
type scoreboard struct {
	by  map[scoreSource]int16
	now map[scoreKey]int16
}

type scoreSource struct {
	scoreKey
	witness int
}

func newScoreboard() scoreboard {
	return scoreboard{map[scoreSource]int16{}, map[scoreKey]int16{}}
}

// latest records a witness's report and returns the known value.
func (b *scoreboard) latest(key scoreKey, witness int, value int16) int16 {
	s := scoreSource{key, witness}
	was, ok := b.by[s]
	now, known := b.now[key]
	if value != sim.Unknown && (!ok || was != value) {
		b.by[s] = value
		// A witness who arrives late may lack what others have.
		if ok || !known {
			b.now[key], now, known = value, value, true
		}
	}
	if !known {
		return sim.Unknown
	}
	return now
}
