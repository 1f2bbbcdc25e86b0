package settings

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"fragscope/formats/base/outlet"
	"fragscope/viewer/action"
)

// Store reads and writes the user's files. Config holds the settings; Data holds the recent demos, bookmarks and
// similar files.
type Store struct {
	Config, Data Files
	// Actions are the actions that a new settings file lists with their default keys.
	Actions []action.Action
}

const (
	settingsFile  = "settings.toml"
	plainFile     = "settings.conf" // of version 0.1
	recentFile    = "recent.json"
	recentMost    = 30
	bookmarksMost = 10000
	turnedFile    = "turned.json"
	turnedMost    = 1000
)

// Lasting reports whether the file called name contains something that the user made or chose: settings, map rotations,
// bookmarks or drawings. All other files are written automatically when demos are opened. They contain lists of demos
// and data learned from demos.
func Lasting(name string) bool {
	return name == settingsFile || name == turnedFile || strings.HasPrefix(name, "bookmarks/") ||
		strings.HasPrefix(name, "notes/")
}

// Text returns the text of the settings file, or "" if there is none or it cannot be read.
func (s Store) Text() string {
	b, err := s.Config.Read(settingsFile)
	if err != nil {
		return ""
	}
	return string(b)
}

// Changed reports whether another program has changed the settings file since the given settings were read or saved.
func (s Store) Changed(set *Settings) bool {
	text := s.Text()
	return text != "" && text != set.text
}

// Load reads the settings. A missing file is not an error.
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

// Save writes the settings in set that have changed since they were read.
func (s Store) Save(set *Settings) error {
	var read, written string
	err := update(s.Config, settingsFile, func(old []byte) ([]byte, error) {
		var err error
		read = string(old)
		written, err = set.merged(old, s.Actions)
		return []byte(written), err
	})
	if err != nil {
		return err
	}
	set.kept = set.values()
	if read == set.text { // otherwise what another window wrote is still to be read
		set.text = written
	}
	return nil
}

// SettingsPath returns the path of the settings file.
func (s Store) SettingsPath() string { return s.Config.Where(settingsFile) }

// Recent returns the paths of recently opened demos, most recent first.
func (s Store) Recent() ([]string, error) {
	list, err := readList[string](s.Data, recentFile)
	list = list[:min(len(list), recentMost)]
	for i, kept := range list {
		if file, err := outlet.FromExact(kept); err == nil {
			list[i] = file
		}
	}
	return list, err
}

// AddRecent adds file to the front of the list of recent demos.
func (s Store) AddRecent(file string) error {
	file = keptPath(file)
	return editList(s.Data, recentFile, func(list []string) []string {
		list = slices.Insert(without(list, file), 0, file)
		return list[:min(len(list), recentMost)]
	})
}

// DropRecent removes file from the list of recent demos, for example because the file no longer exists.
func (s Store) DropRecent(file string) error {
	return editList(s.Data, recentFile, func(list []string) []string { return without(list, keptPath(file)) })
}

// keptPath returns a path as a list can hold it: in its exact form if it is not text or looks like such a form.
func keptPath(file string) string {
	if read, err := outlet.FromExact(file); utf8.ValidString(file) && err == nil && read == file {
		return file
	}
	return outlet.Exact(file)
}

func without[T comparable](list []T, v T) []T {
	return slices.DeleteFunc(list, func(x T) bool { return x == v })
}

// readList reads a list. A missing file is an empty list.
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
		return nil, fmt.Errorf(msgListUnread, f.Where(name), err)
	}
	return list, nil
}

// parseList parses a list. Errors include the line number.
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
	return nil, fmt.Errorf(msgListLine, 1+bytes.Count(data[:offset], []byte("\n")), err)
}

// editList changes a list in a file. If the old list cannot be read, a copy is kept next to the new one.
func editList[T any](f Files, name string, edit func([]T) []T) error {
	return update(f, name, func(old []byte) ([]byte, error) {
		var list []T
		if old != nil {
			var err error
			if list, err = parseList[T](old); err != nil {
				if err := keepBeside(f, name, old); err != nil {
					return nil, fmt.Errorf(msgNoCopy, err)
				}
			}
		}
		b, err := json.MarshalIndent(edit(list), "", " ")
		return append(b, '\n'), err
	})
}

// keepBeside writes data to the first unused name derived from the file's own.
func keepBeside(f Files, name string, data []byte) error {
	for n := 1; ; n++ {
		beside := fmt.Sprintf("%s.unread-%d", name, n)
		if _, err := f.Read(beside); errors.Is(err, fs.ErrNotExist) {
			return f.Write(beside, data)
		} else if n >= 100 {
			return fmt.Errorf(msgCopiesExist, f.Where(beside))
		}
	}
}

// Mark is a bookmark.
type Mark struct {
	At   Millis `json:"at_ms"`
	Note string `json:"note,omitempty"` // description: map and clock

	// rest holds fields written by another version, as JSON; empty if there are none.
	rest string
}

// markFields is Mark without its methods.
type markFields Mark

