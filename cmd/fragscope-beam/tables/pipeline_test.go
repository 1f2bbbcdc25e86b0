package tables

import (
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
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
		data = data[:len(data)-min(i, len(data)/2)] // no two have the same content
		if i%20 == 7 {
			data = fmt.Appendf(nil, "=nothing %d", i)
			name = "bad.dem"
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d-%s", i, name)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func options(out string) Options {
	return Options{Output: out, Form: "jsonl", Every: time.Second, Time: time.Minute, Memory: 1 << 30, MaxFile: 256 << 20, Shards: 3}
}

func run(t *testing.T, dir string, o Options) {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	Build(s, []string{filepath.Join(dir, "*")}, o)
	ptest.RunAndValidate(t, p)
}

// rows are the rows of all tables in a folder, sorted.
func rows(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".jsonl" {
			return err
		}
		data, err := os.ReadFile(path)
		for line := range strings.Lines(string(data)) {
			list = append(list, filepath.Base(filepath.Dir(path))+line)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return list
}

// TestEqualsExport holds that the rows are those of an export, also of a second run with other shards, which replaces
// the first.
func TestEqualsExport(t *testing.T) {
	dir, beams, exported := demos(t, 60), t.TempDir(), t.TempDir()
	export(t, dir, exported)
	want := rows(t, exported)
	for _, shards := range []int{5, 2} {
		o := options(beams)
		o.Shards = shards
		run(t, dir, o)
		got := rows(t, beams)
		if !slices.Equal(got, want) {
			t.Errorf("%d shards: %d rows, an export has %d", shards, len(got), len(want))
		}
		t.Logf("%d shards: %d rows", shards, len(got))
	}
}

// TestJobServer runs the pipeline by a job server, with the flags that Flink's takes.
func TestJobServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	if _, err := prism.CreateJobServer(t.Context(), prism.Options{Port: port}); err != nil {
		t.Fatal(err)
	}
	*jobopts.Endpoint, *jobopts.EnvironmentType = fmt.Sprintf("localhost:%d", port), "LOOPBACK"
	defer func() { *jobopts.Endpoint, *jobopts.EnvironmentType = "", "" }()
	dir, beams, exported := demos(t, 20), t.TempDir(), t.TempDir()
	p, s := beam.NewPipelineWithRoot()
	Build(s, []string{filepath.Join(dir, "*")}, options(beams))
	if _, err := beam.Run(t.Context(), "flink", p); err != nil {
		t.Fatal(err)
	}
	export(t, dir, exported)
	if got, want := rows(t, beams), rows(t, exported); !slices.Equal(got, want) {
		t.Errorf("%d rows, an export has %d", len(got), len(want))
	}
}

// TestNothing holds that a pattern without files is an error.
func TestNothing(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	Build(s, []string{filepath.Join(t.TempDir(), "*")}, options(t.TempDir()))
	if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), "no demo is called") {
		t.Error(err)
	}
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

// A file that is too large, and a demo that takes too long, are rows of the errors and come out beside the tables.
func TestBad(t *testing.T) {
	for _, test := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.MaxFile = 2 }, "more than 2 bytes"},
		{func(o *Options) { o.Time = time.Nanosecond }, "took longer"},
	} {
		o := options(t.TempDir())
		test.change(&o)
		p, s := beam.NewPipelineWithRoot()
		_, bad := Build(s, []string{filepath.Join(demos(t, 3), "*")}, o)
		passert.Count(s, bad, "bad", 3)
		ptest.RunAndValidate(t, p)
		if n := strings.Count(strings.Join(rows(t, o.Output), ""), test.want); n != 3 {
			t.Errorf("%d errors say %q", n, test.want)
		}
	}
}

// TestGrowth measures how time and memory grow with the demos. GROWTH says of how many, as in 100,1000.
func TestGrowth(t *testing.T) {
	for text := range strings.SplitSeq(os.Getenv("GROWTH"), ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Skip("takes minutes: set GROWTH")
		}
		dir, start := demos(t, n), time.Now()
		o := options(t.TempDir())
		o.Form, o.Shards = "parquet", max(n/100, 1)
		run(t, dir, o)
		status, _ := os.ReadFile("/proc/self/status")
		peak := regexp.MustCompile(`VmHWM:.*`).FindString(string(status))
		t.Logf("%d demos: %v, %s", n, time.Since(start), peak)
	}
}
