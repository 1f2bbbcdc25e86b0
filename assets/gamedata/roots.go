package gamedata

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// root is a folder to search for game folders.
type root struct {
	dir string
	// deep: all folders in it that look like a game's count, not only those with known names. A folder next to or above
	// a demo may be a home folder, which is not scanned.
	deep bool
	// below: nested folders count as well, down to a depth of maxDepth.
	below bool
	// named: the user named the folder, so it counts no matter who can write to it.
	named bool
	// holds: the demo is in it.
	holds bool
}

// parents is the number of folders above the demo that are searched: game/mod/demos/date/demo.
const parents = 4

// rootsOf returns the roots in order of preference.
func rootsOf(o Options) []root {
	var roots []root
	if o.Demo != "" {
		dir := filepath.Dir(o.Demo)
		if abs, err := filepath.Abs(dir); err == nil {
			dir = abs
		}
		for i := range parents {
			roots = append(roots, root{dir: dir, holds: i == 0})
			up := filepath.Dir(dir)
			if up == dir {
				break
			}
			dir = up
		}
	}
	for _, d := range o.Dirs {
		roots = append(roots, root{dir: d, deep: true, below: true, named: true})
	}
	if !o.NoInstalls {
		for _, d := range installs(runtime.GOOS, os.Getenv) {
			roots = append(roots, root{dir: d, deep: true})
		}
	}
	return roots
}

// baseFolders are the games' own data folders.
var baseFolders = []string{"id1", "qw", "baseq2", "baseq3", "baseoa", "missionpack", "hipnotic", "rogue",
	"ctf", "xatrix", "base", "data", "main", "etmain", "legacy", "lq1", "rerelease/id1", "rerelease/baseq2",
	"rerelease"}

// addRoot adds the game folders of a root: first the mods, then the root itself, then the base games. If deep is set,
// it then adds any other folders that contain maps or archives.
func (p *Path) addRoot(r root, mods []string) {
	top := p.cache.folder(r.dir)
	if top == nil {
		return
	}
	if r.holds {
		p.near = top.info
	}
	for _, m := range mods {
		if clean, ok := cleanName(m); ok && !strings.Contains(clean, "/") {
			p.addFolder(p.cache.inside(r.dir, m), r.named)
		}
	}
	p.addFolder(r.dir, r.named || r.holds)
	for _, b := range baseFolders {
		p.addFolder(p.cache.inside(r.dir, b), r.named)
	}
	if !r.deep {
		return
	}
	depth, budget := 1, maxBelow
	if r.below {
		depth = maxDepth
	}
	p.addBelow(r, depth, &budget)
}

// A folder named by the user may contain maps sorted by game and by source. These constants limit the depth of the
// search in it and the number of folders searched.
const (
	maxDepth = 3
	maxBelow = 1000
)

// addBelow adds the folders in dir that look like a game's, level by level.
func (p *Path) addBelow(r root, depth int, budget *int) {
	for level := []string{r.dir}; depth > 0 && len(level) > 0; depth-- {
		var next []string
		for _, dir := range level {
			for _, sub := range foldersIn(dir) {
				if *budget--; *budget < 0 {
					return
				}
				next = append(next, sub)
				if looksLikeGame(sub) {
					p.addFolder(sub, r.named)
				}
			}
		}
		level = next
	}
}

