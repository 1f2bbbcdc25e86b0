package corpus

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// TestFolder reads a folder of demos that it makes.
func TestFolder(t *testing.T) {
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
		"demos/nq/a[x].dem":    []byte("first"),
		"demos/nq/b.dem.gz":    zipped.Bytes(),
		"demos/nq/b.txt":       nil,
		"demos/qw/c.dem":       nil,
		"demos/INDEX.tsv":      []byte("path\tbytes\nnq/a[x].dem\t5\tquake\tdem\t15\t-\te1m1\t\n"),
		"truth/numbers.csv":    []byte("demo,n,v\na,1,\nb,2,0.5\n"),
		"truth/lmpc/empty.csv": []byte("demo\n"),
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := Demos(t, []string{"nq"}, "*.dem", "*.dem.gz"); !slices.Equal(got, []string{"nq/a[x].dem", "nq/b.dem.gz"}) {
		t.Errorf("demos %q", got)
	}
	if got := Match(t, "nq/a*.dem"); got != "nq/a[x].dem" {
		t.Errorf("matched %q", got)
	}
	if got := Load(t, "nq/b.dem.gz"); string(got) != "second" {
		t.Errorf("loaded %q", got)
	}
	if got := Index(t); len(got) != 1 || got[0].Name != "nq/a[x].dem" || got[0].Size != 5 || got[0].Map != "e1m1" || got[0].Broken() {
		t.Errorf("index %+v", got)
	}
	sum := 0.0
	for row := range Table(t, "numbers.csv") {
		sum += float64(row.Int("n")) + row.Float("v")
	}
	if sum != 3.5 {
		t.Errorf("the table's numbers add up to %v", sum)
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
	if want := []string{file + " has no demo d.dem, which is not tested; -update adds it"}; !slices.Equal(s.logs, want) {
		t.Errorf("logged %q, want %q", s.logs, want)
	}
	if want := []string{file + `: b.dem: line 2 is "b.dem: 3", want "b.dem: 2"`, file + ": demo c.dem is not there"}; !slices.Equal(s.errors, want) {
		t.Errorf("failed with %q, want %q", s.errors, want)
	}
}
