// Package maps manages the maps of the open demo: the plan of each level, read from the games' files or grown from the
// demo itself, and the textures of its floors. If a map file does not agree with where players walked, it is used only
// in part or not at all.
package maps

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"fragscope/assets/gamedata"
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

// Finder finds the map of a level and the map's textures.
type Finder interface {
	// Plan returns the plan of a level's map, made from a BSP found in dirs, next to the demo or in the usual places.
	// hints returns the positions of players and items; it is called only if a BSP is found. If no BSP is found, Plan
	// returns nil, nil. An error without a plan means that the file cannot be used. An error with a plan means that the
	// demo may have been recorded on another version of the map.
	Plan(ctx context.Context, h sim.Header, l sim.Level, dirs []string, hints func() []plan.Point) (*plan.Plan, error)
	// Textures returns the images of the textures in p, a plan returned by Plan. It searches the same places as Plan.
	// Textures that are not found have nil images. If no texture is found, the error wraps [texture.ErrNone] and
	// explains why.
	Textures(ctx context.Context, h sim.Header, l sim.Level, dirs []string, p *plan.Plan) ([]*texture.Picture, error)
}

// Locator is a Finder that can find the place names of a level without finding its map. Locations returns nil if there
// are no place names.
type Locator interface {
	Locations(h sim.Header, l sim.Level, dirs []string) *plan.Plan
}

// Holder is a Finder that can check whether the map file of a level exists, without making a plan. The file may still
// turn out to be unusable.
type Holder interface {
	Holds(h sim.Header, l sim.Level, dirs []string) bool
}

// AtlasSource is a Finder with its own atlas of learned maps, which replaces the built-in atlas. Atlas may block until
// the atlas is ready; it returns nil if there is none.
type AtlasSource interface {
	Atlas(ctx context.Context) learned.Atlas
}

// Maps manages the maps of the open demo. It must be used on the game loop's goroutine.
type Maps struct {
	host     Host
	finder   Finder
	stage    *stage.Stage
	dirs     []string // where maps are looked for first, before the folders in the settings
	levels   map[int]*levelMap
	shown    int  // index of the level whose map is shown; -1 for none yet
	reported bool // the lack of textures was explained
	patience time.Duration
	forgets  bool // nothing learned about maps is kept
	extent   extent
}

// extent is the section of the demo from which the map of a level is made: everything up to the time until, but at
// least the first least of the level.
type extent struct{ least, until time.Duration }

// wholeLevels is the extent that includes everything.
var wholeLevels = extent{until: math.MaxInt64}

// end returns the end of the extent in a level that begins at from.
func (e extent) end(from time.Duration) time.Duration { return max(e.until, from+e.least) }

// New returns a Maps that finds maps with finder. dirs lists the folders to search first. Whenever the current map
// changes, its plan is set on s.
func New(h Host, finder Finder, dirs []string, s *stage.Stage) *Maps {
	m := &Maps{host: h, finder: finder, dirs: dirs, stage: s, patience: patience, extent: wholeLevels}
	m.reset()
	return m
}

// AwaitAll makes m wait until the demo has been read completely before growing any map. It is for screenshots and
// films, which must not show unfinished maps. Nothing learned from the demo is stored.
func (m *Maps) AwaitAll() { m.patience, m.forgets = math.MaxInt64, true }

// AwaitPart is like AwaitAll, but the demo need not be read completely. The map of a level is grown only from data
// before a certain demo time: the later of until and the start of the level plus least.
func (m *Maps) AwaitPart(least, until time.Duration) {
	m.AwaitAll()
	m.extent = extent{least, until}
}

// Part returns the [part.Part] that finds and shows maps.
func (m *Maps) Part() part.Part {
	return part.Part{
		Opened: m.reset,
		Tick:   m.show,
		Search: m.search,
		Ready:  m.ready,
		Scene:  func(sc *stage.Scene) { sc.Floors = m.host.Settings.Floors },
		Actions: map[action.ID]part.Action{
			action.Floors: {Do: m.nextFloors, On: func() bool { return m.host.Settings.Floors != plan.ByHeight },
				Idle: true},
			action.GameFolder: {Do: m.askFolder, Idle: true},
			action.ForgetMaps: {Do: m.forget, Idle: true},
		},
	}
}

// reset discards the maps of the previous demo.
func (m *Maps) reset() {
	m.levels, m.shown = map[int]*levelMap{}, -1
	m.stage.SetPlan(nil, false)
}

// current returns the map shown, or nil.
func (m *Maps) current() *levelMap { return m.levels[m.shown] }

// ready reports whether the map shown is final, including its textures. Before the first level, there is none to wait
// for.
func (m *Maps) ready() bool {
	l := m.current()
	if l == nil {
		w := m.host.Demo.World()
		return w != nil && w.Level < 0 && m.shown < 0
	}
	return l.final && l.loading == nil
}

// Grown reports whether the current map was grown from the demo itself.
func (m *Maps) Grown() bool {
	l := m.current()
	return l != nil && l.grown
}

// show shows the level's map, which is looked for in the background the first time.
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

// Places returns the place names on the maps loaded so far, or nil if there are none.
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

// PlacesIn returns a function that searches the games' files for the place names on a recording's maps. The function
// returns nil if there are no place names. It may be called on any goroutine.
func (m *Maps) PlacesIn() func(*recording.Recording) query.Places {
	find, ok := m.finder.(Locator)
	if files, plain := find.(Files); plain {
		files.Cache = new(gamedata.Cache)
		find = files
	}
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

// Folders returns the folders to search first for maps.
func (m *Maps) Folders() []string { return append(slices.Clone(m.dirs), m.host.Settings.GameDirs...) }

// askFolder asks for a folder with maps and looks there from now on.
func (m *Maps) askFolder() {
	m.host.Ask(func() (string, error) { return m.host.Files.OpenFolder("Choose a game folder", "") }, m.addFolder)
}

// addFolder looks for maps in a folder from now on.
func (m *Maps) addFolder(dir string) {
	if set := m.host.Settings; !slices.Contains(set.GameDirs, dir) {
		set.GameDirs = append(set.GameDirs, dir)
		m.host.SaveSettings()
	}
	m.Again()
}

// LookIn adds dirs to the front of the list of folders to search for maps, and searches again for the maps of the open
// demo.
func (m *Maps) LookIn(dirs []string) {
	m.dirs = append(slices.Clone(dirs), m.dirs...)
	m.Again()
}

// Again repeats the search for the maps of the open demo, for example after a change to the game folders.
func (m *Maps) Again() {
	for _, l := range m.levels {
		l.stop()
	}
	clear(m.levels)
	m.shown = -1
}

// earlier returns a phrase for n demos seen earlier.
func earlier(n int) string {
	if n == 1 {
		return "one before it"
	}
	return strconv.Itoa(n) + " before it"
}

// Doubt returns two descriptions of what is wrong with the current map: one of a few words and one that is a full
// sentence. Both are empty if nothing is wrong.
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
		return msgNoFileShort, fmt.Sprintf(msgNoFileBefore, name, earlier(l.others))
	}
	return msgNoFileShort, fmt.Sprintf(msgNoFile, name)
}
