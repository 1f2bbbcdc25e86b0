//go:build !js

package archive

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/formats"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/archive/model"
	"fragscope/sim/load"
	"fragscope/sim/moment"
	"fragscope/sim/recording"
)

// readerVersion is incremented when demos have to be read again, because more or other data is read from them.
const readerVersion = 7

// Content describes a demo, independently of its name and location.
type Content struct {
	Game, Mod, ModName, Kind, Recorder, Server string
	Protocol                                   int
	Map, Maps, Mode, Score                     string
	Date                                       string // as in [sim.Header]
	DurationMS                                 int64
	Snapshots                                  int
	Complete                                   bool
	Names                                      []string // of the players
	Error                                      string   // the reason why the rest of it could not be read
	Size                                       int64    // bytes, unpacked
	ServerRun                                  uint32   // of the longest level; 0 if there is none
	Clock                                      moment.Clock
}

// key identifies the content of a demo.
type key struct {
	checksum  [sha256.Size]byte
	extension string
}

// id returns the demo's id in the tables of the model.
func (k key) id() string { return model.DemoID(k.checksum, k.extension) }

// keyOf returns the key of a demo. Damage to the archive that it was in changes the key.
func keyOf(d *formats.Demo) key {
	sum := sha256.New()
	sum.Write(d.Data)
	for _, x := range d.Damage {
		fmt.Fprintf(sum, "\n%d %s", x.Offset, x.What)
	}
	return key{[sha256.Size]byte(sum.Sum(nil)), strings.ToLower(filepath.Ext(d.Name))}
}

// record decodes a whole demo. If the recording ends early, it is returned with an error; if there is no snapshot, only
// the error is returned.
func record(ctx context.Context, d *formats.Demo, parts recording.Parts) (rec *recording.Recording, err error) {
	err = fault.Guard(func() error {
		r, err := load.Open(ctx, d, load.Only(parts))
		if err != nil {
			return cmp.Or(errors.Unwrap(err), err) // the wrapped error names the file again
		}
		r.Wait()
		rec = r
		return nil
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return rec, err
}

// describe returns the Content of a recording.
func describe(rec *recording.Recording, size int64) *Content {
	h := rec.Header()
	c := &Content{
		Game: h.GameKey, Mod: h.Mod, ModName: h.ModName, Kind: h.Kind, Recorder: h.Recorder, Server: h.Server,
		Protocol: h.Protocol, Date: h.Date, DurationMS: rec.Duration().Milliseconds(), Snapshots: rec.Frames(),
		Complete: h.Complete && len(rec.Damage()) == 0 && rec.Err() == nil, Size: size, Clock: *rec.Clock(),
	}
	if err := rec.Err(); err != nil {
		c.Error = err.Error()
	}
	var longest sim.Level
	var maps []string
	for i, l := range rec.Levels() {
		if i == 0 || l.End-l.Start > longest.End-longest.Start {
			longest = l
		}
		maps = append(maps, l.Map)
	}
	c.Map, c.Mode, c.ServerRun, c.Maps = longest.Map, longest.GameType, longest.ServerRun, strings.Join(maps, " ")
	for _, p := range rec.Roster() {
		c.Names = append(c.Names, p.Profile.Name.Plain)
	}
	c.Score = score(rec, longest.Teams)
	return c
}

// score returns the score of the teams, or of the best players, as text.
func score(rec *recording.Recording, teams bool) string {
	var parts []string
	if teams {
		for t := range sim.TeamCount {
			if n, ok := rec.TeamScore(t); ok {
				parts = append(parts, fmt.Sprintf("%s %d", rec.TeamLabel(t), n))
			}
		}
		if len(parts) > 1 {
			return strings.Join(parts, " : ")
		}
	}
	best := slices.DeleteFunc(rec.Roster(), func(p sim.RosterEntry) bool { return p.Frags == sim.Unknown })
	slices.SortStableFunc(best, func(a, b sim.RosterEntry) int { return cmp.Compare(b.Frags, a.Frags) })
	const most = 4
	parts = nil
	for _, p := range best[:min(len(best), most)] {
		parts = append(parts, fmt.Sprintf("%s %d", p.Profile.Name.Plain, p.Frags))
	}
	return strings.Join(parts, " : ")
}
