package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Files is where settings are kept. Names have forward slashes.
type Files interface {
	// Read returns an error that is fs.ErrNotExist where there is no such file.
	Read(name string) ([]byte, error)
	// Write replaces a file whole or not at all.
	Write(name string, data []byte) error
	// Where is the place of a file in words a user understands: its path.
	Where(name string) string
}

// Dir keeps files in a folder, which is made when it is first written to.
type Dir string

// Read reads a file.
func (d Dir) Read(name string) ([]byte, error) { return os.ReadFile(d.Where(name)) }

// Write writes a file beside the old one and puts it in its place.
func (d Dir) Write(name string, data []byte) error {
	file := d.Where(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// Where is the path of a file.
func (d Dir) Where(name string) string { return filepath.Join(string(d), filepath.FromSlash(name)) }

// Memory keeps files in memory, for tests and where nothing shall be left behind.
type Memory map[string][]byte

// Read reads a file.
func (m Memory) Read(name string) ([]byte, error) {
	if b, ok := m[name]; ok {
		return b, nil
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

// Write writes a file.
func (m Memory) Write(name string, data []byte) error {
	m[name] = slices.Clone(data)
	return nil
}

// Where is the name.
func (m Memory) Where(name string) string { return name }

// Shelf reads and writes what is kept: settings among the user's configuration,
// recent demos and bookmarks among his data.
type Shelf struct {
	Config, Data Files
}

const (
	settingsFile  = "settings.conf"
	recentFile    = "recent.json"
	recentMost    = 30
	bookmarksMost = 10000
)

// Text is the settings file as it is, "" where there is none or it cannot be read.
func (s Shelf) Text() string {
	b, err := s.Config.Read(settingsFile)
	if err != nil {
		return ""
	}
	return string(b)
}

// Load reads the settings; a missing file is no error.
func (s Shelf) Load() (Settings, []error) {
	b, err := s.Config.Read(settingsFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Default(), nil
	case err != nil:
		return Default(), []error{err}
	}
	set, errs := Parse(string(b))
	for i := range errs {
		errs[i] = fmt.Errorf("%s: %w", s.SettingsPath(), errs[i])
	}
	return set, errs
}

// Save writes the settings.
func (s Shelf) Save(set *Settings) error { return s.Config.Write(settingsFile, []byte(set.Format())) }

// SettingsPath is where the settings file is.
func (s Shelf) SettingsPath() string { return s.Config.Where(settingsFile) }

// Recent are the paths of the demos opened last, the latest first.
func (s Shelf) Recent() []string {
	var list []string
	b, err := s.Data.Read(recentFile)
	if err != nil || json.Unmarshal(b, &list) != nil {
		return nil
	}
	return list[:min(len(list), recentMost)]
}

// AddRecent puts a path first.
func (s Shelf) AddRecent(file string) error {
	list := slices.DeleteFunc(s.Recent(), func(f string) bool { return f == file })
	list = append([]string{file}, list...)
	return s.writeJSON(recentFile, list[:min(len(list), recentMost)])
}

// DropRecent takes a path out, say because it is gone.
func (s Shelf) DropRecent(file string) error {
	return s.writeJSON(recentFile, slices.DeleteFunc(s.Recent(), func(f string) bool { return f == file }))
}

func (s Shelf) writeJSON(name string, v any) error {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return s.Data.Write(name, append(b, '\n'))
}

// Mark is a bookmark.
type Mark struct {
	At   Millis `json:"at_ms"`
	Note string `json:"note,omitempty"` // what was there: map and clock
}

// Millis is a time that files hold in whole milliseconds.
type Millis time.Duration

// MarshalJSON writes milliseconds.
func (m Millis) MarshalJSON() ([]byte, error) {
	return json.Marshal(time.Duration(m).Milliseconds())
}

// UnmarshalJSON reads milliseconds.
func (m *Millis) UnmarshalJSON(b []byte) error {
	var ms int64
	err := json.Unmarshal(b, &ms)
	*m = Millis(time.Duration(ms) * time.Millisecond)
	return err
}

// bookmarkFile is beside the demo's name: readable, and of its own for each
// file even where names are alike.
func bookmarkFile(demo string) string {
	h := fnv.New32a()
	h.Write([]byte(demo))
	base := path.Base(filepath.ToSlash(demo))
	base = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, base)
	if r := []rune(base); len(r) > 80 {
		base = string(r[:80])
	}
	return fmt.Sprintf("bookmarks/%s-%08x.json", base, h.Sum32())
}

// Bookmarks are a demo's bookmarks, ascending by time.
func (s Shelf) Bookmarks(demo string) []Mark {
	var list []Mark
	b, err := s.Data.Read(bookmarkFile(demo))
	if err != nil || json.Unmarshal(b, &list) != nil {
		return nil
	}
	slices.SortStableFunc(list, func(a, b Mark) int { return int(min(max(a.At-b.At, -1), 1)) })
	return list[:min(len(list), bookmarksMost)]
}

// SetBookmarks replaces a demo's bookmarks.
func (s Shelf) SetBookmarks(demo string, list []Mark) error {
	slices.SortStableFunc(list, func(a, b Mark) int { return int(min(max(a.At-b.At, -1), 1)) })
	return s.writeJSON(bookmarkFile(demo), list)
}
