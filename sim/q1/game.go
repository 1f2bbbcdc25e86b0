package q1

import (
	"strings"
	"time"

	"fragscope/formats/damage"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// game is what the simulators of both games share: the tracker, and what models,
// sounds, status bars and lines of Quake mean to it.
type game struct {
	*track.Track
	rules    track.Rules
	players  *track.Players
	entities *track.Entities
	items    *track.Items
	match    *track.Match

	// slots is how many players there can be: theirs are the entities from 1 on.
	slots   int
	models  models
	sounds  []string
	shown   []shown // by entity
	level   int     // how many levels began
	owned   [track.MaxSlots]owned
	ktx     ktxStatus
	arena   arenaBout
	unknown unknownLines
	center  string // the last centre print that was an event, without figures
}

func newGame(rec *recording.Recorder, slots int, showsAll bool) *game {
	g := &game{Track: track.New(rec), rules: baseRules, slots: slots}
	if g.rules.ShowsAll = showsAll; showsAll {
		g.rules.Mega = megaHealth
	}
	g.players = track.NewPlayers(g.Track, &g.rules)
	g.entities = track.NewEntities(g.Track, &g.rules)
	g.match = track.NewMatch(g.Track, g.players)
	g.items = track.NewItems(g.Track, g.players, g.entities, g.match, &g.rules)
	g.setDeathmatch(deathmatchUnknown)
	return g
}

// startLevel starts a level.
func (g *game) startLevel(l sim.Level) {
	g.endSnapshot()
	g.readUnknown()
	g.players.CountDeaths(true)
	g.Flush()
	g.StartLevel(l)
	g.setDeathmatch(deathmatchUnknown)
	g.models, g.sounds = models{}, nil
	g.level++
	g.owned = [track.MaxSlots]owned{}
	g.ktx, g.center = ktxStatus{}, ""
}

// setModels says which models the indices of the level stand for: names[0] is
// index 1.
func (g *game) setModels(names []string) {
	g.models = newModels(names)
	count := min(len(names), 1) // the world
	for _, name := range names {
		if strings.HasPrefix(name, "*") {
			count++
		}
	}
	g.Recorder().EditLevel(func(l *sim.Level) { l.MapModels = count })
}

// begin starts a snapshot, ending the one before.
func (g *game) begin(now, clock time.Duration) {
	g.endSnapshot()
	g.readUnknown()
	g.Begin(now, clock)
	g.Flush()
}

// endSnapshot ends the snapshot that was begun, if one was.
func (g *game) endSnapshot() {
	if !g.Open() {
		return
	}
	g.items.EndSnapshot()
	g.loseStatus()
	g.players.EndSnapshot()
	g.match.EndSnapshot()
	g.EndSnapshot()
}

// slotOf is the slot of the player whose entity this is; nobody for other entities.
func (g *game) slotOf(entity int) sim.Slot {
	if entity > g.slots {
		return sim.Slot{}
	}
	return sim.SlotAt(entity - 1)
}

// setPlayer says who is in a slot; nil for nobody. name is the plain name as
// prints have it.
func (g *game) setPlayer(slot sim.Slot, p *sim.Profile, name string) {
	if p == nil {
		g.players.Remove(slot)
		g.owned[slot.Index()] = owned{}
		return
	}
	g.players.SetProfile(slot, p)
	g.players.SetName(slot, name)
	g.players.List(slot)
}

// simple records an event that has nothing but a kind and a text.
func (g *game) simple(kind sim.EventKind, text sim.Text) { g.Event(sim.Event{Kind: kind, Text: text}) }

// damage tells of a damage, behind which nothing is known any more.
func (g *game) damage(d damage.Damage) {
	g.Recorder().Damage(d)
	g.simple(sim.EventDamage, sim.PlainText(d.What))
	g.NoLerp()
}

// centerTime is how long a text stays in the middle of the screen.
const centerTime = 2500 * time.Millisecond

// centerPrint shows a text in the middle of the screen. It is an event, if it is
// asked for, unless it differs from the one before in figures only.
func (g *game) centerPrint(raw []byte, event bool) {
	flat := decodeText(raw)
	wordsOnly := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, flat.Plain)
	if event && flat.Plain != "" && (wordsOnly != g.center || !g.CenterPrintShows()) {
		g.simple(sim.EventCenterPrint, flat)
		g.center = wordsOnly
	}
	g.CenterPrint(decodeLines(raw), centerTime)
}