// foldersIn returns the folders in a folder, and the links, by name.
func foldersIn(dir string) []string {
	d, err := openFolder(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	entries, _ := d.ReadDir(maxList)
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	var out []string
	for _, e := range entries {
		if e.IsDir() || e.Type()&os.ModeSymlink != 0 {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}

func looksLikeGame(dir string) bool {
	d, err := openFolder(dir)
	if err != nil {
		return false
	}
	defer d.Close()
	names, _ := d.Readdirnames(maxList)
	return slices.ContainsFunc(names, func(n string) bool {
		return archiveRank(n) > 0 || strings.EqualFold(n, "maps") || strings.EqualFold(filepath.Ext(n), ".bsp")
	})
}

// addFolder adds a folder if it exists. An empty dir stands for no folder. A folder that other users can write to is
// added only if trusted is set.
func (p *Path) addFolder(dir string, trusted bool) {
	if dir == "" {
		return
	}
	f := p.cache.folder(dir)
	if f == nil || !trusted && openToOthers(f.info, p.near) ||
		slices.ContainsFunc(p.folders, func(g *folder) bool { return g.dir == dir }) {
		return
	}
	p.folders = append(p.folders, f)
}

// Usual installation folders of games, relative to some base.
var (
	steamGames = []string{"Quake", "Quake 2", "Quake II", "Quake 3 Arena", "Quake Live", "Quake II Mission Pack",
		"Return to Castle Wolfenstein", "Wolfenstein Enemy Territory"}
	gogGames = []string{"Quake", "Quake II", "Quake III", "Quake III Arena", "Quake Enhanced", "Quake II Quad Damage",
		"Return to Castle Wolfenstein", "Wolfenstein Enemy Territory"}
	unixGames = []string{"quake", "quake-data", "quake2", "quake2-data", "quake3", "quake3-data", "openarena", "nquake",
		"ezquake", "ioquake3", "quake3-team-arena-data", "librequake", "qlive", "enemy-territory", "etlegacy", "rtcw"}
	homeGames = []string{".quake", ".quakespasm", ".vkquake", ".darkplaces", ".ezquake", "nquake", ".nquake", ".fte",
		".quake2", ".yq2", ".q2pro", ".q3a", ".openarena", ".quakelive", "quake", "quake2", "quake3",
		".local/share/q2pro", ".local/share/ioquake3", ".local/share/Quake3", ".local/share/openarena",
		".local/share/OpenArena", ".etwolf", ".etlegacy", ".wolf"}
	winGames = []string{`Quake`, `Quake II`, `Quake2`, `Quake III Arena`, `Quake3`, `nQuake`, `ezQuake`, `ioquake3`,
		`OpenArena`, `yquake2`,
		`Wolfenstein - Enemy Territory`, `Enemy Territory - Legacy`, `Return to Castle Wolfenstein`}
	macGames = []string{"Quake", "Quake2", "Quake II", "Quake3", "OpenArena", "ezQuake", "nQuake", "QuakeSpasm",
		"vkQuake", "yquake2", "q2pro", "ioquake3", "Wolfenstein Enemy Territory", "ET Legacy", "RTCW"}
)

// installs returns the usual places on an operating system.
func installs(system string, env func(string) string) []string {
	var out []string
	add := func(base string, names []string, between ...string) {
		if base == "" {
			return
		}
		for _, n := range names {
			out = append(out, filepath.Join(append(append([]string{base}, between...), n)...))
		}
	}
	switch home := env("HOME"); system {
	case "windows":
		for _, drive := range []string{`C:\`, `D:\`} {
			add(drive, winGames)
			add(drive, winGames, "Games")
			add(drive, gogGames, "GOG Games")
			add(drive, steamGames, "SteamLibrary", "steamapps", "common")
		}
		for _, files := range []string{env("ProgramFiles(x86)"), env("ProgramFiles")} {
			add(files, steamGames, "Steam", "steamapps", "common")
			add(files, gogGames, "GOG Galaxy", "Games")
			add(files, winGames)
		}
		add(env("APPDATA"), []string{"Quake3", "OpenArena"})
		add(env("USERPROFILE"), []string{"YamagiQ2", "ETLegacy"}, "Documents")
		add(env("LOCALAPPDATA"), []string{"nQuake", "ezQuake"})
	case "darwin":
		add(home, steamGames, "Library", "Application Support", "Steam", "steamapps", "common")
		add(home, macGames, "Library", "Application Support")
		add("/Applications", macGames)
		add(home, macGames, "Applications")
	case "js", "wasip1":
	default:
		for _, steam := range []string{".steam/steam", ".local/share/Steam",
			".var/app/com.valvesoftware.Steam/.local/share/Steam"} {
			add(home, steamGames, filepath.FromSlash(steam), "steamapps", "common")
		}
		add(home, gogGames, "GOG Games")
		add(home, homeGames)
		for _, base := range []string{"/usr/share/games", "/usr/local/share/games", "/usr/local/games", "/usr/lib",
			"/usr/share", "/opt", "/var/games"} {
			add(base, unixGames)
		}
	}
	return out
}
