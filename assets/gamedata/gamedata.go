// Package gamedata finds the games' own files, such as maps, textures and location files.
//
// A [Path] is a list of folders in which games keep their data. A folder contains loose files and archives: .pak files
// (Quake and Quake II), which have a table of names, offsets and sizes; .pk3 files (Quake III), which are zip files;
// and .kpf files (the rereleases), which are also zip files. As in the games, archives take precedence over loose
// files, later archives (by number or name) over earlier ones, and a mod's folder over the base game's. Names are not
// case-sensitive.
//
// File names come from demos, which cannot be trusted. A name that leads out of the folders, whether by ".." or through
// a symbolic link, is not found.
package gamedata

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNotFound indicates that a file is not in any of the folders.
var ErrNotFound = errors.New("not found")

// MaxFile is the maximum size of a file, in bytes. Larger files are rejected.
const MaxFile = 256 << 20

// Options describes where to look for files.
type Options struct {
	// Demo is the path of the demo. Its folder and the folders above it are searched first.
	Demo string
	// Dirs are folders named by the user: game folders, or folders that contain game folders.
	Dirs []string
	// Mods are the names of mod folders ("cpma", "arena"), in order of preference.
	Mods []string
	// NoInstalls skips the usual install folders of games.
	NoInstalls bool
	// Cache, if not nil, is shared by several searches.
	Cache *Cache
}

// Want distinguishes the wanted file from other files with the same name.
type Want struct {
	// MapChecksum is the map checksum from Quake II's configstring 31, or 0 if unknown.
	MapChecksum uint32
	// Paks are the checksums of Quake III's archives ("sv_paks" in configstring 1).
	Paks []int32
	// PakNames are the names of these archives, without extension ("sv_pakNames").
	PakNames []string
	// Fits, if not nil, reports whether data can be the content of the wanted file. If it cannot, as for another game's
	// file with the same name, the file is skipped.
	Fits func(data []byte) bool
	// Head, if not 0, is the number of bytes from the start of a file that Fits, Doubt and the caller need.
	Head int64
	// Doubt, if not nil, returns the reason why data may not be the content of the wanted file, or "" if there is none.
	Doubt func(data []byte) string
}

// most returns the number of bytes of a file that are needed.
func (w Want) most() int64 {
	if w.Head == 0 || w.MapChecksum != 0 {
		return math.MaxInt64
	}
	return w.Head
}

// File is a file found by a search.
type File struct {
	Name    string // as spelt where it was found
	Where   string // path of the file or, with the name inside, of the archive
	Data    []byte // not to be changed; only the start if the wanted head suffices
	Warning string // not empty if the file may not be the wanted one
}

// Path is a search path for files. It is safe for concurrent use.
type Path struct {
	cache   *Cache
	near    fs.FileInfo // the demo's folder
	folders []*folder
}

// New returns a search path. It omits folders that do not exist. It also omits folders that other users can write to,
// except the demo's own folders and folders named by the user. Archives are not opened until the first search.
func New(o Options) *Path {
	p := &Path{cache: o.Cache}
	if p.cache == nil {
		p.cache = new(Cache)
	}
	demoDir := ""
	if o.Demo != "" {
		demoDir = filepath.Dir(o.Demo)
	}
	key := fmt.Sprintf("%t %q %q %q", o.NoInstalls, demoDir, o.Dirs, o.Mods)
	if p.folders = p.cache.path(key); p.folders != nil {
		return p
	}
	p.folders = []*folder{}
	for _, r := range rootsOf(o) {
		p.addRoot(r, o.Mods)
	}
	p.cache.keepPath(key, p.folders)
	return p
}

// Folders returns the folders on the search path, in search order.
func (p *Path) Folders() []string {
	var out []string
	for _, f := range p.folders {
		out = append(out, f.dir)
	}
	return out
}

// Map finds the map with the given name, such as "dm3". The name needs no folder or extension. Map looks in the maps
// folder and next to the demo. If there is no such map, it returns an error that wraps [ErrNotFound].
func (p *Path) Map(name string, want Want) (*File, error) {
	name = strings.TrimSuffix(strings.ToLower(strings.ReplaceAll(name, "\\", "/")), ".bsp")
	name = strings.TrimPrefix(name, "maps/")
	return p.open(want, "maps/"+name+".bsp", name+".bsp")
}

// Locations finds the .loc file, which contains place names, for the map with the given name. Locations looks in the
// locs folder, next to the maps and next to the demo. If there is no such file, it returns an error that wraps
// [ErrNotFound].
func (p *Path) Locations(name string) (*File, error) {
	name = strings.TrimSuffix(path.Base(strings.ToLower(strings.ReplaceAll(name, "\\", "/"))), ".bsp")
	return p.open(Want{}, "locs/"+name+".loc", "maps/"+name+".loc", name+".loc")
}

