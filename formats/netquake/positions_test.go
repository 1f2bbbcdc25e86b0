package netquake

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// row is a row of the truth tables: an entity or the camera at a time.
type row struct {
	block, ms float64
	kind      string
	entity    int
	place     Vec3
	angles    [2]float32 // pitch, yaw
}

// places is a Handler that makes the rows of a demo as the tables have them.
type places struct {
	Ignore
	block     int
	view      int
	ms        float64
	timed     bool
	angles    Vec3
	protocol  *Protocol
	baselines map[uint16]EntityState
	rows      []row
}

func (p *places) Block(b *Block) {
	p.block++
	p.timed, p.angles = false, b.Angles
}

func (p *places) ServerInfo(_ *ServerInfo, protocol *Protocol) {
	p.protocol, p.baselines, p.ms = protocol, map[uint16]EntityState{}, 0
}

func (p *places) SetView(m *SetView) { p.view = int(m.Entity) }

func (p *places) Time(m *Time) {
	p.timed, p.ms = true, float64(m.Seconds)*1000
	p.rows = append(p.rows, row{block: float64(p.block), ms: p.ms, kind: "cam", entity: p.view, angles: [2]float32{p.angles[0], p.angles[1]}})
}

func (p *places) SpawnBaseline(m *SpawnBaseline) {
	p.baselines[m.Entity] = m.State(p.protocol)
}

func (p *places) UpdateEntity(m *UpdateEntity) {
	base, ok := p.baselines[m.Entity]
	if !ok {
		base = NewEntityState()
	}
	s := m.Apply(base, p.protocol)
	p.rows = append(p.rows, row{float64(p.block), p.ms, "es", int(m.Entity), s.Origin, [2]float32{s.Angles[0], s.Angles[1]}})
}

// TestPositions compares all entities and cameras with another program's.
func TestPositions(t *testing.T) {
	shared := sharedDir(t)
	files, err := os.Open(filepath.Join(shared, "truth", "lmpc", "files.csv"))
	if err != nil {
		t.Skip(err)
	}
	defer files.Close()
	compared := 0
	for _, r := range table(t, files) {
		file, demo := r[0], r[1]
		if filepath.Ext(demo) != ".dem" {
			continue
		}
		if _, err := os.Stat(filepath.Join(shared, "demos", demo)); err != nil {
			continue
		}
		got := &places{block: -1}
		decode(t, load(t, shared, demo), got)
		want := readRows(t, filepath.Join(shared, "truth", "lmpc", file), demo)
		compared += len(want)
		if len(want) != len(got.rows) {
			t.Errorf("%s: %d rows, want %d", demo, len(got.rows), len(want))
			continue
		}
		wrong := 0
		for i := range want {
			if err := differ(got.rows[i], want[i]); err != nil && wrong < 5 {
				t.Errorf("%s: row %d: %v", demo, i, err)
				wrong++
			}
		}
	}
	t.Logf("%d rows compared", compared)
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

func differ(got, want row) error {
	if got.block != want.block || got.kind != want.kind || got.entity != want.entity || math.Abs(got.ms-want.ms) > 0.01+want.ms*1e-6 {
		return fmt.Errorf("%v, want %v", got, want)
	}
	for i := range 3 {
		if math.Abs(float64(got.place[i]-want.place[i])) > 1e-3 {
			return fmt.Errorf("place %v, want %v", got, want)
		}
	}
	for i := range 2 {
		if math.Abs(math.Remainder(float64(got.angles[i]-want.angles[i]), 360)) > 1e-3 {
			return fmt.Errorf("angles %v, want %v", got, want)
		}
	}
	return nil
}

func readRows(t *testing.T, path, demo string) []row {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(z)
	r.ReuseRecord = true
	var rows []row
	for {
		f, err := r.Read()
		if err == io.EOF {
			return rows
		}
		if err != nil {
			t.Fatal(err)
		}
		if f[0] != demo {
			continue
		}
		n := func(i int) float64 { v, _ := strconv.ParseFloat(f[i], 64); return v }
		rows = append(rows, row{
			n(1), n(2), f[3], int(n(4)),
			Vec3{float32(n(5)), float32(n(6)), float32(n(7))}, [2]float32{float32(n(8)), float32(n(9))},
		})
	}
}
