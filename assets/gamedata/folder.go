package gamedata

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// folder is a game folder: loose files and archives.
type folder struct {
	dir     string
	sources []source
	opened  bool
}

// open lists the folder's sources, best first.
func (f *folder) open() []source {
	if f.opened {
		return f.sources
	}
	f.opened = true
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil
	}
	loose := &looseFiles{dir: f.dir, root: root, lists: map[string]map[string]string{}}
	var names []string
	for _, entry := range loose.list(".") {
		if archiveRank(entry) > 0 {
			names = append(names, entry)
		}
	}
	sort.Slice(names, func(i, j int) bool { return archiveBefore(names[j], names[i]) })
	for _, name := range names {
		if a, err := openArchive(root, f.dir, name); err == nil {
			f.sources = append(f.sources, a)
		}
	}
	f.sources = append(f.sources, loose)
	return f.sources
}

// archiveRank orders kinds of archives; 0 is none.
func archiveRank(name string) int {
	switch strings.ToLower(path.Ext(name)) {
	case ".pak":
		return 1
	case ".pk3":
		return 2
	}
	return 0
}

// archiveBefore is the order in which games load archives: pak0, pak1, ... pak10, then
// others by name, whatever their case.
func archiveBefore(a, b string) bool {
	if ra, rb := archiveRank(a), archiveRank(b); ra != rb {
		return ra < rb
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	if archiveRank(a) == 1 {
		na, nb := pakNumber(a), pakNumber(b)
		if na >= 0 && nb >= 0 && na != nb {
			return na < nb
		}
		if (na >= 0) != (nb >= 0) {
			return na >= 0
		}
	}
	return a < b
}

// pakNumber is the n of "pakn.pak", or -1.
func pakNumber(name string) int {
	digits, ok := strings.CutPrefix(strings.TrimSuffix(name, ".pak"), "pak")
	if !ok {
		return -1
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// looseFiles are the files of a folder and the folders in it. The operating system's root keeps
// symbolic links from leading out.
type looseFiles struct {
	dir   string
	root  *os.Root
	lists map[string]map[string]string // names in a folder by their lower case
}

// maxList bounds how many names of a folder are looked at.
const maxList = 1 << 16

func (l *looseFiles) list(dir string) map[string]string {
	if names, ok := l.lists[dir]; ok {
		return names
	}
	names := map[string]string{}
	l.lists[dir] = names
	d, err := l.root.Open(dir)
	if err != nil {
		return names
	}
	defer d.Close()
	entries, _ := d.Readdirnames(maxList)
	sort.Strings(entries)
	for _, name := range entries {
		lower := strings.ToLower(name)
		if _, ok := names[lower]; !ok || name == lower {
			names[lower] = name
		}
	}
	return names
}

func (l *looseFiles) find(clean string) (string, bool) {
	at := "."
	for part := range strings.SplitSeq(clean, "/") {
		name, ok := l.list(at)[part]
		if !ok {
			return "", false
		}
		at = path.Join(at, name)
	}
	info, err := l.root.Stat(at)
	return at, err == nil && info.Mode().IsRegular()
}

func (l *looseFiles) names(folder string) []string {
	at := "."
	for part := range strings.SplitSeq(folder, "/") {
		name, ok := l.list(at)[part]
		if !ok {
			return nil
		}
		at = path.Join(at, name)
	}
	return slices.Collect(maps.Keys(l.list(at)))
}

func (l *looseFiles) read(entry string) ([]byte, error) {
	f, err := l.root.Open(entry)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f)
}

// readAll reads up to MaxFile bytes.
func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err == nil && len(data) > MaxFile {
		err = fmt.Errorf("longer than %d bytes", MaxFile)
	}
	return data, err
}

func (l *looseFiles) where(entry string) string {
	return filepath.Join(l.dir, filepath.FromSlash(entry))
}
func (l *looseFiles) promises(w Want) bool             { return w.MapChecksum != 0 }
func (l *looseFiles) doubt(w Want, data []byte) string { return doubtMap(w, data) }
