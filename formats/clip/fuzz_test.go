package clip

import (
	"bytes"
	"testing"
	"time"

	"fragscope/formats"
)

// FuzzCut cuts any part out of any bytes that are taken for a demo. What it returns is a demo of the same format.
func FuzzCut(f *testing.F) {
	const most = 12 << 10 // bytes of a seed
	for _, name := range []string{"../netquake/testdata/recorded/bjp1.dem.gz",
		"../quakeworld/testdata/recorded/fte.qwd.gz", "../quakeworld/testdata/recorded/arena.mvd.gz",
		"../quake2/testdata/rerelease/rr_1038z.dm2.gz",
		"../wolfenstein/testdata/example.dm_84", "../../assets/sample/glasshouse.dm_68"} {
		d, err := formats.Open(name)
		if err != nil {
			f.Fatal(err)
		}
		data := d.Data[:min(len(d.Data), most)]
		f.Add(d.Name, data, int32(0), int32(1000))
		f.Add(d.Name, data, int32(100), int32(200))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte, from, to int32) {
		d, err := formats.Read(name, "", data)
		if err != nil || d.Format == nil {
			return
		}
		var out bytes.Buffer
		span, err := Cut(&out, d, time.Duration(from)*time.Millisecond, time.Duration(to)*time.Millisecond)
		if err != nil {
			return
		}
		if got, err := formats.Read("clip"+Extension(d), "", out.Bytes()); err != nil || got.Format != d.Format {
			t.Errorf("the clip of a %s is not one: %v", d.Format, err)
		}
		if span.Moments < 1 || span.End < span.Start {
			t.Errorf("%+v", span)
		}
	})
}
