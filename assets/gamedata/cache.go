package gamedata

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Cache remembers the contents of folders and archives. A program that processes thousands of demos should use a single
// Cache for all of them, so that it lists each folder and opens each archive only once. Because a Cache does not notice
// later changes, it should be used for a single run only. It is safe for concurrent use. The zero Cache is empty and
// ready to use.
type Cache struct {
	mu      sync.Mutex
	folders map[string]*folder           // nil for what is not a folder
	names   map[string]map[string]string // names in a folder by their lower case
	paths   map[string][]*folder         // by the request
	recent  []*content                   // files read last, at most maxRecent bytes
}

// Bounds on a cache: folders of each kind, and bytes of files.
const (
	maxKept   = 1 << 12
	maxRecent = 64 << 20
)

// content is a file that was read.
type content struct {
	where    string
	most     int64 // bytes requested
	data     []byte
	checksum func() uint32
}

// keep stores a value in one of a cache's maps, emptying the map first if it is full.
func keep[V any](m *map[string]V, key string, v V) {
	if *m == nil || len(*m) >= maxKept {
		*m = map[string]V{}
	}
	(*m)[key] = v
}

// folder returns the folder with the given path, or nil if there is none.
func (c *Cache) folder(dir string) *folder {
	c.mu.Lock()
	defer c.mu.Unlock()
	f, ok := c.folders[dir]
	if !ok {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			f = &folder{dir: dir, info: info}
		}
		keep(&c.folders, dir, f)
	}
	return f
}

// path returns the search path previously made for a key, or nil if there is none.
func (c *Cache) path(key string) []*folder {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.paths[key]
}

func (c *Cache) keepPath(key string, folders []*folder) {
	c.mu.Lock()
	defer c.mu.Unlock()
	keep(&c.paths, key, folders)
}

// inside finds a folder by name, ignoring case. It returns "" if there certainly is none.
func (c *Cache) inside(dir, name string) string {
	for part := range strings.SplitSeq(name, "/") {
		names := c.list(dir)
		n, ok := names[strings.ToLower(part)]
		if !ok && len(names) > 0 && len(names) < maxList {
			return ""
		}
		next := filepath.Join(dir, part)
		if ok && n != part {
			if _, err := os.Stat(next); err != nil {
				next = filepath.Join(dir, n)
			}
		}
		dir = next
	}
	return dir
}

// list returns the names in a folder, keyed by their lower-case forms.
func (c *Cache) list(dir string) map[string]string {
	c.mu.Lock()
	defer c.mu.Unlock()
	names, ok := c.names[dir]
	if !ok {
		if d, err := openFolder(dir); err == nil {
			names = namesIn(d)
			d.Close()
		}
		keep(&c.names, dir, names)
	}
	return names
}

// read reads a file of a source, or takes it from those read last.
func (c *Cache) read(s source, entry string, limit int64) (*content, error) {
	where := s.where(entry)
	c.mu.Lock()
	i := slices.IndexFunc(c.recent, func(r *content) bool { return r.where == where && r.most >= limit })
	if i >= 0 {
		found := c.recent[i]
		c.mu.Unlock()
		return found, nil
	}
	c.mu.Unlock()
	data, err := s.read(entry, limit)
	if err != nil {
		return nil, err
	}
	found := &content{where, limit, data, sync.OnceValue(func() uint32 { return BlockChecksum(data) })}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.recent = append(c.recent, found)
	total := 0
	for i := len(c.recent) - 1; i >= 0; i-- {
		if total += len(c.recent[i].data); total > maxRecent {
			c.recent = slices.Delete(c.recent, 0, i+1)
			break
		}
	}
	return found, nil
}
