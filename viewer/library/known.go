//go:build !js

package library

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"fragscope/sim"
	"fragscope/sim/archive"
	"fragscope/sim/load"
	"fragscope/viewer/part"
	"fragscope/viewer/race"
)

// quietly opens the library if there is one. If there is none, it shows no message.
func (l *Library) quietly() bool {
	if _, err := os.Stat(l.host.File); err != nil {
		return false
	}
	return l.demos.file != nil || l.ready()
}

// Has reports whether the library contains the demo at path. If member is not empty, the demo is the one called member
// in the archive at path.
func (l *Library) Has(path, member string) bool {
	if l.host.File == "" || !l.quietly() {
		return false
	}
	if member != "" {
		path += ":" + member
	}
	id, err := contentOf(context.Background(), l.demos.file, path)
	return err == nil && id != 0
}

// onMapMost is the maximum number of demos of a map that are offered.
const onMapMost = 40

// OnMap returns the library's demos on the current map, shortest first. It omits the open demo.
func (l *Library) OnMap() (list []race.Other) {
	if l.host.File == "" || l.host.Demo.Recording() == nil || !l.quietly() {
		return nil
	}
	h := l.host.Demo.Recording().Header()
	// without them a file can be chosen
	rows, _ := l.demos.file.OnMap(context.Background(), h.GameKey, l.host.Demo.Level().Map, onMapMost)
	for _, r := range rows {
		if demoKey(r.Path, r.Member) == l.host.Demo.Key() {
			continue
		}
		length := fmt.Sprintf("%d:%06.3f", r.DurationMS/60000, float64(r.DurationMS%60000)/1000)
		list = append(list, race.Other{Path: r.Name(), Name: r.Base(), Players: players(r), Length: length})
	}
	return list
}

// players names the first of a demo's players.
func players(r *archive.Row) string {
	switch n := len(r.Names); {
	case n == 0:
		return ""
	case n > 2:
		return fmt.Sprintf("%s, %s and %d more", r.Names[0], r.Names[1], n-2)
	case n == 2:
		return r.Names[0] + ", " + r.Names[1]
	}
	return r.Names[0]
}

// ofPlayer returns a menu entry that lists the demos of a player.
func (l *Library) ofPlayer(pl *sim.Player) []part.Entry {
	if _, err := os.Stat(l.host.File); err != nil {
		return nil
	}
	name, level := pl.Profile.Name.Plain, l.host.Demo.Level().Map
	e := entry("His demos on this map", "In the library.", func() {
		if l.open && !l.hits.shown {
			l.toggle()
		}
		if l.hits.shown {
			l.turn()
		}
		if l.Text = []rune(name + " " + level + " "); !l.open {
			l.toggle()
		}
		l.Caret, l.Anchor = len(l.Text), len(l.Text)
	})
	return []part.Entry{e}
}

// FileNamed returns the path of a demo in the library stored in the given file, or "" if that library does not contain
// the demo. name is the demo's file name or, for a demo in an archive, the archive's file name, a colon and the
// member's name.
func FileNamed(file, name string) string {
	if _, err := os.Stat(file); err != nil || filepath.Base(name) != name {
		return ""
	}
	l, err := archive.Open(file)
	if err != nil {
		return ""
	}
	defer l.Close()
	base, member := load.SplitMember(name)
	path, err := l.PathOf(context.Background(), base)
	if err != nil || path == "" {
		return ""
	}
	if member != "" {
		path += ":" + member
	}
	return path
}
