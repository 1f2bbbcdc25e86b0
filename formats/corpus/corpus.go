// Package corpus supports tests that use real demos. It finds the demos, reads the results that other programs produced
// for them, and compares output with goldens. Only tests import this package, because it adds the flag -update.
//
// The demos contain the names and chat of real people, so they are not part of the repository. They are in a folder
// named "shared" next to the repository, or in the folder named by the environment variable FRAGSCOPE_SHARED. If the
// folder is missing, tests that need it are skipped. The folder contains
//
//	demos/INDEX.tsv   a row for each demo; see [Entry]
//	demos/...         the demos, some gzipped
//	maps/...          maps, as folders of .bsp files
//	truth/...         results of other programs; see [Table]
//
// Goldens are in the testdata folder of the test that writes them. They contain no names. A demo whose file name could
// contain a player's name is identified by a pattern (see [Match]) or by its content.
package corpus

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// environment is the variable that names the folder.
const environment = "FRAGSCOPE_SHARED"

// everyDemo is the variable that makes [Sample] return all demos, as in "make torture".
const everyDemo = "FRAGSCOPE_EVERY_DEMO"

// Find returns the path of the folder that contains the demos, maps and tables. If the folder is missing, Find returns
// its expected path, and ok is false.
func Find() (dir string, ok bool) {
	dir = os.Getenv(environment)
	if dir == "" {
		dir = filepath.Join(repository(), "..", "shared")
	}
	_, err := os.Stat(filepath.Join(dir, "demos"))
	return dir, err == nil
}

// repository returns the nearest folder that contains a go.mod, searching upwards from the working folder. A test's
// working folder is that of its package.
func repository() string {
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}

// Dir returns the path of the folder that contains the demos, maps and tables. If the folder is missing, Dir skips the
// test.
func Dir(t testing.TB) string {
	t.Helper()
	dir, ok := Find()
	if !ok {
		t.Skipf("no real demos in %s (%s names another folder)", dir, environment)
	}
	return dir
}

// Path returns the path of the named file in the folder returned by [Dir]. name is slash-separated and relative to that
// folder.
func Path(t testing.TB, name string) string {
	t.Helper()
	return filepath.Join(Dir(t), filepath.FromSlash(name))
}

// Demos returns the names of the demos in the given folders. It includes only demos whose base names match one of the
// patterns, such as "*.dem"; see [path.Match]. The names are slash-separated and relative to the demos folder. They are
// grouped by folder, in the given order, and sorted within each folder.
func Demos(t testing.TB, folders []string, patterns ...string) []string {
	t.Helper()
	root := Path(t, "demos")
	var names []string
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !matches(e.Name(), patterns) {
				return err
			}
			name, err := filepath.Rel(root, file)
			names = append(names, filepath.ToSlash(name))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(names) == 0 {
		t.Fatalf("no %v in %v of %s", patterns, folders, root)
	}
	return names
}

func matches(name string, patterns []string) bool {
	for _, p := range patterns {
		if ok, _ := path.Match(p, name); ok {
			return true
		}
	}
	return false
}

// Match returns the name of the only demo that matches pattern. The pattern is relative to the demos folder and has the
// syntax of [path.Match]. Tests use a pattern if a demo's name could contain a player's name.
func Match(t testing.TB, pattern string) string {
	t.Helper()
	root := Path(t, "demos")
	found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	if err != nil || len(found) != 1 {
		t.Fatalf("%d demos are called %s, want one; %v", len(found), pattern, err)
	}
	name, err := filepath.Rel(root, found[0])
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(name)
}

// Load returns the contents of the demo with the given name, as returned by [Demos]. If the demo is gzipped, Load
// decompresses as much of it as possible.
func Load(t testing.TB, name string) []byte {
	t.Helper()
	return Unzipped(t, Path(t, "demos/"+name))
}

// Unzipped is like [Load], but file is the path of any file, not the name of a demo.
func Unzipped(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return unzipped(t, data)
}

