package moment

import (
	"reflect"
	"testing"
	"time"
)

// FuzzParse parses any text as a moment. What it accepts must be written in an equivalent form.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"3:12.437", "1:03:12", "-0:11", "R7/0:01", "R7-0m01.000s", "192.5", "L2M3/0:40",
		"9999999:59", "1e9", "0x1p9"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(m.String()); err != nil || again != m {
			t.Errorf("%q is %+v, written as %q, which is %+v, %v", text, m, m.String(), again, err)
		}
		if again, err := Parse(m.FileName()); err != nil || again != m {
			t.Errorf("%q is %+v, in file names %q, which is %+v, %v", text, m, m.FileName(), again, err)
		}
	})
}

// FuzzClock reads any text as a clock. What it accepts must be written in an equivalent form and must convert any time.
func FuzzClock(f *testing.F) {
	f.Add([]byte(`[[0,0,0,0,0,0,0,60000,60000,1],[1,0,2,90000,90000,0,0]]`), int64(12345))
	f.Add([]byte(`[[0,1,0,-5,1000000000000,-1000000000000,1]]`), int64(-1))
	f.Fuzz(func(t *testing.T, text []byte, ms int64) {
		var c, again Clock
		if c.UnmarshalJSON(text) != nil {
			return
		}
		written, err := c.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.UnmarshalJSON(written); err != nil || !reflect.DeepEqual(c, again) {
			t.Errorf("%s comes back as %s, %v", text, written, err)
		}
		own := time.Duration(ms%1e12) * time.Millisecond
		_, _ = c.Own(c.Exact(own))
		_, _ = c.Own(c.Moment(own))
	})
}
