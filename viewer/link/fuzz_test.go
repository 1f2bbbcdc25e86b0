package link

import "testing"

// FuzzParse parses any text as the address of a moment. What it accepts is within bounds.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"clip.html#t=12.4&follow=a%26b%20+c&speed=0.5&loop=3.2,R7/0:01.5&paused",
		"?demo=x.mvd&demo=..%2fy#t=L2/1:00&sample&demo=%zz", "#t=1e99&speed=-Inf&loop=NaN,1", "#&&==#?"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, address string) {
		m := Parse(address)
		if !(m.Speed >= 0 && m.Speed <= 64) {
			t.Errorf("speed %v", m.Speed)
		}
		for _, at := range []bool{m.At != nil && m.At.Time > furthest, m.From != nil && m.From.Time > furthest,
			m.To != nil && m.To.Time > furthest, (m.From == nil) != (m.To == nil)} {
			if at {
				t.Errorf("%+v", m)
			}
		}
		for _, demo := range Demos(address) {
			if demo == "" {
				t.Error("a demo without an address")
			}
		}
	})
}
