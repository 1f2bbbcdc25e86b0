package gamedata

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"fragscope/formats/base/regular"
)

// folder is a game folder: loose files and archives. It keeps nothing open, so there can be thousands.
type folder struct {
	dir     string
	info    fs.FileInfo
	once    sync.Once
	sources []source
}

// list returns the folder's sources, best first.
func (f *folder) list() []source {
	f.once.Do(f.find)
	return f.sources
}

func (f *folder) find() {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return
	}
	defer root.Close()
	loose := &looseFiles{dir: f.dir, lists: map[string]map[string]string{}}
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
}

// openFolder opens a folder for listing.
func openFolder(dir string) (*os.File, error) { return os.OpenFile(dir, regular.Flags, 0) }

// openBelow opens a file in or below a folder. The operating system's root keeps symbolic links from leading out.
func openBelow(dir, name string) (*os.File, fs.FileInfo, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	return regular.OpenIn(root, name)
}

// The kinds of archives, in loading order.
const (
	noArchive  = iota
	kpfArchive // of the rereleases: zip
	pakArchive
	pk3Archive
)

// archiveRank returns the rank of an archive's kind, or 0 if the file is not an archive.
func archiveRank(name string) int {
	switch strings.ToLower(path.Ext(name)) {
	case ".kpf":
		return kpfArchive
	case ".pak":
		return pakArchive
	case ".pk3":
		return pk3Archive
	}
	return noArchive
}

// archiveBefore compares archives in the games' loading order: pak0, pak1, ... pak10, then others by name, ignoring
// case.
func archiveBefore(a, b string) bool {
	if ra, rb := archiveRank(a), archiveRank(b); ra != rb {
		return ra < rb
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	if archiveRank(a) == pakArchive {
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

// pakNumber returns the n of "pakn.pak", or -1.
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

// looseFiles are the files of a folder and its subfolders.
type looseFiles struct {
	dir   string
	mu    sync.Mutex
	lists map[string]map[string]string // names in a folder by their lower case
}

// maxList bounds how many names of a folder are read.
const maxList = 1 << 16

func (l *looseFiles) list(dir string) map[string]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	names, ok := l.lists[dir]
	if !ok {
		names = l.listing(dir)
		l.lists[dir] = names
	}
	return names
}

func (l *looseFiles) listing(dir string) map[string]string {
	root, err := os.OpenRoot(l.dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	// Anything that is not a folder, such as a pipe, has no names.
	d, err := root.OpenFile(dir, regular.Flags, 0)
	if err != nil {
		return nil
	}
	defer d.Close()
	return namesIn(d)
}

// namesIn returns the names in a folder, keyed by their lower-case forms. If several names differ only in case, it
// prefers the lower-case name, and otherwise the first.
func namesIn(d *os.File) map[string]string {
	entries, _ := d.Readdirnames(maxList)
	sort.Strings(entries)
	names := make(map[string]string, len(entries))
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
	root, err := os.OpenRoot(l.dir)
	if err != nil {
		return "", false
	}
	defer root.Close()
	info, err := root.Stat(at)
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

func (l *looseFiles) read(entry string, limit int64) ([]byte, error) {
	f, info, err := openBelow(l.dir, entry)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if limit < info.Size() {
		return regular.ReadAll(f, limit, limit)
	}
	return regular.Read(f, info, MaxFile)
}

// readAll reads all of r, up to limit bytes; more than MaxFile is an error.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, min(limit, MaxFile+1)))
	if err == nil && len(data) > MaxFile {
		err = fmt.Errorf("it is longer than %d bytes", MaxFile)
	}
	return data, err
}

func (l *looseFiles) where(entry string) string {
	return filepath.Join(l.dir, filepath.FromSlash(entry))
}
func (l *looseFiles) promises(w Want) bool                { return w.MapChecksum != 0 }
func (l *looseFiles) doubt(w Want, found *content) string { return doubtMap(w, found) }