// UnmarshalJSON implements json.Unmarshaler.
func (m *Mark) UnmarshalJSON(b []byte) error {
	var fields markFields
	var all map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(b, &fields), json.Unmarshal(b, &all)); err != nil {
		return err
	}
	maps.DeleteFunc(all, func(name string, _ json.RawMessage) bool {
		return strings.EqualFold(name, "at_ms") || strings.EqualFold(name, "note")
	})
	if len(all) > 0 {
		rest, err := json.Marshal(all)
		if err != nil {
			return err
		}
		fields.rest = string(rest)
	}
	*m = Mark(fields)
	return nil
}

// MarshalJSON implements json.Marshaler. It preserves fields written by other versions of the program.
func (m Mark) MarshalJSON() ([]byte, error) {
	b, err := json.Marshal(markFields(m))
	if err != nil || m.rest == "" {
		return b, err
	}
	return append(append(b[:len(b)-1], ','), m.rest[1:]...), nil
}

// Millis is a duration stored in whole milliseconds.
type Millis time.Duration

// MarshalJSON implements json.Marshaler.
func (m Millis) MarshalJSON() ([]byte, error) {
	return json.Marshal(time.Duration(m).Milliseconds())
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *Millis) UnmarshalJSON(b []byte) error {
	var ms int64
	err := json.Unmarshal(b, &ms)
	if t := time.Duration(ms) * time.Millisecond; err == nil && t.Milliseconds() == ms {
		*m = Millis(t)
		return nil
	}
	return cmp.Or(err, fmt.Errorf(msgNoTime, ms))
}

// bookmarkFile returns the name of a demo's bookmark file: readable, and unique even if demos have the same name.
func bookmarkFile(demo string) string { return demoFile("bookmarks", demo) }

// demoFile returns the name of a demo's file in a folder.
func demoFile(folder, demo string) string {
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
	return fmt.Sprintf("%s/%s-%08x.json", folder, base, h.Sum32())
}

// Bookmarks returns the bookmarks of the given demo, sorted by time.
func (s Store) Bookmarks(demo string) ([]Mark, error) {
	list, err := readList[Mark](s.Data, bookmarkFile(demo))
	return sorted(list), err
}

// AddBookmark adds the bookmark m to the given demo. It also removes the bookmarks listed in others.
func (s Store) AddBookmark(demo string, m Mark, others ...Mark) error {
	return editList(s.Data, bookmarkFile(demo), func(list []Mark) []Mark {
		for _, o := range others {
			list = without(list, o)
		}
		return sorted(append(without(list, m), m))
	})
}

// AddBookmarks adds marks to the bookmarks of the given demo. If an error occurs, it adds none of them.
func (s Store) AddBookmarks(demo string, marks []Mark) error {
	if len(marks) == 0 {
		return nil
	}
	return editList(s.Data, bookmarkFile(demo), func(list []Mark) []Mark {
		for _, m := range marks {
			list = append(without(list, m), m)
		}
		return sorted(list)
	})
}

// RemoveBookmark removes the bookmark m from the given demo.
func (s Store) RemoveBookmark(demo string, m Mark) error {
	return editList(s.Data, bookmarkFile(demo), func(list []Mark) []Mark { return sorted(without(list, m)) })
}

func sorted(list []Mark) []Mark {
	slices.SortStableFunc(list, func(a, b Mark) int { return cmp.Compare(a.At, b.At) })
	return list[:min(len(list), bookmarksMost)]
}

// turnedMap is a map that is shown rotated by quarter turns.
type turnedMap struct {
	Map      string `json:"map"`
	Quarters int    `json:"quarters"`
}

// Turn returns the rotation chosen by the user for the map called level, in clockwise quarter turns.
func (s Store) Turn(level string) int {
	list, _ := readList[turnedMap](s.Data, turnedFile)
	for _, t := range list[:min(len(list), turnedMost)] {
		if t.Map == level {
			return t.Quarters & 3
		}
	}
	return 0
}

// Turned reports whether the user has ever rotated a map.
func (s Store) Turned() bool {
	_, err := s.Data.Read(turnedFile)
	return err == nil
}

// SetTurn stores the rotation of the map called level, in clockwise quarter turns.
func (s Store) SetTurn(level string, quarters int) error {
	return editList(s.Data, turnedFile, func(list []turnedMap) []turnedMap {
		list = slices.DeleteFunc(list, func(t turnedMap) bool { return t.Map == level })
		if quarters != 0 {
			list = slices.Insert(list, 0, turnedMap{level, quarters})
		}
		return list[:min(len(list), turnedMost)]
	})
}

// Notes returns the document that contains the drawings for the given demo. If there is none, the error wraps
// fs.ErrNotExist.
func (s Store) Notes(demo string) ([]byte, error) { return s.Data.Read(demoFile("notes", demo)) }

// SetNotes stores data as the document that contains the drawings for the given demo.
func (s Store) SetNotes(demo string, data []byte) error {
	return s.Data.Write(demoFile("notes", demo), data)
}
