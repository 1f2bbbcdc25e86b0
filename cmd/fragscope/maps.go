package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"fragscope/assets/bsp"
	"fragscope/assets/gamedata"
	"fragscope/assets/plan"
	"fragscope/assets/sample"
	"fragscope/sim"
)

// maps finds the maps of demos in the folders of the games.
type maps struct{}

// Plan reads the map of a level and makes its floor plan; nil without an error
// says that there is no such map.
func (maps) Plan(ctx context.Context, h sim.Header, l sim.Level, dirs []string, hints []plan.Point) (*plan.Plan, error) {
	file, err := findMap(h, l, dirs)
	if err != nil || file == nil {
		return nil, err
	}
	m, err := bsp.Decode(file.Data)
	if err != nil {
		return nil, fmt.Errorf("the map %s cannot be read: %w", file.Where, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return plan.FromBSP(m, hints), nil
}

// findMap finds the file of a level's map; nil without an error where there is none.
func findMap(h sim.Header, l sim.Level, dirs []string) (*gamedata.File, error) {
	if h.Path == sampleName {
		return &gamedata.File{Name: sample.MapName, Where: sampleName + sample.MapName, Data: sample.Map()}, nil
	}
	if l.Map == "" {
		return nil, nil
	}
	path := gamedata.New(gamedata.Options{Demo: h.Path, Dirs: dirs, Mods: modsOf(h, l)})
	file, err := path.Map(l.Map, gamedata.Want{MapChecksum: l.Checksum, Paks: numbers(l.Paks)})
	if errors.Is(err, gamedata.ErrNotFound) {
		return nil, nil
	}
	return file, err
}

func modsOf(h sim.Header, l sim.Level) []string {
	var mods []string
	for _, m := range []string{l.Mod, h.Mod} {
		if m != "" {
			mods = append(mods, strings.ToLower(m))
		}
	}
	return mods
}

// numbers reads the checksums of archives, which demos give as decimal text.
func numbers(texts []string) []int32 {
	var list []int32
	for _, t := range texts {
		if n, err := strconv.ParseInt(t, 10, 64); err == nil {
			list = append(list, int32(n))
		}
	}
	return list
}

// mapPath tells the path of a level's map, empty where there is none.
func mapPath(h sim.Header, l sim.Level, dirs []string) string {
	file, err := findMap(h, l, dirs)
	if err != nil || file == nil {
		return ""
	}
	return file.Where
}
