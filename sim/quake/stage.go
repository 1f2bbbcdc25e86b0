package quake

import (
	"slices"
	"sort"
	"strings"
	"time"

	"fragscope/sim"
)

// MaxPlayers bounds the slots of both games.
const MaxPlayers = 256

// How long effects last.
const (
	explosionTime = 600 * time.Millisecond
	impactTime    = 200 * time.Millisecond
	beamTime      = 120 * time.Millisecond
	muzzleTime    = 100 * time.Millisecond
	bodyTime      = 800 * time.Millisecond
	soundTime     = 600 * time.Millisecond
	soonTime      = 400 * time.Millisecond
	centerTime    = 2500 * time.Millisecond
	firingTime    = 150 * time.Millisecond
	powerTime     = 30 * time.Second
)

// hull is the box around every player.
var hull = [2]sim.Vec3{{-16, -16, -24}, {16, 16, 32}}

// Stage keeps the frame of a recording and changes it by what a demo shows
// at each moment: Begin, then what is in sight, then End.
type Stage struct {
	Rec   *sim.Recorder
	Frame sim.Frame
	// Now and Before are the demo times of this moment and of the last one.
	Now, Before time.Duration
	// Clock is the game's own time.
	Clock time.Duration
	// Multi says that the demo shows everything at all times: what is not
	// shown is not there.
	Multi bool
	Pack  Pack
	// Deathmatch is the server's rule of that name; 0 for single player and
	// cooperative games, -1 where it is not known.
	Deathmatch int
	// Origin tells where an entity is heard or hit that is a player.
	classes []Class
	models  []string
	snaps   uint32
	open    bool
	// fresh is true from the start of a level to its first moment; meanwhile
	// events and chapters wait for its time.
	fresh    bool
	waiting  []sim.Event
	chapters []sim.Chapter
	cut      bool // nothing is interpolated from the moment before

	players  [MaxPlayers]track
	at       [MaxPlayers]int16
	seen     map[int]*sighting
	taken    []taking // what was heard or told to be taken at this moment
	teleport []sim.Vec3
	center   time.Duration
	shown    string   // the last centre print that was an event, without figures
	back     []int    // items that came back at this moment
	fallen   []felled // monsters that died of late
	names    []Named
	match    match
	told     map[int]toldTaking
	friends  []friend // team kills whose victim is not told
	armored  map[int]int16
	flags    [sim.TeamCount]int // carrier's slot plus one
}

// track is what is remembered of a player.
type track struct {
	profile     *sim.Profile
	name        string
	snap        uint32
	firingUntil time.Duration
	items       uint32
	itemsKnown  bool
	held        sim.Inventory
	powers      [sim.PowerupCount]time.Duration // ends of heard powers
	died        time.Duration
	dead        bool  // died at this moment
	told        bool  // and an obituary told it
	tolled      int16 // deaths that were told at the moment of the last
	tolledAt    time.Duration
	mega        int // entity of the mega health that he has, 0 none
	megaAt      time.Duration
	hit         wound
}

// wound is the last hit that a player got, as far as hits are told.
type wound struct {
	attacker int
	weapon   sim.Weapon
	at       time.Duration
	known    bool
}

// sighting is what is remembered of an entity.
type sighting struct {
	snap   uint32
	class  *Class
	origin sim.Vec3
	time   time.Duration
	flash  bool
}

// taking is an item that someone took.
type taking struct {
	slot  int
	what  article
	place sim.Vec3
	known bool // what is known; else only that something was taken there
	told  bool // a print told it: it is an event even where no item is found
}

// toldTaking is what the server told of an item that is being taken.
type toldTaking struct {
	slot    int
	respawn time.Duration
}

// felled is a monster that died.
type felled struct {
	name string
	at   time.Duration
}

// friend is a team kill whose victim is not told.
type friend struct {
	death Death
	text  sim.Text
	at    time.Duration
}

// NewStage returns a stage that fills the recording of rec.
func NewStage(rec *sim.Recorder) *Stage {
	s := &Stage{Rec: rec, Deathmatch: -1}
	s.reset()
	return s
}

func (s *Stage) reset() {
	s.Frame = sim.Frame{}
	for i := range s.Frame.TeamScore {
		s.Frame.TeamScore[i] = sim.Unknown
	}
	for i := range s.at {
		s.at[i] = -1
		s.players[i] = track{}
	}
	s.seen = map[int]*sighting{}
	s.told = map[int]toldTaking{}
	s.armored = map[int]int16{}
	s.taken, s.friends, s.names, s.fallen = nil, nil, nil, nil
	s.flags = [sim.TeamCount]int{}
	s.match = match{}
	s.shown, s.back = "", nil
	s.cut = true
}

// Level starts a level; the models are set by Models.
func (s *Stage) Level(l sim.Level) {
	s.End()
	s.flush()
	s.reset()
	s.fresh = true
	s.classes, s.models, s.Pack = nil, nil, Standard
	s.Rec.Level(l)
}

// Models says which models the indices of the level stand for: models[0] is
// index 1.
func (s *Stage) Models(models []string) {
	s.models = models
	s.classes = make([]Class, len(models)+1)
	s.classes[0] = Class{Hidden: true}
	for i, m := range models {
		s.classes[i+1] = Classify(m)
	}
	if len(models) > 0 { // the map itself
		s.classes[1] = Class{Hidden: true}
	}
	s.Rec.EditLevel(func(l *sim.Level) { l.MapModels = mapModels(models) })
	s.Pack = PackOf(models)
}

// mapModels counts the models that are in the map: the first, which is the world, and those named "*1" and on.
func mapModels(models []string) int {
	n := min(len(models), 1)
	for _, m := range models {
		if strings.HasPrefix(m, "*") {
			n++
		}
	}
	return n
}

