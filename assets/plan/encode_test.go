package plan

import (
	"image"
	"strings"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/sample"
)

// A plan that was written and read draws the same picture, and answers the same.
func TestEncode(t *testing.T) {
	m, err := bsp.Decode(sample.Map())
	if err != nil {
		t.Fatal(err)
	}
	plans := map[string]*Plan{"sample": FromBSP(m, nil)}
	for name, f := range allFormats {
		plans[name] = planOf(t, house(f))
	}
	for name, p := range plans {
		data, err := p.Encode()
		if err != nil {
			t.Fatal(err)
		}
		q, err := Decode(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lo, hi := p.Bounds()
		if a, b := q.Bounds(); a != lo || b != hi || len(q.Storeys()) != len(p.Storeys()) ||
			len(q.Marks()) != len(p.Marks()) || len(q.models) != len(p.models) {
			t.Errorf("%s: another plan came back", name)
		}
		for storey := AllStoreys; storey < len(p.Storeys()); storey++ {
			v := View{MinX: float64(lo[0]), MaxY: float64(hi[1]), Scale: 400 / float64(hi[0]-lo[0]), Storey: storey,
				Faint: true}
			one, two := image.NewRGBA(image.Rect(0, 0, 400, 400)), image.NewRGBA(image.Rect(0, 0, 400, 400))
			p.Render(one, v)
			q.Render(two, v)
			off := 0
			for i := range one.Pix {
				if d := int(one.Pix[i]) - int(two.Pix[i]); d < -2 || d > 2 {
					off++
				}
			}
			if off > len(one.Pix)/2000 {
				t.Errorf("%s, storey %d: %d of %d bytes of the picture differ", name, storey, off, len(one.Pix))
			}
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	const good = `{"version":1,"storeys":[{}],"step":8,"tones":[0.5],"surfaces":[[0,0,0,0,0,0,0,0,0,64,0,64,64]]}`
	if _, err := Decode([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"version":1`, `"version":2`}, {`[{}]`, `[]`}, {`"step":8`, `"step":0`},
		{`"step":8`, `"step":8,"box":[[9,0,0],[0,0,0]]`}, {`"step":8`, `"step":8,"lifts":[[0,0,1e30,0]]`},
		{`[0.5]`, `[]`}, {`,64,64]`, `,64]`}, {`,64,0,64,64`, ``},
		{`[[0,`, `[[8,`}, {`[[0,`, `[[-1,`}, {`64,64]`, `64,1e30]`}, {`}`, ``},
	} {
		if _, err := Decode([]byte(strings.Replace(good, change[0], change[1], 1))); err == nil {
			t.Errorf("%s in the place of %s is read", change[1], change[0])
		}
	}
}
