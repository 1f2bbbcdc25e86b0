package viewer

import (
	"context"
	"errors"
	"fmt"

	"fragscope/assets/bsp"
	"fragscope/assets/gamedata"
	"fragscope/assets/plan"
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

// Plan finds and reads a level's map.
func (f FileMaps) Plan(_ context.Context, h sim.Header, l sim.Level, dirs []string, hints []plan.Point) (*plan.Plan, error) {
	file, err := f.Find(h, l, dirs)
	if err != nil || file == nil {
		return nil, err
	}
	m, err := bsp.Decode(file.Data)
	if err != nil {
		return nil, fmt.Errorf("the map %s: %w", l.Map, err)
	}
	return plan.FromBSP(m, hints), nil
}

// Find finds the file of a level's map, in the folders that the user named, beside the
// demo, where games are installed, then among the built ones. nil, nil means that
// there is none.
func (f FileMaps) Find(h sim.Header, l sim.Level, dirs []string) (*gamedata.File, error) {
	var mods []string
	for _, m := range []string{l.Mod, h.Mod} {
		if m != "" {
			mods = append(mods, m)
		}
	}
	path := gamedata.New(gamedata.Options{Demo: h.Path, Dirs: dirs, Mods: mods})
	file, err := path.Map(l.Map, gamedata.Want{MapChecksum: l.Checksum, PakNames: l.Paks})
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
