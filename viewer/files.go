package viewer

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
	"fragscope/sim/load"
)

// FileDemos opens demos of the file system. Built holds what opens the sample; it may be nil.
type FileDemos struct {
	Built func(ctx context.Context) (*sim.Recording, error)
}

// Open opens a file.
func (FileDemos) Open(ctx context.Context, path string) (*sim.Recording, error) {
	return load.File(ctx, path)
}

// Choices are the demos in an archive.
func (FileDemos) Choices(path string) ([]Choice, error) {
	list, err := load.Choices(path)
	out := make([]Choice, len(list))
	for i, c := range list {
		out[i] = Choice{c.Name, c.Size}
	}
	return out, err
}

// Member opens a demo in an archive.
func (FileDemos) Member(ctx context.Context, path, name string) (*sim.Recording, error) {
	return load.Member(ctx, path, name)
}

// Sample opens the sample.
func (f FileDemos) Sample(ctx context.Context) (*sim.Recording, error) {
	if f.Built == nil {
		return nil, errors.New("this build has no sample")
	}
	return f.Built(ctx)
}

// FileMaps finds maps in the games' own files. Built holds maps that come with the
// program, by name; it may be nil.
type FileMaps struct {
	Built map[string][]byte
}

// mapFormats are the kinds of BSP that belong to a game, by its key: folders with maps of several games have
// namesakes.
var mapFormats = map[string][]bsp.Format{
	"quake":      {bsp.Quake29, bsp.QuakeBSP2, bsp.Quake2PSB},
	"quakeworld": {bsp.Quake29, bsp.QuakeBSP2, bsp.Quake2PSB},
	"quake2":     {bsp.Quake2, bsp.Quake2Q},
	"quake3":     {bsp.Quake3, bsp.QuakeLive},
	"quakelive":  {bsp.QuakeLive, bsp.Quake3},
}

// Plan finds and reads a level's map, and the names of its places.
func (f FileMaps) Plan(_ context.Context, h sim.Header, l sim.Level, dirs []string, hints []plan.Point) (*plan.Plan, error) {
	path := searchPath(h, l, dirs)
	file, err := f.find(path, h, l)
	if err != nil || file == nil {
		return nil, err
	}
	m, err := bsp.Decode(file.Data)
	if err != nil {
		return nil, fmt.Errorf("the map %s: %w", l.Map, err)
	}
	var p *plan.Plan
	switch use(m, file, l, hints) {
	case notAtAll:
		return nil, fmt.Errorf("%w: %s", errOtherMap, file.Where)
	case mended:
		p = plan.Mended(m, hints)
	default:
		p = plan.FromBSP(m, hints)
	}
	if loc, err := path.Locations(l.Map); err == nil {
		p = p.With(plan.ParseLocations(loc.Data)...)
	}
	if file.Warning != "" {
		return p, errors.New(file.Warning)
	}
	return p, nil
}

// errOtherMap: a map was found, but players walked on another one of the same name.
var errOtherMap = errors.New("players walked on another map")

// usage is how far a map file can be relied on.
type usage uint8

const (
	asItIs usage = iota
	mended
	notAtAll
)

// use judges a map by where players walked. A checksum that is right settles it.
func use(m *bsp.Map, file *gamedata.File, l sim.Level, hints []plan.Point) usage {
	const (
		few     = 25   // places that say nothing
		many    = 300  // places that count even against a map about which there is no doubt
		foreign = 0.25 // share that any other map of the family would have, by chance
		partly  = 0.45 // share above which a doubtful map is still worth while
		agreed  = 0.97
	)
	if l.Checksum != 0 && file.Warning == "" {
		return asItIs
	}
	share, places := plan.Agreement(m, hints)
	doubtful := file.Warning != ""
	switch {
	case places < few:
		return asItIs
	case doubtful && share < partly, !doubtful && places >= many && share < foreign:
		return notAtAll
	case doubtful && share < agreed:
		return mended
	}
	return asItIs
}

// Textures finds the textures of a plan in its map, or in the game's files.
func (f FileMaps) Textures(ctx context.Context, h sim.Header, l sim.Level, dirs []string, p *plan.Plan) ([]*texture.Picture, error) {
	return texture.Find(ctx, searchPath(h, l, dirs), p.Format(), p.Textures())
}

// Find finds the file of a level's map, in the folders that the user named, beside the
// demo, where games are installed, then among the built ones. nil, nil means that
// there is none.
func (f FileMaps) Find(h sim.Header, l sim.Level, dirs []string) (*gamedata.File, error) {
	return f.find(searchPath(h, l, dirs), h, l)
}

func searchPath(h sim.Header, l sim.Level, dirs []string) *gamedata.Path {
	var mods []string
	for _, m := range []string{l.Mod, h.Mod} {
		if m != "" {
			mods = append(mods, m)
		}
	}
	return gamedata.New(gamedata.Options{Demo: h.Path, Dirs: dirs, Mods: mods})
}

func (f FileMaps) find(path *gamedata.Path, h sim.Header, l sim.Level) (*gamedata.File, error) {
	want := gamedata.Want{MapChecksum: l.Checksum, PakNames: l.Paks}
	if l.MapModels > 0 {
		want.Doubt = func(data []byte) string {
			n, ok := bsp.ModelCount(data)
			if !ok || n == l.MapModels {
				return ""
			}
			return fmt.Sprintf("another version of the map: it has %d models, the demo's %d", n, l.MapModels)
		}
	}
	if list := mapFormats[h.GameKey]; list != nil {
		want.Fits = func(data []byte) bool {
			format, ok := bsp.FormatOf(data)
			// What is no map at all is told in words when it is read.
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
