package tables

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"fragscope/assets/sample"
	"fragscope/formats/corpus"
	"fragscope/sim/archive"
	"fragscope/sim/load"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// demos makes a folder with some small demos, of which one in twenty is broken.
func demos(t *testing.T, n int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	sources := map[string][]byte{"sample" + filepath.Ext(sample.DemoName): sample.Demo()}
	if _, ok := corpus.Find(); ok {
		for _, e := range corpus.Index(t) {
			if data := corpus.Load(t, e.Name); len(data) < 150_000 && len(sources) < 9 {
				sources[filepath.Base(e.Name)] = data
			}
		}
	}
	names := slices.Sorted(maps.Keys(sources))
	for i := range n {
		name := names[i%len(names)]
		data := sources[name]
		if i%20 == 7 {
			data = []byte("=nothing")
			name = "bad.dem"
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d-%s", i, name)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func options(out string) Options {
	return Options{Output: out, Form: "jsonl", Every: time.Second, Time: time.Minute, Memory: 1 << 30, MaxFile: 256 << 20, Parts: 1}
}

func run(t *testing.T, dir string, o Options) {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	Build(s, []string{filepath.Join(dir, "*")}, o)
	ptest.RunAndValidate(t, p)
}

// contents are the files of a folder by their paths in it.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		data, err := os.ReadFile(path)
		out[rel] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEqualsExport(t *testing.T) {
	dir, beams, exported := demos(t, 60), t.TempDir(), t.TempDir()
	run(t, dir, options(beams))
	export(t, dir, exported)
	got, want := contents(t, beams), contents(t, exported)
	if n := strings.Count(got["errors/part-00001-000.jsonl"], "\n"); n < 3 {
		t.Errorf("%d errors of 3", n)
	}
	delete(want, "columns.csv")
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s: %d bytes, an export has %d", name, len(got[name]), len(text))
		}
		delete(got, name)
	}
	heat, sums := 0, 0
	for name, text := range got {
		switch {
		case strings.HasPrefix(name, "heat/"):
			heat += strings.Count(text, "\n")
		case strings.HasPrefix(name, "player_sums/"):
			sums += strings.Count(text, "\n")
		default:
			t.Errorf("%s is in no export", name)
		}
	}
	if heat == 0 || sums == 0 {
		t.Errorf("%d cells, %d players", heat, sums)
	}
	t.Logf("%d files equal, %d cells, %d players", len(want), heat, sums)
}

// TestCorpusEqualsExport does the same with all demos of the corpus, of which one in twenty is replaced by noise.
func TestCorpusEqualsExport(t *testing.T) {
	if _, ok := corpus.Find(); !ok || testing.Short() {
		t.Skip("there is no corpus, or no time for it")
	}
	dir, beams, exported := t.TempDir(), t.TempDir(), t.TempDir()
	bad := 0
	for i, e := range corpus.Index(t) {
		name, data := fmt.Sprintf("%05d-%s", i, filepath.Base(e.Name)), corpus.Load(t, e.Name)
		if i%20 == 7 {
			name, data = fmt.Sprintf("%05d-bad.dem", i), bytes.Repeat([]byte{0xA5, byte(i)}, 500)
			bad++
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, options(beams))
	export(t, dir, exported)
	got, want := folders(contents(t, beams)), folders(contents(t, exported))
	if n := strings.Count(got["errors"], "\n"); n < bad {
		t.Errorf("%d errors of %d", n, bad)
	}
	for name, text := range want {
		if name != "." && got[name] != text {
			t.Errorf("%s: %d bytes, an export has %d", name, len(got[name]), len(text))
		}
	}
	t.Logf("%d folders equal, %d bad files", len(want)-1, bad)
}

// folders are the contents of the folders: an export begins another file in one when too many are open.
func folders(files map[string]string) map[string]string {
	out := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		out[filepath.Dir(name)] += files[name]
	}
	return out
}

// export writes the tables of a folder.
func export(t *testing.T, dir, out string) {
	t.Helper()
	err := archive.Export(t.Context(), archive.ExportOptions{Dir: out, Form: "jsonl", Every: time.Second, Files: func(yield func(string, error) bool) {
		list, _ := filepath.Glob(filepath.Join(dir, "*"))
		for _, name := range list {
			if load.Named(name) && !yield(name, nil) {
				return
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// A demo that is too large, too, is a row of the errors.
func TestTooLarge(t *testing.T) {
	out := t.TempDir()
	o := options(out)
	o.MaxFile = 2
	run(t, demos(t, 3), o)
	if text := contents(t, out)["errors/part-00001-000.jsonl"]; strings.Count(text, "more than 2 bytes") != 3 {
		t.Error(text)
	}
}

// A demo that takes too long is a row of the errors, and the rest is read.
func TestTooLong(t *testing.T) {
	out := t.TempDir()
	o := options(out)
	o.Time = time.Nanosecond
	run(t, demos(t, 3), o)
	if n := strings.Count(contents(t, out)["errors/part-00001-000.jsonl"], "\n"); n != 3 {
		t.Errorf("%d errors of 3", n)
	}
}

// The time grows with the demos and not faster. GROWTH=1 measures it.
func TestGrowth(t *testing.T) {
	if os.Getenv("GROWTH") == "" {
		t.Skip("takes minutes: set GROWTH")
	}
	for _, n := range []int{100, 1000} {
		dir, start := demos(t, n), time.Now()
		run(t, dir, options(t.TempDir()))
		t.Logf("%d demos: %v", n, time.Since(start))
	}
}
