package corpus

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFirstDifference(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", -1}, {"abc", "abc", -1}, {"abc", "abd", 2}, {"ab", "abc", 2}, {"abc", "", 0},
	} {
		if got := FirstDifference([]byte(test.a), []byte(test.b)); got != test.want {
			t.Errorf("%q and %q: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestLineDifference(t *testing.T) {
	for _, test := range []struct{ got, want, says string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nbc\nd\n", "a\nbe\nd\n", `line 2 is "bc", want "be"`},
		{"a\n", "a\nb\n", `line 2 is "", want "b"`},
		{"a\nb\n", "a\n", `line 2 is "b", want ""`},
	} {
		if says := lineDifference([]byte(test.got), []byte(test.want)); says != test.says {
			t.Errorf("%q and %q: %s, want %s", test.got, test.want, says, test.says)
		}
	}
}

// makeFolder makes a folder of demos for the test.
func makeFolder(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv(environment, dir)
	if _, ok := Find(); ok {
		t.Error("an empty folder is found")
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write([]byte("second")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"demos/nq/a[x].dem": []byte("first"),
		"demos/nq/b.dem.gz": zipped.Bytes(),
		"demos/nq/b.txt":    nil,
		"demos/qw/c.dem":    nil,
		"demos/INDEX.tsv":   []byte("path\tbytes\nnq/a[x].dem\t5\tquake\tdem\t15\t-\te1m1\t\n"),
		"truth/numbers.csv": []byte("demo,n,v\na,1,\nb,2,0.5\n"),
		"truth/lmpc/counts.csv": []byte(
			"demo,message,count\nnq/a[x].dem,print,3\nnq/a[x].dem,nop,1\nq2/b.dm2,print,9\n"),
		"truth/lmpc/files.csv": []byte("file,demo\na.csv,nq/a[x].dem\na.csv,nq/gone.dem\n"),
		"truth/lmpc/a.csv": []byte(
			"demo,block,time_ms,kind,entity,x,y,z,pitch,yaw\nnq/a[x].dem,1,20.5,es,2,1,2,3,,\nnq/b.dem,1,0,es,2,1,2,3,4,5\n"),
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFolder reads a folder of demos.
func TestFolder(t *testing.T) {
	makeFolder(t)
	if got := Demos(t, []string{"nq"}, "*.dem", "*.dem.gz"); !slices.Equal(got,
		[]string{"nq/a[x].dem", "nq/b.dem.gz"}) {
		t.Errorf("demos %q", got)
	}
	if got := Match(t, "nq/a*.dem"); got != "nq/a[x].dem" {
		t.Errorf("matched %q", got)
	}
	if got := Load(t, "nq/b.dem.gz"); string(got) != "second" {
		t.Errorf("loaded %q", got)
	}
	if got := Index(t); len(got) != 1 || got[0].Name != "nq/a[x].dem" || got[0].Size != 5 || got[0].Map != "e1m1" ||
		got[0].Broken() {
		t.Errorf("index %+v", got)
	}
}

// demosOf adds demos to the index of the folder, and files for them.
func demosOf(t *testing.T, rows ...string) {
	t.Helper()
	dir := os.Getenv(environment)
	index := "path\tbytes\n" + strings.Join(rows, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(dir, "demos", "INDEX.tsv"), []byte(index), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"families/wolfenstein/b.dm_84", "families/wolfenstein/a.tv_84",
		"families/wolfenstein/notes.txt"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("12345"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// namesOf returns the names of entries.
func namesOf(entries []Entry) (names []string) {
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

// TestSample holds which demos are enough: the smallest that is not tiny for each extension with its protocol, each
// mod and each type of game, but not for each recorder; and that the variable for all demos has all intact ones.
func TestSample(t *testing.T) {
	makeFolder(t)
	demosOf(t,
		"nq/tiny.dem\t100\tquake\tdem\t15\tduel\te1m1\t",
		"nq/small.dem\t50000\tquake\tdem\t15\tduel player=3 maxclients=8 [a match]\te1m1\t",
		"nq/large.dem\t90000\tquake\tdem\t15\tduel player=4\te1m1\t",
		"nq/team.dem\t80000\tquake\tdem\t15\ttdm\te1m1\t",
		"q3/late.dm_68\t70000\tquake3\tdm_68\t68\tduel\tq3dm6\t",
		"broken/cut.dem\t60000\tquake\tdem\t15\tcut\te1m1\t")
	wolfenstein := []string{"../families/wolfenstein/a.tv_84", "../families/wolfenstein/b.dm_84"}
	t.Setenv(everyDemo, "")
	want := append([]string{"nq/small.dem", "q3/late.dm_68", "nq/team.dem"}, wolfenstein...)
	if got := namesOf(Sample(t)); Every() || !slices.Equal(got, want) {
		t.Errorf("the sample is %q, want %q", got, want)
	}
	t.Setenv(everyDemo, "1")
	want = append([]string{"nq/tiny.dem", "nq/small.dem", "nq/large.dem", "nq/team.dem", "q3/late.dm_68"}, wolfenstein...)
	if got := namesOf(Sample(t)); !Every() || !slices.Equal(got, want) {
		t.Errorf("all intact demos are %q, want %q", got, want)
	}
	if got := Broken(t); !slices.Equal(namesOf(got), []string{"broken/cut.dem"}) || !got[0].Broken() {
		t.Errorf("broken are %+v", got)
	}
	last := Index(t)
	if e := last[len(last)-1]; e.Game != "wolfenstein" || e.Extension != "dm_84" || e.Protocol != "84" || e.Size != 5 {
		t.Errorf("the last demo is %+v", e)
	}
}

// TestMany fills a folder with demos that are cut ever shorter.
func TestMany(t *testing.T) {
	makeFolder(t)
	demosOf(t, "nq/a[x].dem\t5\tquake\tdem\t15\t-\te1m1\t", "nq/b.dem.gz\t9\tquake\tdem.gz\t15\t-\te1m1\t",
		"broken/c.dem\t5\tquake\tdem\t15\t-\te1m1\t", "nq/large.dem\t100\tquake\tdem\t15\t-\te1m1\t")
	if err := os.RemoveAll(filepath.Join(os.Getenv(environment), "families")); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	kept := filepath.Join(dir, "000", "00001-b.dem")
	for range 2 {
		Many(t, dir, 5, 10)
		if err := os.WriteFile(kept, []byte("kept"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"00000-a[x].dem": "first", "00001-b.dem": "kept", "00002-a[x].dem": "fi",
		"00003-b.dem": "sec", "00004-a[x].dem": "f"} {
		if got, err := os.ReadFile(filepath.Join(dir, "000", name)); string(got) != want {
			t.Errorf("%s is %q, %v, want %q", name, got, err, want)
		}
	}
}

// stopped is how a test ended that was given something wrong.
type stopped struct{ skipped bool }

// stopping is a test that notes how it ends.
type stopping struct {
	testing.TB
	said string
}

func (s *stopping) Helper()        {}
func (s *stopping) Fatal(v ...any) { s.said = fmt.Sprint(v...); panic(stopped{}) }
func (s *stopping) Fatalf(format string, v ...any) {
	s.Fatal(fmt.Sprintf(format, v...))
}
func (s *stopping) Skip(v ...any) { s.said = fmt.Sprint(v...); panic(stopped{true}) }
func (s *stopping) Skipf(format string, v ...any) {
	s.Skip(fmt.Sprintf(format, v...))
}

// TestStops holds which mistakes in the folder of demos end a test, and that it is skipped where there is no folder.
func TestStops(t *testing.T) {
	makeFolder(t)
	dir := os.Getenv(environment)
	file := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name    string
		prepare func()
		do      func(t testing.TB)
		want    string
		skipped bool
	}{
		{"no demos in a folder", nil, func(t testing.TB) { Demos(t, []string{"nq"}, "*.mvd") }, "no [*.mvd] in [nq]", false},
		{"no such folder", nil, func(t testing.TB) { Demos(t, []string{"x"}, "*") }, "no such file", false},
		{"two demos of a pattern", nil, func(t testing.TB) { Match(t, "nq/*.dem*") }, "2 demos are called nq/*.dem*", false},
		{"no such demo", nil, func(t testing.TB) { Load(t, "nq/x.dem") }, "no such file", false},
		{"a demo that is no gzip", func() { file("demos/nq/b.dem.gz", "\x1f\x8bno") },
			func(t testing.TB) { Load(t, "nq/b.dem.gz") }, "EOF", false},
		{"a row of the index", func() { file("demos/INDEX.tsv", "path\nnq/a.dem\t5\n") }, func(t testing.TB) { Index(t) },
			"line 2 of the index of demos has 2 columns", false},
		{"a size in the index", func() { file("demos/INDEX.tsv", "path\nnq/a.dem\tbig\tquake\tdem\t15\t-\te1m1\t\n") },
			func(t testing.TB) { Index(t) }, "line 2 of the index of demos: ", false},
		{"no index", func() { os.Remove(filepath.Join(dir, "demos", "INDEX.tsv")) }, func(t testing.TB) { Index(t) },
			"no such file", true},
		{"no such golden", nil, func(t testing.TB) { read(t, filepath.Join(dir, "x")) }, "no such file", false},
		{"no folder", func() { t.Setenv(environment, filepath.Join(dir, "x")) }, func(t testing.TB) { Path(t, "a") },
			"no real demos in ", true},
	} {
		if c.prepare != nil {
			c.prepare()
		}
		s := &stopping{TB: t}
		if end := s.run(c.do); end == nil || end.skipped != c.skipped || !strings.Contains(s.said, c.want) {
			t.Errorf("%s: ends with %+v, %q, want %q", c.name, end, s.said, c.want)
		}
	}
}

// run does what ends the test, and returns how; nil if it does not.
func (s *stopping) run(do func(t testing.TB)) (end *stopped) {
	defer func() {
		if how, ok := recover().(stopped); ok {
			end = &how
		}
	}()
	do(s)
	return nil
}

// TestTables reads tables of what another program found.
func TestTables(t *testing.T) {
	makeFolder(t)
	sum := 0.0
	for row := range Table(t, "numbers.csv") {
		sum += float64(row.Int("n")) + row.Float("v")
	}
	if sum != 3.5 {
		t.Errorf("the table's numbers add up to %v", sum)
	}
	counts := Counts(t, ".dem")
	if SameCounts(t, "a", map[string]int{"print": 3, "nop": 1}, counts["nq/a[x].dem"]); len(counts) != 1 {
		t.Errorf("counts %v", counts)
	}
	files := 0
	for demo, list := range Positions(t, ".dem") {
		files++
		SamePositions(t, demo, list, []Position{{1, 20.5, "es", 2, [3]float32{1, 2, 3}, 7, 7, true}})
		s := &said{TB: t}
		SamePositions(s, demo, list, []Position{{1, 20.5, "es", 2, [3]float32{1, 2, 4}, 0, 0, true}})
		SamePositions(s, demo, list, nil)
		SameCounts(s, demo, map[string]int{}, counts[demo])
		if len(s.errors) != 4 {
			t.Errorf("failed with %q", s.errors)
		}
	}
	if files != 1 {
		t.Errorf("positions of %d demos", files)
	}
	decoded := 0
	testing.Benchmark(func(b *testing.B) {
		Benchmark(b, []string{"nq/a*.dem"}, func(data []byte) int { decoded++; return len(data) })
	})
	if decoded == 0 {
		t.Error("nothing was measured")
	}
}

// TestFindWithoutVariable finds the folder beside the repository, there or not.
func TestFindWithoutVariable(t *testing.T) {
	t.Setenv(environment, "")
	if dir, _ := Find(); filepath.Base(dir) != "shared" {
		t.Errorf("found %s", dir)
	}
	t.Chdir(t.TempDir())
	if _, ok := Find(); ok {
		t.Error("found beside no repository")
	}
}

// TestGoldens writes goldens and compares with them.
func TestGoldens(t *testing.T) {
	dir := t.TempDir()
	lines, values := filepath.Join(dir, "new", "b.txt"), filepath.Join(dir, "c.json")
	check := func(t testing.TB, n int) {
		GoldenLines(t, lines, []string{fmt.Sprintf("b.dem %d", n), "a.dem 1"})
		GoldenJSON(t, values, map[string]int{"a.dem": n})
	}
	*update = true
	check(t, 1)
	*update = false
	check(t, 1)
	s := &said{TB: t}
	if check(s, 2); len(s.errors) != 2 || Updating() {
		t.Errorf("failed with %q", s.errors)
	}
	SameBytes(s, "a.dem", []byte("ab"), []byte("ac"))
	if want := "a.dem: 2 bytes, want 2; from 1 on they are 62, want 63"; s.errors[len(s.errors)-1] != want {
		t.Errorf("failed with %q, want %q", s.errors[len(s.errors)-1], want)
	}
	if got := Label("x/name.dem.gz", []byte("content")); filepath.Ext(got) != ".dem" || len(got) != 12 {
		t.Errorf("labelled %q", got)
	}
}

func TestCopy(t *testing.T) {
	type message struct {
		N     int
		List  []int
		empty []int
	}
	m := message{1, []int{2, 3}, nil}
	c := Copy(&m)
	m.N, m.List[0] = 9, 9
	if c.N != 1 || !slices.Equal(c.List, []int{2, 3}) || c.empty != nil {
		t.Errorf("copied %+v", c)
	}
}

func TestPositionDiffers(t *testing.T) {
	p := Position{Block: 1, Milliseconds: 1e6, Kind: "es", Entity: 2, Origin: [3]float32{1, 2, 3}, Yaw: 179.9999}
	q := p
	q.Milliseconds, q.Yaw = 1e6+0.5, -180.0001
	if d := q.differs(p); d != "" {
		t.Errorf("%s differs", d)
	}
	for want, change := range map[string]func(*Position){
		"what it is of": func(p *Position) { p.Entity++ },
		"the time":      func(p *Position) { p.Milliseconds += 2 },
		"the view":      func(p *Position) { p.Pitch++ },
		"z":             func(p *Position) { p.Origin[2] += 0.01 },
	} {
		q := p
		change(&q)
		if got := q.differs(p); got != want {
			t.Errorf("%q differs, want %q", got, want)
		}
	}
}

// said is a test that notes what it is told instead of failing.
type said struct {
	testing.TB
	logs, errors []string
}

func (s *said) Helper() {}
func (s *said) Logf(format string, args ...any) {
	s.logs = append(s.logs, fmt.Sprintf(format, args...))
}
func (s *said) Errorf(format string, args ...any) {
	s.errors = append(s.errors, fmt.Sprintf(format, args...))
}

// TestGoldenOfDemos compares with a golden that has another set of demos.
func TestGoldenOfDemos(t *testing.T) {
	file := filepath.Join(t.TempDir(), "golden.txt")
	if err := os.WriteFile(file, []byte("a.dem: 1\nb.dem: 1\nb.dem: 2\nc.dem: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := &said{TB: t}
	GoldenLines(s, file, []string{"d.dem: 1", "a.dem: 1", "b.dem: 1", "b.dem: 3"})
	if want := []string{file + " has no demo d.dem, which is not tested; -update adds it"}; !slices.Equal(s.logs,
		want) {
		t.Errorf("logged %q, want %q", s.logs, want)
	}
	if want := []string{file + `: b.dem: line 2 is "b.dem: 3", want "b.dem: 2"`,
		file + ": demo c.dem is not there"}; !slices.Equal(s.errors, want) {
		t.Errorf("failed with %q, want %q", s.errors, want)
	}
}