// Open finds the file with the given slash-separated path inside a game folder. If there are several such files, Open
// prefers one that matches want. If none matches, Open returns one of them and sets its Warning field.
func (p *Path) Open(name string, want Want) (*File, error) { return p.open(want, name) }

// First finds a file with any of the given names. The names are paths inside a game folder. First searches each folder
// or archive for all the names, in order, before it moves on to the next. If there is no such file, it returns an error
// that wraps [ErrNotFound].
func (p *Path) First(names ...string) (*File, error) { return p.open(Want{}, names...) }

// maxNames bounds the result of [Path.List].
const maxNames = 1 << 12

// List returns the paths of all files with the extension ext, such as ".shader", in the given subfolder of each game
// folder. The paths are in lower case and in search order, without duplicates.
func (p *Path) List(folder, ext string) []string {
	folder, ok := cleanName(folder)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	var out []string
	for _, f := range p.folders {
		for _, s := range f.list() {
			names := s.names(folder)
			slices.Sort(names)
			for _, name := range names {
				if name = folder + "/" + name; path.Ext(name) == ext && !seen[name] && len(out) < maxNames {
					seen[name] = true
					out = append(out, name)
				}
			}
		}
	}
	return out
}

// open finds a file with any of the given names. In each source, it prefers the first name.
func (p *Path) open(want Want, names ...string) (*File, error) {
	clean := make([]string, len(names))
	for i, name := range names {
		var ok bool
		if clean[i], ok = cleanName(name); !ok {
			return nil, fmt.Errorf("%q is not the name of a game file: %w", name, ErrNotFound)
		}
	}
	var second *File
	var damage error
	for _, f := range p.folders {
		for _, s := range f.list() {
			entry, ok := findAny(s, clean)
			if !ok {
				continue
			}
			if second != nil && want.Doubt == nil && !s.promises(want) {
				continue
			}
			found, err := p.cache.read(s, entry, want.most())
			if err != nil {
				damage = errors.Join(damage, fmt.Errorf("%s: %w", s.where(entry), err))
				continue
			}
			if want.Fits != nil && !want.Fits(found.data) {
				continue
			}
			file := &File{Name: entry, Where: found.where, Data: found.data}
			file.Warning = s.doubt(want, found)
			if file.Warning == "" && want.Doubt != nil {
				file.Warning = want.Doubt(found.data)
			}
			if file.Warning == "" {
				return file, nil
			}
			if second == nil {
				second = file
			}
		}
	}
	if second != nil {
		return second, nil
	}
	if damage != nil {
		return nil, damage
	}
	return nil, fmt.Errorf("%s: %w", names[0], ErrNotFound)
}

func findAny(s source, names []string) (entry string, ok bool) {
	for _, name := range names {
		if entry, ok = s.find(name); ok {
			break
		}
	}
	return entry, ok
}

// cleanName returns name with slashes and in lower case. ok is false if it is empty, absolute, or leads upwards.
func cleanName(name string) (string, bool) {
	name = strings.ToLower(strings.ReplaceAll(name, "\\", "/"))
	if name == "" || name == "." || strings.ContainsAny(name, ":\x00") || !fs.ValidPath(name) ||
		path.Clean(name) != name {
		return "", false
	}
	return name, true
}

// source is a source of files: an archive or a folder's loose files.
type source interface {
	// find looks up a clean name and returns the name as spelt there.
	find(clean string) (entry string, ok bool)
	// names returns the names in a folder, in lower case.
	names(folder string) []string
	// read reads up to most bytes of a file.
	read(entry string, most int64) ([]byte, error)
	where(entry string) string
	// promises reports whether a file is worth reading even if another file of the same name has been found.
	promises(w Want) bool
	// doubt returns a warning, or "" if the data is, as far as can be known, the wanted one.
	doubt(w Want, found *content) string
}

// doubtMap compares a Quake II map's checksum.
func doubtMap(w Want, found *content) string {
	if w.MapChecksum == 0 {
		return ""
	}
	if got := found.checksum(); got != w.MapChecksum {
		return fmt.Sprintf("a different version of the map: its checksum is %d, but the demo expects %d", int32(got),
			int32(w.MapChecksum))
	}
	return ""
}

// doubtPak compares an archive with the archives that the demo names.
func doubtPak(w Want, name string, sum int32) string {
	if len(w.Paks) > 0 {
		if !slices.Contains(w.Paks, sum) {
			return "from " + name + ", an archive that the demo was not recorded with"
		}
		return ""
	}
	if len(w.PakNames) > 0 {
		base := strings.TrimSuffix(strings.ToLower(path.Base(name)), ".pk3")
		for _, n := range w.PakNames {
			if strings.EqualFold(path.Base(n), base) {
				return ""
			}
		}
		return "from " + name + ", an archive that the demo does not name"
	}
	return ""
}