// Class is what a model index stands for.
func (s *Stage) Class(model int) *Class {
	if model < 0 || model >= len(s.classes) {
		return &hiddenClass
	}
	return &s.classes[model]
}

var hiddenClass = Class{Hidden: true}

// Begin starts a moment, ending the one before.
func (s *Stage) Begin(now, clock time.Duration) {
	s.End()
	now = now.Truncate(time.Millisecond)
	s.Before = s.Now
	s.Now, s.Clock = max(now, s.Now), clock
	s.open = true
	s.snaps++
	s.flush()
	s.back = s.back[:0]
	s.teleport = s.teleport[:0]
	if s.Now-s.Before > time.Second {
		s.cut = true
	}
	for i := range s.Frame.Players {
		r := &s.Frame.Players[i]
		r.NoLerp, r.Firing = s.cut, s.Now < s.players[r.Slot.Index()].firingUntil
	}
	for i := range s.Frame.Entities {
		s.Frame.Entities[i].NoLerp = s.cut
	}
	for i := range s.Frame.Movers {
		s.Frame.Movers[i].NoLerp = s.cut
	}
	if s.Now >= s.center {
		s.Frame.CenterPrint = sim.Text{}
	}
}

// Open tells whether a moment was begun and not ended.
func (s *Stage) Open() bool { return s.open }

// End ends the moment and stores its frame.
func (s *Stage) End() {
	if !s.open {
		return
	}
	s.open, s.cut = false, false
	s.loseThings()
	s.takeItems()
	s.itemsBack()
	s.losePlayers()
	s.nameFriends()
	s.updateMatch()
	f := &s.Frame
	f.Time, f.Clock = s.Now, s.Clock
	s.Rec.Frame(f)
}

// Finish records what still waits at the end of a demo.
func (s *Stage) Finish() {
	s.End()
	s.flush()
}

// flush records what waited for the first moment of a level.
func (s *Stage) flush() {
	s.fresh = false
	for _, e := range s.waiting {
		e.Time, e.Clock = s.Now, s.Clock
		s.Rec.Event(e)
	}
	for _, c := range s.chapters {
		s.Rec.Chapter(c.Name, c.Kind, s.Now)
	}
	s.waiting, s.chapters = nil, nil
}

// chapter starts a chapter of the level.
func (s *Stage) chapter(name string, kind sim.EventKind) {
	if s.fresh && len(s.chapters) < maxRows {
		s.chapters = append(s.chapters, sim.Chapter{Name: name, Kind: kind})
		return
	}
	s.Rec.Chapter(name, kind, s.Now)
}

// Event records an event of the present moment.
func (s *Stage) Event(e sim.Event) {
	e.Time, e.Clock = s.Now, s.Clock
	if p := s.track(e.Slot.Index()); p != nil && e.Profile == nil {
		e.Profile = p.profile
	}
	if p := s.track(e.Attacker.Index()); p != nil && e.AttackerProfile == nil {
		e.AttackerProfile = p.profile
	}
	if s.fresh && len(s.waiting) < maxRows {
		s.waiting = append(s.waiting, e)
		return
	}
	s.Rec.Event(e)
}

// Simple records an event that has nothing but a kind and a text.
func (s *Stage) Simple(kind sim.EventKind, text sim.Text) {
	s.Event(sim.Event{Kind: kind, Text: text})
}

func (s *Stage) track(slot int) *track {
	if slot < 0 || slot >= MaxPlayers || s.players[slot].profile == nil {
		return nil
	}
	return &s.players[slot]
}

// effect records something brief that begins now.
func (s *Stage) effect(e sim.Effect, last time.Duration) {
	e.Start, e.End = s.Now, s.Now+last
	s.Rec.Effect(e)
}

// CenterPrint shows a text in the middle of the screen.
func (s *Stage) CenterPrint(raw []byte, event bool) {
	t := Lines(raw)
	flat := Text(raw)
	wordsOnly := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, flat.Plain)
	if event && flat.Plain != "" && (wordsOnly != s.shown || s.Now >= s.center) {
		s.Simple(sim.EventCenterPrint, flat)
		s.shown = wordsOnly
	}
	s.Frame.CenterPrint = t
	s.center = s.Now + centerTime
}

// findThing is the place of an entity among the frame's things, and whether
// it is there.
func (s *Stage) findThing(entity int) (int, bool) {
	list := s.Frame.Entities
	i := sort.Search(len(list), func(i int) bool { return list[i].Number >= entity })
	return i, i < len(list) && list[i].Number == entity
}

func (s *Stage) thing(entity int) *sim.FrameEntity {
	if i, ok := s.findThing(entity); ok {
		return &s.Frame.Entities[i]
	}
	return nil
}

// maxRows bounds the things and the movers of a frame.
const maxRows = 2048

// addThing returns the row of an entity, which is inserted where it is not
// there; nil where there are too many.
func (s *Stage) addThing(entity int) (row *sim.FrameEntity, isNew bool) {
	i, ok := s.findThing(entity)
	if !ok {
		if len(s.Frame.Entities) >= maxRows {
			return nil, false
		}
		s.Frame.Entities = slices.Insert(s.Frame.Entities, i, sim.FrameEntity{Entity: sim.Entity{Number: entity}})
	}
	return &s.Frame.Entities[i], !ok
}

func (s *Stage) removeThing(entity int) {
	if i, ok := s.findThing(entity); ok {
		s.Frame.Entities = slices.Delete(s.Frame.Entities, i, i+1)
	}
}

func distance2(a, b sim.Vec3) (d float32) {
	for i := range a {
		d += (a[i] - b[i]) * (a[i] - b[i])
	}
	return d
}

func add(a, b sim.Vec3) sim.Vec3 { return sim.Vec3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
