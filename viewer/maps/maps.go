// Package maps is the maps of the demo that is open: each level's plan, found in the games' files or grown from what the demo tells, and
// the textures of its floors. A map is used as far as where players walked agrees with it.
package maps

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"fragscope/assets/learned"
	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/sim/recording"
	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// Finder finds maps.
type Finder interface {
	// Plan is the plan of a level's map, from a BSP found in dirs, beside the demo or at the
	// usual places. hints gives where players and items were; it is called where there is a map. nil, nil means that there is no such file; an error that
	// there is one that cannot be read, or, with a plan, that the file may not be the one the demo was
	// recorded on.
	Plan(ctx context.Context, h sim.Header, l sim.Level, dirs []string, hints func() []plan.Point) (*plan.Plan, error)
	// Textures are pictures of the textures of a plan that Plan gave, found at the same places; nil for those that are not
	// found. An error that wraps [texture.ErrNone] says why none is.
	Textures(ctx context.Context, h sim.Header, l sim.Level, dirs []string, p *plan.Plan) ([]*texture.Picture, error)
}

// Locator is a Finder that knows the names of a level's places where there is no map of it; nil for none.
type Locator interface {
	Locations(h sim.Header, l sim.Level, dirs []string) *plan.Plan
}

// Holder is a Finder that knows, without making a plan, whether there is a file of a level's map. It may be one that cannot be used.
type Holder interface {
	Holds(h sim.Header, l sim.Level, dirs []string) bool
}

// AtlasSource is a Finder that has an atlas of learned maps in the place of the built-in one. It may wait for it; nil for none.
type AtlasSource interface {
	Atlas(ctx context.Context) learned.Atlas
}

// Maps are the maps of the demo that is open. They are used on the goroutine of the game loop.
type Maps struct {
	host     Host
	finder   Finder
	stage    *stage.Stage
	dirs     []string // in which maps are looked for first, before those of the settings
	levels   map[int]*levelMap
	shown    int  // index of the level whose map is shown; -1 for none yet
	reported bool // it was said why there are no textures
	patience time.Duration
	forgets  bool // what demos tell of maps is not kept
	extent   extent
}

// extent is how much of a level a map is made of: so much of its beginning at least, and all up to a time of the demo.
type extent struct{ least, until time.Duration }

// wholeLevels is the extent of all that there is.
var wholeLevels = extent{until: math.MaxInt64}

// end is where the extent ends of a level that begins at a time.
func (e extent) end(from time.Duration) time.Duration { return max(e.until, from+e.least) }

// New returns the maps of no demo; the map that is to be seen is set on a stage.
func New(h Host, finder Finder, dirs []string, s *stage.Stage) *Maps {
	m := &Maps{host: h, finder: finder, dirs: dirs, stage: s, patience: patience, extent: wholeLevels}
	m.reset()
	return m
}

// AwaitAll has maps made only of demos that are read, for pictures that wait for that: no time goes into others, nor into what the
// next demo could learn of this one, which pictures do not keep.
func (m *Maps) AwaitAll() { m.patience, m.forgets = math.MaxInt64, true }

// AwaitPart is AwaitAll for demos that may not be read to their end: a map is made of what is told until a time, and of so much of the
// beginning of its level at least.
func (m *Maps) AwaitPart(least, until time.Duration) {
	m.AwaitAll()
	m.extent = extent{least, until}
}

// Part is what the maps bring to the program.
func (m *Maps) Part() part.Part {
	return part.Part{
		Opened: m.reset,
		Tick:   m.show,
		Ready:  m.ready,
		Scene:  func(sc *stage.Scene) { sc.Floors = m.host.Settings.Floors },
		Actions: map[action.ID]part.Action{
			action.Floors:     {Do: m.nextFloors, On: func() bool { return m.host.Settings.Floors != plan.ByHeight }, Idle: true},
			action.GameFolder: {Do: m.askFolder, Idle: true},
			action.ForgetMaps: {Do: m.forget, Idle: true},
		},
	}
}

// reset puts away the maps of the demo before.
func (m *Maps) reset() {
	m.levels, m.shown = map[int]*levelMap{}, -1
	m.stage.SetPlan(nil, false)
}

// current is the map that is shown, or nil.
func (m *Maps) current() *levelMap { return m.levels[m.shown] }