// unzipped returns data, or its content if it is a gzip stream, even a truncated one.
func unzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatal(err)
	}
	return plain
}

// Entry is a row in the index of demos.
type Entry struct {
	Name      string // as in [Demos]
	Size      int64  // of the file, in bytes
	Game      string // its key: quake, quakelive
	Extension string // without the first dot: dem, mvd.gz
	Protocol  string // as the game counts them; text if there is no number
	Kind      string // what the demo is for or what is wrong with it
	Map       string // without folder and extension, or "" if there is none
	MapFile   string // the map's file for [Path], or "" if missing
}

// Broken reports whether the demo is damaged, either by accident or on purpose.
func (e *Entry) Broken() bool { return strings.HasPrefix(e.Name, "broken/") }

// Index returns all entries in the index of demos.
func Index(t testing.TB) []Entry {
	t.Helper()
	data, err := os.ReadFile(Path(t, "demos/INDEX.tsv"))
	if err != nil {
		t.Skip(err)
	}
	var entries []Entry
	for i, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		f := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		if len(f) < 8 {
			t.Fatalf("line %d of the index of demos has %d columns", i+1, len(f))
		}
		size, err := strconv.ParseInt(f[1], 10, 64)
		if err != nil {
			t.Fatalf("line %d of the index of demos: %v", i+1, err)
		}
		entries = append(entries, Entry{f[0], size, f[2], f[3], f[4], f[5], f[6], f[7]})
	}
	return append(entries, families(t)...)
}

// families returns entries for the demos of games that have a folder below families, a sibling of that of the index:
// those files whose extension ends in the number of the game's protocol.
func families(t testing.TB) (list []Entry) {
	t.Helper()
	files, err := filepath.Glob(Path(t, "families/*/*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		extension := strings.TrimPrefix(filepath.Ext(file), ".")
		_, protocol, numbered := strings.Cut(extension, "_")
		if info, err := os.Stat(file); err == nil && numbered {
			game := filepath.Base(filepath.Dir(file))
			list = append(list, Entry{Name: "../families/" + game + "/" + filepath.Base(file), Size: info.Size(),
				Game:      game,
				Extension: extension, Protocol: protocol})
		}
	}
	slices.SortFunc(list, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Sample returns a small set of intact demos, for tests that read each demo many times. Every extension, protocol, mod
// and game type occurs in the set. If the environment variable FRAGSCOPE_EVERY_DEMO is set, Sample returns all intact
// demos instead.
func Sample(t testing.TB) []Entry {
	t.Helper()
	entries := slices.DeleteFunc(Index(t), func(e Entry) bool { return e.Broken() })
	if Every() {
		return entries
	}
	const telling = 48 << 10 // smaller demos show little, in bytes
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Or(-cmp.Compare(min(a.Size, telling), min(b.Size, telling)), cmp.Compare(a.Size, b.Size))
	})
	seen := map[string]bool{}
	return slices.DeleteFunc(entries, func(e Entry) bool {
		fresh := false
		for _, feature := range e.features() {
			fresh = fresh || !seen[feature]
			seen[feature] = true
		}
		return !fresh
	})
}

// Every reports whether tests should read all demos, however long that takes.
func Every() bool { return os.Getenv(everyDemo) != "" }

// Broken returns the index entries of the damaged demos.
func Broken(t testing.TB) []Entry {
	t.Helper()
	return slices.DeleteFunc(Index(t), func(e Entry) bool { return !e.Broken() })
}

// features returns the features that distinguish a demo: extension with protocol, and the index's words for its mod and
// type of game, except those that number or describe the recorder.
func (e *Entry) features() []string {
	list := []string{e.Extension + " " + e.Protocol}
	kind, _, _ := strings.Cut(e.Kind, "[")
	for _, word := range strings.Fields(kind) {
		if !strings.HasPrefix(word, "player=") && !strings.HasPrefix(word, "maxclients=") {
			list = append(list, e.Game+" "+word)
		}
	}
	return list
}
