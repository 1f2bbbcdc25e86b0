package maps

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fragscope/assets/bsp"
	"fragscope/assets/gamedata"
	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/sim"
)

// Files finds maps in the games' own files. Built holds the program's built-in maps, by name; it may be nil. If Cache
// is set, each folder is listed only once, which saves time if many demos are processed.
type Files struct {
	Built map[string][]byte
	Cache *gamedata.Cache
}

// mapFormats are the BSP formats of a game, by its key: folders with maps of several games have some of the same
// name.
var mapFormats = map[string][]bsp.Format{
	"quake":      {bsp.Quake29, bsp.QuakeBSP2, bsp.Quake2PSB},
	"nexuiz":     {bsp.Quake3},
	"quakeworld": {bsp.Quake29, bsp.QuakeBSP2, bsp.Quake2PSB},
	"quake2":     {bsp.Quake2, bsp.Quake2Q},
	"quake3":     {bsp.Quake3, bsp.QuakeLive},
	"quakelive":  {bsp.QuakeLive, bsp.Quake3},
}

// Plan implements [Finder]. The plan includes the map's place names.
func (f Files) Plan(_ context.Context, h sim.Header, l sim.Level, dirs []string, hints func() []plan.Point) (*plan.Plan,
	error) {
	path := f.searchPath(h, l, dirs)
	file, err := f.find(path, h, l, 0)
	if err != nil || file == nil {
		return nil, err
	}
	m, err := bsp.Decode(file.Data)
	if err != nil {
		return nil, fmt.Errorf(msgMap, l.Map, err)
	}
	var p *plan.Plan
	hinted := hints()
	switch use(m, file, l, hinted) {
	case notAtAll:
		return nil, fmt.Errorf("%s: %w", file.Where, errOtherMap)
	case repaired:
		p = plan.Repaired(m, hinted)
	default:
		p = plan.FromBSP(m, hinted)
	}
	if loc, err := path.Locations(l.Map); err == nil {
		p = p.With(plan.ParseLocations(loc.Data)...)
	}
	p = p.Sight(m)
	if file.Warning != "" {
		return p, errors.New(file.Warning)
	}
	return p, nil
}

// Textures implements [Finder]. It looks for the textures in the map and in the game's files.
func (f Files) Textures(ctx context.Context, h sim.Header, l sim.Level, dirs []string,
	p *plan.Plan) ([]*texture.Picture, error) {
	path := f.searchPath(h, l, dirs)
	list, err := texture.Find(ctx, path, p.Format(), p.Textures())
	if !p.CommandMap() {
		return list, err
	}
	file, missing := path.First("levelshots/"+l.Map+"_cc.tga", "levelshots/"+l.Map+"_cc.jpg")
	if missing != nil {
		return list, err
	}
	picture, failed := texture.Decode(file.Data)
	if failed != nil {
		return list, err
	}
	return append(list, picture), nil
}

// Find finds the map file of a level and reads only the header of the file. It searches dirs, the demo's folder, the
// installed games and the built-in maps, in that order. If there is no file, Find returns nil, nil.
func (f Files) Find(h sim.Header, l sim.Level, dirs []string) (*gamedata.File, error) {
	return f.find(f.searchPath(h, l, dirs), h, l, bsp.HeaderSize)
}

// Holds implements [Holder].
func (f Files) Holds(h sim.Header, l sim.Level, dirs []string) bool {
	file, err := f.Find(h, l, dirs)
	return err == nil && file != nil
}

func (f Files) searchPath(h sim.Header, l sim.Level, dirs []string) *gamedata.Path {
	var mods []string
	for _, m := range []string{l.Mod, h.Mod} {
		if m != "" {
			mods = append(mods, m)
		}
	}
	return gamedata.New(gamedata.Options{Demo: h.Path, Dirs: dirs, Mods: mods, Cache: f.Cache})
}

// find is like Find, but for a search path. It reads head bytes, or all of the file if head is 0.
func (f Files) find(path *gamedata.Path, h sim.Header, l sim.Level, head int64) (*gamedata.File, error) {
	want := gamedata.Want{MapChecksum: l.Checksum, PakNames: l.Paks, Head: head}
	if l.MapModels > 0 {
		want.Doubt = func(data []byte) string {
			n, ok := bsp.ModelCount(data)
			if !ok || n == l.MapModels {
				return ""
			}
			return fmt.Sprintf("a different version of the map: it has %d models, but the demo expects %d", n, l.MapModels)
		}
	}
	if list := mapFormats[h.GameKey]; list != nil {
		want.Fits = func(data []byte) bool {
			format, ok := bsp.FormatOf(data)
			// A file that is no map at all is reported when it is read.
			return !ok || slices.Contains(list, format)
		}
	}
	file, err := path.Map(l.Map, want)
	switch {
	case err == nil:
		return file, nil
	case f.Built[l.Map] != nil:
		return &gamedata.File{Name: l.Map + ".bsp", Where: "built in", Data: f.Built[l.Map]}, nil
	case errors.Is(err, gamedata.ErrNotFound):
		return nil, nil
	}
	return nil, err
}

// Locations returns a plan that contains only the place names of a level, or nil if there are none. The names come from
// the map file and a .loc file. Locations searches for both files in the same folders as Find.
func (f Files) Locations(h sim.Header, l sim.Level, dirs []string) *plan.Plan {
	path := f.searchPath(h, l, dirs)
	var m *bsp.Map
	if file, err := f.find(path, h, l, 0); err == nil && file != nil {
		m, _ = bsp.Decode(file.Data) // without it, places are told apart by distance
	}
	var more []plan.Mark
	if loc, err := path.Locations(l.Map); err == nil {
		more = plan.ParseLocations(loc.Data)
	}
	p := plan.Locations(m, more...)
	if len(p.LocationNames()) == 0 {
		return nil
	}
	return p
}

// Names holds a plan with place names for each level, for use in queries.
type Names map[int]*plan.Plan

// PlaceAt implements query.Places.
func (p Names) PlaceAt(level int, at sim.Vec3) string {
	if l := p[level]; l != nil {
		return l.LocationAt(at[0], at[1], at[2])
	}
	return ""
}

// PlaceNames implements query.Places.
func (p Names) PlaceNames(level int) []string {
	if l := p[level]; l != nil {
		return l.LocationNames()
	}
	return nil
}
