package settings

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Store reads and writes what is kept: settings among the user's configuration,
// recent demos and bookmarks among his data.
type Store struct {
	Config, Data Files
}

const (
	settingsFile  = "settings.toml"
	plainFile     = "settings.conf" // of version 0.1
	recentFile    = "recent.json"
	recentMost    = 30
	bookmarksMost = 10000
)

// Text is the settings file as it is, "" where there is none or it cannot be read.
func (s Store) Text() string {
	b, err := s.Config.Read(settingsFile)
	if err != nil {
		return ""
	}
	return string(b)
}

// Changed reports whether somebody has changed the settings file since these settings
// were read from it or saved.
func (s Store) Changed(set *Settings) bool {
	text := s.Text()
	return text != "" && text != set.text
}

// Load reads the settings; a missing file is no error.
func (s Store) Load() (Settings, []error) {
	b, err := s.Config.Read(settingsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return s.loadPlain(), nil
	}
	if err != nil {
		return Default(), []error{err}
	}
	set, errs := Parse(string(b))
	for i := range errs {
		errs[i] = fmt.Errorf("%s: %w", s.SettingsPath(), errs[i])
	}
	return set, errs
}

// loadPlain reads the settings of version 0.1, whose file stays as it is.
func (s Store) loadPlain() Settings {
	b, err := s.Config.Read(plainFile)
	if err != nil {
		return Default()
	}
	set, _ := Parse(fromPlain(string(b)))
	set.text = ""
	return set
}

// Save writes those of the settings that have changed since they were read.
func (s Store) Save(set *Settings) error {
	var read, written string
	err := update(s.Config, settingsFile, func(old []byte) ([]byte, error) {
		var err error
		read = string(old)
		written, err = set.merged(old)
		return []byte(written), err
	})
	if err != nil {
		return err
	}
	set.kept = set.values()
	if read == set.text { // else what another window wrote is still to be read
		set.text = written
	}
	return nil
}

// SettingsPath is where the settings file is.
func (s Store) SettingsPath() string { return s.Config.Where(settingsFile) }

// Recent are the paths of the demos opened last, the latest first.
func (s Store) Recent() ([]string, error) {
	list, err := readList[string](s.Data, recentFile)
	return list[:min(len(list), recentMost)], err
}

// AddRecent puts a path first.
func (s Store) AddRecent(file string) error {
	return editList(s.Data, recentFile, func(list []string) []string {
		list = slices.Insert(without(list, file), 0, file)
		return list[:min(len(list), recentMost)]
	})
}

// DropRecent takes a path out, say because it is gone.
func (s Store) DropRecent(file string) error {
	return editList(s.Data, recentFile, func(list []string) []string { return without(list, file) })
}

func without[T comparable](list []T, v T) []T {
	return slices.DeleteFunc(list, func(x T) bool { return x == v })
}

// readList reads a list; one that is missing is empty and no error.
func readList[T any](f Files, name string) ([]T, error) {
	data, err := f.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	list, err := parseList[T](data)
	if err != nil {
		return nil, fmt.Errorf("%s, %w: mend it, or begin a new list by which it is replaced; a copy is then kept beside it", f.Where(name), err)
	}
	return list, nil
}

// parseList reads a list and says in which line it could not.
func parseList[T any](data []byte) (list []T, err error) {
	err = json.Unmarshal(data, &list)
	offset := int64(len(data))
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return list, nil
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	offset = min(max(offset, 0), int64(len(data)))
	return nil, fmt.Errorf("line %d, cannot be read (%w)", 1+bytes.Count(data[:offset], []byte("\n")), err)
}

// editList changes a list in the file. Of a list that cannot be read a copy is kept
// beside the new one.
func editList[T any](f Files, name string, edit func([]T) []T) error {
	return update(f, name, func(old []byte) ([]byte, error) {
		var list []T
		if old != nil {
			var err error
			if list, err = parseList[T](old); err != nil {
				if err := keepBeside(f, name, old); err != nil {
					return nil, fmt.Errorf("a copy of what cannot be read could not be kept: %w", err)
				}
			}
		}
		b, err := json.MarshalIndent(edit(list), "", " ")
		return append(b, '\n'), err
	})
}

// keepBeside writes data under the first free name behind the file's own.
func keepBeside(f Files, name string, data []byte) error {
	for n := 1; ; n++ {
		beside := fmt.Sprintf("%s.unread-%d", name, n)
		if _, err := f.Read(beside); errors.Is(err, fs.ErrNotExist) {
			return f.Write(beside, data)
		} else if n >= 100 {
			return fmt.Errorf("%s and all before it are there already", f.Where(beside))
		}
	}
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
func (s Store) Bookmarks(demo string) ([]Mark, error) {
	list, err := readList[Mark](s.Data, bookmarkFile(demo))
	return sorted(list), err
}

// AddBookmark adds a bookmark to those of a demo.
func (s Store) AddBookmark(demo string, m Mark) error {
	return editList(s.Data, bookmarkFile(demo), func(list []Mark) []Mark { return sorted(append(without(list, m), m)) })
}

// RemoveBookmark takes a bookmark from those of a demo.
func (s Store) RemoveBookmark(demo string, m Mark) error {
	return editList(s.Data, bookmarkFile(demo), func(list []Mark) []Mark { return sorted(without(list, m)) })
}

func sorted(list []Mark) []Mark {
	slices.SortStableFunc(list, func(a, b Mark) int { return cmp.Compare(a.At, b.At) })
	return list[:min(len(list), bookmarksMost)]
}