// ready reports whether the map that is shown is there, with what is to be seen of it.
func (m *Maps) ready() bool {
	l := m.current()
	return l != nil && l.final && l.loading == nil
}

// Grown reports whether the map that is shown was made from what the demo tells.
func (m *Maps) Grown() bool {
	l := m.current()
	return l != nil && l.grown
}

// show shows the map of the level, which is looked for in the background the first time.
func (m *Maps) show() {
	w := m.host.Demo.World()
	if w == nil || m.shown == w.Level {
		return
	}
	first := m.shown < 0
	m.shown = w.Level
	if l := m.current(); l != nil {
		m.stage.SetPlan(l.plan, false)
		m.loadTextures()
		m.host.Redraw()
		return
	}
	if !first {
		m.stage.SetPlan(nil, false)
	}
	l := &levelMap{maps: m, rec: m.host.Demo.Recording(), index: m.shown, dirs: m.Folders()}
	l.ctx, l.stop = context.WithCancel(m.host.Demo.Context())
	m.levels[m.shown] = l
	levels := l.rec.Levels()
	if l.index < 0 || l.index >= len(levels) {
		l.final = true
		return
	}
	l.level = levels[l.index]
	l.known.key = keyOf(l.rec, l.level)
	l.known.kept = m.host.Store.Learned(l.known.key.Name())
	go l.run()
}

// Places are the names of the places of the levels whose maps are there; nil where there are none.
func (m *Maps) Places() query.Places {
	list := Names{}
	for i, l := range m.levels {
		if l.plan != nil && len(l.plan.LocationNames()) > 0 {
			list[i] = l.plan
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// PlacesIn returns what names the places of a recording's levels, from the games' files; it may run on any goroutine, and gives nil where there
// are no names.
func (m *Maps) PlacesIn() func(*recording.Recording) query.Places {
	find, ok := m.finder.(Locator)
	dirs := m.Folders()
	return func(rec *recording.Recording) query.Places {
		list := Names{}
		for _, l := range rec.Levels() {
			if !ok || l.Map == "" {
				continue
			}
			if p := find.Locations(rec.Header(), l, dirs); p != nil {
				list[l.Index] = p
			}
		}
		if len(list) == 0 {
			return nil
		}
		return list
	}
}

// Folders are those in which maps are looked for first.
func (m *Maps) Folders() []string { return append(slices.Clone(m.dirs), m.host.Settings.GameDirs...) }

// askFolder asks for a folder with maps and looks there from now on.
func (m *Maps) askFolder() {
	m.host.Ask(func() (string, error) { return m.host.Files.OpenFolder("Choose a game folder", "") }, func(dir string) {
		if set := m.host.Settings; !slices.Contains(set.GameDirs, dir) {
			set.GameDirs = append(set.GameDirs, dir)
			m.host.SaveSettings()
		}
		m.again()
	})
}

// LookIn has maps looked for in folders before all others, those of the demo that is open anew.
func (m *Maps) LookIn(dirs []string) {
	m.dirs = append(slices.Clone(dirs), m.dirs...)
	m.again()
}

// again looks for the maps of the demo anew.
func (m *Maps) again() {
	for _, l := range m.levels {
		l.stop()
	}
	clear(m.levels)
	m.shown = -1
}

// Doubt is what is wrong with the map that is shown, in some words and in a sentence; empty where nothing is.
func (m *Maps) Doubt() (short, long string) {
	name, l := m.host.Demo.Level().Map, m.current()
	if name == "" || l == nil || l.plan == nil || !l.grown && l.err == nil {
		return "", ""
	}
	switch {
	case !l.grown:
		return msgMayDifferShort, fmt.Sprintf(msgMayDiffer, name, notice.Reason(l.err))
	case errors.Is(l.err, errOtherMap):
		return msgOtherShort, fmt.Sprintf(msgOther, name)
	case l.err != nil:
		return msgUnreadableShort, fmt.Sprintf(msgUnreadable, name, notice.Reason(l.err))
	}
	if l.others > 0 {
		return msgNoFileShort, fmt.Sprintf(msgNoFileBefore, name, l.others)
	}
	return msgNoFileShort, fmt.Sprintf(msgNoFile, name)
}
