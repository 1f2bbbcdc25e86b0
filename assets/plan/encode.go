package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"fragscope/assets/bsp"
)

// written is the JSON form of a plan. It contains only what is drawn.
type written struct {
	Version  int            `json:"version"`
	Box      extents        `json:"box"`
	Surfaces [][]float32    `json:"surfaces"`
	Storeys  []Storey       `json:"storeys"`
	Marks    []Mark         `json:"marks,omitempty"`
	Low      float64        `json:"low"`
	Step     float64        `json:"step"`
	Tones    []float64      `json:"tones"`
	Lifts    [][4]float32   `json:"lifts,omitempty"` // the areas that they move over
	Models   []writtenModel `json:"models,omitempty"`
}

// extents are the lowest and the highest corner.
type extents [2][3]float32

// writtenModel is a moving brush model; one without surfaces is not drawn.
type writtenModel struct {
	Class    string      `json:"class,omitempty"`
	Static   bool        `json:"static,omitempty"`
	Lift     float64     `json:"lift,omitempty"`
	Box      extents     `json:"box"`
	Surfaces [][]float32 `json:"surfaces,omitempty"`
}

// A written surface is its kind, flags, the plane of its height, its lowest and highest point, and its corners.
const (
	writtenVersion = 1
	surfaceHead    = 7
	flagDim        = 1
	flagSuppressed = 2
	farthest       = 1 << 20 // a bound on coordinates, in units
)

// Encode encodes p without its textures. p must have been made from a map. Use [Decode] to decode the result.
func (p *Plan) Encode() ([]byte, error) {
	w := written{
		Version: writtenVersion, Box: extents{p.min, p.max}, Surfaces: writeSurfaces(p.shader.surfaces),
		Storeys: p.storeys, Marks: p.marks, Low: p.tones.low, Step: p.tones.step, Tones: p.tones.t,
	}
	for _, r := range p.lazy.lifts {
		w.Lifts = append(w.Lifts, [4]float32{r.x0, r.y0, r.x1, r.y1})
	}
	for _, m := range p.models {
		if m == nil {
			w.Models = append(w.Models, writtenModel{})
		} else {
			w.Models = append(w.Models, writtenModel{m.class, m.static, m.lift, extents{m.min, m.max},
				writeSurfaces(m.shader.surfaces)})
		}
	}
	return json.Marshal(w)
}

// sound reports whether the extents are possible for a map.
func (e *extents) sound() bool {
	for axis := range 3 {
		lo, hi := float64(e[0][axis]), float64(e[1][axis])
		if lo > hi || lo < -farthest || hi > farthest {
			return false
		}
	}
	return true
}

func writeSurfaces(list []surface) [][]float32 {
	out := make([][]float32, len(list))
	for i := range list {
		s := &list[i]
		flags := 0
		if s.dim {
			flags |= flagDim
		}
		if s.suppressed {
			flags |= flagSuppressed
		}
		row := []float32{float32(s.kind), float32(flags), float32(s.a), float32(s.b), float32(s.c), float32(s.min[2]),
			float32(s.max[2])}
		for k := range s.x {
			row = append(row, float32(s.x[k]), float32(s.y[k]))
		}
		out[i] = row
	}
	return out
}

// Decode decodes a plan encoded by [Plan.Encode].
func Decode(data []byte) (*Plan, error) {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return nil, fmt.Errorf("the plan cannot be read: %w", err)
	}
	switch {
	case w.Version != writtenVersion:
		return nil, fmt.Errorf("the plan has version %d, not %d", w.Version, writtenVersion)
	case !w.Box.sound():
		return nil, errors.New("the plan has no bounds")
	case len(w.Storeys) == 0 || len(w.Storeys) > maxStoreys || len(w.Tones) == 0 || !(w.Step > 0) ||
		math.Abs(w.Low) > farthest:
		return nil, errors.New("the plan has no storeys or no tones")
	}
	surfaces, err := readSurfaces(w.Surfaces)
	if err != nil {
		return nil, err
	}
	p := &Plan{min: w.Box[0], max: w.Box[1], marks: w.Marks, storeys: w.Storeys, tones: tones{w.Low, w.Step, w.Tones}}
	p.shade(surfaces)
	for _, r := range w.Lifts {
		if !(&extents{{r[0], r[1]}, {r[2], r[3]}}).sound() {
			return nil, errors.New("the plan has a lift without a position")
		}
		p.lazy.lifts = append(p.lazy.lifts, rect{r[0], r[1], r[2], r[3]})
	}
	p.models = make([]*Model, len(w.Models))
	for i, m := range w.Models {
		list, err := readSurfaces(m.Surfaces)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 && math.Abs(m.Lift) <= farthest {
			p.models[i] = newModel(list, m.Class, m.Static, m.Lift, m.Box, &p.tones)
		}
	}
	return p, nil
}

func readSurfaces(rows [][]float32) ([]surface, error) {
	out := make([]surface, 0, len(rows))
	for _, row := range rows {
		if len(row) < surfaceHead+6 || len(row)%2 == 0 {
			return nil, fmt.Errorf("a surface of the plan cannot have %d numbers", len(row))
		}
		for _, v := range row {
			if math.Abs(float64(v)) > farthest {
				return nil, fmt.Errorf("a surface of the plan has an impossible coordinate, %g", v)
			}
		}
		if row[0] < 0 || row[0] > float32(bsp.KindGhost) {
			return nil, fmt.Errorf("the plan has a surface of unknown kind %g", row[0])
		}
		s := surface{kind: bsp.Kind(row[0]), a: float64(row[2]), b: float64(row[3]), c: float64(row[4]), texture: -1}
		s.dim, s.suppressed = int(row[1])&flagDim != 0, int(row[1])&flagSuppressed != 0
		for k := surfaceHead; k < len(row); k += 2 {
			s.x, s.y = append(s.x, float64(row[k])), append(s.y, float64(row[k+1]))
		}
		s.nz = 1 / math.Sqrt(1+s.a*s.a+s.b*s.b)
		s.measure()
		s.min[2], s.max[2] = float64(row[5]), float64(row[6])
		out = append(out, s)
	}
	return out, nil
}
